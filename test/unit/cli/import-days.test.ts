/** Days from addresses: whole addresses are asked, and files of two places may have one name. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { importDaysFrom } from '../../../src/cli/import-days.ts';
import { storedMonths } from '../../../src/store/prices/stored-months.ts';
import { apiOn } from '../../support/stages/api.ts';
import { stage } from '../../support/stages/market-stage.ts';

test('days are imported from addresses that are signed by their query, of one name at two places too', async (t) => {
  // The command would take the store that the machine's tests have.
  const { DATABASE_URL } = process.env;
  delete process.env.DATABASE_URL;
  t.after(() => DATABASE_URL && Object.assign(process.env, { DATABASE_URL }));
  await using market = await stage('sqlite');
  await market.run('2026-03-02');
  const name = 'card_prices.game.usd.2026-02-20.csv';
  const rows = (id: string, cents: number) =>
    `card_id,variant,condition,observed_on,market\n${id},normal,NM,2026-02-20,${cents}\n`;
  const held = new Map([
    [`/a/${name}?signature=1%2F2`, rows('ember1-3', 300)],
    [`/b/${name}?signature=2`, rows('ember1-4', 400)],
  ]);
  const server = createServer(({ url = '' }, answer) => {
    answer.statusCode = held.has(url) ? 200 : 403;
    answer.end(held.get(url));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  using _ = { [Symbol.dispose]: () => server.close() };
  const { port } = server.address() as AddressInfo;
  const data = (market.location as { dataDir: string }).dataDir;
  await importDaysFrom(
    [...held.keys()].map((path) => `http://127.0.0.1:${port}${path}`),
    { data } as never,
  );
  assert.equal((await storedMonths(market.store.reads)).length, 2);
  await using api = await apiOn(market.store);
  type History = { variants: { usd_market: { history: { market: number }[] }[] }[] };
  for (const [id, cents] of [
    ['ember1-3', 300],
    ['ember1-4', 400],
  ]) {
    const shown = await api.data<History>(`/v1/cards/${id}/prices?from=2026-02-01&to=2026-02-28`);
    assert.deepEqual(
      shown.variants[0]?.usd_market[0]?.history.map(({ market: of }) => of),
      [cents],
    );
  }
});
