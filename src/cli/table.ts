/** Lays rows out as a table that fits the terminal it is shown on. */

const GAP = 2;
/** Words up to this length are not cut: ids (36 signs) are there to be copied. */
const WHOLE_WORD_MAX = 40;
const WORD = /[^ ,]+,?/g;

/**
 * The lines of a table, its heading first. Where `columns` are too few, the widest columns are made narrower, and what
 * does not fit into them goes on below; without them every row is one line, as programs read it.
 */
export function tableLines(rows: readonly Readonly<Record<string, string>>[], columns: number | undefined): string[] {
  const names = Object.keys(rows[0] ?? {});
  const lines = [names, ...rows.map((row) => names.map((name) => row[name] ?? ''))];
  const widths = names.map((_, at) => Math.max(...lines.map((cells) => cells[at]?.length ?? 0)));
  if (columns !== undefined) fit(widths, narrowest(lines), columns);
  return lines.flatMap((cells) => {
    const wrapped = cells.map((cell, at) => wrap(cell, widths[at] ?? 0));
    const height = Math.max(...wrapped.map((parts) => parts.length));
    return Array.from({ length: height }, (_, line) =>
      wrapped
        .map((parts, at) => (parts[line] ?? '').padEnd(widths[at] ?? 0))
        .join(' '.repeat(GAP))
        .trimEnd(),
    );
  });
}

/** How narrow each column may be: as its longest word. */
const narrowest = (lines: readonly (readonly string[])[]): number[] =>
  (lines[0] ?? []).map((_, at) => {
    const words = lines.flatMap((cells) => (cells[at] ?? '').match(WORD) ?? []);
    return Math.min(WHOLE_WORD_MAX, Math.max(1, ...words.map((word) => word.length)));
  });

/** Makes the widest columns narrower, one sign at a time, until all fit or none can give more. */
function fit(widths: number[], least: readonly number[], columns: number): void {
  let over = widths.reduce((sum, width) => sum + width, GAP * (widths.length - 1)) - columns;
  for (; over > 0; over -= 1) {
    const giving = widths.map((width, at) => (width > (least[at] ?? 0) ? width : 0));
    const widest = Math.max(...giving);
    if (widest === 0) return;
    widths[giving.lastIndexOf(widest)] = widest - 1;
  }
}

/** Cuts a text into lines of at most `width` signs, after spaces and commas where it can. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let rest = text;
  while (rest.length > width) {
    const end = Math.max(rest.lastIndexOf(' ', width), rest.lastIndexOf(',', width - 1) + 1);
    lines.push(rest.slice(0, end > 0 ? end : width));
    rest = rest.slice(end > 0 ? end : width).trimStart();
  }
  return [...lines, rest];
}
