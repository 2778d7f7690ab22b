/** Which printing a marketplace product means that says no more than the card's name. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Printing } from '../../../src/catalog/records.ts';
import { GAMES } from '../../../src/games/games.ts';
import { plainest as plainestBy } from '../../../src/ingest/matching/links/match-printings.ts';

const plainest = (candidates: Printing[]) => plainestBy(candidates, GAMES.pokemon.printings);

const plain: Printing = { type: 'normal', subtype: null, size: 'standard', stamps: [], foil: null };
const printing = (more: Partial<Printing>): Printing => ({ ...plain, ...more });

test('each oddity makes a printing less plain, the weightier ones first', () => {
  const odder = [
    plain,
    printing({ type: 'lenticular' }),
    printing({ subtype: 'unlimited' }),
    printing({ subtype: 'unlimited', foil: 'cosmos' }),
    printing({ stamps: ['1st-edition'] }),
    printing({ subtype: 'unlimited', stamps: ['staff', 'w-promo'] }),
    printing({ subtype: 'shadowless' }),
    printing({ size: 'jumbo' }),
  ];
  for (const [at, one] of odder.entries()) {
    for (const other of odder.slice(at + 1)) {
      assert.equal(plainest([other, one]), one, `${JSON.stringify(one)} beside ${JSON.stringify(other)}`);
    }
  }
});

test('two that are equally plain leave it open, unless they are the same', () => {
  for (const type of ['holo', 'reverse'] as const) assert.equal(plainest([plain, printing({ type })]), undefined);
  const twin = { ...plain };
  assert.equal(plainest([plain, twin]), plain);
  assert.equal(plainest([]), undefined);
});
