/** Reads a collector's file: which app wrote it, and what each of its rows asks. */
import { type ListedRow, TEXT_MAX } from '../lookup/listed-row.ts';
import { type CsvRow, readCsv, textOf } from './csv.ts';
import { DIALECTS, type Dialect, type Field } from './dialects.ts';
import { languageOf } from './languages.ts';
import { SheetFault } from './sheet-fault.ts';

/** A row of the file. */
export interface SheetRow extends CsvRow {
  /** What is looked up. */
  asked: ListedRow;
  /** What of it the look-up is not told, in words for people. */
  note: string | null;
}

/** A file as it was understood. */
export interface Sheet {
  /** Who writes such files. */
  dialect: string;
  separator: string;
  head: readonly string[];
  rows: readonly SheetRow[];
  /** How many rows stand for no card: their quantity is 0. */
  leftOut: number;
}

/** What more than this has is no collector's list. */
const BYTES_MAX = 32 * 1024 * 1024;
const NOTHING = new Set(['', '0', 'no', 'false', 'n', '-']);
const UNGRADED = new Set(['', 'ungraded', 'raw', 'none']);

/** What catalogs are in, as long as nothing else is known of them. */
const OWN_LANGUAGES: readonly string[] = ['en'];

/** Small letters, digits and single spaces: `Exp. Name` and `Foil?` as head lines spell them. */
const columnName = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * @param ownLanguages those that the catalogs are in: a row in another one is told that its price knows no language
 * @throws SheetFault
 */
export function readSheet(bytes: Uint8Array, ownLanguages = OWN_LANGUAGES): Sheet {
  if (bytes.length > BYTES_MAX) throw new SheetFault('The file is larger than 32 MB.');
  const text = textOf(bytes);
  if (text.includes('\0')) throw new SheetFault('That is no text: save the list as CSV.');
  const { separator, rows } = readCsv(text);
  const [head, ...content] = rows;
  if (head === undefined) throw new SheetFault('The file is empty.');
  const columns = new Map(head.cells.map((cell, at) => [columnName(cell), at]).reverse() as [string, number][]);
  const dialect = DIALECTS.find(({ head: known }) => known.every((name) => columns.has(name)));
  if (dialect === undefined || !isUsable(dialect, columns)) {
    throw new SheetFault(
      'Its first line names no columns that are known: at least a name, or a number and a set, or an id is needed.',
    );
  }
  const understood = content.map((row) => understand(row, { dialect, columns, ownLanguages }));
  const there = understood.filter(({ asked }) => asked.quantity !== 0);
  return { dialect: dialect.name, separator, head: head.cells, rows: there, leftOut: understood.length - there.length };
}

function isUsable({ columns: fields }: Dialect, columns: ReadonlyMap<string, number>): boolean {
  const has = (field: Field) => fields[field]?.some((name) => columns.has(name)) ?? false;
  return has('name') || (has('number') && has('expansion')) || has('tcgplayer') || has('cardmarket') || has('card');
}

interface Reading {
  dialect: Dialect;
  /** Where each stands. */
  columns: ReadonlyMap<string, number>;
  ownLanguages: readonly string[];
}

function understand(row: CsvRow, { dialect, columns, ownLanguages }: Reading): SheetRow {
  const at = (column: string) => row.cells[columns.get(column) ?? -1]?.trim() ?? '';
  const cell = (field: Field) => dialect.columns[field]?.map(at).find((text) => text !== '') ?? '';
  const flags = Object.entries(dialect.flags ?? {}).filter(([column]) => !NOTHING.has(at(column).toLowerCase()));
  const condition = cell('condition');
  const renamed = Object.entries(dialect.conditions ?? {}).find(([own]) => own === condition.toLowerCase());
  const counts = (dialect.columns.quantity ?? []).map(at);
  // Who adds five to none has five.
  const counted = counts.find((text) => text !== '' && quantityOf(text) !== 0) ?? cell('quantity');
  const count = quantityOf(counted);
  const isFourfold = dialect.fourfold !== undefined && !NOTHING.has(at(dialect.fourfold).toLowerCase());
  const lang = languageOf(cell('lang'));
  const asked = {
    name: cell('name'),
    number: cell('number'),
    expansion: cell('expansion'),
    game: cell('game'),
    lang: lang ?? '',
    printing: [printingOf(cell('printing')), ...flags.map(([, says]) => says)].join(' ').trim(),
    condition: renamed?.[1] ?? condition,
    external_id: externalId(cell),
  };
  const grade = cell('grade');
  const tooLong = Object.entries(asked).filter(([, text]) => text.length > TEXT_MAX);
  const notes = [
    ...(count === undefined ? [`quantity “${shortened(counted)}” is taken as 1`] : []),
    ...tooLong.map(([field]) => `its ${field} of more than ${TEXT_MAX} characters is left out`),
    ...(lang === undefined ? [`language “${shortened(cell('lang'))}” is not known`] : []),
    // Prices are the card's: whether they were made with it in this language is not told by any source.
    ...(lang && !ownLanguages.includes(lang)
      ? [`in ${shortened(cell('lang'))}: the price is the card's, whatever its language`]
      : []),
    ...(UNGRADED.has(grade.toLowerCase()) ? [] : [`graded ${shortened(grade)}: priced as ungraded`]),
  ];
  const said = Object.fromEntries(Object.entries(asked).filter(([, text]) => text !== '' && text.length <= TEXT_MAX));
  const quantity = (count ?? 1) * (isFourfold ? 4 : 1);
  return { ...row, asked: { ...said, quantity }, note: notes.length === 0 ? null : notes.join('; ') };
}

/** Of a text that no note needs to hold whole. */
const shortened = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

/** A whole number; 1 where nothing stands, undefined where something else does: `1,000` may be either. */
function quantityOf(text: string): number | undefined {
  if (text === '') return 1;
  const whole = /^\d{1,6}$/.exec(text.replace(/[.,]0{1,2}$/, ''))?.[0];
  return whole === undefined ? undefined : Number(whole);
}

/** Columns that tell a finish by yes and no. */
function printingOf(text: string): string {
  const word = text.toLowerCase();
  if (word === 'yes' || word === 'true' || word === 'x' || word === '1') return 'foil';
  return NOTHING.has(word) ? '' : text;
}

function externalId(cell: (field: Field) => string): string {
  const [tcgplayer, cardmarket, card] = [cell('tcgplayer'), cell('cardmarket'), cell('card')];
  if (card !== '') return card;
  if (/^\d+$/.test(tcgplayer)) return `tcgplayer:${tcgplayer}`;
  return /^\d+$/.test(cardmarket) ? `cardmarket:${cardmarket}` : '';
}
