/** What a misspelt name was meant to be. */

/** Typos from one name to the other: letters put in, left out, replaced, or swapped with their neighbour. */
function typos(from: string, to: string): number {
  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const replaced = (last[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const swapped = isSwapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      row.push(Math.min(replaced, swapped, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    before = last;
    last = row;
  }
  return last[to.length] ?? 0;
}

/** The end of the sentence that `name` is unknown: the nearest of `known`, or all of them where none is near. */
export function didYouMean(name: string, known: readonly string[]): string {
  const nearest = known
    .map((candidate) => ({ candidate, distance: typos(name.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)[0];
  const isNear = nearest !== undefined && nearest.distance <= Math.max(2, Math.floor(name.length / 4));
  return isNear ? `; did you mean ${nearest.candidate}?` : `; known are ${known.join(', ')}`;
}
