/** A stored price that somebody damaged costs the answers that need it, and is told: no answer is ever no JSON. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Health } from '../../src/api/health.ts';
import { openLog } from '../../src/log.ts';
import { DamagedRow } from '../../src/store/faults.ts';
import { cardPricesIn, parseCurrent } from '../../src/store/prices/current-prices.ts';
import { pricedApi } from '../support/stages/priced-api.ts';

const WHOLE = '[[16,"2026-08-05","a \\"b\\" c",[10,null,1,0,2,305],"plain"],[17,"2026-08-05","x",[120,null,7]]]';

/** What a hand, or a disk, may make of it. */
const DAMAGED = [
  WHOLE.replace('305', '30 5'),
  WHOLE.replace('305', '3x5'),
  WHOLE.replace('305', '"305"'),
  WHOLE.replace('305', '0305'),
  WHOLE.replace('305', ''),
  WHOLE.replace('null,7', 'nul,7'),
  WHOLE.replace('null,7', 'null'),
  WHOLE.replace('null,7', 'null,7,8'),
  WHOLE.replace('[10,', '[,'),
  WHOLE.replace('305]', '305,]'),
  WHOLE.replace('2,305]', '305,]'),
  WHOLE.replace('"plain"', 'plain'),
  WHOLE.replace('"plain"', '"shiny"'),
  WHOLE.replace('[16,', '[sixteen,'),
  WHOLE.replace('[16,', '[,'),
  WHOLE.replace('2026-08-05', '2026-08-"5'),
  WHOLE.replace('2026-08-05', '2026-8-5'),
  WHOLE.slice(0, -1),
  `${WHOLE}]`,
  '',
];

test('the stored text of prices is read as it was written, or refused', () => {
  const [eur, usd] = cardPricesIn(WHOLE);
  assert.deepEqual(eur, {
    variant_id: 1,
    market: 'eur',
    observed_on: '2026-08-05',
    source: 'a "b" c',
    amounts: { avg: 10, low: null, trend: 1, avg_holo: 0, low_holo: 2, trend_holo: 305 },
    price_kind: 'plain',
  });
  assert.deepEqual(usd, {
    variant_id: 1,
    market: 'usd',
    condition: 'NM',
    observed_on: '2026-08-05',
    source: 'x',
    amounts: { market: 120, low: null, high: 7 },
  });
  assert.deepEqual(cardPricesIn('[]'), []);
  assert.throws(() => parseCurrent(WHOLE.slice(0, -1)), DamagedRow);
  for (const body of DAMAGED) assert.throws(() => cardPricesIn(body), /current prices of a card are damaged/, body);
});

test('answers that need a damaged price are 500, all others go on, and /health names the damage', async () => {
  const logged: string[] = [];
  const sink = { write: (line: string) => void logged.push(line) };
  await using api = await pricedApi({ log: openLog('error', sink) });
  const health = async () => JSON.parse((await api.get('/health', {})).text) as Health;
  assert.equal(
    (await health()).tasks.find(({ name }) => name === 'store'),
    undefined,
  );
  const { key } = await api.store.reads
    .selectFrom('cards')
    .select('key')
    .where('id', '=', 'ember1-3')
    .executeTakeFirstOrThrow();
  const { body } = await api.store.reads
    .selectFrom('current_prices')
    .select('body')
    .where('owner', '=', key * 2)
    .executeTakeFirstOrThrow();
  const list = '/v1/cards?expansion_id=ember1&include=prices';
  const listed = (await api.get(list)).text;
  await api.store.write((writes) =>
    writes
      .updateTable('current_prices')
      .set({ body: body.replace(/,\[[0-9]+/, ',[twelve') })
      .where('owner', '=', key * 2)
      .execute(),
  );
  const answer = await api.get('/v1/cards/ember1-3');
  assert.equal(answer.status, 500, answer.text);
  assert.equal(answer.body.error?.code, 'internal');
  // The prices of list rows are kept as a text of their own.
  assert.equal((await api.get(list)).text, listed);
  assert.match(logged.join('\n'), /current prices of a card are damaged/);
  assert.equal((await api.get('/v1/cards/ember1-4')).status, 200);
  const row = (await health()).tasks.find(({ name }) => name === 'store');
  assert.equal(row?.status, 'late');
  assert.match(row?.last_error ?? '', /price.*damaged/);
});
