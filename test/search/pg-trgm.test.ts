/** The similarity before the re-rank equals that of a real pg_trgm. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { trigramSimilarity, trigramsOf } from '../../src/search/names/trigrams.ts';
import { newLocation, postgresMissing } from '../support/stages/stores.ts';

const PAIRS = 120_000;
const SYLLABLES = 'em ber fro st war den x lu mi na é ol 2 ナ q ra ri'.split(' ');

/** Invented folded names with many parts in common, so that most pairs are neither alike nor wholly different. */
function inventedNames(count: number): string[] {
  let state = 20_261_121;
  const next = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 0x1_0000_0000) * below);
  };
  const word = () => Array.from({ length: 1 + next(4) }, () => SYLLABLES[next(SYLLABLES.length)]).join('');
  return Array.from({ length: count }, () => Array.from({ length: 1 + next(4) }, word).join(' '));
}

test(`similarity equals pg_trgm's on ${PAIRS} pairs of names`, { skip: postgresMissing }, async () => {
  await using place = await newLocation('postgres');
  const client = new pg.Client({ connectionString: place.location.databaseUrl });
  await client.connect();
  try {
    await client.query('create extension pg_trgm');
    const names = inventedNames(PAIRS + 1);
    const { rows } = await client.query<{ a: string; b: string; similarity: number }>(
      'select a, b, similarity(a, b) from unnest($1::text[], $2::text[]) as pair(a, b)',
      [names.slice(0, PAIRS), names.slice(1)],
    );
    assert.equal(rows.length, PAIRS);
    assert.ok(rows.filter((row) => row.similarity > 0).length > PAIRS / 2);
    for (const { a, b, similarity } of rows) {
      const [ours, others] = [trigramsOf(a), new Set(trigramsOf(b))];
      const shared = ours.filter((trigram) => others.has(trigram)).length;
      assert.equal(
        Math.fround(trigramSimilarity(shared, ours.length, others.size)),
        Math.fround(similarity),
        `${a} | ${b}`,
      );
    }
  } finally {
    await client.end();
  }
});
