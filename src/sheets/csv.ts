/** Reads and writes tables as text: quotes, every end of line, commas, semicolons, tabs or bars, and what spreadsheets put around them. */

import { SheetFault } from './sheet-fault.ts';

export interface CsvRow {
  line: number;
  cells: string[];
}

export const SEPARATORS = [',', ';', '\t', '|'];
/** A first line of spreadsheets' that names the separator; some apps put it into quotes. */
const SEPARATOR_LINE = /^"?sep=(.)"?[ \t]*(?:\r\n|\n|\r|$)/i;
/** A cell that begins so is a formula to a spreadsheet; those of East Asia take the wide characters for the narrow ones. */
const FORMULA = /^[=+@＝＋－＠\t\r\n]|^-(?![\d.,]+$)/;

/** Without blanks around it, and with one for several: no pattern then meets a run of them, which takes the square of its length. */
export const squeezed = (text: string): string => text.trim().replace(/\s{2,}|[^\S ]/g, ' ');

/** Hardly a text of other letters has two of them in succession. */
const KANA = /[ぁ-んァ-ヶ]{2}/;

/** The text of a file: UTF-8 or UTF-16 by its first bytes, with their mark or without it, and what is neither as Windows writes it, in Japan or elsewhere. */
export function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || second === 0) return new TextDecoder('utf-16le').decode(bytes);
  if ((first === 0xfe && second === 0xff) || first === 0) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const japanese = new TextDecoder('shift_jis').decode(bytes);
    const isJapanese = KANA.test(japanese) && !japanese.includes('\ufffd');
    return isJapanese ? japanese : new TextDecoder('windows-1252').decode(bytes);
  }
}

/**
 * The rows of the text, those without anything left out. A quotation mark inside of a bare cell stands for itself.
 * @throws SheetFault where a quotation mark swallows lines that are no part of its cell
 */
export function readCsv(text: string, known?: string) {
  const [named = '', separator = known ?? separatorIn(text)] = SEPARATOR_LINE.exec(text) ?? [];
  const rows: CsvRow[] = [];
  let line = named === '' ? 1 : 2;
  let row: CsvRow = { line, cells: [] };
  const endRow = () => {
    if (row.cells.some((cell) => /[^\s:-]/.test(cell))) rows.push(row);
    row = { line, cells: [] };
  };
  for (let at = named.length; at < text.length; ) {
    const { cell, end } = text[at] === '"' ? quotedCell(text, at, separator, line) : bareCell(text, at, separator);
    const written = text.slice(at, end);
    const breaks = linesIn(written);
    if (breaks > 0) {
      const lines = written + (/^[^\r\n]*/.exec(text.slice(end))?.[0] ?? '');
      if (holdsRows(lines, row.cells.length, separator, rows[0]?.cells.length)) throw neverClosed(line);
    }
    row.cells.push(cell);
    line += breaks;
    const next = text[end];
    at = end + 1;
    // A row that ends with a separator ends with an empty cell.
    if (next === separator) {
      if (at === text.length) row.cells.push('');
      continue;
    }
    if (next === '\r' && text[at] === '\n') at += 1;
    line += 1;
    endRow();
  }
  endRow();
  return { separator, rows };
}

const linesIn = (text: string): number => text.match(/\r\n|\n|\r/g)?.length ?? 0;
const isEnd = (character: string | undefined, separator: string): boolean =>
  character === undefined || character === separator || character === '\n' || character === '\r';

function bareCell(text: string, start: number, separator: string): { cell: string; end: number } {
  let end = start;
  while (!isEnd(text[end], separator)) end += 1;
  return { cell: text.slice(start, end), end };
}

/** Two quotation marks stand for one; what follows the closing one on its line belongs to the cell too. */
function quotedCell(text: string, start: number, separator: string, line: number): { cell: string; end: number } {
  let close = text.indexOf('"', start + 1);
  while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
  if (close < 0) throw neverClosed(line);
  const cell = text.slice(start + 1, close).replaceAll('""', '"');
  const { cell: rest, end } = bareCell(text, close + 1, separator);
  // Closed by the quotation mark that opens another cell, lines further down.
  if (rest.includes('"') && linesIn(cell) > 0) throw neverClosed(line);
  return { cell: cell + rest, end };
}

/**
 * Whether the lines of a cell, the last with what stands behind it, are rows: its first ends a row of the head's width, and a
 * later one is as wide. Nothing else tells a cell of several lines from a mark that another one closes rows further down.
 */
function holdsRows(lines: string, cellsBefore: number, separator: string, width = 1): boolean {
  const [first, ...later] = lines.split(/\r\n|\n|\r/).map((each) => each.split(separator).length);
  // A row of one cell looks like any line.
  return width > 1 && cellsBefore + (first ?? 0) === width && later.includes(width);
}

const neverClosed = (line: number): SheetFault =>
  new SheetFault(`A quotation mark that opens a cell in line ${line} is never closed, or only rows further down.`);

/** The separator that the first line holds most of, outside of quotes. */
function separatorIn(text: string): string {
  const [line = ''] = text.split(/[\r\n]/, 1);
  const bare = line.replace(/"[^"]*"/g, '');
  const counts = SEPARATORS.map((separator) => bare.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ',';
}

/**
 * The rows as text; a cell that a spreadsheet would take for a formula gets an apostrophe before it, unless programs read it.
 */
export function csvText(rows: readonly (readonly string[])[], separator: string, isForSpreadsheet = true): string {
  const written = (cell: string) => {
    const safe = isForSpreadsheet && FORMULA.test(cell) ? `'${cell}` : cell;
    // Which character separates cells is the reader's setting as often as the file's.
    return safe.includes(separator) || /["\r\n,;\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  return rows.map((cells) => `${cells.map(written).join(separator)}\r\n`).join('');
}
