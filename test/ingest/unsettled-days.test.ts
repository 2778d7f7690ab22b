/** Days of the past that may be others now: when they are due, and what is said while they could not be settled. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { health } from '../../src/api/health.ts';
import { DEFAULT_SCOPE } from '../../src/catalog/scope.ts';
import { noChanges } from '../../src/ingest/changes.ts';
import { recordChanges, settleDueDays } from '../../src/ingest/price-day-events.ts';
import { linkChanges, settleLinks } from '../../src/ingest/prices/links.ts';
import { keepUnreadDays } from '../../src/store/marketplace-products/hand-over.ts';
import { metaValue, setMetaValue } from '../../src/store/meta.ts';
import type { PriceLink } from '../../src/store/prices/market-knowledge.ts';
import { deleteWhere, rowsWhere, rowWhere } from '../../src/store/rows.ts';
import { recentRuns } from '../../src/store/runs.ts';
import { daysRecordedSince, putRecordedDay } from '../../src/store/sources/source-days.ts';
import type { Store } from '../../src/store/store.ts';
import { catalogFolder, tinyCatalog } from '../support/sources/tiny-catalog.ts';
import { GAME } from '../support/stages/game.ts';
import { runCatalog } from '../support/stages/ingest.ts';
import { PRICED_CARD, stage } from '../support/stages/market-stage.ts';
import { ENGINES, newStore } from '../support/stages/stores.ts';

const SAYS = /^days that are others now wait for the next run: /;

async function catalogTask(store: Store) {
  const tasks = [{ name: 'catalog', windowMs: 3_600_000 }];
  return (await health({ store, tasks, games: [], budgetStore: undefined, now: () => new Date() })).tasks[0];
}

test('days that could not be settled stand in the record of the run and in /health until they are', async () => {
  await using place = await newStore('sqlite');
  await using folder = await catalogFolder(tinyCatalog());
  const { store } = place;
  await store.write(async (writes) => {
    await setMetaValue(writes, 'days_due.game', '2026-05-01T00:00:00.000Z');
    await sql`create trigger stuck before delete on meta begin select raise(abort, 'stuck'); end`.execute(writes);
  });
  for (const { files } of [folder, { files: 'file:/nowhere' }]) {
    const report = await runCatalog(store, files);
    const [recorded] = await recentRuns(store.reads, { limit: 1 });
    assert.equal(recorded?.outcome, report.outcome);
    assert.equal(recorded?.reason, report.reason);
    const told = (await catalogTask(store))?.last_error ?? '';
    if (report.outcome === 'succeeded') assert.match(told, SAYS);
    else assert.match(told, /nowhere.*; days that are others now/);
  }
  await store.write((writes) => sql`drop trigger stuck`.execute(writes));
  await runCatalog(store, folder.files);
  assert.equal((await catalogTask(store))?.last_error, null);
});

/** How often days were told in each currency. */
async function daysTold({ reads }: Store): Promise<Record<string, number>> {
  const rows = await reads.selectFrom('events').select('body').where('name', 'like', '%price_days.recorded').execute();
  const told = rows.map(({ body }) => JSON.parse(body).data as { entity: string; currency: string });
  const ofCards = told.filter(({ entity }) => entity === 'card_prices');
  return Object.fromEntries([...Map.groupBy(ofCards, ({ currency }) => currency)].map(([of, all]) => [of, all.length]));
}

for (const [engine, isMissing] of ENGINES) {
  test(`a listed day is told anew where a printing that had a price of it was pruned, on ${engine}`, {
    skip: isMissing,
  }, async () => {
    await using s = await stage(engine);
    await s.run('2026-03-01');
    assert.deepEqual(await daysTold(s.store), { usd: 1, eur: 1 });
    // As after an import, whose prices need no link.
    const [, reverse] = await rowsWhere(s.store.reads, 'variants', { card_id: PRICED_CARD }, ['id'], 'id');
    await s.store.write((writes) => deleteWhere(writes, 'price_links', { variant_id: reverse?.id ?? 0 }));
    await s.relink(({ cards }) => void Object.assign(cards[2] ?? {}, { variants_detailed: [{ type: 'normal' }] }));
    await s.accept();
    assert.deepEqual(await daysTold(s.store), { usd: 2, eur: 2 });
  });

  test(`days that are due stay so until all of them are told, whatever ends it between, on ${engine}`, {
    skip: isMissing,
  }, async () => {
    await using s = await stage(engine);
    for (const day of ['2026-03-01', '2026-03-02']) await s.run(day);
    const before = await daysTold(s.store);
    await s.store.write(async (writes) => {
      await writes.updateTable('recorded_days').set({ sha256: 'another' }).execute();
      await setMetaValue(writes, 'days_due.game', '2026-05-01T00:00:00.000Z');
    });
    let turns = 0;
    const ended: Store = {
      ...s.store,
      write: (work) => {
        turns += 1;
        if (turns > 1) throw new Error('the process ended');
        return s.store.write(work);
      },
    };
    await assert.rejects(settleDueDays(ended, DEFAULT_SCOPE, new Date()), /the process ended/);
    await settleDueDays(s.store, DEFAULT_SCOPE, new Date());
    assert.deepEqual(await daysTold(s.store), { usd: (before.usd ?? 0) + 2, eur: (before.eur ?? 0) + 2 });
  });

  test(`days are due when prices change hands, and not when a printing comes to read what has none, on ${engine}`, {
    skip: isMissing,
  }, async () => {
    await using place = await newStore(engine);
    await using folder = await catalogFolder(tinyCatalog());
    const { store } = place;
    await runCatalog(store, folder.files);
    const { id: variant_id = 0, card_id = '' } = (await rowWhere(store.reads, 'variants', {})) ?? {};
    const link: PriceLink = { variant_id, card_id, market: 'usd', product_id: 1, part: 'Normal', rule: 'sub-type' };
    const reassigned = async (before: PriceLink[], after: PriceLink[]) => {
      const changes = noChanges();
      const of = { game: 'game', market: 'usd' } as const;
      await store.write((writes) => settleLinks(writes, of, linkChanges(before, after), changes));
      return [...changes.reassigned.usd, ...changes.reassigned.eur];
    };
    assert.deepEqual(await reassigned([], [link]), [], 'nothing is kept of the product');
    assert.deepEqual(await reassigned([link], []), [], 'it had no price to leave');
    const amounts = { market: 100, low: null, high: null };
    const rows = new Map([['usd/1/Normal', [{ variant_id: 0, market: 'usd', condition: 'NM', amounts } as const]]]);
    const observer = { source: 'usd_market', game: 'game', currency: 'usd' } as const;
    await store.write((writes) => keepUnreadDays(writes, observer, [{ observed_on: '2026-05-01', rows }]));
    assert.deepEqual(await reassigned([], [link]), ['2026-05-01'], 'it reads what nobody had read');
    assert.deepEqual(await reassigned([link], []), ['2026-05-01'], 'and leaves it');
  });
}

for (const [engine, isMissing] of ENGINES) {
  test(`days are due in the currency alone in which their prices changed hands, until they are settled, on ${engine}`, {
    skip: isMissing,
  }, async () => {
    await using place = await newStore(engine);
    const { store } = place;
    const now = new Date('2026-05-03T12:00:00Z');
    const told = { game: 'game', entity: 'card_prices', sha256: 'a', told_at: '2026-05-02T12:00:00.000Z' } as const;
    const days = ['usd 2026-05-01', 'usd 2026-05-02', 'eur 2026-05-02'];
    await store.write(async (writes) => {
      for (const each of days) {
        const [currency, day = ''] = each.split(' ') as ['usd' | 'eur', string];
        await putRecordedDay(writes, { ...told, currency, day });
      }
    });
    const due = async () => metaValue(store.reads, 'days_due.game');
    const changeHands = async (currency: 'usd' | 'eur', reassigned: string[], toldNow: string[]) => {
      const changes = noChanges();
      for (const day of reassigned) changes.reassigned[currency].add(day);
      for (const day of toldNow) changes.days[currency].add(day);
      await store.write((writes) => recordChanges(writes, { game: 'game' }, GAME, changes, now));
      return due();
    };
    const both = ['2026-05-01', '2026-05-02'];
    assert.equal(await changeHands('usd', both, ['2026-05-02']), '["usd 2026-05-01"]', 'what is told now is not due');
    assert.equal(
      await changeHands('eur', both, []),
      '["usd 2026-05-01","eur 2026-05-02"]',
      'what is not listed neither',
    );
    assert.equal(await changeHands('eur', ['2026-04-30'], []), '["usd 2026-05-01","eur 2026-05-02"]');
    await settleDueDays(store, { game: 'game' }, now);
    assert.equal(await due(), undefined);
    // No row is left of any: what was told of them is taken back.
    assert.deepEqual(await daysRecordedSince(store.reads, '2026-04-01', 'game'), []);
  });
}
