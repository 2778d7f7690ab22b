/** A row of a list as it is understood: every reading of its name, number, condition and ids. */
import { NUMBERED_IDS, type NumberedId } from '../catalog/claims.ts';
import { numberNormalized, PARALLEL } from '../catalog/collector-number.ts';
import { foldName } from '../catalog/fold.ts';
import type { CardPlace, DeployedGame } from '../games/game.ts';
import { remembered } from '../packed/remembered.ts';
import { type Condition, isUnopened, readCondition, readConditionAsGrade, readGrade } from './conditions.ts';
import { languageOf } from './languages.ts';
import { type ListedRow, TEXT_MAX } from './listed-row.ts';
import { gameLexicon, lexiconOf, readPrinting } from './printing-words.ts';
import {
  plainText,
  undated,
  unswapped,
  untailed,
  untitled,
  unworn,
  withPrintedLanguage,
  withStatedLanguage,
} from './slips.ts';
import {
  bracketed,
  type Known,
  NUMBER_IN_NAME,
  numbered,
  numberedById,
  parallel,
  placeBehind,
  placed,
  readCoded,
} from './within-names.ts';

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
  /** What the number is in the expansion whose code it may begin with: `MEW025`, `OBF-223`. */
  coded: { code: string; number: string } | undefined;
  /** The number as it was written, without what stood behind the slash. */
  writtenNumber: string;
  /** The digits of a number without letters: `25` may be `TG25`. */
  bareNumber: number | undefined;
  /** What stood behind the slash. */
  total: number | undefined;
  /** Whether its name may be no name, but a code and a number. */
  isGuessed: boolean;
  /** A number in the name, folded, that is another than the row's; undefined where there is none. */
  otherNumber: string | undefined;
  /** The expansion behind the name, folded, where the row has one of its own; undefined where there is none. */
  placeInName: string | undefined;
  /** Whether the number is of a parallel, as no name says. */
  isParallel: boolean;
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
  /** Whether it says so, or nothing, of its condition: what is sold sealed is. */
  isUnopened: boolean;
  /** Whether no price here is told of it: of a graded card, of a proxy. */
  isUnpriced: boolean;
  /** Null where it is no sensible one. */
  quantity: number | null;
  /** What of the row could not be taken, in words for people. */
  problems: readonly string[];
  marketplaceIds: readonly { market: NumberedId; productId: number; isNamed: boolean }[];
  /** Ids that cards have here; of a catalog of one game only cards of that game are meant. */
  cardIds: readonly { id: string; game: string | undefined }[];
  places: readonly (CardPlace & { game: string })[];
  /** Whether the row has an id that can be looked for. */
  hasId: boolean;
}

export interface Served extends Known {
  /** The games that the store has cards of, whether they are still configured or not. */
  stored: ReadonlySet<string>;
}

/** Condition of a row that states none. */
const DEFAULT_CONDITION: Condition = 'NM';
export const UNKNOWN_CONDITION = 'Its condition is not known.';
const QUANTITY_MAX = 1_000_000;
const BRACKETS = /[([][^)\]]*[)\]]/g;
/** What is printed, without letters and zeros before it. */
const digitsOf = (number: string): number => Number(/\d+(?=\D*$)/.exec(number.split('/')[0] ?? '')?.[0]);
const NUMBER_ALONE = /^#?[a-z]*\d+[a-z]*(?:\/[a-z]*\d+)?$/i;
/** `FA/GLINT`: a full art, as graders write it. */
const FULL_ART = /^FA\//;
const PRODUCT_ID = /^\d{1,10}$/;
const PRODUCT_ID_MAX = 2 ** 31 - 1;

/** Reads the row in every way that makes sense; what cannot be taken is left out and told. */
export function understand(listed: ListedRow, served: Served): Wanted {
  const problems: string[] = [];
  const told = withPlace(withoutWords(numberedById(usable(listed, problems))), served);
  const spoken = withStatedLanguage(told, served.isCalled);
  const ordered = undated(unswapped(spoken, served, problems), served.isCalled, problems);
  const { row: genuine, isProxy } = withoutProxy(ordered);
  if (isProxy) problems.push("It is a proxy: no price here is a proxy's.");
  const { row: ungraded, grades } = withoutGrades(genuine);
  if (grades.length > 0) problems.push(`It is graded (${grades.join(', ')}): no price here is a graded card's.`);
  const plain = unworn(ungraded, served);
  const { row: at, isGuessed } = placed(untailed(untitled(plain, served), served, plain), served);
  const row = parallel(bracketed(withPrintedLanguage(numbered(at, served)), served));
  const { place } = placeBehind(row.name ?? '', served) ?? {};
  const number = readNumber(row.number);
  const [, said = ''] = NUMBER_IN_NAME.exec(row.name ?? '') ?? [];
  // `#1` may be part of a name.
  const isOther = said.includes('/') && digitsOf(said) !== digitsOf(row.number || said);
  const stated = row.condition?.trim() ? readCondition(row.condition) : { condition: DEFAULT_CONDITION, rest: '' };
  if (stated === undefined && grades.length === 0) problems.push(UNKNOWN_CONDITION);
  const game = readGame(row.game, served);
  if (game === null) problems.push('Its game is not served here.');
  const lang = languageOf(row.lang ?? '');
  if (lang === undefined) problems.push('Its language is not known.');
  return {
    names: readNames(row.name?.replace(FULL_ART, '') ?? '', row.number, served, game),
    ...number,
    // Some games print the code too: `LOB EN005`.
    ...(isGuessed ? {} : { writtenNumber: readNumber(ungraded.number || row.number).writtenNumber }),
    coded: readCoded(number.writtenNumber, served),
    isGuessed,
    otherNumber: isOther ? foldName(said) : undefined,
    placeInName: place && foldName(place),
    isParallel: PARALLEL.test(row.number ?? '') && !row.name?.trim(),
    expansion: row.expansion?.trim() || undefined,
    game,
    lang: lang || undefined,
    printing: [foldName(row.printing ?? ''), stated?.rest ?? ''].join(' ').trim(),
    condition: grades.length > 0 ? null : (stated?.condition ?? null),
    isUnopened: isUnopened(row.condition ?? ''),
    isUnpriced: isProxy || grades.length > 0,
    quantity: readQuantity(row.quantity, problems),
    ...readExternalId(row.external_id?.trim() ?? '', served.games, problems),
    problems,
  };
}

/** The category of a shop may be the expansion. */
const withPlace = (row: ListedRow, served: Served): ListedRow =>
  !row.expansion?.trim() && served.isCalled(row.game ?? '') && readGame(row.game, served) === null
    ? { ...row, expansion: row.game ?? '', game: '' }
    : row;

/** `HOW-001 (Staff)`: what stands in brackets behind a number is of the printing, where languages and grades are read too. */
function withoutWords(row: ListedRow): ListedRow {
  const [, number = '', words = ''] = /^([^\s()[\]]+)\s*[([]([^()[\]]+)[)\]]$/.exec(row.number?.trim() ?? '') ?? [];
  const isWords = /\d/.test(number) && /\p{L}{2}/u.test(words);
  return isWords ? { ...row, number, printing: `${row.printing ?? ''} ${words}` } : row;
}

const PROXY = /(?<![\p{L}\p{N}])(?:prox(?:y|ies)|counterfeit|fake|replica|custom|orica)(?![\p{L}\p{N}])/iu;
/** In brackets, or behind the number of a title. */
const PROXY_IN_NAME = new RegExp(`[([]\\s*${PROXY.source}\\s*[)\\]]|(?<=\\d/\\d+ .*)${PROXY.source}`, 'iu');

/** The row without the words for a copy that nobody sells as the card; a card may be called so itself. */
function withoutProxy(row: ListedRow): { row: ListedRow; isProxy: boolean } {
  const genuine = { ...row };
  let isProxy = false;
  for (const [field, said] of [
    ['condition', PROXY],
    ['printing', PROXY],
    ['name', PROXY_IN_NAME],
  ] as const) {
    const text = row[field] ?? '';
    if (!said.test(text)) continue;
    isProxy = true;
    genuine[field] = text.replace(said, ' ').trim();
  }
  return { row: genuine, isProxy };
}

/** The row without the grades that its texts name. */
function withoutGrades(row: ListedRow): { row: ListedRow; grades: string[] } {
  const ungraded = { ...row };
  const grades: string[] = [];
  for (const field of ['condition', 'printing', 'name', 'expansion'] as const) {
    const text = row[field] ?? '';
    const found = field === 'condition' ? readConditionAsGrade(text) : readGrade(text);
    // A name may be one of these words itself.
    const isName = field === 'name' || field === 'expansion';
    if (found === undefined || (isName && found.rest === '')) continue;
    ungraded[field] = found.rest;
    grades.push(found.grade);
  }
  return { row: ungraded, grades };
}

/** The row without texts that are none, or longer than any name. */
function usable(listed: ListedRow, problems: string[]): ListedRow {
  const row = { ...listed };
  for (const [field, value] of Object.entries(row)) {
    if (typeof value !== 'string') continue;
    Reflect.set(row, field, plainText(value));
    const isText = !value.includes('\0') && value.isWellFormed();
    if (isText && value.length <= TEXT_MAX) continue;
    Reflect.deleteProperty(row, field);
    problems.push(isText ? `Its ${field} holds more than ${TEXT_MAX} characters.` : `Its ${field} is no text.`);
  }
  return row;
}

function readQuantity(quantity: number | undefined, problems: string[]): number | null {
  if (quantity === undefined) return 1;
  if (Number.isInteger(quantity) && quantity >= 0 && quantity <= QUANTITY_MAX) return quantity;
  problems.push(`Its quantity is no whole number from 0 to ${QUANTITY_MAX}.`);
  return null;
}

function readGame(text: string | undefined, { games, stored }: Served): string | null | undefined {
  const folded = foldName(text ?? '');
  if (folded === '') return undefined;
  const names = [...new Set([...games.map(({ name }) => name), ...stored])];
  const named = names.find((name) => name === text) ?? names.find((name) => foldName(name) === folded);
  const titled = named ?? games.find(({ lists }) => lists.titles.some((title) => foldName(title) === folded))?.name;
  // `Our Game TCG`, `Our Game Card Game`: shops say more than the name; `OGTCG` less.
  const isShort = (name: string) => `${name.replace(/(\w)[^ ]* ?/g, '$1')}tcg` === folded.replace(' ', '');
  const isSaid = (name: string) => folded.startsWith(`${name} `) || isShort(name);
  return titled ?? names.find((name) => isSaid(foldName(name))) ?? null;
}

/** What shops put behind a name in other letters than its own: `リザードンex SAR`. */
const BEHIND_EASTERN = /(?<=[\p{sc=Kana}\p{sc=Hira}\p{sc=Han}]\S*)\s+[^\p{sc=Kana}\p{sc=Hira}\p{sc=Han}]+$/u;

/** `Charizard ex - 199/165`, `Pikachu (Secret)`, `Pikachu holo`: shops put the number and what is special behind. */
function readNames(name: string, number: string | undefined, { games }: Served, game: Wanted['game']): Reading[] {
  // What lists put behind the names of the game's cards; of all games where none is stated.
  const meant = game === undefined ? games : games.filter((each) => each.name === game);
  const printings = game === undefined ? lexiconOf(games) : gameLexicon(meant[0]);
  const signs = meant.flatMap(({ lists }) => Object.entries(lists.signs ?? {}));
  const told = withoutNumber(name, number);
  const bare = told.replace(BRACKETS, ' ').trim();
  const least = bare.replace(/\s-\s.*$/, ' ').replace(BEHIND_EASTERN, '');
  // Most of these are one text, and a long one takes its time.
  const fold = remembered((text: string) =>
    signs.reduce((folded, [said, sign]) => `${folded} `.replace(` ${said} `, ` ${sign} `).trimEnd(), foldName(text)),
  );
  const plain = remembered((text: string) => readPrinting(text.split(' '), [printings]).left.join(' '));
  const whole = [name, told].map((text) => ({ text: fold(text), isWhole: true, isPrintingAside: false }));
  const parts = [bare, withoutNumber(bare, number), least].map(fold);
  const readings: Reading[] = [
    ...whole,
    { text: plain(fold(told)), isWhole: false, isPrintingAside: true },
    ...[...parts, plain(fold(least))].map((text) => ({ text, isWhole: false, isPrintingAside: false })),
  ];
  return readings.filter(
    ({ text }, at) => text !== '' && readings.findIndex((reading) => reading.text === text) === at,
  );
}

/** Without the last word, or one in brackets, that is the number of the row: a name may end in a number of its own. */
function withoutNumber(name: string, number: string | undefined): string {
  const own = readNumber(number).number;
  if (own === undefined) return name;
  // `(016)` of `OP01-016`.
  const end = /\d+$/.exec(own)?.[0];
  const isOwn = (text: string) =>
    NUMBER_ALONE.test(text) &&
    (readNumber(text).number === own || (own.includes('-') && readNumber(text).number === end));
  const [, rest = name, last = ''] = /^(.*?)[\s-]+(\S+)$/.exec(name) ?? [];
  return (isOwn(last) ? rest : name).replace(BRACKETS, (all) => (isOwn(all.slice(1, -1).trim()) ? ' ' : all)).trim();
}

/** `4/102`, `#004`, `TG12/TG30`, `SVP 085`, `No. 4 of 102`: the number itself, and what stands behind the slash. */
function readNumber(text = ''): Pick<Wanted, 'number' | 'writtenNumber' | 'bareNumber' | 'total' | 'isPartCount'> {
  const [printed = '', behind = ''] = text
    .replace(/^\s*n(?:°|[or](?:\.|(?=\s)))\s*(?=\d)/i, '')
    .replace(/^\s*(\d+)[.,]0+\s*$/, '$1')
    .replace(/^\s*(\d{1,3}[a-z]?)\s*[-|\\]\s*(?=\d{1,3}\s*$)/i, '$1/')
    .replace(/(?<=\d)\s*(?:of|von|de|di|sur)\s*(?=\d)/i, '/')
    .replace(/[\s#]+/g, '')
    .replace(PARALLEL, '')
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
): Pick<Wanted, 'marketplaceIds' | 'cardIds' | 'places' | 'hasId'> {
  const [, written = '', id = text] = /^([a-z_]+):(.+)$/i.exec(text) ?? [];
  const source = written.toLowerCase();
  // A bare number is a marketplace product of either marketplace's, or printed on the card.
  const markets = NUMBERED_IDS.filter((market) => source === '' || source === market);
  const isProductId = PRODUCT_ID.test(id) && Number(id) <= PRODUCT_ID_MAX;
  const marketplaceIds = isProductId
    ? markets.map((market) => ({ market, productId: Number(id), isNamed: source !== '' }))
    : [];
  // Who leaves the catalog out may mean any.
  const external = games.flatMap((game) =>
    Object.entries(game.external).flatMap(([name, catalog]) =>
      text !== '' && (source === '' || source === name) ? [{ game, catalog }] : [],
    ),
  );
  const places = external.flatMap(({ game: { name, idPrefix }, catalog }) => {
    const named = catalog.places(id);
    return named.map(({ expansion_id, number }) => ({ game: name, expansion_id: idPrefix + expansion_id, number }));
  });
  const ours = external.filter(({ catalog }) => catalog.isInternal);
  const cardIds: Wanted['cardIds'] = [
    ...ours.map(({ game: { name, idPrefix } }) => ({ id: idPrefix + id, game: name })),
    ...(source === '' && text !== '' ? [{ id: text, game: undefined }] : []),
  ];
  if (source !== '' && markets.length > 0 && !isProductId)
    problems.push(`Its external_id is no number of ${source}'s.`);
  else if (source !== '' && markets.length + external.length === 0) {
    problems.push('Its external_id names no catalog that is known here.');
  }
  return { marketplaceIds, places, cardIds, hasId: marketplaceIds.length + places.length + cardIds.length > 0 };
}
