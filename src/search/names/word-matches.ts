/** The words of a table that a typed word begins, or is a typo of: looked up once a search, though several readings ask. */
import { eachBeginning, eachTypo, type TextTable, typedText } from './text-table.ts';

export class WordMatches {
  readonly #words: TextTable;
  /** The positions of those that begin with a word, and of those that it is a typo of, with what each costs; itself is among both. */
  readonly #known = new Map<string, Record<'begun' | 'typos' | 'costs', readonly number[]>>();

  constructor(words: TextTable) {
    this.#words = words;
  }

  clear(): void {
    this.#known.clear();
  }

  of(word: string) {
    const known = this.#known.get(word);
    if (known !== undefined) return known;
    const begun: number[] = [];
    const typos: number[] = [];
    const costs: number[] = [];
    const typed = typedText(word);
    eachBeginning(this.#words, typed, (i) => begun.push(i));
    eachTypo(this.#words, typed, maxEditsOfWord(word.length), (i, cost) => {
      typos.push(i);
      costs.push(cost);
    });
    const match = { begun, typos, costs };
    this.#known.set(word, match);
    return match;
  }
}

/** Words are shorter, and each of a long name's words is one more chance to find something that was not meant. */
export function maxEditsOfWord(length: number): number {
  if (length < 4) return 0;
  return length < 7 ? 1 : 2;
}
