/** The words of a table that a typed word begins, or is a typo of: looked up once a search, though several readings ask. */
import { remembered } from '../../packed/remembered.ts';
import { eachBeginning, eachTypo, type TextTable, typedText } from './text-table.ts';

/** More than a search has; those of the one before may be among them. */
const WORDS_KEPT = 32;

/** The positions of those that begin with a word, and of those that it is a typo of, with what each costs; itself is among both. */
export type WordMatches = ReturnType<typeof wordMatches>;

export const wordMatches = (words: TextTable) =>
  remembered((word: string): Readonly<Record<'begun' | 'typos' | 'costs', readonly number[]>> => {
    const [begun, typos, costs]: [number[], number[], number[]] = [[], [], []];
    const typed = typedText(word);
    eachBeginning(words, typed, (i) => begun.push(i));
    eachTypo(words, typed, maxEditsOfWord(word.length), (i, cost) => {
      typos.push(i);
      costs.push(cost);
    });
    return { begun, typos, costs };
  }, WORDS_KEPT);

/** Words are shorter, and each of a long name's words is one more chance to find something that was not meant. */
export function maxEditsOfWord(length: number): number {
  if (length < 4) return 0;
  return length < 7 ? 1 : 2;
}
