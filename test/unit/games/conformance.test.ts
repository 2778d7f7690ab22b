/** Every game of this release runs the one suite that every game passes. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Game } from '../../../src/games/game.ts';
import { GAMES } from '../../../src/games/games.ts';

const suiteOf = (game: string) => new URL(`../../games/${game}.test.ts`, import.meta.url);

/** Games that have no suite of their own, or one that does not tell `conforms` what they are. */
const without = (games: readonly string[]): string[] =>
  games.filter((game) => !existsSync(suiteOf(game)) || !/^conforms\(/m.test(readFileSync(suiteOf(game), 'utf8')));

/** The demo's games read their drawn upstreams with the adapters of others. */
const isOfTheDemo = ({ sources }: Game) =>
  Object.values(sources).every((each) => JSON.stringify(each).includes('"demo:'));

test('every game passes the conformance suite over the recorded upstreams', () => {
  const games = Object.entries(GAMES).flatMap(([name, game]) => (isOfTheDemo(game) ? [] : [name]));
  assert.ok(games.length >= 5);
  assert.deepEqual(without(games), []);
  assert.deepEqual(without(['chess']), ['chess']);
});
