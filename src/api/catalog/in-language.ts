/** Records and rows in the language that was asked for, field by field; the rest stands in the catalog's own. */
import Type from 'typebox';
import { doc } from '../../catalog/field-shapes.ts';
import type { CardText, GroupText } from '../../catalog/languages/texts.ts';
import { translatedCard, translatedGroup, translatedSummary } from '../../catalog/languages/translated.ts';
import type { Card, CardSummary, Expansion, Series } from '../../catalog/records.ts';
import { Failure } from '../../failure.ts';
import { shownTexts, type TextKind } from '../../store/catalog/translations.ts';
import { namedCards } from '../../store/shown/named-cards.ts';
import { InLanguages } from '../answer/answer.ts';
import type { ApiContext, RequestContext } from '../context.ts';
import type { Query } from '../parameters.ts';
import type { Page } from './list.ts';

/** Of reads that have texts. */
export const langParameter = {
  lang: Type.Optional(
    Type.String(
      doc(
        "Language of the texts; what it lacks stands in the catalog's own. One that is not served here is refused.",
        'en',
      ),
    ),
  ),
};

/**
 * The language asked for; undefined where none is.
 * @throws Failure bad_request when no game of this deployment is shown in it
 */
export function readLang({ lang }: Query, { games }: Pick<ApiContext, 'games'>): string | undefined {
  const known = new Set(games.flatMap(({ languages }) => languages));
  if (lang === undefined || known.has(lang)) return lang;
  const choice = [...known].sort().join(', ');
  throw new Failure('bad_request', `lang must be a language that is served here: ${choice}.`);
}

/** A language that nobody names any more: that of a game that left the configuration. */
const UNDETERMINED = 'und';

const ownLanguage = ({ games }: Pick<ApiContext, 'games'>, game: string): string =>
  games.find(({ name }) => name === game)?.languages[0] ?? UNDETERMINED;

interface Shown {
  id: string;
  game: string;
}

type In<Row> = Row & { lang: string };

/** The rows in the language, each as `translated` makes it of its text, or in the catalog's own where it has none. */
async function rowsIn<Row extends Shown, Text>(
  context: RequestContext,
  { lang, kind }: { lang: string; kind: TextKind },
  rows: readonly Row[],
  translated: (row: Row, text: Text) => Row,
): Promise<In<Row>[]> {
  const asked = rows.filter(({ game }) => ownLanguage(context, game) !== lang);
  const texts = await shownTexts<Text>(context.reads, lang, kind, asked);
  return rows.map((row) => {
    const text = texts.get(row.id);
    return text === undefined ? { ...row, lang: ownLanguage(context, row.game) } : { ...translated(row, text), lang };
  });
}

export const cardRowsIn = <Row extends CardSummary>(context: RequestContext, lang: string, rows: readonly Row[]) =>
  rowsIn<Row, CardText>(context, { lang, kind: 'card' }, rows, translatedSummary);

export const expansionsIn = (context: RequestContext, lang: string, rows: readonly Expansion[]) =>
  rowsIn<Expansion, GroupText>(context, { lang, kind: 'expansion' }, rows, translatedGroup);

/** Series, and the expansions that stand in them. */
export async function seriesIn(context: RequestContext, lang: string, rows: readonly Series[]): Promise<In<Series>[]> {
  const series = await rowsIn<Series, GroupText>(context, { lang, kind: 'series' }, rows, translatedGroup);
  const asked = series.filter(({ game }) => ownLanguage(context, game) !== lang);
  const inThem = asked.flatMap(({ expansions, game }) => expansions.map(({ id }) => ({ id, game })));
  const texts = await shownTexts<GroupText>(context.reads, lang, 'expansion', inThem);
  const inLanguage = (expansion: Series['expansions'][number]) => {
    const text = texts.get(expansion.id);
    return text === undefined ? expansion : translatedGroup(expansion, text);
  };
  return series.map((each) => ({ ...each, expansions: each.expansions.map(inLanguage) }));
}

/** A card in full, with what it is called in every language. */
export async function cardIn(context: RequestContext, lang: string, card: Card): Promise<In<Card>> {
  const own = ownLanguage(context, card.game);
  const [{ names } = card] = await namedCards(context.reads, [card], own);
  const [shown] = await rowsIn<Card, CardText>(context, { lang, kind: 'card' }, [card], translatedCard);
  return { ...(shown ?? { ...card, lang: own }), ...(names && { names }) };
}

/** The record in the language asked for, where one was. */
export async function recordIn<Row extends Shown>(
  lang: string | undefined,
  record: Row,
  read: (lang: string, rows: readonly Row[]) => Promise<In<Row>[]>,
): Promise<Row | InLanguages> {
  if (lang === undefined) return record;
  const [shown] = await read(lang, [record]);
  return new InLanguages(shown, shown?.lang ?? lang);
}

/** The page in the language asked for, where one was. */
export async function pageIn<Row extends Shown>(
  lang: string | undefined,
  page: Page<Row>,
  read: (lang: string, rows: readonly Row[]) => Promise<In<Row>[]>,
): Promise<Page<Row> | InLanguages> {
  if (lang === undefined) return page;
  const items = await read(lang, page.items);
  const spoken = new Set(items.map((row) => row.lang));
  // The language asked for first, whatever the page begins with.
  const languages = spoken.size === 0 || spoken.delete(lang) ? [lang, ...spoken] : [...spoken];
  return new InLanguages({ ...page, items }, languages.join(', '));
}
