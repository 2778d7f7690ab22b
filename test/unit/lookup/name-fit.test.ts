/** Which words of a row's name a card does not explain. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unexplained } from '../../../src/lookup/name-fit.ts';

const left = (said: string, name: string) =>
  unexplained({ names: [{ text: said, isWhole: true, isPrintingAside: false }] }, { names: [name], beside: [] });

test('a word with a typo is explained by the one that it stands for, from three letters on', () => {
  assert.deepEqual(left('charizrd', 'charizard'), []);
  assert.deepEqual(left('mew', 'meu'), []);
  for (const [said, name, word] of [
    ['unown c', 'unown g', 'c'],
    ['charizard gx', 'charizard ex', 'gx'],
  ] as const)
    assert.deepEqual(left(said, name), [word]);
});
