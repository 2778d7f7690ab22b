/** Records that cannot be taken are quarantined by themselves, each with its reason. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UNSAID } from '../../../src/catalog/seeds.ts';
import { SeedCollector } from '../../../src/upstream/seed-collector.ts';

const series = (id: string) => ({ id, name: 'Series', logo: null });

test('an id that ends in the middle of a character, or came before, is quarantined', () => {
  const collector = new SeedCollector();
  for (const id of ['ember', 'ember', '\ud83dember', 'ember\ude00', '\ud83d\ude00']) {
    collector.addSeries({ id }, () => series(id));
  }
  const { seed } = collector;
  assert.deepEqual(
    seed.series.map(({ id }) => id),
    ['ember', '\ud83d\ude00'],
  );
  assert.deepEqual(
    seed.quarantined.map(({ reason }) => reason),
    [
      'series: series id given twice',
      'series: id with an incomplete character',
      'series: id with an incomplete character',
    ],
  );
});

test('a release date that is no day is null and counted, a name has the signs that a web page spells', () => {
  const collector = new SeedCollector();
  for (const [id, release_date] of Object.entries({ a: '2026-02-28', b: '2026-02-30', c: '0000-00-00', d: null })) {
    collector.addExpansion({ id }, () => ({
      ...UNSAID,
      id,
      series_id: 's',
      name: 'A &amp; B&#039;s',
      card_count_total: 0,
      release_date,
    }));
  }
  const { expansions, left_out } = collector.seed;
  assert.deepEqual(
    expansions.map(({ name, release_date }) => [name, release_date]),
    [
      ["A & B's", '2026-02-28'],
      ["A & B's", null],
      ["A & B's", null],
      ["A & B's", null],
    ],
  );
  assert.deepEqual(left_out, [
    { reason: 'expansion: /release_date is no day: 2026-02-30', sample: 'b' },
    { reason: 'expansion: /release_date is no day: 0000-00-00', sample: 'c' },
  ]);
});
