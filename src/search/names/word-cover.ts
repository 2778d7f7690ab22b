/** Reads a typed text as words: the names of which each typed word begins a word, or is a typo of one. */

import { EDIT } from '../../catalog/words/edit-distance.ts';
import { listAt } from '../../packed/lists.ts';
import { SCORE_FLOOR, type ScoreBoard } from '../score-board.ts';
import type { NameTable } from './name-table.ts';
import { beginsWith, costBetween, type TypedText, textLength, typedText } from './text-table.ts';
import { maxEditsOfWord, type WordMatches } from './word-matches.ts';

/** Chosen on the English names by bench/search/relevance.ts. */
const WORDS_BASE = SCORE_FLOOR;
const WORDS_WEIGHT = 0.45;
/** A word in full is stronger evidence than a beginning: it lifts names typed without one of their words by 7 in 100. */
const WHOLE_WORD = 2;
/** A word of so few names settles a text of several: all of them are looked at sooner than the other words are looked up. */
const FEW_NAMES = 100;
const SPACE = 0x20;

/** The words of the table that one typed word may mean, and how many letters of a name it then covers. */
interface Meanings {
  words: number[];
  covered: number[];
  /** How many names have them, all told. */
  names: number;
}

/** Scores each name that all words of `folded` are found in, by how many of its letters they cover. */
export function scoreWords(table: NameTable, matches: WordMatches, folded: string, board: ScoreBoard): void {
  const keep = (name: number, covered: number) => {
    const share = Math.min(1, covered / textLength(table.names, name));
    board.keep(name, WORDS_BASE + WORDS_WEIGHT * share);
  };
  const texts = [...new Set(folded.split(' '))];
  const typed = texts.map(typedText);
  const [only] = texts.length === 1 ? texts : [];
  const { words, covered } = only === undefined ? rarest(table, matches, texts) : meaningsOf(table, matches, only);
  for (const [i, word] of words.entries()) {
    for (const name of listAt(table.wordNames, word)) {
      const letters = only === undefined ? coveredOf(table, name, typed) : covered[i];
      if (letters !== undefined) keep(name, letters);
    }
  }
}

/** What the rarest of the typed words means, or the first of few names; long words are rare, so they come first. */
function rarest(table: NameTable, matches: WordMatches, texts: readonly string[]): Meanings {
  let best: Meanings | undefined;
  for (const word of texts.toSorted((a, b) => b.length - a.length)) {
    const meanings = meaningsOf(table, matches, word);
    if (best === undefined || meanings.names < best.names) best = meanings;
    if (best.names <= FEW_NAMES) break;
  }
  return best ?? { words: [], covered: [], names: 0 };
}

function meaningsOf({ words, wordNames }: NameTable, matches: WordMatches, text: string): Meanings {
  const meanings: Meanings = { words: [], covered: [], names: 0 };
  const add = (word: number, covered: number) => {
    if (covered <= 0) return;
    meanings.words.push(word);
    meanings.covered.push(covered);
    meanings.names += listAt(wordNames, word).length;
  };
  const { begun, typos, costs } = matches(text);
  for (const word of begun) add(word, coveredByBeginning(text.length, textLength(words, word)));
  for (const [i, word] of typos.entries()) add(word, coveredByTypo(textLength(words, word), costs[i] ?? 0));
  return meanings;
}

/** Letters of a name that the typed words cover together, each the most it can; undefined where one covers none. */
function coveredOf({ names }: NameTable, name: number, typed: readonly TypedText[]): number | undefined {
  let all = 0;
  for (const word of typed) {
    const covered = coveredByWord(names.units, names.starts[name] ?? 0, names.starts[name + 1] ?? 0, word);
    if (covered <= 0) return undefined;
    all += covered;
  }
  return all;
}

/** The most letters that one typed word covers of the words in `units[start..end)`. */
function coveredByWord(units: Uint16Array, start: number, end: number, typed: TypedText): number {
  const { length } = typed.units;
  const maxEdits = maxEditsOfWord(length);
  let best = 0;
  for (let from = start; from < end; ) {
    let to = from;
    while (to < end && units[to] !== SPACE) to++;
    if (beginsWith(units, from, to, typed)) best = Math.max(best, coveredByBeginning(length, to - from));
    if (Math.abs(to - from - length) <= maxEdits) {
      best = Math.max(best, coveredByTypo(to - from, costBetween(units, from, to, typed, maxEdits)));
    }
    from = to + 1;
  }
  return best;
}

function coveredByBeginning(typedLength: number, wordLength: number): number {
  return wordLength === typedLength ? WHOLE_WORD * wordLength : typedLength;
}

/** Letters that a typo still covers: all of the word's but for two an edit, for it is weaker evidence than a beginning. */
function coveredByTypo(wordLength: number, cost: number): number {
  return wordLength - (2 * cost) / EDIT;
}
