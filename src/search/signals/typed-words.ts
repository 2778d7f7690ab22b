/** A search text as its words, and the tokens between its spaces, which numbers and codes are read from. */
import { foldName } from '../../catalog/fold.ts';
import { type NumberWanted, numberWanted } from '../query.ts';

/** What stands behind the twelfth word is not looked at: a bit a word, and four more for what else a row is known by. */
export const WORDS_MAX = 12;

/** Something without a space in it: `Charizard-EX` holds two words. */
export interface TypedToken {
  text: string;
  /** Which words it holds: bit i for word i. */
  bits: number;
}

export interface TypedNumber {
  wanted: NumberWanted;
  letters: number;
  bits: number;
}

export type TypedWords = Readonly<ReturnType<typeof typedWords>>;

/** Words come folded. One that is typed twice means the name once: `arceus arceus`, of the expansion of that name. */
export function typedWords(query: string) {
  const text = query.normalize('NFKC').replace(/\s*\/\s*/g, '/');
  const words: string[] = [];
  const tokens: TypedToken[] = [];
  for (const token of text.split(/\s+/)) {
    const bits = foldName(token)
      .split(' ')
      .reduce((sum, word) => sum | bitOf(words, word), 0);
    if (bits !== 0) tokens.push({ text: token, bits });
  }
  return { words, tokens, numbers: tokens.length > 1 ? numbersIn(tokens) : [] };
}

/** Takes up `word`, and gives its bit. */
function bitOf(words: string[], word: string): number {
  return word === '' || words.length === WORDS_MAX ? 0 : 1 << (words.push(word) - 1);
}

/** Every token that is a number, and two in succession that are one: `swsh 262`. */
function numbersIn(tokens: readonly TypedToken[]): TypedNumber[] {
  return tokens.flatMap(({ text, bits }, i) => {
    const before = tokens[i - 1];
    const found = /[0-9]/.test(text) ? [numberIn(text, bits)] : [];
    if (before && /^[0-9]/.test(text) && /^\p{L}{1,6}$/u.test(before.text)) {
      found.push(numberIn(before.text + text, before.bits | bits));
    }
    return found.filter((number) => number !== undefined);
  });
}

/** Whether it is digits alone, which a card of each expansion bears. */
export const isBare = ({ total, bareValue }: NumberWanted): boolean => total === undefined && bareValue !== undefined;

function numberIn(text: string, bits: number): TypedNumber | undefined {
  const wanted = numberWanted(text);
  return wanted && { wanted, letters: text.replace(/[^\p{L}\p{N}]/gu, '').length, bits };
}
