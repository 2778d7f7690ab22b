/** How far a typed text is from a name in an eastern script: swaps, and the typos of kana that sound or look alike. */
import { EDIT, LIKELY_EDIT } from '../../catalog/words/edit-distance.ts';

/** A small kana for a large one, a voiced one for another; a long mark or a small tsu too many or too few. */
export const ALIKE_EDIT = 5;

const SMALL = 'ァィゥェォッャュョヮヵヶ';
const LARGE = 'アイウエオツヤユヨワカケ';
/** Each kana as the one that it is heard or seen as. */
const ALIKE = new Map<number, number>();
for (let unit = 0x30a1; unit <= 0x30fa; unit++) {
  const large = [...String.fromCharCode(unit)].map((kana) => LARGE[SMALL.indexOf(kana)] ?? kana).join('');
  ALIKE.set(unit, large.normalize('NFD').charCodeAt(0));
}
const alike = (unit: number) => ALIKE.get(unit) ?? unit;
/** Heard as length alone, so that they are left out and put in. */
const LENGTHS = new Set(['ー', 'ッ'].map((kana) => kana.charCodeAt(0)));

/** The row being filled and the two above it; grown as needed. */
let rows = [new Int32Array(64), new Int32Array(64), new Int32Array(64)] as [Int32Array, Int32Array, Int32Array];

/** Cost of typing `typed` for the name `units[start..end)`, in tenths of an edit. */
export function kanaCost(typed: Uint16Array, units: Uint16Array, start: number, end: number): number {
  const length = end - start;
  if (rows[0].length <= length) rows = rows.map(() => new Int32Array(2 * length + 1)) as typeof rows;
  let [twoAbove, above, row] = rows;
  above[0] = 0;
  for (let j = 1; j <= length; j++) above[j] = (above[j - 1] ?? 0) + leftOut(units[start + j - 1] ?? 0);
  for (let i = 1; i <= typed.length; i++) {
    const letter = typed[i - 1] ?? 0;
    const insertion = LENGTHS.has(letter) ? ALIKE_EDIT : letter === typed[i - 2] ? LIKELY_EDIT : EDIT;
    row[0] = (above[0] ?? 0) + insertion;
    for (let j = 1; j <= length; j++) {
      const wanted = units[start + j - 1] ?? 0;
      let cost = Math.min(
        (above[j - 1] ?? 0) + replaced(letter, wanted),
        (above[j] ?? 0) + insertion,
        (row[j - 1] ?? 0) + leftOut(wanted),
      );
      if (i > 1 && j > 1 && typed[i - 2] === wanted && letter === units[start + j - 2]) {
        cost = Math.min(cost, (twoAbove[j - 2] ?? 0) + LIKELY_EDIT);
      }
      row[j] = cost;
    }
    [twoAbove, above, row] = [above, row, twoAbove];
  }
  return above[length] ?? 0;
}

const leftOut = (unit: number): number => (LENGTHS.has(unit) ? ALIKE_EDIT : LIKELY_EDIT);

function replaced(letter: number, wanted: number): number {
  if (letter === wanted) return 0;
  return alike(letter) === alike(wanted) ? ALIKE_EDIT : EDIT;
}
