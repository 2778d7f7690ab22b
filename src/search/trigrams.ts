/** Trigrams of folded names, cut and compared as PostgreSQL's pg_trgm does. */

/** One code unit in 16 bits, three to a number: exact in a double, and ascending order is the order of the text. */
const UNIT = 0x1_0000;
const SPACE = 0x20;

/**
 * The distinct trigrams of a folded text (see `foldName`), ascending. Every word stands between two spaces before it
 * and one after, so a word of n letters has n + 1 trigrams, and the order of words does not matter.
 */
export function trigramsOf(folded: string): Float64Array {
  const found: number[] = [];
  let first = SPACE;
  let second = SPACE;
  for (let i = 0; i <= folded.length; i++) {
    const unit = i < folded.length ? folded.charCodeAt(i) : SPACE;
    if (unit === SPACE && second === SPACE) continue;
    found.push((first * UNIT + second) * UNIT + unit);
    first = unit === SPACE ? SPACE : second;
    second = unit;
  }
  return Float64Array.from(new Set(found)).sort();
}

/** pg_trgm's similarity of two texts with `a` and `b` distinct trigrams, `shared` of them common: 0 to 1. */
export function trigramSimilarity(shared: number, a: number, b: number): number {
  return shared === 0 ? 0 : shared / (a + b - shared);
}
