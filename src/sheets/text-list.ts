/** Lists as lines of text: of deck builders and simulators, or bare names. */
import { SHEET_WORDS } from '../games/sheet-words.ts';
import { type ListedRow, TEXT_MAX } from '../lookup/listed-row.ts';
import { squeezed } from './csv.ts';

const QUANTITY = /^(?:SB:\s*)?(?:(\d{1,4})\s*[x×]?|[x×]\s*(\d{1,4}))\s+(?=\S)/i;
/** Lines that divide a list: `Deck`, `Sideboard:`, `Trainer: 12`, `Total Cards: 60`, `// Lands`, `== Side ==`. */
const HEADING =
  /^(?:#|\/\/|==|--|(?:deck|main ?(?:deck|board)?|side ?(?:deck|board)?|extra deck|maybe ?board|commander|companion|tokens|about|creatures?|lands?|spells?|total cards)\b[\s\d():-]*$|name .*$|[\p{L}' ]+:\s*\d+\s*$|[\p{L} ]+:$)/iu;
const FINISH = /\s+(?:\*([A-Z]{1,2})\*|\((F|foil)\))(?=\s|$)/gi;
const FINISHES: Readonly<Record<string, string>> = { f: 'foil', foil: 'foil', e: 'etched', ff: 'foil' };
/** What builders put behind a card: categories, tags, colours. */
const TAGS = /\s+(?:\[[^\]]*\](?=\s*(?:\^|$))|\^[^^]*\^|#!?\S.*$|`[^`]*`)/g;

const IN_BRACKETS = /^(.+?)\s+[([]([\p{L}\p{N}_.-]{2,8})[)\]](?:\s+#?([\p{L}\p{N}★†-]+))?$/u;
const DECKSTATS = /^\[([\p{L}\p{N}_.-]{2,8})(?:#([\p{L}\p{N}★†-]+))?\]\s+(.+)$/u;
const GOLDFISH = /^(.+?)(?:\s+<([^>]+)>)?\s+\[([\p{L}\p{N}_-]{2,8})\]$/u;
/** `Charizard ex OBF 125`, `Iono PR-SV 124`: a code in capitals and a number. */
const CODE_BEHIND = /^(.+?)\s+([A-Z][A-Z0-9]{1,6}(?:-[A-Z]{2,3})?)\s+([A-Z]{0,5}\d{1,4}[a-z]?)(?:\s+(PH))?$/;

/** A line of a list, and what it asks. */
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
  const cards = said.filter((each) => QUANTITY.test(each.text) || !HEADING.test(each.text));
  const counted = cards.filter((each) => QUANTITY.test(each.text)).length;
  const isList = cards.length > 0 && (counted * 2 >= cards.length || cards.every((each) => isBare(each.text)));
  if (!isList) return undefined;
  if (cards.length > rowsMax) return 'too many';
  return { dialect: 'lines of text', lines: cards.map((each) => ({ ...each, asked: askedIn(each.text) })) };
}

/** A name alone: what holds more cells than a name has is a table. */
const isBare = (text: string): boolean =>
  text.length <= TEXT_MAX && /\p{L}/u.test(text) && !/[;\t]/.test(text) && (text.match(/,/g)?.length ?? 0) < 2;

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

function askedIn(line: string): ListedRow {
  const [all = '', before, behind] = QUANTITY.exec(line) ?? [];
  const quantity = Number(before ?? behind ?? 1);
  let rest = line.slice(all.length);
  // The look-up says that it is too long.
  if (line.length > LINE_MAX) return { name: rest, quantity };
  const printings: string[] = [];
  rest = rest.replace(FINISH, (_, star?: string, bracket?: string) => {
    const word = (star ?? bracket ?? '').toLowerCase();
    printings.push(FINISHES[word] ?? word);
    return ' ';
  });
  rest = rest.trim();
  const bare = rest.replace(TAGS, '').trim();
  // In square brackets stand tags, or with some the set.
  const place = placeIn(bare) ?? placeIn(rest) ?? { name: bare };
  const { printing, name, ...placed } = place;
  if (printing !== undefined) printings.push(printing);
  const said = { ...(name === undefined ? {} : { name: spelledOut(name) }), ...placed };
  return { ...said, ...(printings.length === 0 ? {} : { printing: printings.join(' ') }), quantity };
}

/** The card and where it stands, in the forms of builders; undefined where the line has none of them. */
function placeIn(text: string): Pick<ListedRow, 'name' | 'expansion' | 'number' | 'printing'> | undefined {
  const deckstats = DECKSTATS.exec(text);
  if (deckstats !== null) return placed(deckstats[3], deckstats[1], deckstats[2]);
  const goldfish = GOLDFISH.exec(text);
  const variation = goldfish?.[2];
  if (goldfish !== null && variation !== undefined) {
    // A number stands there where the name and set leave several.
    const isNumber = /^\d+\p{L}?$/u.test(variation);
    return {
      ...placed(goldfish[1], goldfish[3], isNumber ? variation : undefined),
      ...(isNumber ? {} : { printing: variation }),
    };
  }
  const bracketed = IN_BRACKETS.exec(text);
  if (bracketed !== null) return placed(bracketed[1], bracketed[2], bracketed[3]);
  const coded = CODE_BEHIND.exec(text);
  if (coded === null) return undefined;
  return { ...placed(coded[1], coded[2], coded[3]), ...(coded[4] === undefined ? {} : { printing: 'reverse' }) };
}

const placed = (name: string | undefined, expansion: string | undefined, number: string | undefined) => ({
  ...(name === undefined ? {} : { name }),
  ...(expansion === undefined ? {} : { expansion }),
  ...(number === undefined ? {} : { number }),
});

const SYMBOLS: Readonly<Record<string, string>> = Object.assign({}, ...SHEET_WORDS.map(({ symbols }) => symbols));

/** `Basic {R} Energy`: symbols stand for words. */
const spelledOut = (name: string): string =>
  name.replace(/\{(\p{L})\}/gu, (sign, letter: string) => SYMBOLS[letter.toUpperCase()] ?? sign);
