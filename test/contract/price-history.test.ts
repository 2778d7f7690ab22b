/** What the price endpoints promise of their window, their refusals and their shape. */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { Value } from 'typebox/value';
import { printingIdentity } from '../../src/catalog/changes.ts';
import { addDays } from '../../src/catalog/days.ts';
import { CardPriceHistory, ProductPriceHistory } from '../../src/catalog/price-history.ts';
import { putCards } from '../../src/store/catalog/cards.ts';
import { addVariants } from '../../src/store/catalog/variants.ts';
import { writeCardPrices, writeProductPrices } from '../support/sources/price-days.ts';
import { apiOn } from '../support/stages/api.ts';
import { newStore, type TestStore } from '../support/stages/stores.ts';

const NOW = new Date('2026-11-21T23:59:59Z');
const TODAY = '2026-11-21';
const stamped = {
  type: 'normal',
  subtype: null,
  size: 'standard',
  stamps: ['1st-edition', 'déjà "vu"'],
  foil: 'cosmos',
};
const plain = { type: 'reverse', subtype: null, size: 'standard', stamps: [], foil: null };
const usd = { market: 120, low: null, high: 0 };
const eur = { avg: 5, low: null, trend: 2 ** 31 - 1, avg_holo: null, low_holo: null, trend_holo: 0 };

let opened: TestStore;
let api: Awaited<ReturnType<typeof apiOn>>;

before(async () => {
  opened = await newStore('sqlite');
  const { store } = opened;
  api = await apiOn(store, { now: () => NOW });
  await store.write(async (writes) => {
    const variants = await addVariants(writes, [
      { card_id: 'ember-1', identity: printingIdentity(stamped), ordinal: 0 },
      { card_id: 'ember-1', identity: printingIdentity(plain), ordinal: 0 },
    ]);
    const [first, second] = variants;
    assert.ok(first && second);
    const body = JSON.stringify({
      game: 'game',
      id: 'ember-1',
      variants: [
        { id: first.id, ...stamped },
        { id: second.id, ...plain },
      ],
    });
    const row = {
      name: 'Ember',
      number: null,
      expansion_id: 'x',
      sort_date: '',
      number_sort: '',
      summary: '{}',
      digest: '',
    };
    await putCards(writes, [{ id: 'ember-1', ...row, body }]);
    await writes.insertInto('products').values({ id: 7, name: 'Box', body: '{"game":"game","id":7}' }).execute();
    for (let back = 0; back <= 400; back += 1) {
      if (back % 7 === 3) continue;
      const day = { source: 's', observed_on: addDays(TODAY, -back) };
      await writeCardPrices(
        writes,
        day,
        new Map([
          [
            'ember-1',
            [
              { variant_id: first.id, market: 'usd', condition: 'NM', amounts: { ...usd, market: back } },
              { variant_id: first.id, market: 'eur', price_kind: 'holo', amounts: eur },
            ],
          ],
        ]),
      );
      const product = { variant: 'normal', market: 'usd', condition: 'Unopened', amounts: usd } as const;
      await writeProductPrices(writes, day, new Map([[7, [product, { market: 'eur', amounts: eur }]]]));
    }
  });
});
after(async () => {
  await api[Symbol.asyncDispose]();
  await opened[Symbol.asyncDispose]();
});

async function refusal(path: string): Promise<{ status: number; code: string | undefined }> {
  const { status, body } = await api.get(path);
  return { status, code: body.error?.code };
}

const cardPrices = (query: string) => api.data<CardPriceHistory>(`/v1/cards/ember-1/prices${query}`);

const observedDays = (from: string, to: string): string[] => {
  const days: string[] = [];
  for (let back = 400; back >= 0; back -= 1) {
    const day = addDays(TODAY, -back);
    if (back % 7 !== 3 && day >= from && day <= to) days.push(day);
  }
  return days;
};

describe('GET /v1/cards/{id}/prices', () => {
  test('without from and to the window is the last 90 days up to today, UTC', async () => {
    const { from, to } = await cardPrices('');
    assert.deepEqual({ from, to }, { from: '2026-08-23', to: TODAY });
  });

  test('without from the window starts 90 days before to', async () => {
    const { from, to } = await cardPrices('?to=2026-03-01');
    assert.deepEqual({ from, to }, { from: '2025-12-01', to: '2026-03-01' });
  });

  test('without from the window starts no earlier than the first day that may be asked for', async () => {
    for (const to of ['0001-01-01', '0001-03-31']) {
      const { from } = await cardPrices(`?to=${to}`);
      assert.equal(from, '0001-01-01', to);
      assert.deepEqual(await cardPrices(`?from=${from}&to=${to}`), await cardPrices(`?to=${to}`));
    }
    assert.equal((await cardPrices('?to=0001-04-02')).from, '0001-01-02');
  });

  test('the window may be 0 to 366 days wide, and wider answers 400', async () => {
    const widest = addDays(TODAY, -366);
    assert.equal((await cardPrices(`?from=${widest}`)).from, widest);
    assert.equal((await cardPrices(`?from=${widest}&to=${TODAY}`)).from, widest);
    const { variants } = await cardPrices(`?from=${TODAY}&to=${TODAY}`);
    assert.deepEqual(
      variants[0]?.usd_market[0]?.history.map((day) => day.observed_on),
      [TODAY],
    );
    const tooWide = addDays(widest, -1);
    for (const query of [`?from=${tooWide}`, `?from=${tooWide}&to=${TODAY}`, '?from=2020-01-01']) {
      assert.equal((await refusal(`/v1/cards/ember-1/prices${query}`)).status, 400, query);
    }
  });

  test('a range that is malformed, impossible or inverted answers 400 bad_request, before the card is looked up', async () => {
    const malformed = [
      '',
      'today',
      '2026-1-1',
      '20260101',
      '2026-01-01T00:00:00Z',
      '2026-13-01',
      '0000-01-01',
      '%202026-01-01',
    ];
    const impossible = ['2026-02-30', '2025-02-29', '2026-04-31', '2026-00-10', '2026-01-00'];
    const queries = [...malformed, ...impossible].flatMap((day) => [`from=${day}`, `to=${day}`]);
    for (const query of [...queries, 'from=2026-11-22', 'from=2026-05-02&to=2026-05-01']) {
      for (const id of ['ember-1', 'unknown-1']) {
        assert.deepEqual(await refusal(`/v1/cards/${id}/prices?${query}`), { status: 400, code: 'bad_request' }, query);
      }
    }
  });

  test('an unknown id with a good range answers 404 not_found', async () => {
    const answer = await refusal('/v1/cards/unknown-1/prices?from=2026-05-01&to=2026-05-02');
    assert.deepEqual(answer, { status: 404, code: 'not_found' });
  });

  test('every printing is there, a leap day is a day, and a window without observations has empty histories', async () => {
    const { variants } = await cardPrices('?from=2024-02-29&to=2024-03-01');
    assert.deepEqual(variants, [
      { variant: stamped, usd_market: [], eur_market: { currency: 'EUR', price_kind: 'holo', history: [] } },
      { variant: plain, usd_market: [], eur_market: { currency: 'EUR', price_kind: null, history: [] } },
    ]);
  });

  test('each observed day stands in the history with its amounts, days without an observation are absent', async () => {
    const from = addDays(TODAY, -366);
    const served = await cardPrices(`?from=${from}`);
    assert.ok(Value.Check(CardPriceHistory, served));
    const days = observedDays(from, TODAY);
    const [first, second] = served.variants;
    assert.deepEqual(first, {
      variant: stamped,
      usd_market: [
        {
          condition: 'NM',
          currency: 'USD',
          history: days.map((day) => ({
            observed_on: day,
            ...usd,
            market: (Date.parse(TODAY) - Date.parse(day)) / 86_400_000,
          })),
        },
      ],
      eur_market: {
        currency: 'EUR',
        price_kind: 'holo',
        history: days.map((day) => ({ observed_on: day, ...eur })),
      },
    });
    assert.deepEqual(second?.usd_market, []);
  });
});

describe('GET /v1/products/{id}/prices', () => {
  test('a product has a history of the same shape under its sub-type', async () => {
    const data = await api.data('/v1/products/7/prices?from=2026-11-19');
    assert.ok(Value.Check(ProductPriceHistory, data));
    const days = observedDays('2026-11-19', TODAY);
    assert.deepEqual(data, {
      game: 'game',
      from: '2026-11-19',
      to: TODAY,
      variants: [
        {
          variant: 'normal',
          usd_market: [
            { condition: 'Unopened', currency: 'USD', history: days.map((day) => ({ observed_on: day, ...usd })) },
          ],
          eur_market: { currency: 'EUR', history: days.map((day) => ({ observed_on: day, ...eur })) },
        },
      ],
    });
  });

  test('a bad range answers 400 before an unknown or impossible id answers 404', async () => {
    for (const id of ['8', 'abc', '99999999999']) {
      assert.equal((await refusal(`/v1/products/${id}/prices?from=never`)).status, 400);
      assert.equal((await refusal(`/v1/products/${id}/prices`)).status, 404);
    }
  });
});

test('histories that are sent at the same time, kept by nobody, keep their own bytes until they are read', async () => {
  await using server = await apiOn(opened.store, { now: () => NOW, settings: { cacheMb: 0 } });
  const authorization = `Bearer ${server.key}`;
  const paths = Array.from({ length: 12 }, (_, at) => {
    const of = at % 2 === 0 ? '/v1/cards/ember-1' : '/v1/products/7';
    return `${of}/prices?from=${addDays(TODAY, -360 + at)}`;
  });
  const known = new Map<string, string>();
  for (const path of paths) known.set(path, (await api.get(path)).text);
  // One caller asks for more than the system holds for it before it reads, and one never does.
  const asked = Array.from({ length: 220 }, (_, at) => paths[at % paths.length] ?? '');
  const [slow, gone] = [1, 2].map(() => {
    const socket = connect(server.port, '127.0.0.1').pause();
    const head = (path: string, at: number) =>
      `GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\n${at === asked.length - 1 ? 'Connection: close\r\n' : ''}\r\n`;
    socket.write(asked.map(head).join(''));
    return socket;
  });
  await Promise.all(
    Array.from({ length: 120 }, async (_, at) => {
      const path = paths[at % paths.length] ?? '';
      const headers = { authorization, 'accept-encoding': at % 5 === 0 ? 'gzip' : 'identity' };
      const { bytes } = await server.send(at % 7 === 0 ? 'HEAD' : 'GET', path, headers);
      if (at % 7 === 0) assert.equal(bytes.length, 0);
      else assert.equal((at % 5 === 0 ? gunzipSync(bytes) : bytes).toString(), known.get(path));
    }),
  );
  gone?.destroy();
  const bodies = Buffer.concat((await slow?.toArray()) ?? [])
    .toString()
    .split(/HTTP[^{]*/)
    .slice(1);
  assert.deepEqual(
    bodies.map((body, at) => body === known.get(asked[at] ?? '')),
    asked.map(() => true),
  );
});
