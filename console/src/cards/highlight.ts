/** Which letters of a name a search was about, so that a misspelt query still shows what it found. */
import { foldName } from '../../../src/catalog/fold.ts';

/** A piece of a name, and whether the query asked for it. */
export interface Piece {
  text: string;
  isMatch: boolean;
}

/** Below this share of common letters a word is taken for another one. */
const LIKENESS_MIN = 0.55;

interface Word {
  folded: string;
  /** Places of the folded letters in the name. */
  places: number[];
}

/** The words of a name, folded letter by letter, with the place each letter came from. */
function wordsOf(name: string): Word[] {
  const words: Word[] = [];
  let word: Word = { folded: '', places: [] };
  for (const [at, letter] of [...name].entries()) {
    const folded = foldName(letter);
    const isBreak = folded === '' && !/['’`]/.test(letter);
    if (isBreak && word.folded !== '') {
      words.push(word);
      word = { folded: '', places: [] };
    }
    for (const sign of folded) {
      word.folded += sign;
      word.places.push(at);
    }
  }
  return word.folded === '' ? words : [...words, word];
}

/** Places in `b` of a longest common subsequence of `a` and `b`. */
export function commonPlaces(a: string, b: string): number[] {
  const rows = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  const at = (row: number, column: number): number => rows[row]?.[column] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    const row = rows[i];
    for (let j = b.length - 1; row && j >= 0; j -= 1) {
      row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const places: number[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) {
      places.push(j);
      i += 1;
      j += 1;
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return places;
}

/** The places in a word that `asked` is about; none where the word is another one. */
function matchedPlaces(asked: string, { folded, places }: Word): number[] {
  if (folded.startsWith(asked)) return places.slice(0, asked.length);
  const common = commonPlaces(asked, folded);
  const isAlike = (2 * common.length) / (asked.length + folded.length) >= LIKENESS_MIN;
  return isAlike && asked.length > 2 ? common.map((at) => places[at] ?? 0) : [];
}

/** `name` in pieces: every word of the query marks the word of the name that is most like it. */
export function highlight(name: string, query: string): Piece[] {
  const words = wordsOf(name);
  const marked = new Set<number>();
  for (const asked of foldName(query).split(' ')) {
    if (asked === '') continue;
    const best = words.map((word) => matchedPlaces(asked, word)).reduce((a, b) => (b.length > a.length ? b : a), []);
    for (const place of best) marked.add(place);
  }
  const pieces: Piece[] = [];
  for (const [at, letter] of [...name].entries()) {
    const last = pieces.at(-1);
    const isMatch = marked.has(at);
    if (last?.isMatch === isMatch) last.text += letter;
    else pieces.push({ text: letter, isMatch });
  }
  return pieces;
}
