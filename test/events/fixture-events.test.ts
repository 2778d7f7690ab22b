/** Over six of the fixture upstream's days and its switch of snapshots, a subscriber gets what differs between the reads before and after. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { addDays } from '../../src/catalog/days.ts';
import { DEFAULT_SCOPE } from '../../src/catalog/scope.ts';
import { startDeliveries } from '../../src/events/deliver.ts';
import { createSubscription } from '../../src/events/manage-subscriptions.ts';
import { RECORDS_MAX } from '../../src/events/record-events.ts';
import { sealUnder } from '../../src/events/sealed-secrets.ts';
import { eventsAfter, lastPosition, numberEvents } from '../../src/store/events/events.ts';
import type { Engine } from '../../src/store/store.ts';
import { differencesOf, ENTITIES, stateOf, toldBy } from '../support/oracles/event-differences.ts';
import { differences, Mirror } from '../support/oracles/mirror.ts';
import { type Received, startReceiver } from '../support/servers/receiver.ts';
import { fixtureSources } from '../support/sources/fixture-sources.ts';
import { fixturesMissing, startFixtureUpstream } from '../support/sources/fixture-upstream.ts';
import { runAll } from '../support/stages/ingest.ts';
import { newStore, postgresMissing } from '../support/stages/stores.ts';

const FIRST = '2026-07-10';
/** Ten took a minute an engine of .ci/run. */
const DAYS = 6;
const SWITCH_ON = 4;

/** Chunks by group: their sizes in the order of their indexes. */
function chunkSizes(deliveries: readonly Received[]): number[][] {
  const groups = Map.groupBy(deliveries, ({ headers }) => headers['webhook-group']);
  return [...groups.values()].map((group) => {
    const bodies = group
      .map(({ body }) => JSON.parse(body) as { chunk?: { index: number; of: number }; data: object })
      .sort((a, b) => (a.chunk?.index ?? 0) - (b.chunk?.index ?? 0));
    for (const [at, { chunk }] of bodies.entries()) {
      assert.deepEqual(chunk, bodies.length > 1 ? { index: at, of: bodies.length } : undefined);
    }
    return bodies.map(({ data }) => Object.values(data).find(Array.isArray)?.length ?? 0);
  });
}

async function replayDays(engine: Engine, say: (text: string) => void): Promise<void> {
  await using upstream = await startFixtureUpstream('sample', ['--snapshot', '2026-07-14', '--day', FIRST]);
  await using place = await newStore(engine);
  await using receiver = await startReceiver();
  const { store } = place;
  const service = { store, games: [DEFAULT_SCOPE.game], seal: sealUnder('test'), network: { resolve: async () => [] } };
  await createSubscription(service, { url: receiver.url, events: ['game.*'], allowPrivate: true });
  const onFault = (error: unknown) => assert.fail(String(error));
  const deliveries = startDeliveries({ ...service, userAgent: 'test', keptDays: 30, onFault });
  const sources = fixtureSources(upstream.base);
  let seen = 0;
  /** Runs every source, and gives what the subscriber got of it, in the order of the feed. */
  const run = async (): Promise<Received[]> => {
    for (const report of await runAll(store, sources)) assert.equal(report.outcome, 'succeeded', report.reason ?? '');
    while ((await numberEvents(store, new Date().toISOString(), () => true)) > 0);
    const last = await lastPosition(store.reads);
    const got = (await receiver.got(last)).slice(seen);
    seen = last;
    return got.sort((a, b) => Number(a.headers['webhook-position']) - Number(b.headers['webhook-position']));
  };
  try {
    // A day of prices is told as its file, not as records.
    const first = (await run()).filter(({ body }) => !body.includes('.price_days.recorded"'));
    const sizes = chunkSizes(first);
    const split = sizes.filter((group) => group.length > 1);
    assert.ok(split.length > 0);
    for (const group of split) assert.ok(group.slice(0, -1).every((size) => size === RECORDS_MAX));
    assert.ok(sizes.flat().every((size) => size > 0 && size <= RECORDS_MAX));
    say(`chunks of the first run: ${split.map((group) => group.join('+')).join(', ')}`);
    const mirror = new Mirror();
    let before = await stateOf(store);
    for (const entity of ENTITIES) {
      mirror.load(
        entity,
        before[entity].map((record) => JSON.stringify(record)),
      );
    }
    const records: Record<string, number> = {};
    for (let day = 1; day <= DAYS; day += 1) {
      await upstream.control({ day: addDays(FIRST, day), ...(day === SWITCH_ON ? { snapshot: '2026-08-21' } : {}) });
      const bodies = (await run()).map(({ body }) => body);
      const after = await stateOf(store);
      const wanted = differencesOf(before, after);
      assert.deepEqual(toldBy(bodies), wanted, `day ${day}`);
      for (const body of bodies) mirror.apply(JSON.parse(body));
      assert.deepEqual(differences(mirror, after), [], `the copy after day ${day}`);
      for (const [name, of] of Object.entries(wanted)) records[name] = (records[name] ?? 0) + Object.keys(of).length;
      before = after;
    }
    say(`records told: ${JSON.stringify(records)}`);
    for (const name of ['cards.updated', 'card_prices.updated USD', 'card_prices.updated EUR', 'products.updated']) {
      assert.ok((records[name] ?? 0) > 0, name);
    }
    assert.deepEqual(await run(), [], 'the second identical run');
    assert.equal((await eventsAfter(store.reads, { after: 0, limit: 100_000 })).length, seen);
  } finally {
    await deliveries.stop();
  }
}

suite('six days of the fixture upstream', { skip: fixturesMissing, timeout: 600_000 }, () => {
  const title = 'a subscriber gets the differences between the reads, record for record; a second run tells none';
  test(`${title} (sqlite)`, (t) => replayDays('sqlite', (text) => t.diagnostic(text)));
  test(`${title} (postgres)`, { skip: postgresMissing }, (t) => replayDays('postgres', (text) => t.diagnostic(text)));
});
