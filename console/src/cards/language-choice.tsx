/** In which language the catalog is read: in the address, so that a link shows the same, and kept from page to page. */
import { go, queryOf, usePlace } from '../frame/router.tsx';
import { useSession } from '../service/session.tsx';
import { useGames } from './outline.ts';

/** The language that the address names; undefined for the catalog's own. */
export const useLang = (): string | undefined => usePlace().query.get('lang') ?? undefined;

/** What a language calls itself. */
const ownName = (language: string): string =>
  new Intl.DisplayNames([language], { type: 'language', fallback: 'code' }).of(language) ?? language;

/** The languages of the game, or of all games, or the catalog's own; nothing where there is one only. */
export function LanguageChoice({ game }: { game: string | undefined }) {
  const { path, query } = usePlace();
  const { state } = useSession();
  const lang = useLang();
  const games = useGames();
  const all = state.state === 'in' ? state.session.languages : [];
  const languages = game === undefined ? all : (games.find(({ name }) => name === game)?.languages ?? []);
  if (languages.length < 2) return null;
  const choose = (value: string) =>
    go(`${path}${queryOf({ ...Object.fromEntries(query), lang: value })}`, { replace: true });
  return (
    <label class="field-inline language-choice">
      Language
      <select value={lang ?? ''} onChange={(event) => choose(event.currentTarget.value)}>
        <option value="">As printed</option>
        {languages.map((language) => (
          <option value={language} lang={language} key={language}>
            {ownName(language)}
          </option>
        ))}
      </select>
    </label>
  );
}
