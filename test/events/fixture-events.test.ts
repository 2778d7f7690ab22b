/** Over the fixture upstream's days and its switch of snapshots, events are what differs between the reads before and after. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays } from '../../src/catalog/days.ts';
import type { Card, EurPriceEntry, UsdPriceEntry } from '../../src/catalog/records.ts';
import { isWanted } from '../../src/events/event-names.ts';
import { exportLines } from '../../src/events/export-lines.ts';
import { eventsAfter, lastPosition, numberEvents } from '../../src/store/events.ts';
import { cardPriceEntries } from '../../src/store/price-entries.ts';
import type { Store } from '../../src/store/store.ts';
import { fixtureSources } from '../support/fixture-sources.ts';
import { fixturesMissing, startFixtureUpstream } from '../support/fixture-upstream.ts';
import { runAll } from '../support/ingest.ts';
import { differences, Mirror } from '../support/mirror.ts';
import { newStore } from '../support/stores.ts';

const FIRST = '2026-07-10';
const DAYS = 10;
const ENTITIES = ['cards', 'expansions', 'series', 'products'] as const;

interface Body {
  name: string;
  data: { currency?: string; cards?: { id?: string; card_id?: string; prices?: unknown }[] } & Record<string, unknown>;
}

interface State {
  records: Record<(typeof ENTITIES)[number], { id: string | number }[]>;
  prices: Map<string, (UsdPriceEntry | EurPriceEntry)[]>;
}

async function stateOf(store: Store): Promise<State> {
  const records = { cards: [], expansions: [], series: [], products: [] } as State['records'];
  for (const entity of ENTITIES) {
    let text = '';
    for await (const part of exportLines(store, entity, undefined)) text += part;
    records[entity] = text
      .trimEnd()
      .split('\n')
      .slice(1, -1)
      .map((line) => JSON.parse(line) as { id: string });
  }
  return {
    records,
    prices: await cardPriceEntries(
      store.reads,
      records.cards.map(({ id }) => String(id)),
    ),
  };
}

/** A card without what prices move. */
const unpriced = (card: Card | undefined) =>
  card && JSON.stringify({ ...card, variants: card.variants.map(({ usd_market, eur_market, ...rest }) => rest) });

/** Cards that differ in anything but prices, and cards whose rows of a currency differ. */
function expected(before: State, after: State) {
  const known = new Map(before.records.cards.map((card) => [card.id, card as Card]));
  const rows = ({ prices }: State, id: string, currency: string) =>
    (prices.get(id) ?? []).filter((row) => row.currency === currency);
  const ids = after.records.cards.map(({ id }) => String(id));
  const priced = (currency: string) =>
    ids.filter((id) => JSON.stringify(rows(before, id, currency)) !== JSON.stringify(rows(after, id, currency)));
  const cards = (after.records.cards as Card[]).filter((card) => unpriced(card) !== unpriced(known.get(card.id)));
  return { cards: cards.map(({ id }) => id), USD: priced('USD'), EUR: priced('EUR') };
}

test('events are the differences between the reads, day by day and over a switch of snapshots; a second run tells none', {
  skip: fixturesMissing,
  timeout: 300_000,
}, async () => {
  await using upstream = await startFixtureUpstream('sample', ['--snapshot', '2026-07-14', '--day', FIRST]);
  await using place = await newStore('sqlite');
  const { store } = place;
  const sources = fixtureSources(upstream.base);
  const run = async () => {
    for (const report of await runAll(store, sources)) assert.equal(report.outcome, 'succeeded', report.reason ?? '');
    while ((await numberEvents(store, new Date().toISOString(), isWanted)) > 0);
  };
  await run();
  const mirror = new Mirror();
  let before = await stateOf(store);
  for (const entity of ENTITIES)
    mirror.load(
      entity,
      before.records[entity].map((record) => JSON.stringify(record)),
    );
  const told = { cards: 0, USD: 0, EUR: 0 };
  for (let day = 1; day <= DAYS; day += 1) {
    await upstream.control({ day: addDays(FIRST, day), ...(day === 6 ? { snapshot: '2026-08-21' } : {}) });
    const start = await lastPosition(store.reads);
    await run();
    const events = (await eventsAfter(store.reads, { after: start, limit: 10_000 })).map(
      ({ body }) => JSON.parse(body) as Body,
    );
    const after = await stateOf(store);
    const wanted = expected(before, after);
    for (const event of events) mirror.apply(event);
    const idsTold = (name: string, currency?: string) =>
      new Set(
        events
          .filter((event) => event.name === name && event.data.currency === currency)
          .flatMap(({ data }) => (data.cards ?? []).map((card) => String(card.id ?? card.card_id))),
      );
    assert.deepEqual([...idsTold('game.cards.updated')].sort(), wanted.cards.sort(), `cards on day ${day}`);
    for (const currency of ['USD', 'EUR'] as const) {
      assert.deepEqual(
        [...idsTold('game.card_prices.updated', currency)].sort(),
        wanted[currency].sort(),
        `${currency} on day ${day}`,
      );
      told[currency] += wanted[currency].length;
    }
    told.cards += wanted.cards.length;
    assert.deepEqual(differences(mirror, after.records as never), [], `the copy after day ${day}`);
    before = after;
  }
  assert.ok(told.cards > 0 && told.USD > 0 && told.EUR > 0, JSON.stringify(told));
  const last = await lastPosition(store.reads);
  await run();
  assert.equal(await lastPosition(store.reads), last, 'the second identical run');
});
