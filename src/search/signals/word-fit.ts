/** Reads a text word by word: which words fit a card's name, its number, its expansion and what else is known of it. */

import { bitCount } from '../../packed/lists.ts';
import type { WordMatches } from '../names/word-matches.ts';
import type { ScoreBoard } from '../score-board.ts';
import type { IndexData } from '../tables/index-data.ts';
import { type Evidence, evidenceOf, type OfTotal, OWN, toldBy, WORDS } from './evidence.ts';
import { fitScore } from './fit-score.ts';
import { NameCover } from './name-cover.ts';
import { typedWords } from './typed-words.ts';

/** Keeps its boards between searches. */
export class WordFit {
  readonly #data: IndexData;
  readonly #names: NameCover;
  /** What each row fits beside its name, and the letters of that, covered and all. */
  readonly #bits: Uint16Array;
  readonly #exact: Uint16Array;
  readonly #covered: Uint16Array;
  readonly #letters: Uint16Array;
  /** The rows that may fit all words by what is true of thousands alone. */
  readonly #mayFit: Uint8Array;
  #found: number[] = [];

  constructor(data: IndexData, matches: WordMatches) {
    this.#data = data;
    this.#names = new NameCover(data.names, matches, data.facts.nameLetters);
    const count = data.rowNames.length;
    this.#bits = new Uint16Array(count);
    this.#exact = new Uint16Array(count);
    this.#covered = new Uint16Array(count);
    this.#letters = new Uint16Array(count);
    this.#mayFit = new Uint8Array(count);
  }

  /**
   * Scores all that fit a word: names on the one board, rows known by something beside the name on the other. Rows that fit
   * some words by what is true of thousands alone are not scored: they are those of the evidence given.
   */
  score(query: string, nameScores: ScoreBoard, rowScores: ScoreBoard, ofTotal: OfTotal): Evidence[] {
    const typed = typedWords(query);
    const { words } = typed;
    const names = this.#names.find(words);
    for (const row of this.#found) this.#bits[row] = 0;
    this.#found = [];
    const evidence = evidenceOf(this.#data, typed, ofTotal);
    const broad = evidence.filter(({ isBroad }) => isBroad);
    const fewest = fewestOf(broad, words.length);
    for (const { rows } of fewest) this.#mark(rows, 1);
    for (const each of evidence) this.#add(each);
    for (const { rows } of fewest) this.#mark(rows, 0);
    if (words.length > 1) for (const name of names) nameScores.keep(name, this.#nameScore(name, words.length));
    for (const row of this.#found) rowScores.keep(row, this.#rowScore(row, words.length));
    return words.length === 1 ? [] : broad;
  }

  /** Whether a word of the text scored last fits a name, by its position in the table. */
  fitsName(name: number): boolean {
    return this.#names.bits(name) !== 0;
  }

  #nameScore(name: number, words: number): number {
    const fitted = bitCount(this.#names.bits(name));
    const covered = this.#names.covered(name) / this.#names.letters(name);
    const isExact = this.#names.exactBits(name) === this.#names.bits(name);
    return fitScore({ fitted, words, isExact, covered, by: 'name alone' });
  }

  #rowScore(row: number, words: number): number {
    const name = this.#data.rowNames[row] ?? 0;
    const [own, bits] = [this.#bits[row] ?? 0, this.#names.bits(name)];
    const inName = bits === 0 ? 0 : this.#names.covered(name);
    const ofName = bits === 0 ? 0 : this.#names.letters(name);
    const all = (own & WORDS) | bits;
    if (bits === 0 && (own & OWN) === 0 && bitCount(all) < words) return 0;
    const exact = (this.#exact[row] ?? 0) | (bits === 0 ? 0 : this.#names.exactBits(name));
    return fitScore({
      fitted: bitCount(all),
      words,
      isExact: exact === all,
      covered: ((this.#covered[row] ?? 0) + inName) / ((this.#letters[row] ?? 0) + ofName),
      by: bits === 0 ? toldBy(own) : 'name',
    });
  }

  #mark(rows: ArrayLike<number>, mayFit: number): void {
    for (let i = 0; i < rows.length; i++) this.#mayFit[rows[i] ?? 0] = mayFit;
  }

  /** Of all that is known of a row, what brings no further word says nothing more. */
  #add({ bits, exact, covered, letters, rows, tells, isBroad }: Evidence): void {
    const { rowNames } = this.#data;
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i] ?? 0;
      const known = this.#bits[row] ?? 0;
      const inName = this.#names.bits(rowNames[row] ?? 0);
      if ((bits & ~(known | inName)) === 0) continue;
      if (isBroad && (known | inName) === 0 && this.#mayFit[row] === 0) continue;
      if (known === 0) {
        this.#found.push(row);
        this.#exact[row] = 0;
        this.#covered[row] = 0;
        this.#letters[row] = 0;
      }
      this.#bits[row] = known | bits | tells | (isBroad ? 0 : OWN);
      this.#exact[row] = (this.#exact[row] ?? 0) | exact;
      this.#covered[row] = (this.#covered[row] ?? 0) + covered;
      this.#letters[row] = (this.#letters[row] ?? 0) + letters;
    }
  }
}

/**
 * What fits the word that the fewest rows fit: no other row fits all words, so tens of thousands need not be looked at. Most
 * often there is a word that nothing true of thousands fits, and so no such row.
 */
function fewestOf(broad: readonly Evidence[], words: number): Evidence[] {
  const ofWords = Array.from({ length: words }, (_, i) => broad.filter(({ bits }) => (bits & (1 << i)) !== 0));
  const count = (of: readonly Evidence[]) => of.reduce((sum, { rows }) => sum + rows.length, 0);
  return ofWords.reduce((few, of) => (count(of) < count(few) ? of : few), ofWords[0] ?? []);
}
