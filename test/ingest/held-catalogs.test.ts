/** The list of guards of whole catalogs: each trips, is told, changes nothing, and lets go by both ways. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { addDays } from '../../src/catalog/days.ts';
import { acceptHeld, allHeld } from '../../src/store/sources/held-parts.ts';
import { catalogFolder, tinyCatalog, type UpstreamCatalog } from '../support/sources/tiny-catalog.ts';
import { runAll } from '../support/stages/ingest.ts';
import { ENGINES, newStore } from '../support/stages/stores.ts';

const DAY = '2026-03-01';

const guards: [what: string, spoil: (catalog: UpstreamCatalog) => void, says: RegExp][] = [
  ['cards', ({ cards }) => cards.splice(18), /^only 18 cards came; the last good run had 36/],
  ['series', ({ series }) => series.splice(2), /^only 2 series came; the last good run had 4/],
  [
    'records that cannot be taken',
    ({ cards }) => {
      for (const at of [0, 1]) cards.push({ ...cards[at], id: '', localId: '' } as never);
    },
    /^2 of \d+ records cannot be taken/,
  ],
  [
    'fields that cannot be taken',
    ({ cards }) => {
      for (const card of cards.slice(0, 2)) card.hp = 'a lot';
    },
    /^2 of \d+ records have fields that cannot be taken/,
  ],
  [
    'cards of expansions that are not listed',
    ({ cards }) => {
      for (const card of cards.slice(0, 5)) card.set = { id: 'gone' };
    },
    /^5 cards are of expansions that are not listed/,
  ],
];

/** The small catalog with two series more, and what a change makes of it; `name` tells whether it was published. */
function catalogOf(name: string, spoil: (catalog: UpstreamCatalog) => void = () => undefined): UpstreamCatalog {
  const catalog = tinyCatalog();
  catalog.series.push({ id: 'moss', name: 'Moss' }, { id: 'dune', name: 'Dune' });
  const cardCount = { official: 0, total: 0 };
  for (const id of ['moss1', 'dune1'])
    catalog.sets.push({ id, name: id, serie: { id: id.slice(0, 4) }, cardCount, releaseDate: '2020-01-01' });
  const [first] = catalog.sets;
  if (first) first.name = name;
  spoil(catalog);
  return catalog;
}

for (const [engine, skip] of ENGINES) {
  suite(`a guard of catalogs on ${engine}`, { skip }, () => {
    for (const [what, spoil, says] of guards) {
      test(`${what}: nothing changes, and it lets go with the third day or when it is accepted`, async () => {
        await using place = await newStore(engine);
        await using folder = await catalogFolder(catalogOf('First'));
        const nameOf = async () => {
          const row = place.store.reads.selectFrom('expansions').select('name').where('id', '=', 'ember1');
          return (await row.executeTakeFirstOrThrow()).name;
        };
        const run = async (at: number, catalog: UpstreamCatalog) => {
          await folder.write(catalog);
          const now = () => new Date(Date.parse(`${addDays(DAY, at)}T12:00:00Z`));
          const source = { adapter: 'tcgdex', files: folder.files, give_up_after: '1s' } as const;
          const [report] = await runAll(place.store, { catalog: source }, { now });
          return report;
        };
        await run(0, catalogOf('First'));
        for (const at of [1, 1, 2]) {
          const report = await run(at, catalogOf('Spoilt', spoil));
          assert.equal(report?.outcome, 'failed', `${at}`);
          assert.match(report?.reason ?? '', says);
          assert.match(report?.reason ?? '', /: left out until it stays so for 3 days, or a run with --accept-prune/);
          assert.equal(await nameOf(), 'First');
        }
        const [listed, ...others] = await allHeld(place.store.reads);
        assert.deepEqual([listed?.source, listed?.since, others], ['catalog', addDays(DAY, 1), []]);
        const third = await run(3, catalogOf('Third', spoil));
        assert.deepEqual([third?.outcome, await nameOf()], ['succeeded', 'Third']);
        assert.deepEqual(await allHeld(place.store.reads), []);
        assert.equal((await place.store.reads.selectFrom('cards').select('id').execute()).length, 36);
        assert.equal((await run(4, catalogOf('Normal now', spoil)))?.outcome, 'succeeded');
        // What is sound again is taken at once; the next fault is a new one.
        assert.equal((await run(5, catalogOf('Sound')))?.outcome, 'succeeded');
        assert.equal((await run(6, catalogOf('Spoilt', spoil)))?.outcome, 'failed');
        await place.store.write(async (writes) => acceptHeld(writes, await allHeld(writes)));
        assert.equal((await run(6, catalogOf('Accepted', spoil)))?.outcome, 'succeeded');
        assert.equal(await nameOf(), 'Accepted');
      });
    }
  });
}
