/** The JustTCG adapter: batches, conditions and the request budget. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { Outage, type Read, wholeDocument } from '../../../src/upstream/document.ts';
import { justtcgPrices } from '../../../src/upstream/markets/justtcg.ts';

const source = { url: 'https://j.example/v1', api_key: 'secret' };
/** A clock that stands still but for being slept on. */
function testClock() {
  const slept: number[] = [];
  let now = 0;
  const sleep = async (ms: number) => {
    slept.push(ms);
    now += ms;
  };
  return { now: () => now, sleep, slept };
}

const plan = (left: number, apiPlan = 'Free Tier') => ({
  apiPlan,
  apiRateLimit: 10,
  apiRequestsRemaining: 5000,
  apiDailyRequestsRemaining: left,
});
const variant = (over: object = {}) => ({
  condition: 'Near Mint',
  printing: 'Normal',
  language: 'English',
  price: 0.11,
  lastUpdated: 1773105749,
  ...over,
});
const card = (id: number, variants: unknown[] = [variant()]) => ({ tcgplayerId: String(id), variants });

/** Answers every batch through `answer`, and keeps the batches. */
function upstream(answer: (ids: number[], request: number) => unknown) {
  const batches: number[][] = [];
  const read: Read = async (url, options) => {
    assert.equal(url, `${source.url}/cards`);
    assert.equal(options?.headers?.['x-api-key'], 'secret');
    const ids = (JSON.parse(options?.body ?? '[]') as { tcgplayerId: string }[]).map(({ tcgplayerId }) =>
      Number(tcgplayerId),
    );
    batches.push(ids);
    return wholeDocument(url, [Buffer.from(JSON.stringify(answer(ids, batches.length)))], null, undefined);
  };
  return { read, batches };
}
const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test('a day takes its share of what is left of the month, and no more however often it runs', async () => {
  // 1000 a month, 40 used today before this run: of the 1040 of this morning a day may have 52.
  let used = 40;
  let left = 1000;
  const { read, batches } = upstream(() => {
    used += 1;
    left -= 1;
    const month = { ...plan(500), apiRequestsRemaining: left, apiDailyRequestsUsed: used };
    return { data: [card(1)], _metadata: month };
  });
  await justtcgPrices(read, source, ids(5000), testClock());
  assert.equal(batches.length, 12);
  await justtcgPrices(read, source, ids(5000), testClock());
  assert.equal(batches.length, 13, 'the one request that tells of the plan');
});

test('answers are told apart by id, whatever their order, and unknown ids are left out', async () => {
  const { read } = upstream(() => ({
    data: [card(3, [variant({ price: 3 })]), card(1, [variant({ price: 1 })]), card(9)],
    _metadata: plan(9),
  }));
  const { days, quarantined, asked } = await justtcgPrices(read, source, [1, 2, 3], testClock());
  assert.deepEqual(
    days[0]?.rows.map(({ product_id, market }) => [product_id, market]),
    [
      [3, 300],
      [1, 100],
    ],
  );
  assert.deepEqual(asked, [1, 2, 3]);
  assert.deepEqual(
    quarantined.map(({ reason }) => reason),
    ['is no card that was asked for'],
  );
});

test('a condition that is not known is no row, and is told: its prices would stand still unsaid', async () => {
  const { read } = upstream(() => ({ _metadata: plan(9), data: [card(1, [variant(), variant({ condition: 'NM' })])] }));
  const { days, quarantined } = await justtcgPrices(read, source, [1], testClock());
  assert.deepEqual([days[0]?.rows.length, quarantined[0]?.reason], [1, 'condition is none that is known']);
});

/** An upstream that answers these requests with a fault, and the others as it should. */
function faulty(isFaulty: (batch: number[], request: number) => boolean, fault = new Outage('answered 500')) {
  const good = upstream((batch) => ({ data: batch.map((id) => card(id)), _metadata: plan(90) }));
  let requests = 0;
  const read: Read = async (url, options) => {
    requests += 1;
    const batch = (JSON.parse(options?.body ?? '[]') as { tcgplayerId: string }[]).map((each) =>
      Number(each.tcgplayerId),
    );
    if (isFaulty(batch, requests)) throw fault;
    return good.read(url, options);
  };
  return { read, requests: () => requests };
}

test('a batch that always fails keeps no other from being asked, and waits for its next turn', async () => {
  const { read } = faulty((batch) => batch.includes(1));
  const { asked, stopped, days } = await justtcgPrices(read, source, ids(50), testClock());
  assert.deepEqual([asked, stopped, days[0]?.rows.length], [ids(50), 'answered 500', 30]);
});

test('two batches that fail in a row are the source: what came before is kept, and they are asked first the next time', async () => {
  const { read, requests } = faulty((_, request) => request > 1);
  const { asked, stopped } = await justtcgPrices(read, source, ids(90), testClock());
  assert.deepEqual([asked, stopped, requests()], [ids(20), 'answered 500', 3]);
});

for (const [what, fault, requests] of [
  ['fails', new Outage('answered 500'), 2],
  ['refuses the key', new Outage('answered 401', { status: 401 }), 1],
] as const) {
  test(`a source that ${what} at once is an outage`, async () => {
    const asked = faulty(() => true, fault);
    await assert.rejects(justtcgPrices(asked.read, source, ids(90), testClock()), fault);
    assert.equal(asked.requests(), requests);
  });
}

test('an answer that says nothing of the plan is the last one, and that is told where others were to be asked', async () => {
  const { read, batches } = upstream((batch) => ({ data: batch.map((id) => card(id)) }));
  const { stopped } = await justtcgPrices(read, source, ids(21), testClock());
  assert.equal(stopped, `${source.url} does not say what is left of its plan: no more was asked`);
  assert.equal((await justtcgPrices(read, source, ids(20), testClock())).stopped, null);
  assert.deepEqual(batches, [ids(20), ids(20)]);
});

test('seconds that are of a time before 2000 count in another unit: their row is told and not taken', async () => {
  const times = [946_684_799, 946_684_800, 1773105749 / 60];
  const rows = times.map((lastUpdated, at) => card(at + 1, [variant({ lastUpdated })]));
  const { read } = upstream(() => ({ _metadata: plan(9), data: rows }));
  const { days, quarantined } = await justtcgPrices(read, source, [1, 2, 3], testClock());
  assert.deepEqual([days.map((each) => each.observed_on), quarantined.length], [['2000-01-01'], 2]);
});

test('each condition is a row; a null price, a sealed product and another language are none', async () => {
  const { read } = upstream(() => ({
    _metadata: plan(9),
    data: [
      card(1, [
        variant({ printing: 'Holofoil - English' }),
        variant({ condition: 'Damaged' }),
        variant({ condition: 'Lightly Played', price: null }),
        variant({ condition: 'Sealed' }),
        variant({ language: 'Japanese' }),
        42,
      ]),
    ],
  }));
  const { days, quarantined } = await justtcgPrices(read, source, [1], testClock());
  assert.deepEqual(days, [
    {
      observed_on: '2026-03-10',
      rows: [
        { product_id: 1, sub_type: 'Holofoil', condition: 'NM', market: 11, low: null, high: null },
        { product_id: 1, sub_type: 'Normal', condition: 'DMG', market: 11, low: null, high: null },
      ],
    },
  ]);
  assert.equal(quarantined.length, 1);
});

test('the first batch is as small as the free plan takes, later ones as large as the plan does', async () => {
  const free = upstream((batch) => ({ data: batch.map((id) => card(id)), _metadata: plan(90) }));
  await justtcgPrices(free.read, source, ids(50), testClock());
  assert.deepEqual(
    free.batches.map(({ length }) => length),
    [20, 20, 10],
  );
  const paid = upstream((batch) => ({ data: batch.map((id) => card(id)), _metadata: plan(90, 'Professional') }));
  await justtcgPrices(paid.read, source, ids(250), testClock());
  assert.deepEqual(
    paid.batches.map(({ length }) => length),
    [20, 100, 100, 30],
  );
});

test('the budget that an answer states is never exceeded', async () => {
  const { read, batches } = upstream((batch, request) => ({
    data: batch.map((id) => card(id)),
    _metadata: plan(3 - request),
  }));
  const { asked, batches: answered } = await justtcgPrices(read, source, ids(500), testClock());
  assert.equal(batches.length, 3);
  assert.deepEqual(
    answered,
    [0, 20, 40].map((from) => new Set(ids(60).slice(from, from + 20))),
  );
  assert.deepEqual(asked, ids(60));
});

test("no minute holds more requests than the plan's rate", async () => {
  const { read } = upstream((batch) => ({ data: batch.map((id) => card(id)), _metadata: plan(90) }));
  const clock = testClock();
  const { batches } = await justtcgPrices(read, source, ids(500), clock);
  assert.equal(batches.length, 25);
  assert.deepEqual(clock.slept, [61_000, 61_000]);
});

test('a budget that is not stated is not spent', async () => {
  const { read, batches } = upstream((batch) => ({ data: batch.map((id) => card(id)) }));
  await justtcgPrices(read, source, ids(100), testClock());
  assert.equal(batches.length, 1);
});

test('what came before a refusal is kept with its reason; a refusal at once is an outage', async () => {
  const { read } = upstream((batch) => ({ data: batch.map((id) => card(id)), _metadata: plan(90) }));
  let calls = 0;
  const refusing: Read = async (url, options) => {
    calls += 1;
    if (calls > 1) throw new Outage('answered 429', { status: 429 });
    return read(url, options);
  };
  const answer = await justtcgPrices(refusing, source, ids(40), testClock());
  assert.equal(answer.days[0]?.rows.length, 20);
  assert.equal(answer.stopped, 'answered 429');
  await assert.rejects(justtcgPrices(refusing, source, ids(40), testClock()), Outage);
});

test('an answer of another shape is an outage', async () => {
  await assert.rejects(justtcgPrices(upstream(() => 42).read, source, [1], testClock()), Outage);
  await assert.rejects(justtcgPrices(upstream(() => ({ data: 42 })).read, source, [1], testClock()), Outage);
});
