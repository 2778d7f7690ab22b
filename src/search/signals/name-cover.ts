/** Which typed words each name of a list fits, and how many of its letters they cover. */
import { listAt } from '../../packed/lists.ts';
import type { NameTable } from '../names/name-table.ts';
import { beginsWith, type TypedText, textLength, typedText } from '../names/text-table.ts';
import type { WordMatches } from '../names/word-matches.ts';

/** Fewer letters begin too many words to say anything: they must be a word. */
export const BEGINNING_LETTERS = 3;

/** Of a name or a phrase of which less than a quarter was typed, nothing was said: `of` and `the` stand in thousands. */
export const saysEnough = (covered: number, letters: number): boolean => 4 * covered >= letters;

/** So long a word at the beginning of a name is what it is called by: `Jace` of `Jace, the Mind Sculptor`. */
const CALLED_LETTERS = 4;

/** Kept between searches, as the boards are; letters are counted in tenths, so that typos stay whole. */
export class NameCover {
  readonly #table: NameTable;
  readonly #matches: WordMatches;
  readonly #letters: Uint16Array;
  readonly #bits: Uint16Array;
  /** Those that fit in full. */
  readonly #exact: Uint16Array;
  readonly #covered: Uint16Array;
  readonly #found: Uint32Array;
  #count = 0;

  constructor(table: NameTable, matches: WordMatches, letters: Uint16Array) {
    this.#table = table;
    this.#matches = matches;
    this.#letters = letters;
    const count = table.trigramCounts.length;
    this.#bits = new Uint16Array(count);
    this.#exact = new Uint16Array(count);
    this.#covered = new Uint16Array(count);
    this.#found = new Uint32Array(count);
  }

  /** Forgets what was found, and finds the names that fit one of `words` at least. */
  find(words: readonly string[]): Uint32Array {
    for (let i = 0; i < this.#count; i++) this.#bits[this.#found[i] ?? 0] = 0;
    this.#count = 0;
    for (const [i, word] of words.entries()) if (words.indexOf(word) === i) this.#findWord(word, 1 << i);
    return this.#kept(words);
  }

  /** Lets go of the names of which the words say too little. */
  #kept(words: readonly string[]): Uint32Array {
    const callings = words.filter(({ length }) => length >= CALLED_LETTERS).map((word) => typedText(`${word} `));
    let kept = 0;
    for (let i = 0; i < this.#count; i++) {
      const name = this.#found[i] ?? 0;
      if (saysEnough(this.covered(name), this.letters(name)) || this.#isCalled(name, callings)) {
        this.#found[kept++] = name;
      } else this.#bits[name] = 0;
    }
    this.#count = kept;
    return this.#found.subarray(0, kept);
  }

  #isCalled(name: number, callings: readonly TypedText[]): boolean {
    const { units, starts } = this.#table.names;
    const [start = 0, end = 0] = [starts[name], starts[name + 1]];
    return callings.some((calling) => beginsWith(units, start, end, calling));
  }

  /** Bit i for word i. */
  bits(name: number): number {
    return this.#bits[name] ?? 0;
  }

  /** The bits of words that fit in full; only of names that were found. */
  exactBits(name: number): number {
    return this.#exact[name] ?? 0;
  }

  /** Tenths of its letters; only of names that were found. */
  covered(name: number): number {
    return this.#covered[name] ?? 0;
  }

  /** Tenths of all its letters. */
  letters(name: number): number {
    return 10 * (this.#letters[name] ?? 0);
  }

  /** What covers most comes first, and the first is kept. */
  #findWord(word: string, bit: number): void {
    const { words, wordNames } = this.#table;
    const { length } = word;
    const found: { word: number; covered: number; exact: number }[] = [];
    const { begun, typos, costs } = this.#matches(word);
    for (const i of begun) {
      const isWhole = textLength(words, i) === length;
      if (isWhole || length >= BEGINNING_LETTERS)
        found.push({ word: i, covered: 10 * length, exact: isWhole ? bit : 0 });
    }
    for (const [at, i] of typos.entries()) {
      const cost = costs[at] ?? 0;
      const covered = 10 * textLength(words, i) - 2 * cost;
      if (cost > 0 && covered > 0) found.push({ word: i, covered, exact: 0 });
    }
    for (const { word: i, covered, exact } of found.sort((a, b) => b.covered - a.covered || b.exact - a.exact)) {
      for (const name of listAt(wordNames, i)) this.#keep(name, { bit, covered, exact });
    }
  }

  #keep(name: number, { bit, covered, exact }: { bit: number; covered: number; exact: number }): void {
    const bits = this.#bits[name] ?? 0;
    if ((bits & bit) !== 0) return;
    if (bits === 0) {
      this.#found[this.#count++] = name;
      this.#covered[name] = 0;
      this.#exact[name] = 0;
    }
    this.#bits[name] = bits | bit;
    this.#exact[name] = (this.#exact[name] ?? 0) | exact;
    this.#covered[name] = (this.#covered[name] ?? 0) + covered;
  }
}
