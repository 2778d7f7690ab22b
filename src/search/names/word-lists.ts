/** The distinct words of folded texts, and the texts that have each. */
import { listsOf, NumberedKeys } from '../../packed/list-builder.ts';
import type { Lists } from '../../packed/lists.ts';
import { inOrderOfLength } from './text-table.ts';

/** Words in the order that their table wants them in; the texts of each, ascending. */
export function wordLists(texts: readonly string[]): { words: string[]; lists: Lists } {
  const numbered = new NumberedKeys<string>();
  const numbers: number[] = [];
  const ends = new Uint32Array(texts.length);
  for (let i = 0; i < texts.length; i++) {
    for (const word of (texts[i] ?? '').split(' ')) numbers.push(numbered.numberOf(word));
    ends[i] = numbers.length;
  }
  const { keys: words, places } = numbered.inOrder(inOrderOfLength);
  const lists = listsOf(words.length, (add) => {
    for (let text = 0, at = 0; text < ends.length; text++) {
      for (; at < (ends[text] ?? 0); at++) add(places[numbers[at] ?? 0] ?? 0, text);
    }
  });
  return { words, lists };
}
