/** Records and rows in the language that was asked for, field by field; the rest stands in the catalog's own. */
import { imageOrNull, objectOf, optionalText, text, textOr, textOrNull, wholeOr } from '../../catalog/field-shapes.ts';
import { languageOfRegion, UNDETERMINED } from '../../catalog/languages/regional-prints.ts';
import type { CardText, GroupText } from '../../catalog/languages/texts.ts';
import { translatedCard, translatedGroup, translatedSummary } from '../../catalog/languages/translated.ts';
import type { Card, CardSummary, Expansion, Series } from '../../catalog/records.ts';
import type { InLanguage } from '../../events/export-lines.ts';
import { Failure } from '../../failure.ts';
import type { DeployedGame } from '../../games/game.ts';
import { regionsOf } from '../../store/catalog/expansions.ts';
import { shownTexts, type TextKind } from '../../store/catalog/translations.ts';
import { namedCards } from '../../store/views/priced/priced-records.ts';
import { InLanguages } from '../answer/answer.ts';
import type { CatalogReads } from '../request.ts';
import type { Page } from './list.ts';

export const langParameter = {
  lang: optionalText(
    "Language of the texts; what it lacks stands in the catalog's own. One that is not served here is refused.",
    'en',
  ),
};

/** What names a card that was found, and where it stands. */
export const cardAndPlace = {
  id: text('Id of the card', 'fl1-2'),
  name: text('Name of the card', 'Vultwick'),
  number: textOrNull('Collector number as printed', '2'),
  rarity: textOrNull('Rarity in the words of the source', 'Luminous Rare'),
  image: imageOrNull('Picture of the card'),
  expansion: objectOf('The expansion of the card', {
    ...{ id: text('Id of the expansion', 'fl1'), name: text('Name of the expansion', 'Harbour of Wicks') },
  }),
  lang: optionalText('Language that the name of the card is in; only under lang', 'en'),
};

/** What a row says of the card or the sealed product that it is of. */
export const cardOrProduct = {
  card_id: textOr('Id of the card', 'for a product', 'fl1-2'),
  product_id: wholeOr('Id of the sealed product', 'for a card', 900_001),
  name: text('Its name', 'Vultwick'),
  lang: optionalText('Language that the name of a card is in; only under lang', 'fr'),
  expansion_id: textOr('Id of the expansion of the card', 'for a product', 'fl1'),
};

export interface ServedGames {
  /** The games of this deployment, the first being that of what says none. */
  games: readonly DeployedGame[];
  /** The only ones that the key sees; undefined for all. */
  only?: readonly string[] | undefined;
}

export const servedLanguages = (games: readonly DeployedGame[]): string[] =>
  [...new Set(games.flatMap(({ languages }) => languages))].sort();

/**
 * The language asked for; undefined where none is.
 * @throws Failure bad_request when no game of this deployment is shown in it
 */
export function readLang({ lang }: { lang?: string }, { games }: ServedGames): string | undefined {
  if (lang === undefined) return undefined;
  const known = servedLanguages(games);
  const found = known.find((each) => each.toLowerCase() === lang.toLowerCase());
  if (found !== undefined) return found;
  throw new Failure('bad_request', `lang must be a language that is served here: ${known.join(', ')}.`);
}

export type Speaking = ServedGames & Pick<CatalogReads, 'reads'>;

/** A record of any kind, by which its regional print is told. */
interface Shown {
  id: string;
  game: string;
  /** Of a card. */
  expansion_id?: string;
  /** Of an expansion. */
  region?: string;
  /** Of a record that its line's own language lacks. */
  lang?: string;
  /** Of a series. */
  expansions?: readonly { id: string }[];
}

/** The expansions that tell a record's region; none where the record does. */
const expansionsOf = ({ expansion_id, expansions = [] }: Shown) =>
  expansion_id === undefined ? expansions.map(({ id }) => id) : [expansion_id];

/** The language that each record stands in: that of its regional print. A series of several lines is the catalog's own. */
async function ownLanguages({ games, reads }: Speaking, rows: readonly Shown[]): Promise<(row: Shown) => string> {
  const byName = new Map(games.map((game) => [game.name, game]));
  // Regions of lines that are not configured any more are read too: their records stand in no language of the game's.
  const regions = await regionsOf(reads, rows.flatMap(expansionsOf));
  return (row) => {
    const game = byName.get(row.game);
    if (game === undefined) return UNDETERMINED;
    if (row.lang !== undefined) return row.lang;
    const [region, ...others] = new Set(expansionsOf(row).map((id) => regions.get(id)));
    return languageOfRegion(game, row.region ?? (others.length > 0 ? undefined : region));
  };
}

type In<Row> = Row & { lang: string };

/** The rows in the language, each as `translated` makes it of its text, or in the catalog's own where it has none. */
async function rowsIn<Row extends Shown, Text>(
  context: Speaking,
  { lang, kind }: { lang: string; kind: TextKind },
  rows: readonly Row[],
  translated: (row: Row, text: Text) => Row,
): Promise<In<Row>[]> {
  const ownLanguage = await ownLanguages(context, rows);
  const asked = rows.filter((row) => ownLanguage(row) !== lang);
  const texts = await shownTexts<Text>(context.reads, lang, kind, asked);
  return rows.map((row) => {
    const text = texts.get(row.id);
    return text === undefined ? { ...row, lang: ownLanguage(row) } : { ...translated(row, text), lang };
  });
}

export const cardRowsIn = <Row extends Shown & Pick<CardSummary, 'name' | 'rarity' | 'image'>>(
  context: Speaking,
  lang: string,
  rows: readonly Row[],
) => rowsIn<Row, CardText>(context, { lang, kind: 'card' }, rows, translatedSummary);

export const expansionsIn = <Row extends Shown & Pick<Expansion, 'name' | 'logo'>>(
  context: Speaking,
  lang: string,
  rows: readonly Row[],
) => rowsIn<Row, GroupText>(context, { lang, kind: 'expansion' }, rows, translatedGroup);

/** What expansions that cards stand in are called in the language, by their ids. */
export async function expansionNamesIn(
  context: Speaking,
  lang: string,
  places: readonly { game: string; id: string; name: string }[],
): Promise<Map<string, string>> {
  const rows = places.map((place) => ({ ...place, expansion_id: place.id, logo: null }));
  return new Map((await expansionsIn(context, lang, rows)).map(({ id, name }) => [id, name]));
}

export async function seriesIn(context: Speaking, lang: string, rows: readonly Series[]): Promise<In<Series>[]> {
  const series = await rowsIn<Series, GroupText>(context, { lang, kind: 'series' }, rows, translatedGroup);
  const ownLanguage = await ownLanguages(context, series);
  const asked = series.filter((_, at) => ownLanguage(rows[at] as Series) !== lang);
  const inThem = asked.flatMap(({ expansions, game }) => expansions.map(({ id }) => ({ id, game })));
  const texts = await shownTexts<GroupText>(context.reads, lang, 'expansion', inThem);
  const inLanguage = (expansion: Series['expansions'][number]) => {
    const text = texts.get(expansion.id);
    return text === undefined ? expansion : translatedGroup(expansion, text);
  };
  return series.map((each) => ({ ...each, expansions: each.expansions.map(inLanguage) }));
}

/** A row that names a card, or a sealed product, which has one language. */
interface NamingRow {
  game: string;
  card_id: string | null;
  expansion_id: string | null;
  name: string;
  image?: CardSummary['image'];
}

/** The rows with their cards called as they are in the language, where one was asked for. */
export async function namingRowsIn<Row extends NamingRow>(
  context: Speaking,
  lang: string | undefined,
  rows: readonly Row[],
): Promise<(Row & { lang?: string })[]> {
  if (lang === undefined) return [...rows];
  const named = rows.flatMap(({ game, card_id, expansion_id, name, image = null }) =>
    card_id === null || expansion_id === null ? [] : [{ id: card_id, game, expansion_id, name, image, rarity: null }],
  );
  const cards = [...new Map(named.map((card) => [card.id, card])).values()];
  const shown = new Map((await cardRowsIn(context, lang, cards)).map((card) => [card.id, card]));
  return rows.map((row) => {
    const card = shown.get(row.card_id ?? '');
    if (card === undefined) return row;
    return { ...row, name: card.name, ...(row.image !== undefined && { image: card.image }), lang: card.lang };
  });
}

export const hasLanguages = ({ games }: ServedGames, game: string): boolean =>
  games.some(({ name, languages }) => name === game && languages.length > 1);

export const cardsNamed = async (context: Speaking, cards: readonly Card[]): Promise<Card[]> =>
  namedCards(context.reads, cards, await ownLanguages(context, cards));

export async function cardsIn(context: Speaking, lang: string, cards: readonly Card[]): Promise<In<Card>[]> {
  const named = await cardsNamed(context, cards);
  return rowsIn<Card, CardText>(context, { lang, kind: 'card' }, named, translatedCard);
}

type Shower<Row> = (context: Speaking, lang: string, rows: readonly Row[]) => Promise<In<Row>[]>;

export async function recordIn<Row extends Shown>(
  context: Speaking,
  lang: string | undefined,
  record: Row,
  show: Shower<Row>,
): Promise<Row | InLanguages> {
  if (lang === undefined) return record;
  const [shown] = await show(context, lang, [record]);
  return new InLanguages(shown, shown?.lang ?? lang);
}

export async function pageIn<Row extends Shown>(
  context: Speaking,
  lang: string | undefined,
  page: Page<Row>,
  show: Shower<Row>,
): Promise<Page<Row> | InLanguages> {
  if (lang === undefined) return page;
  const items = await show(context, lang, page.items);
  return new InLanguages({ ...page, items }, contentLanguage(lang, new Set(items.map((row) => row.lang))));
}

/** The answer, which names these cards, in the language asked for, where one was. */
export const namingIn = <Answer>(
  lang: string | undefined,
  answer: Answer,
  cards: readonly ({ lang?: string } | null)[],
): Answer | InLanguages =>
  lang === undefined
    ? answer
    : new InLanguages(answer, contentLanguage(lang, new Set(cards.flatMap((card) => card?.lang ?? []))));

/** The languages of an answer's names, the one asked for first, whatever the answer begins with. */
export function contentLanguage(lang: string, spoken: ReadonlySet<string>): string {
  const others = [...spoken].filter((each) => each !== lang);
  return (spoken.size === 0 || spoken.has(lang) ? [lang, ...others] : others).join(', ');
}

/** How the records of an export are shown in the language asked for; undefined where none is. */
export function exportedIn(
  { games }: ServedGames,
  lang: string | undefined,
  entity: 'cards' | 'expansions' | 'series',
): InLanguage | undefined {
  if (lang === undefined) return undefined;
  const read = { cards: cardsIn, expansions: expansionsIn, series: seriesIn }[entity];
  return (reads, records) => read({ games, reads }, lang, records as never);
}
