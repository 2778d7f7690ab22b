/** The time to read 366 days of a card with 20 printings, in process and over HTTP beside a bare server, on both engines. */
// Usage: node bench/prices/history-reads.ts [percent of series moving a day = 15]; PostgreSQL where DATABASE_URL names one.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { getCardPrices } from '../../src/api/catalog/prices/price-history.ts';
import { cardHistory } from '../../src/store/prices/price-history.ts';
import type { Engine, StoreLocation } from '../../src/store/store.ts';
import { writeCardPrices } from '../../test/support/sources/price-days.ts';
import { newStore, postgresMissing } from '../../test/support/stages/stores.ts';
import { ask } from '../http/cpu-a-request.ts';
import { answerOf, httpReader, type StoreServer, startStoreServer } from '../http/read-over-http.ts';
import { line, percentile, percentiles, timings, timingsInTurns } from '../report.ts';
import { dayName, Market } from './price-market.ts';

const DAYS = 367;
const GOALS_MS = { inProcess: 1, overHttp: 5 };
const CARDS = [
  { prefix: 'both', conditions: 1, label: '20 printings, 40 series' },
  { prefix: 'conditions', conditions: 5, label: '20 printings, 120 series' },
];
const window = { from: dayName(DAYS - 1 - 366), to: dayName(DAYS - 1) };

interface Medians {
  inProcess: number;
  overHttp: number;
  /** The same bytes from a bare node:http server, in turns with ours: what this machine and the reader take by themselves. */
  bare: number;
}

const median = (wallMs: readonly number[]) => percentile(wallMs, 0.5);

/** Medians of the larger card in milliseconds. */
async function measure(engine: Engine): Promise<Medians> {
  await using place = await newStore(engine);
  const { store } = place;
  const market = new Market(Number(process.argv[2] ?? 15) / 100);
  for (const { prefix, conditions } of CARDS) {
    await market.addCards(store, prefix, { cards: 1, variantsPerCard: 20, conditions });
  }
  for (let number = 0; number < DAYS; number += 1) {
    const day = { source: 'bench', observed_on: dayName(number) };
    const rows = market.nextDay();
    await store.write((writes) => writeCardPrices(writes, day, rows));
  }
  const child = fork(new URL(import.meta.url), [JSON.stringify(place.location)]);
  const [server] = (await once(child, 'message')) as [StoreServer];
  const read = httpReader(server);
  const bareChild = fork(new URL('../http/bare-server.ts', import.meta.url));
  const [{ port }] = (await once(bareChild, 'message')) as [{ port: number }];
  const readBare = httpReader({ port, key: server.key });
  let medians: Medians | undefined;
  for (const { prefix, label } of CARDS) {
    const request = { params: { id: `${prefix}-1` }, query: window };
    const context = {
      store,
      reads: store.reads,
      now: () => new Date(),
      isOf: () => undefined,
    } as unknown as Parameters<typeof getCardPrices>[1];
    const path = `/v1/cards/${prefix}-1/prices?${new URLSearchParams({ ...window })}`;
    const inProcess = await timings(() => cardHistory(store.reads, `${prefix}-1`, window));
    const asJson = await timings(() =>
      getCardPrices(request as unknown as Parameters<typeof getCardPrices>[0], context),
    );
    await ask(bareChild, await answerOf(server.port, path, { authorization: `Bearer ${server.key}` }));
    const [overHttp, bare] = await timingsInTurns([() => read(path), () => readBare(path)]);
    line(`${engine}, ${label}, in process`, percentiles(inProcess));
    line(`${engine}, ${label}, as JSON`, percentiles(asJson));
    line(`${engine}, ${label}, over HTTP`, percentiles(overHttp));
    line(`${engine}, ${label}, bare node:http`, percentiles(bare));
    medians = { inProcess: median(inProcess.wallMs), overHttp: median(overHttp.wallMs), bare: median(bare.wallMs) };
  }
  child.disconnect();
  bareChild.disconnect();
  await once(child, 'exit');
  if (medians === undefined) throw new Error('no card was read');
  return medians;
}

async function main(): Promise<void> {
  const sqlite = await measure('sqlite');
  for (const way of ['inProcess', 'overHttp'] as const) {
    line(`SQLite, ${way}`, `${sqlite[way].toFixed(2)} ms (goal ${GOALS_MS[way]})`);
  }
  line('SQLite, bare node:http', `${sqlite.bare.toFixed(2)} ms, ${(sqlite.bare / sqlite.overHttp).toFixed(2)} of it`);
  if (postgresMissing) return line('PostgreSQL', postgresMissing);
  const postgres = await measure('postgres');
  for (const way of ['inProcess', 'overHttp'] as const) {
    const ratio = (postgres[way] / sqlite[way]).toFixed(2);
    line(`PostgreSQL, ${way}`, `${postgres[way].toFixed(2)} ms (goal ${3 * GOALS_MS[way]}), ${ratio} of SQLite`);
  }
}

/** The service, in a process of its own. */
async function serve(location: StoreLocation): Promise<void> {
  process.on('disconnect', () => process.exit());
  process.send?.(await startStoreServer(location));
}

await (process.send ? serve(JSON.parse(process.argv[2] ?? '') as StoreLocation) : main());
