/** Prices by condition from JustTCG: beside the market's file, in the order that a small budget is spent in, or not at all. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { suite, test } from 'node:test';
import { addDays } from '../../src/catalog/days.ts';
import { explainCard } from '../../src/ingest/audit/explain-card.ts';
import { verifyPrices } from '../../src/ingest/audit/verify-prices.ts';
import { currentCardPrices } from '../../src/store/prices/current-prices.ts';
import { tasks } from '../../src/store/runs.ts';
import { acceptHeld, allHeld } from '../../src/store/sources/held-parts.ts';
import type { Store } from '../../src/store/store.ts';
import type { SourceSettings } from '../../src/upstream/source-fields.ts';
import { cardHistory } from '../support/oracles/shown-histories.ts';
import { listening } from '../support/servers/listening.ts';
import { GAME } from '../support/stages/game.ts';
import { runAll } from '../support/stages/ingest.ts';
import { CARDS, PRICED_CARD, stage } from '../support/stages/market-stage.ts';

const DAY = '2026-03-01';
const LAST_UPDATED = Date.parse(`${DAY}T10:00:00Z`) / 1000;

/** What the source does: how dear its cards are, and how many requests it says are left. */
interface Manner {
  factor: number;
  left: number;
  isEmpty?: boolean;
  /** What it calls the printing that is normal. */
  printing?: string;
  /** Days after the first that its prices are of. */
  days?: number;
}

/** A JustTCG that sells each marketplace product in two conditions, at its id in dollars times a factor, and 80 % of that. */
async function justTcg(manner: Manner) {
  const batches: number[][] = [];
  const server = createServer(async (request, response) => {
    const wanted = JSON.parse(Buffer.concat(await request.toArray()).toString()) as { tcgplayerId: string }[];
    batches.push(wanted.map(({ tcgplayerId }) => Number(tcgplayerId)));
    const variant = (condition: string, price: number) => {
      return {
        condition,
        printing: manner.printing ?? 'Normal',
        language: 'English',
        price,
        lastUpdated: LAST_UPDATED + (manner.days ?? 0) * 86_400,
      };
    };
    const cardOf = (id: number) => {
      const price = id * manner.factor;
      return {
        tcgplayerId: String(id),
        variants: [variant('Near Mint', price), variant('Lightly Played', price * 0.8)],
      };
    };
    const plan = { apiPlan: 'Starter', apiRateLimit: 1000, apiRequestsRemaining: 9000 };
    const data = manner.isEmpty ? [] : (batches.at(-1) ?? []).map(cardOf);
    response.end(JSON.stringify({ data, _metadata: { ...plan, apiDailyRequestsRemaining: manner.left } }));
  });
  const listens = await listening(server);
  const source: SourceSettings = { adapter: 'justtcg', url: listens.base, api_key: 'k', give_up_after: '1s' };
  return { source, batches, [Symbol.asyncDispose]: () => listens[Symbol.asyncDispose]() };
}

/** Current market prices of the card's plain printing by condition. */
async function byCondition(store: Store): Promise<Record<string, number | null>> {
  const prices = (await currentCardPrices(store.reads, [PRICED_CARD])).get(PRICED_CARD) ?? [];
  const [plain] = prices.map(({ variant_id }) => variant_id).sort((a, b) => a - b);
  return Object.fromEntries(
    prices.flatMap((price) =>
      price.market === 'usd' && price.variant_id === plain ? [[price.condition, price.amounts.market]] : [],
    ),
  );
}

const ids = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, at) => from - at);

suite('a run of JustTCG', () => {
  test('adds conditions to the market’s file, whose Near Mint stays; alone it gives that too', async () => {
    await using s = await stage('sqlite');
    await using conditions = await justTcg({ factor: 1.5, left: 100 });
    const [report] = await runAll(s.store, { conditions: conditions.source });
    assert.equal(report?.outcome, 'succeeded', report?.reason ?? '');
    assert.deepEqual(
      [report?.counts.requests, report?.counts.articles_asked, report?.counts.rows],
      [2, CARDS, 2 * CARDS],
    );
    assert.deepEqual(await byCondition(s.store), { NM: 450, LP: 360 });
    await s.run(DAY);
    assert.deepEqual(await byCondition(s.store), { NM: 300, LP: 360 });
    const beside = await runAll(s.store, { ...s.market.sources, conditions: conditions.source });
    assert.equal(beside.at(-1)?.outcome, 'succeeded', beside.at(-1)?.reason ?? '');
    assert.deepEqual(await byCondition(s.store), { NM: 300, LP: 360 });
  });

  test('has documents of its own, a batch each, that say what it is believed in', async () => {
    await using s = await stage('sqlite');
    await using conditions = await justTcg({ factor: 1.5, left: 100 });
    await s.run(DAY);
    const keep_documents = '30d';
    await runAll(s.store, {
      usd: { ...(s.market.sources.usd as SourceSettings), keep_documents },
      conditions: { ...conditions.source, keep_documents },
    });
    const explained = await explainCard(s.store.reads, PRICED_CARD, [GAME]);
    const [plain] = explained?.variants ?? [];
    assert.deepEqual(
      plain?.usd_market.prices.map(({ condition, document }) => `${condition} ${document?.address}`),
      [`NM ${s.market.place}/now/3/7/prices`, `LP ${conditions.source.url}/cards`],
    );
    const { amounts, differ } = await verifyPrices(s.store.reads, [GAME], 10_000);
    assert.deepEqual(differ, []);
    assert.ok(amounts >= CARDS * 7, `${amounts} amounts`);
  });

  test('spends a small budget on the dearest that were never asked for, then on those asked for longest ago', async () => {
    await using s = await stage('sqlite');
    await s.run(DAY);
    await using conditions = await justTcg({ factor: 1, left: 0 });
    for (const _ of [1, 2]) await runAll(s.store, { ...s.market.sources, conditions: conditions.source });
    assert.deepEqual(conditions.batches, [ids(36, 17), [...ids(16, 1), ...ids(36, 33)]]);
  });

  test('that brings nothing is an outage: what was known stays', async () => {
    await using s = await stage('sqlite');
    const manner: Manner = { factor: 1, left: 100 };
    await using conditions = await justTcg(manner);
    await runAll(s.store, { conditions: conditions.source });
    const before = await byCondition(s.store);
    manner.isEmpty = true;
    const [report] = await runAll(s.store, { conditions: conditions.source });
    assert.deepEqual([report?.outcome, report?.reason], ['failed', 'no prices came']);
    assert.deepEqual(await byCondition(s.store), before);
  });

  test('that calls the printings otherwise says so, in its outcome and in health, until they are called so again', async () => {
    await using s = await stage('sqlite');
    const manner: Manner = { factor: 1, left: 100 };
    await using conditions = await justTcg(manner);
    const said: unknown[] = [];
    for (const [at, printing] of ['Normal', 'Regular', 'Regular', 'Normal'].entries()) {
      Object.assign(manner, { printing, days: at });
      const now = () => new Date(Date.parse(`${addDays(DAY, at)}T12:00:00Z`));
      const [report] = await runAll(s.store, { conditions: conditions.source }, { now });
      const task = (await tasks(s.store.reads)).find(({ name }) => name === 'conditions');
      assert.equal(task?.notice, report?.reason);
      said.push(report?.reason);
    }
    const told =
      /^36 of 36 rows that cards are priced by are missing.* came under other words.*; none of its 72 rows prices/;
    assert.deepEqual([said[0], said[3]], [null, null]);
    for (const text of said.slice(1, 3)) assert.match(String(text), told);
  });

  for (const way of ['on the third day', 'when it is accepted']) {
    test(`what moved to another unit is left out, is asked for again, and is taken ${way}`, async () => {
      await using s = await stage('sqlite');
      const manner: Manner = { factor: 1, left: 100 };
      await using conditions = await justTcg(manner);
      const run = async (at: number) => {
        manner.days = at;
        const now = () => new Date(Date.parse(`${addDays(DAY, at)}T12:00:00Z`));
        const [report] = await runAll(s.store, { conditions: conditions.source }, { now });
        assert.equal(report?.outcome, 'succeeded', report?.reason ?? '');
        return report.reason ?? '';
      };
      await run(0);
      const before = await byCondition(s.store);
      manner.factor = 100;
      for (const at of [1, 2]) {
        assert.match(
          await run(at),
          /half of its amounts are 100.00 times .*: left out until it stays so for 3 days[^;]*$/,
        );
        assert.deepEqual(await byCondition(s.store), before);
        const [listed, ...others] = await allHeld(s.store.reads);
        assert.deepEqual([listed?.guard, listed?.since, others], ['unit', addDays(DAY, 1), []]);
      }
      assert.deepEqual(conditions.batches.at(-1), conditions.batches.at(-3));
      if (way === 'when it is accepted') await s.store.write(async (w) => acceptHeld(w, await allHeld(w)));
      assert.equal(await run(way === 'when it is accepted' ? 2 : 3), '');
      assert.deepEqual(await byCondition(s.store), { NM: 30_000, LP: 24_000 });
      assert.deepEqual(await allHeld(s.store.reads), []);
      const [printing] =
        (await cardHistory(s.store.reads, PRICED_CARD, { from: DAY, to: addDays(DAY, 9) }))?.variants ?? [];
      const days = printing?.usd.find(({ condition }) => condition === 'LP')?.days.map((observed) => observed.day);
      const last = way === 'when it is accepted' ? 2 : 3;
      assert.deepEqual(
        days,
        Array.from({ length: last + 1 }, (_, at) => addDays(DAY, at)),
        'the days left out are written too',
      );
    });
  }
});
