/** Records that cannot be taken are quarantined by themselves, each with its reason. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
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
