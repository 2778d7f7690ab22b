/** Lays rows out as a table that fits the terminal it is shown on. */

const GAP = 2;
/** Words up to this length are not cut: ids (36 characters) are there to be copied. */
const WHOLE_WORD_MAX = 40;
/** Times and amounts of money are shorter. */
const UNCUT_TEXT = 20;
const WORD = /[^ ,]+,?/g;

/** What becomes of a text that is too long: of a list it is cut, so that a row is a line; what is to be read whole is wrapped. */
export type Long = 'cut' | 'wrap';

/**
 * The lines of a table, its heading first. Where `columns` are too few, the widest columns are made narrower; a list in
 * which ids, times and amounts alone are too wide is wrapped too. Without `columns` every row is one whole line, as
 * programs read it.
 */
export function tableLines(rows: readonly Readonly<Record<string, string>>[], columns: number | undefined, long: Long) {
  const names = Object.keys(rows[0] ?? {});
  const lines = [names, ...rows.map((row) => names.map((name) => row[name] ?? ''))];
  const widths = names.map((_, at) => Math.max(...lines.map((cells) => cells[at]?.length ?? 0)));
  let isCut = long === 'cut';
  if (columns !== undefined) {
    const uncut = names.map((_, at) => Math.max(...lines.map((cells) => uncutLength(cells[at] ?? ''))));
    isCut &&= total(uncut) <= columns;
    fit(widths, isCut ? uncut : narrowest(lines), columns);
  }
  return lines.flatMap((cells) => {
    const shown = cells.map((cell, at) => (isCut ? [cutTo(cell, widths[at] ?? 0)] : wrap(cell, widths[at] ?? 0)));
    const height = Math.max(...shown.map((parts) => parts.length));
    return Array.from({ length: height }, (_, line) =>
      shown
        .map((parts, at) => (parts[line] ?? '').padEnd(widths[at] ?? 0))
        .join(' '.repeat(GAP))
        .trimEnd(),
    );
  });
}

export const cutTo = (text: string, width: number): string =>
  text.length <= width ? text : `${text.slice(0, Math.max(width - 1, 0)).trimEnd()}…`;

const total = (widths: readonly number[]): number =>
  widths.reduce((sum, width) => sum + width, GAP * (widths.length - 1));

/** How much of a cell always stays: an id whole, and as much of a text as tells what it is about. */
const uncutLength = (cell: string): number => Math.min(cell.length, cell.includes(' ') ? UNCUT_TEXT : WHOLE_WORD_MAX);

/** How narrow each column may be: as its longest word. */
const narrowest = (lines: readonly (readonly string[])[]): number[] =>
  (lines[0] ?? []).map((_, at) => {
    const words = lines.flatMap((cells) => joined(cells[at] ?? '').match(WORD) ?? []);
    return Math.min(WHOLE_WORD_MAX, Math.max(1, ...words.map((word) => word.length)));
  });

/** Makes the widest columns narrower, one character at a time, until all fit or none can give more. */
function fit(widths: number[], least: readonly number[], columns: number): void {
  for (let over = total(widths) - columns; over > 0; over -= 1) {
    const giving = widths.map((width, at) => (width > (least[at] ?? 0) ? width : 0));
    const widest = Math.max(...giving);
    if (widest === 0) return;
    widths[giving.lastIndexOf(widest)] = widest - 1;
  }
}

/** The same text, of which the commas within a number are none to cut after. */
const joined = (text: string): string => text.replaceAll(/(?<=\d),(?=\d{3})/g, '.');

/** Cuts a text into lines of at most `width` characters, after spaces and commas where it can. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let rest = text;
  while (rest.length > width) {
    const end = Math.max(rest.lastIndexOf(' ', width), joined(rest).lastIndexOf(',', width - 1) + 1);
    lines.push(rest.slice(0, end > 0 ? end : width));
    rest = rest.slice(end > 0 ? end : width).trimStart();
  }
  return [...lines, rest];
}
