/** Lists as lines of text: of deck builders and simulators, or bare names. */
import { SHEET_WORDS } from '../games/sheet-words.ts';
import { readGrade } from '../lookup/conditions.ts';
import { languageOf } from '../lookup/languages.ts';
import { type ListedRow, TEXT_MAX } from '../lookup/listed-row.ts';
import { squeezed } from './csv.ts';
import { headKey, headsIn } from './heads.ts';

/** `4 Bolt`, `4x Bolt`, `4xOP01-016`, `x4 Bolt`; a bullet may stand before it. A year is no count: `1999 Base Set`. */
const QUANTITY = /^(?:[*•–-] ?)?(?:SB: ?)?[x×]? ?(?!(?:19|20)\d\d [^x×])(\d{1,4})(?: ?[x×] ?| )(?=\S)/i;
/** `Bolt x4` */
const QUANTITY_BEHIND = / [x×] ?(\d{1,3})$/i;
/** Lines that divide a list: `Deck`, `Sideboard:`, `Trainer: 12`, `Total Cards: 60`, `// Lands`, `== Side ==`, `*** Deck List ***`. */
const HEADING =
  /^(?:[#;]|\/\/|==|--|\*{2}|\[\p{L}+\]$|(?:deck|main ?(?:deck|board)?|side ?(?:deck|board)?|extra deck|maybe ?board|commander|companion|tokens|about|creatures?|lands?|spells?|leader|characters?|total cards)\b[\s\d():-]*$|(?:name|layout)[ :=].*$|[\p{L}' ]+:\s*\d+\s*$|[\p{L} ]+:$)/iu;
const FINISH = / (?:\*([A-Z]{1,2})\*|\((F|foil)\))(?=\s|$)/gi;
const FINISHES: Readonly<Record<string, string>> = { f: 'foil', e: 'etched', ff: 'foil' };
/** What builders put behind a card: categories, tags, colours. */
const TAGS = / (?:\[[^\]]*\](?= ?(?:\^|$))|\^[^^]*\^|#(?: ?[!\p{L}]|\S).*$|`[^`]*`)/gu;

const IN_BRACKETS = /^(.+?) [([]([\p{L}\p{N}_.-]{2,8})[)\]](?: #?(?!\p{L}{2,}$)([\p{L}\p{N}★†-]+))?$/u;
const DECKSTATS = /^\[([\p{L}\p{N}_.-]{2,8})(?:[#:]([\p{L}\p{N}★†-]+))?\] (.+)$/u;
const GOLDFISH = /^(.+?)(?: <([^>]+)>)? \[([\p{L}\p{N}_-]{2,8})\]$/u;
/** What stands behind a second bar is which picture. */
const FORGE = /^(.+?)\|([\p{L}\p{N}_-]{2,8})(?:\|\d+)?$/u;
/** `Charizard ex OBF 125`, `Iono PR-SV 124`: a code in capitals and a number; basic energies may have a word for it. */
const CODE_BEHIND = /^(.+?) ([A-Z][A-Z0-9]{1,6}(?:-[A-Z]{2,3})?|[A-Z]{0,4}Energy) ([A-Z]{0,5}\d{1,4}[a-z]?)(?: (PH))?$/;

export interface ListLine {
  line: number;
  text: string;
  asked: ListedRow;
}

/** What is longer is no line of a card: its patterns would take the square of its length. */
const LINE_MAX = 2 * TEXT_MAX;

/** The list; undefined where its lines look like none. */
export function readTextList(
  text: string,
  rowsMax: number,
): { dialect: string; lines: ListLine[] } | 'too many' | undefined {
  const lines = text.split(/\r\n|\n|\r/).map((line, at) => ({ line: at + 1, text: squeezed(line) }));
  const said = lines.filter((each) => each.text !== '');
  for (const { deckOfIds } of SHEET_WORDS) {
    const isMarked = deckOfIds !== undefined && said.some((each) => deckOfIds.mark.test(each.text));
    if (isMarked) return { dialect: deckOfIds.name, lines: idsIn(said, deckOfIds.source) };
  }
  const tags = tagsIn(said[0]?.text.startsWith('<') ? said : []);
  if (tags.length > rowsMax) return 'too many';
  if (tags.length > 0) return { dialect: 'deck as XML', lines: tags };
  const cards = said.filter((each) => QUANTITY.test(each.text) || !isHeading(each.text));
  const counted = cards.filter((each) => QUANTITY.test(each.text)).length;
  const isList = cards.length > 0 && (counted * 2 >= cards.length || cards.every((each) => isBare(each.text)));
  if (!isList) return undefined;
  if (cards.length > rowsMax) return 'too many';
  return { dialect: 'lines of text', lines: cards.map((each) => ({ ...each, asked: askedIn(each.text) })) };
}

const SECTIONS = new Set(SHEET_WORDS.flatMap(({ sections = '' }) => headsIn(sections).map(headKey)));
const isHeading = (text: string): boolean =>
  HEADING.test(text) || SECTIONS.has(headKey(text.replace(/[\s:-]*\(?\d*\)?:?$/, '')));

const CARD_TAG = /<cards?\s[^<>]*>/gi;

/** Of MTGO's `.dek` and of Cockatrice's: `<Cards Quantity="4" Name="Bolt" />`. */
const tagsIn = (lines: readonly { line: number; text: string }[]): ListLine[] =>
  lines.flatMap(({ line, text }) =>
    (text.match(CARD_TAG) ?? []).flatMap((tag) => {
      const told = new Map(
        [...tag.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key.toLowerCase(), value]),
      );
      const name = told.get('name')?.replace(/&(amp|apos|quot|#39);/g, (_, sign: string) => ENTITIES[sign] ?? '');
      const quantity = Number(told.get('quantity') ?? told.get('number') ?? 1);
      return name ? [{ line, text: tag, asked: { name, quantity } }] : [];
    }),
  );
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', apos: "'", quot: '"', '#39': "'" };

/** A name alone: what holds more cells than a name has is a table. */
const isBare = (text: string): boolean =>
  text.length <= TEXT_MAX &&
  /\p{L}|\d\/\d/u.test(text) &&
  !/[;\t]|^</.test(text) &&
  (text.match(/,/g)?.length ?? 0) < 2;

/** A deck of numbers, one a line, under `#main`; copies follow one another. */
function idsIn(lines: readonly { line: number; text: string }[], source: string): ListLine[] {
  const ids = lines.filter(({ text }) => /^\d{1,10}$/.test(text));
  const copies = Map.groupBy(ids, ({ text }) => text);
  return [...copies].map(([id, of]) => ({
    line: of[0]?.line ?? 1,
    text: id,
    asked: { external_id: `${source}:${id}`, quantity: of.length },
  }));
}

/** What a line asks. */
export function askedIn(line: string): ListedRow {
  const [all = '', before] = QUANTITY.exec(line) ?? [];
  const [behind = '', after = 1] = before === undefined ? (QUANTITY_BEHIND.exec(line) ?? []) : [];
  const quantity = Number(before ?? after);
  let rest = line.slice(all.length, line.length - behind.length);
  // The look-up says that it is too long.
  if (line.length > LINE_MAX) return { name: rest, quantity };
  const printings: (string | undefined)[] = [];
  rest = rest.replace(FINISH, (_, star?: string, bracket?: string) => {
    const word = (star ?? bracket ?? '').toLowerCase();
    printings.push(FINISHES[word] ?? word);
    return '';
  });
  rest = rest.trim();
  const [, sold = '', said = ''] = SOLD.exec(rest) ?? [];
  if (sold !== '') return { ...soldIn(sold, [...said.split(' - '), ...printings]), quantity };
  const bare = rest.replace(TAGS, '').trim();
  // In square brackets stand tags, or with some the set.
  const [name = '', expansion, number, printing] = placeIn(bare) ?? placeIn(rest) ?? [bare];
  const told = {
    name: spelledOut(name),
    expansion,
    number,
    printing: [...printings, printing].filter(Boolean).join(' '),
  };
  return { ...Object.fromEntries(Object.entries(told).filter(([, text]) => text)), quantity };
}

/** As marketplaces write in mails and orders: `Bolt (Base Set) - 4 - Common - NM - English - 3,00 EUR`. */
const SOLD = /^(.+?\)) - (.+?)(?: - (?:[€$£] ?)?\d[\d.,]* ?(?:[€$£]|EUR|USD|GBP)?)$/;

/** Its `LP` is worse than America's. */
const CONDITION = /^(?:M|MT|NM|EX|GD|LP|PL|PO|(?:near )?mint|excellent|good|(?:light )?played|poor)$/i;

/** The name and set of what was sold, and what each of the words behind them is by its form. */
function soldIn(sold: string, said: readonly (string | undefined)[]): ListedRow {
  const [, name = sold, expansion = ''] = /^(.*\S) \(([^()]*)\)$/.exec(sold) ?? [];
  const row: ListedRow = { name, expansion };
  const printings: string[] = [];
  for (const each of said) {
    if (each === undefined || each === '') continue;
    if (CONDITION.test(each)) row.condition = each === 'LP' ? 'Light Played' : each;
    else if (languageOf(each)) row.lang = languageOf(each) ?? '';
    else if (/^#?[A-Z]{0,5}-?\d+[a-z]?(?:\/\S+)?$/.test(each)) row.number = each;
    else printings.push(each);
  }
  return printings.length === 0 ? row : { ...row, printing: printings.join(' ') };
}

/** The card's name, set, number and printing, in the forms of builders; undefined where the line has none of them. */
function placeIn(text: string): (string | undefined)[] | undefined {
  const [, code, its, called] = DECKSTATS.exec(text) ?? [];
  if (called !== undefined) return [called, code, its];
  const [, name, variation, set] = GOLDFISH.exec(text) ?? [];
  // A number stands there where the name and set leave several.
  if (variation !== undefined) return [name, set, ...(/^\d+\p{L}?$/u.test(variation) ? [variation] : ['', variation])];
  // `PSA 9` is no code and number.
  const found = FORGE.exec(text) ?? IN_BRACKETS.exec(text) ?? (readGrade(text) ? null : CODE_BEHIND.exec(text));
  return found === null ? undefined : [...found.slice(1, 4), found[4] && 'reverse'];
}

const SYMBOLS: Readonly<Record<string, string>> = Object.assign({}, ...SHEET_WORDS.map(({ symbols }) => symbols));

/** `Basic {R} Energy`: symbols stand for words. */
const spelledOut = (name: string): string =>
  name.replace(/\{(\p{L})\}/gu, (sign, letter: string) => SYMBOLS[letter.toUpperCase()] ?? sign);
