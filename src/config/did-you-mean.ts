/** What a misspelt name was meant to be. */
import { nearest } from '../catalog/words/edit-distance.ts';

/** The end of the sentence that `name` is unknown: the nearest of `known`, or all of them where none is near. */
export function didYouMean(name: string, known: readonly string[]): string {
  const near = nearest(name, known, Math.min(8, Math.max(2, Math.floor(name.length / 4))));
  return near === undefined ? `; known are ${known.join(', ')}` : `; did you mean ${near}?`;
}
