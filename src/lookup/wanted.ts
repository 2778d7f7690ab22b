/** A row of a list as it is understood: every reading of its name, number, condition and ids. */
import { MARKETPLACES, type Marketplace } from '../catalog/claims.ts';
import { numberNormalized } from '../catalog/collector-number.ts';
import { foldName } from '../catalog/fold.ts';
import type { CardPlace, DeployedGame } from '../games/game.ts';
import { type Condition, readCondition } from './conditions.ts';
import { type ListedRow, TEXT_MAX } from './listed-row.ts';

/** A way to read a row's name. */
export interface Reading {
  /** Folded. */
  text: string;
  /** Whether nothing is left out but the row's number. */
  isWhole: boolean;
  /** Whether all that is left out is words of printings. */
  isPrintingAside: boolean;
}

/** A row as it is understood. */
export interface Wanted {
  /** The whole name first; others leave out what shops put behind it. */
  names: readonly Reading[];
  /** Sortable; undefined where the row tells no number. */
  number: string | undefined;
  /** The number as it was written, without what stood behind the slash. */
  writtenNumber: string;
  /** The digits of a number without letters: `25` may be `TG25`. */
  bareNumber: number | undefined;
  /** What stood behind the slash. */
  total: number | undefined;
  /** Whether that is the count of a part of the expansion, as letters before either say: `H1/H32`, `TG12/30`. */
  isPartCount: boolean;
  expansion: string | undefined;
  /** Undefined for every game; null for one that is not served here. */
  game: string | null | undefined;
  lang: string | undefined;
  /** Folded words of the printing; empty where the row has none. */
  printing: string;
  /** Null where its words are not known. */
  condition: Condition | null;
  /** Null where it is no sensible one. */
  quantity: number | null;
  /** What of the row could not be taken, in words for people. */
  problems: readonly string[];
  articles: readonly { market: Marketplace; article: number; isNamed: boolean }[];
  /** Ids that cards have here; of a catalog of one game only cards of that game are meant. */
  cardIds: readonly { id: string; game: string | undefined }[];
  places: readonly (CardPlace & { game: string })[];
  /** Whether the row has an id that can be looked for. */
  hasId: boolean;
}

/** What is served here. */
export interface Served {
  games: readonly DeployedGame[];
  /** The games that the store has cards of, whether they are still configured or not. */
  stored: ReadonlySet<string>;
}

/** Condition of a row that states none. */
const DEFAULT_CONDITION: Condition = 'NM';
const QUANTITY_MAX = 1_000_000;
const BRACKETS = /[([][^)\]]*[)\]]/g;
const NUMBER_ALONE = /^#?[a-z]*\d+[a-z]*(?:\/[a-z]*\d+)?$/i;
const ARTICLE = /^\d{1,10}$/;
const ARTICLE_MAX = 2 ** 31 - 1;

/** Reads the row in every way that makes sense; what cannot be taken is left out and told. */
export function understand(listed: ListedRow, served: Served): Wanted {
  const problems: string[] = [];
  const row = numbered(usable(listed, problems));
  const number = readNumber(row.number);
  const stated = row.condition?.trim() ? readCondition(row.condition) : { condition: DEFAULT_CONDITION, rest: '' };
  if (stated === undefined) problems.push('Its condition is not known.');
  const game = readGame(row.game, served);
  if (game === null) problems.push('Its game is not served here.');
  return {
    names: readNames(row.name ?? '', row.number, printingWords(served.games, game)),
    ...number,
    expansion: row.expansion?.trim() || undefined,
    game,
    lang: row.lang?.trim().toLowerCase() || undefined,
    printing: [foldName(row.printing ?? ''), stated?.rest ?? ''].join(' ').trim(),
    condition: stated?.condition ?? null,
    quantity: readQuantity(row.quantity, problems),
    ...readExternalId(row.external_id?.trim() ?? '', served.games, problems),
    problems,
  };
}

/** The row without texts that are none, or longer than any name. */
function usable(listed: ListedRow, problems: string[]): ListedRow {
  const row = { ...listed };
  for (const [field, value] of Object.entries(row)) {
    if (typeof value !== 'string') continue;
    const isText = !value.includes('\0') && value.isWellFormed();
    if (isText && value.length <= TEXT_MAX) continue;
    Reflect.deleteProperty(row, field);
    problems.push(isText ? `Its ${field} holds more than ${TEXT_MAX} characters.` : `Its ${field} is no text.`);
  }
  return row;
}

/** What is a number wherever it stands: `4/102`, `#4`. Digits alone may be the name's own. */
const NUMBER_IN_NAME = /(?:^|[\s([-])(#\s?[a-z]{0,5}\d+[a-z]?|[a-z]{0,5}\d+[a-z]?\/[a-z]{0,5}\d+)(?=$|[\s)\]])/i;

/** The row with the number that stands in its name, where it has no other. */
function numbered(row: ListedRow): ListedRow {
  if (row.name === undefined || row.number?.trim()) return row;
  const [found = '', number] = NUMBER_IN_NAME.exec(row.name) ?? [];
  if (number === undefined) return row;
  const name = row.name.replace(found, found.replace(number, '')).replace(/[([]\s*[)\]]|\s-\s*$/g, ' ');
  return foldName(name) === '' ? { ...row, name: '', number } : { ...row, name: name.trim(), number };
}

function readQuantity(quantity: number | undefined, problems: string[]): number | null {
  if (quantity === undefined) return 1;
  if (Number.isInteger(quantity) && quantity >= 0 && quantity <= QUANTITY_MAX) return quantity;
  problems.push(`Its quantity is no whole number from 0 to ${QUANTITY_MAX}.`);
  return null;
}

/** The game of that name, or of one of its titles. */
function readGame(text: string | undefined, { games, stored }: Served): string | null | undefined {
  const folded = foldName(text ?? '');
  if (folded === '') return undefined;
  const names = [...new Set([...games.map(({ name }) => name), ...stored])];
  const named = names.find((name) => name === text) ?? names.find((name) => foldName(name) === folded);
  const titled = named ?? games.find(({ lists }) => lists.titles.includes(folded))?.name;
  // `Our Game TCG`, `Our Game Card Game`: shops say more than the name.
  return titled ?? names.find((name) => folded.startsWith(`${foldName(name)} `)) ?? null;
}

/** What lists put behind the names of the game's cards to tell a printing; of all games where none is stated. */
const printingWords = (games: readonly DeployedGame[], game: string | null | undefined): RegExp[] =>
  games
    .filter(({ name }) => game === undefined || name === game)
    .flatMap(({ lists }) => lists.printings.map(([words]) => words));

/** `Charizard ex - 199/165`, `Pikachu (Secret)`, `Pikachu holo`: shops put the number and what is special behind. */
function readNames(name: string, number: string | undefined, printings: readonly RegExp[]): Reading[] {
  const told = withoutNumber(name, number);
  const bare = told.replace(BRACKETS, ' ').trim();
  const least = bare.replace(/\s-\s.*$/, ' ');
  const plain = (text: string) => foldName(printings.reduce((rest, words) => rest.replace(words, ' '), foldName(text)));
  const whole = [name, told].map((text) => ({ text: foldName(text), isWhole: true, isPrintingAside: false }));
  const parts = [bare, withoutNumber(bare, number), least].map(foldName);
  const readings: Reading[] = [
    ...whole,
    { text: plain(told), isWhole: false, isPrintingAside: true },
    ...[...parts, plain(least)].map((text) => ({ text, isWhole: false, isPrintingAside: false })),
  ];
  return readings.filter(
    ({ text }, at) => text !== '' && readings.findIndex((reading) => reading.text === text) === at,
  );
}

/** Without the last word, or one in brackets, that is the number of the row: a name may end in a number of its own. */
function withoutNumber(name: string, number: string | undefined): string {
  const own = readNumber(number).number;
  if (own === undefined) return name;
  const isOwn = (text: string) => NUMBER_ALONE.test(text) && readNumber(text).number === own;
  const [, rest = name, last = ''] = /^(.*?)[\s-]+(\S+)$/.exec(name) ?? [];
  return (isOwn(last) ? rest : name).replace(BRACKETS, (all) => (isOwn(all.slice(1, -1).trim()) ? ' ' : all)).trim();
}

/** `4/102`, `#004`, `TG12/TG30`, `SVP 085`: the number itself, and what stands behind the slash. */
function readNumber(text = ''): Pick<Wanted, 'number' | 'writtenNumber' | 'bareNumber' | 'total' | 'isPartCount'> {
  const [printed = '', behind = ''] = text
    .normalize('NFKC')
    .replace(/[\s#]+/g, '')
    .split('/');
  const [, letters = '', digits] = /^([^0-9]*)([0-9]+)$/.exec(behind) ?? [];
  return {
    number: numberNormalized(printed) ?? undefined,
    writtenNumber: printed,
    bareNumber: /^[0-9]+$/.test(printed) ? Number(printed) : undefined,
    total: digits === undefined ? undefined : Number(digits),
    isPartCount: letters !== '' || /^\p{L}/u.test(printed),
  };
}

/** `tcgplayer:42382`, `CATALOG:id`, a bare number of either marketplace, or the id of a card here. */
function readExternalId(
  text: string,
  games: readonly DeployedGame[],
  problems: string[],
): Pick<Wanted, 'articles' | 'cardIds' | 'places' | 'hasId'> {
  const [, written = '', id = text] = /^([a-z_]+):(.+)$/i.exec(text) ?? [];
  const source = written.toLowerCase();
  const markets = MARKETPLACES.filter((market) => source === '' || source === market);
  const isArticle = ARTICLE.test(id) && Number(id) <= ARTICLE_MAX;
  const articles = isArticle ? markets.map((market) => ({ market, article: Number(id), isNamed: source !== '' })) : [];
  const foreign = games.filter((game) => Object.hasOwn(game.foreign, source));
  const places = foreign.flatMap(({ name, foreign, idPrefix }) =>
    (foreign[source]?.places(id) ?? []).map(({ expansion_id, number }) => ({
      game: name,
      expansion_id: idPrefix + expansion_id,
      number,
    })),
  );
  const ours = foreign.filter((game) => game.foreign[source]?.isOurs);
  const cardIds: Wanted['cardIds'] =
    source === '' && text !== ''
      ? [{ id: text, game: undefined }]
      : ours.map(({ name, idPrefix }) => ({ id: idPrefix + id, game: name }));
  if (source !== '' && markets.length > 0 && !isArticle) problems.push(`Its external_id is no number of ${source}'s.`);
  else if (source !== '' && markets.length + foreign.length === 0) {
    problems.push('Its external_id names no catalog that is known here.');
  }
  return { articles, places, cardIds, hasId: articles.length + places.length + cardIds.length > 0 };
}
