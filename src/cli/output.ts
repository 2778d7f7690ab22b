/** How commands speak: tables for people, one JSON document for programs, faults as one sentence on standard error. */
import { styleText } from 'node:util';

/** Exit codes, the same for every command. */
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

type Cell = string | number | null;

/** Prints rows under their headings; with `json` exactly one JSON document. */
export function printRows<Row extends object>(
  rows: readonly Row[],
  json: boolean,
  cells: (row: Row) => Record<string, Cell>,
) {
  if (json) return printJson(rows);
  const shown = rows.map(cells);
  const [first] = shown;
  if (!first) return void process.stdout.write('none\n');
  const names = Object.keys(first);
  const text = (value: Cell | undefined) => String(value ?? '–');
  const widths = names.map((name) => Math.max(name.length, ...shown.map((row) => text(row[name]).length)));
  const line = (values: string[]) =>
    `${values
      .map((value, at) => value.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd()}\n`;
  process.stdout.write(styleText('bold', line(names)));
  for (const row of shown) process.stdout.write(line(names.map((name) => text(row[name]))));
}

/** Prints text as it is. */
export const printText = (text: string): void => void process.stdout.write(text);

/** Prints exactly one JSON document. */
export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

export function printError(message: string): void {
  process.stderr.write(`cardstock: ${message}\n`);
}
