/**
 * How commands speak: tables for people, one JSON document for programs, faults as one sentence on standard error. The one
 * place that writes to either: what was written by upstream, callers or subscribers is shown here, never obeyed.
 */
import { existsSync } from 'node:fs';
import { styleText } from 'node:util';
import { visible, visibleDocument } from '../catalog/visible.ts';
import { type Long, tableLines } from './table.ts';

/** How the command is typed: an archive brings one, in any other place npm knows it, and no shell does. */
const isArchive = existsSync(new URL('../../bin/cardstock', import.meta.url));
export const TYPED = isArchive ? 'cardstock' : 'npx cardstock';

export const EXIT = { ok: 0, failed: 1, usage: 2, degraded: 3, notAuthorised: 4, notFound: 5 } as const;

/** A command that ends without success: its sentence and exit code. */
export class CommandFailure extends Error {
  readonly exitCode: number;
  /** Whether its one JSON document is out already. */
  readonly hasPrinted: boolean;

  constructor(message: string, exitCode: number = EXIT.failed, hasPrinted = false) {
    super(message);
    this.exitCode = exitCode;
    this.hasPrinted = hasPrinted;
  }
}

/** A fault of who typed the command. */
export const misused = (message: string): CommandFailure => new CommandFailure(message, EXIT.usage);

/** @throws CommandFailure where what a flag says is not right */
export function checkFlag(flag: string, text: string | undefined, isRight: RegExp | boolean, must: string): void {
  const isWrong = typeof isRight === 'boolean' ? !isRight : !isRight.test(text ?? '');
  if (text !== undefined && isWrong) throw misused(`${flag} ${text}: must ${must}`);
}

type Cell = string | number | null;

/** What was counted, without what was none. */
export const countsText = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${name.replaceAll('_', ' ')} ${count.toLocaleString('en')}`)
    .join(', ');

/** How long something took: 3.2 s, or 12 min 5 s. */
export function durationText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${(ms / 1000).toFixed(1)} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Prints rows under their headings, within the terminal's width; with `json` exactly one JSON document. Rows of a list are a line each. */
export function printRows<Row extends object>(
  rows: readonly Row[],
  json: boolean | undefined,
  cells: (row: Row) => Record<string, Cell>,
  long: Long = 'cut',
) {
  if (json) return printJson(rows);
  if (rows.length === 0) return void process.stdout.write('none\n');
  const text = (value: Cell) => visible(String(value ?? '–'));
  const shown = rows.map((row) =>
    Object.fromEntries(Object.entries(cells(row)).map(([name, value]) => [name, text(value)])),
  );
  const [head = '', ...lines] = tableLines(shown, process.stdout.columns, long);
  process.stdout.write(`${[styleText('bold', head), ...lines].join('\n')}\n`);
}

/** A time of the records as a table shows it: to the minute, in UTC. */
export const minute = (time: string | null): string | null => time && `${time.slice(0, 16).replace('T', ' ')}Z`;

/** A line, or its parts where some are set off. */
type Line = string | readonly (string | { text: string; style: 'bold' | 'green' })[];

const lineText = (line: Line): string =>
  (typeof line === 'string' ? [line] : line)
    .map((part) => (typeof part === 'string' ? visible(part) : styleText(part.style, visible(part.text))))
    .join('');

export const printLine = (line: Line): void => void process.stdout.write(`${lineText(line)}\n`);

/** Prints a line about the answer, beside it; a question ends in something other than a new line. */
export const printNote = (line: string, end = '\n'): void => void process.stderr.write(`${visible(line)}${end}`);

/** Prints a document as it is, its lines made visible where people read it. */
export function printText(text: string): void {
  process.stdout.write(process.stdout.isTTY ? visibleDocument(text) : text);
}

export const printBytes = (bytes: Uint8Array): void => void process.stdout.write(bytes);

/** Prints exactly one JSON document, spread over lines where people are to read it. */
export function printJson(value: unknown, indent?: number): void {
  process.stdout.write(`${visibleDocument(JSON.stringify(value, null, indent))}\n`);
}

/** Prints what a command came to: one JSON document, or a note of it. */
export function printDone(json: boolean | undefined, document: object, note: string): void {
  if (json) printJson(document);
  else printNote(note);
}

/** Prints a secret by itself, and beside it that it is not shown again; or the document. */
export function printSecret(json: boolean | undefined, document: object, secret: string, note: string) {
  if (json) return printJson(document);
  printLine(secret);
  printNote(`This is the only time the ${note}`);
}

/** Further lines, as of a stack, are indented: none can pass for one of ours. */
const indented = (text: string): string => text.trimEnd().replaceAll('\n', '\n  ');

export function printError(message: string): void {
  process.stderr.write(`cardstock: ${visibleDocument(indented(message))}\n`);
}

/** For the parser of the command line, which prints its own help, and faults that repeat what was typed. */
export const parserOutput = {
  writeOut: (text: string): void => void process.stdout.write(visibleDocument(text)),
  writeErr: (text: string): void => void process.stderr.write(visibleDocument(text)),
  outputError: (text: string, write: (text: string) => void): void =>
    write(`cardstock: ${indented(text.replace(/^error: /, ''))}\n`),
};
