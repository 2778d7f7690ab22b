/** Reads a collector's file: which app wrote it, and what each of its rows asks. */
import { SHEET_WORDS } from '../games/sheet-words.ts';
import { gradeOf } from '../lookup/conditions.ts';
import { languageOf } from '../lookup/languages.ts';
import { type ListedRow, TEXT_MAX } from '../lookup/listed-row.ts';
import { type Columns, columnsOf, isDoubtful, NOTHING, quantityOf, YES } from './columns.ts';
import { type CsvRow, readCsv, SEPARATORS, squeezed, textOf } from './csv.ts';
import type { Field } from './heads.ts';
import { SheetFault } from './sheet-fault.ts';
import { askedIn, type ListLine, readTextList } from './text-list.ts';

export interface SheetRow extends CsvRow {
  asked: ListedRow;
  /** What of it the look-up is not told, in words for people. */
  note: string | null;
}

export interface Sheet extends Pick<Columns, 'unread' | 'isUnsure'> {
  dialect: string;
  separator: string;
  head: readonly string[];
  rows: readonly SheetRow[];
  /** How many rows stand for no card: their quantity is 0, or they say none, or sum others up. */
  leftOut: number;
}

/** What more than this has is no collector's list. */
const BYTES_MAX = 32 * 1024 * 1024;
const UNGRADED = /^(?:0|no|none|ungraded|raw)$/i;
/** Conditions that no grader gives without a number. */
const WORN = /^(?:nm|ex|vg|lp|mp|hp|dmg|near mint|(?:lightly|moderately|heavily) played|damaged)[+-]?$/i;
/** The number of a slab: what grade it has is known to whoever graded it. */
const CERTIFICATE = /^\d{5,}$/;
/** Apps write 0 where they know none. */
const PRODUCT_ID = /^[1-9]\d*$/;
/** An id of a catalog's, not a number of the app's own. */
const CATALOG_ID = /^(?=.*\d)[\w.]+-[\w.-]+$/;
/** What a column that is called for editions says of a printing, not of a set. */
const PRINT_RUN = /^(?:(?:1st|first|unlimited|limited)(?: edition| ed\.?)?|1\.? (?:edition|ed\.?))$/i;

const NUMBERS_OF_RARITIES = SHEET_WORDS.flatMap(({ numbersOfRarities = [] }) => numbersOfRarities);

/** The head stands in one of so many lines. */
const HEAD_BY = 6;

/** What catalogs are in, as long as nothing else is known of them. */
const OWN_LANGUAGES: readonly string[] = ['en'];

/**
 * @param ownLanguages those that the catalogs are in: a row in another one is told that its price knows no language
 * @param rowsMax more lines of text than these are not looked at
 * @throws SheetFault
 */
export function readSheet(bytes: Uint8Array, ownLanguages = OWN_LANGUAGES, rowsMax = Number.POSITIVE_INFINITY): Sheet {
  if (bytes.length > BYTES_MAX) throw new SheetFault('The file is larger than 32 MB.');
  const text = textOf(bytes);
  if (text.includes('\0')) throw new SheetFault('That is no text: save the list as CSV.');
  const { table, head, content, columns } = headedTable(text);
  if (table.rows.length === 0) throw new SheetFault('The file is empty.');
  if (head === undefined || columns === undefined) {
    const list = readTextList(text, rowsMax);
    if (list === 'too many') throw tooMany(rowsMax);
    if (list !== undefined) return sheetOfLines(list);
    throw (
      table.fault ??
      new SheetFault(
        'Its first line names no columns that are known: at least a name, or a number and a set, or an id is needed.',
      )
    );
  }
  if (table.fault !== undefined) throw table.fault;
  const there: SheetRow[] = [];
  for (const row of content) {
    there.push(
      ...understand(row, columns, ownLanguages).filter(({ asked }) => asked.quantity !== 0 && saysCard(asked)),
    );
    if (there.length > rowsMax) throw tooMany(rowsMax);
  }
  const { dialect, unread, isUnsure } = columns;
  const leftOut = content.length - new Set(there.map(({ line }) => line)).size;
  const { separator } = table;
  return { dialect: dialect.name, separator, head: head.cells, rows: there, leftOut, unread, isUnsure };
}

/** The table by the separator of its first line, or by another one where a title stands there. */
function headedTable(text: string) {
  const read = (separator?: string) => {
    const table = tableOf(text, separator);
    return { table, ...headed(table.rows) };
  };
  const usual = read();
  if (usual.head !== undefined) return usual;
  for (const separator of SEPARATORS.filter((each) => text.includes(each))) {
    const other = read(separator);
    if (other.head !== undefined && other.head.cells.length > 1) return other;
  }
  return usual;
}

/** The head line and what is below it: titles of spreadsheets may stand above. */
function headed(rows: readonly CsvRow[]) {
  for (const [at, head] of rows.slice(0, HEAD_BY).entries()) {
    const content = rows.slice(at + 1);
    const isHead = at === 0 || head.cells.filter((cell) => cell.trim() !== '').length > 1;
    const columns = isHead
      ? columnsOf(head.cells, (place) => content.map(({ cells }) => cells[place] ?? ''))
      : undefined;
    if (columns !== undefined) return { head, content, columns };
  }
  return { content: [] };
}

const tooMany = (rowsMax: number) => new SheetFault(`A list may hold at most ${rowsMax} rows.`);

function sheetOfLines({ dialect, lines }: { dialect: string; lines: readonly ListLine[] }): Sheet {
  const rows = lines.map(({ line, text, asked }): SheetRow => ({ line, cells: [text], asked, note: null }));
  const there = rows.filter((row) => row.asked.quantity !== 0);
  const read = { dialect, separator: ',', head: ['list'], unread: [], isUnsure: false };
  return { ...read, rows: there, leftOut: rows.length - there.length };
}

/** A list of lines may hold quotation marks that no table does. */
function tableOf(text: string, separator?: string): ReturnType<typeof readCsv> & { fault?: SheetFault } {
  try {
    return readCsv(text, separator);
  } catch (fault) {
    if (!(fault instanceof SheetFault)) throw fault;
    const [line = ''] = text.split(/\r?\n/, 1);
    return { ...readCsv(line, separator), fault };
  }
}

/** What stands as a name below columns that are summed up. */
const SUM =
  /^(?:(?:grand|sub|sous|zwischen)?-?\s?total[es]?|(?:total|totale) (?:cards|value|quantity|général|general|generale)|gesamt(?:summe|wert)?|sum|summe|somme|suma|zwischensumme|totaal|合計|総計|小計|計):?$/i;

const saysCard = ({ name = '', number, expansion, external_id }: ListedRow): boolean =>
  (name !== '' && !SUM.test(name)) || [number, expansion, external_id].some((text) => text !== undefined);

interface CountedCopies {
  text: string;
  finish: string;
}

/** What the row asks: as many as it counts finishes of. */
function understand(row: CsvRow, columns: Columns, ownLanguages: readonly string[]): SheetRow[] {
  const { counts, total, lines } = columns;
  if (lines !== undefined)
    return (row.cells[lines] ?? '')
      .split(' | ')
      .map((line) => ({ ...row, asked: askedIn(squeezed(line)), note: null }));
  if (counts.length === 0) return [asked(row, columns, ownLanguages)];
  const said = (at: number) => squeezed(row.cells[at] ?? '') || '0';
  const finishes = counts.map(({ at, finish }): CountedCopies => ({ text: said(at), finish }));
  const special = finishes.reduce((sum, { text }) => sum + (quantityOf(text) ?? 0), 0);
  const rest = total === undefined ? 0 : (quantityOf(said(total)) ?? 0) - special;
  const normal = rest > 0 ? [{ text: String(rest), finish: 'normal' }] : [];
  return [...normal, ...finishes].map((copies) => asked(row, columns, ownLanguages, copies));
}

function asked(
  row: CsvRow,
  { dialect, fields, edition, flags, fourfold }: Columns,
  ownLanguages: readonly string[],
  counted?: CountedCopies,
): SheetRow {
  // As spreadsheets write what they are to leave alone: `="004"`, `'004`.
  const at = (place: number | undefined) => squeezed(row.cells[place ?? -1] ?? '').replace(/^="(.*)"$|^'(?=\d)/, '$1');
  const cells = (field: Field) => fields[field].map(at).filter((text) => text !== '');
  const cell = (field: Field) => cells(field)[0] ?? '';
  const said = flags.filter((flag) => !NOTHING.test(at(flag.at))).map(({ says }) => says);
  const grades = cells('grade').filter((text) => !UNGRADED.test(text));
  const [worn = ''] = grades.length === 1 ? grades.filter((text) => WORN.test(text)) : [];
  // `1xGood`, where a column tells the condition of each copy.
  const stated = cell('condition').replace(/^\d+x(?=\p{L}+$)|^(?:ungraded|raw)$/iu, '') || worn;
  const renamed = Object.entries(dialect.conditions ?? {}).find(([own]) => own === stated.toLowerCase());
  const copies = counted?.text ?? countIn(fields.quantity.map(at));
  const count = quantityOf(copies);
  const isFourfold = fourfold !== undefined && !NOTHING.test(at(fourfold));
  const lang = languageOf(cell('lang'));
  const expansions = cells('expansion');
  const isRun = (text: string) => PRINT_RUN.test(text) || (expansions[0] !== text && text === at(edition));
  const runs = expansions.filter(isRun);
  const isSlab = grades.length > 0 && !worn;
  const grade = isSlab ? grades.filter((text) => !CERTIFICATE.test(text)).join(' ') || 'graded' : '';
  const number = cell('number')
    .replace(dialect.beforeNumbers ?? '', '')
    .replace(/^(\d+)\.0$/, '$1');
  // Without a number its rarity may tell which card of a name it is.
  const isTold = number ? NUMBERS_OF_RARITIES.some((form) => form.test(number)) : /\w{3}/.test(cell('rarity'));
  const rarity = isTold ? cell('rarity') : '';
  const printings = [...cells('printing').map(printingOf), ...said, ...runs, counted?.finish ?? '', rarity];
  const asked = {
    name: dialect.head === '' ? wholeName(cells('name')) : cell('name'),
    number,
    expansion: expansions.find((text) => !isRun(text)) ?? '',
    game: cell('game'),
    lang: lang ?? '',
    printing: printings.filter((text) => text !== '').join(' '),
    // A graded card has no price here: the look-up says so.
    condition: grade === '' ? (renamed?.[1] ?? stated) : gradeOf(grade.slice(0, TEXT_MAX - 10)),
    external_id: externalId(cell),
  };
  const tooLong = Object.entries(asked).filter(([, text]) => text.length > TEXT_MAX);
  const isForeign = lang && !ownLanguages.includes(lang);
  const foreign = isForeign && new Intl.DisplayNames('en', { type: 'language' }).of(lang);
  const notes = [
    ...(count === undefined || isDoubtful(copies) ? [`quantity “${shortened(copies)}” counts as ${count ?? 1}`] : []),
    ...tooLong.map(([field]) => `its ${field} of more than ${TEXT_MAX} characters is left out`),
    ...(lang === undefined ? [`language “${shortened(cell('lang'))}” is not known`] : []),
    // Prices are the card's: whether they were made with it in this language is not told by any source.
    ...(foreign ? [`in ${foreign}: the price is the card's, whatever its language`] : []),
  ];
  const kept = Object.fromEntries(Object.entries(asked).filter(([, text]) => text !== '' && text.length <= TEXT_MAX));
  const quantity = (count ?? 1) * (isFourfold ? 4 : 1);
  return { ...row, asked: { ...kept, quantity }, note: notes.join('; ') || null };
}

/** `Elsa`, `Spirit of Winter`: what another column adds to the name belongs to it. */
function wholeName([first = '', ...further]: readonly string[]): string {
  const said = first.toLowerCase();
  const adds = (text: string) => !said.includes(text.toLowerCase()) && !text.toLowerCase().includes(said);
  return [first, ...further.filter(adds)].join(' - ');
}

/** Who adds five to none has five. */
function countIn(texts: readonly string[]): string {
  const said = texts.filter((text) => text !== '');
  return said.find((text) => quantityOf(text) !== 0) ?? said[0] ?? '';
}

/** Of a text that no note needs to hold whole. */
const shortened = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

/** Columns that tell a finish by yes and no. */
function printingOf(text: string): string {
  if (YES.test(text)) return 'foil';
  return NOTHING.test(text) ? '' : text;
}

function externalId(cell: (field: Field) => string): string {
  const [tcgplayer, cardmarket] = [cell('tcgplayer'), cell('cardmarket')];
  if (cell('card') !== '' && cell('card') !== '0') return cell('card');
  if (PRODUCT_ID.test(tcgplayer)) return `tcgplayer:${tcgplayer}`;
  return PRODUCT_ID.test(cardmarket) ? `cardmarket:${cardmarket}` : (CATALOG_ID.exec(cell('catalog'))?.[0] ?? '');
}
