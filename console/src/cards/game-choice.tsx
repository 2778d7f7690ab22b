/** Which game is looked at: in the address, so that a link shows the same. */
import { Choice } from '../elements/choice.tsx';
import { worded } from '../elements/format.ts';
import { isNarrow } from '../elements/some.tsx';
import { go, queryOf, usePlace } from '../frame/router.tsx';
import { useGames } from './outline.ts';

/** The game that the address names; undefined for all of them. */
export const useGame = (): string | undefined => usePlace().query.get('game') ?? undefined;

/** All games, or one of them; nothing where there is one only. */
export function GameChoice() {
  const { path, query } = usePlace();
  const games = useGames();
  const game = useGame();
  if (games.length < 2 && game === undefined) return null;
  const known = games.map(({ name, title }) => ({ value: name, label: title }));
  const isKnown = game === undefined || known.some(({ value }) => value === game);
  const options = isKnown ? known : [...known, { value: game, label: worded(game) }];
  const choose = (value: string) =>
    go(`${path}${queryOf({ ...Object.fromEntries(query), game: value })}`, { replace: true });
  // Names of five games would fill three lines of a phone.
  if (isNarrow()) {
    return (
      <label class="field-inline">
        Game
        <select value={game ?? ''} onChange={(event) => choose(event.currentTarget.value)}>
          <option value="">All games</option>
          {options.map(({ value, label }) => (
            <option value={value} key={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
    );
  }
  return (
    <Choice
      legend="Game"
      options={[{ value: '', label: 'All games' }, ...options]}
      value={game ?? ''}
      onChoose={choose}
    />
  );
}
