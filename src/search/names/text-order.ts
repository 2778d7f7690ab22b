/** Puts many short texts in order by their code units, some at a time: to compare two of a million ids whole took five times as long. */

/** Texts end to end: text `i` is `units[starts[i]..starts[i + 1])`. */
interface Texts {
  readonly units: Uint8Array | Uint16Array;
  readonly starts: Uint32Array;
}

/** So few are sooner compared one with another. */
const FEW = 12;

/** The positions of the texts in the order of their code units. */
export function textOrder(texts: Texts): Uint32Array<ArrayBuffer> {
  const order = positions(texts.starts.length - 1);
  sortFrom(texts, order, 0, order.length, 0);
  return order;
}

/** The positions of the texts in the order of their lengths, and those of one length in that of their code units. */
export function lengthOrder(texts: Texts): Uint32Array<ArrayBuffer> {
  const { starts } = texts;
  const count = starts.length - 1;
  const lengthOf = (text: number) => (starts[text + 1] ?? 0) - (starts[text] ?? 0);
  let longest = 0;
  for (let text = 0; text < count; text++) longest = Math.max(longest, lengthOf(text));
  const ends = new Uint32Array(longest + 2);
  for (let text = 0; text < count; text++) ends[lengthOf(text) + 1] = (ends[lengthOf(text) + 1] ?? 0) + 1;
  for (let length = 1; length < ends.length; length++) ends[length] = (ends[length] ?? 0) + (ends[length - 1] ?? 0);
  const order = new Uint32Array(count);
  for (let text = 0; text < count; text++) {
    const at = ends[lengthOf(text)] ?? 0;
    order[at] = text;
    ends[lengthOf(text)] = at + 1;
  }
  for (let length = 0, from = 0; length <= longest; length++) {
    sortFrom(texts, order, from, ends[length] ?? 0, 0);
    from = ends[length] ?? 0;
  }
  return order;
}

function positions(count: number): Uint32Array<ArrayBuffer> {
  const all = new Uint32Array(count);
  for (let i = 0; i < count; i++) all[i] = i;
  return all;
}

/** Bentley's and Sedgewick's quicksort of strings: `order[from..end)`, whose texts are equal in the first `depth` units, by the others. */
function sortFrom(texts: Texts, order: Uint32Array, from: number, end: number, depth: number): void {
  let [low, high, at] = [from, end, depth];
  while (high - low > FEW) {
    const pivot = middleOf(
      unitAt(texts, order[low] ?? 0, at),
      unitAt(texts, order[(low + high) >>> 1] ?? 0, at),
      unitAt(texts, order[high - 1] ?? 0, at),
    );
    let [below, i, above] = [low, low, high];
    while (i < above) {
      const text = order[i] ?? 0;
      const unit = unitAt(texts, text, at);
      if (unit < pivot) {
        order[i++] = order[below] ?? 0;
        order[below++] = text;
      } else if (unit > pivot) {
        order[i] = order[--above] ?? 0;
        order[above] = text;
      } else i++;
    }
    sortFrom(texts, order, low, below, at);
    sortFrom(texts, order, above, high, at);
    // Texts that end here are equal.
    if (pivot === END) return;
    [low, high, at] = [below, above, at + 1];
  }
  insert(texts, order, low, high, at);
}

function insert(texts: Texts, order: Uint32Array, from: number, end: number, depth: number): void {
  for (let i = from + 1; i < end; i++) {
    const text = order[i] ?? 0;
    let at = i;
    for (; at > from && isBefore(texts, text, order[at - 1] ?? 0, depth); at--) order[at] = order[at - 1] ?? 0;
    order[at] = text;
  }
}

function isBefore(texts: Texts, a: number, b: number, depth: number): boolean {
  for (let at = depth; ; at++) {
    const [ofA, ofB] = [unitAt(texts, a, at), unitAt(texts, b, at)];
    if (ofA !== ofB) return ofA < ofB;
    if (ofA === END) return false;
  }
}

/** Below every unit. */
const END = -1;

function unitAt({ units, starts }: Texts, text: number, depth: number): number {
  const at = (starts[text] ?? 0) + depth;
  return at < (starts[text + 1] ?? 0) ? (units[at] ?? 0) : END;
}

function middleOf(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}
