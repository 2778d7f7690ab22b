/** Proves on a whole catalog that current amounts are what their documents say, and measures what noting and keeping these takes. */
// Usage: CARDSTOCK_FIXTURES=<folder of the upstream fixtures> node scripts/proofs/use/prove-documents.ts [sample|full] [last day] [span, or none]

import assert from 'node:assert/strict';
import { addDays } from '../../../src/catalog/days.ts';
import { verifyPrices } from '../../../src/ingest/audit/verify-prices.ts';
import { fixtureSources } from '../../../test/support/sources/fixture-sources.ts';
import { fixturesMissing, startFixtureUpstream } from '../../../test/support/sources/fixture-upstream.ts';
import { GAME } from '../../../test/support/stages/game.ts';
import { runAll } from '../../../test/support/stages/ingest.ts';
import { newStore } from '../../../test/support/stages/stores.ts';

const [data = 'sample', last = data === 'full' ? '2026-11-18' : '2026-08-05', span = '30d'] = process.argv.slice(2);
const DAYS = 3;
const AMOUNTS = 10_000;
const say = (text: string) => process.stdout.write(`${text}\n`);

if (fixturesMissing) say(`left out: ${fixturesMissing}`);
else {
  await using upstream = await startFixtureUpstream(data as 'full');
  await using place = await newStore('sqlite');
  const { store } = place;
  for (let back = DAYS - 1; back >= 0; back -= 1) {
    const day = addDays(last, -back);
    await upstream.control({ day });
    const sources = Object.entries(fixtureSources(upstream.base)).filter(
      ([name]) => name !== 'catalog' || back === DAYS - 1,
    );
    for (const [name, source] of sources) {
      const keep = name === 'catalog' || span === 'none' ? {} : { keep_documents: span };
      const before = process.cpuUsage();
      const [report] = await runAll(store, { [name]: { ...source, ...keep } });
      assert.equal(report?.outcome, 'succeeded', `${name}: ${report?.reason}`);
      const { user, system } = process.cpuUsage(before);
      say(`${day} ${name}: ${((user + system) / 1e6).toFixed(2)} s of CPU`);
    }
  }
  const known = await store.reads.selectFrom('source_documents').select(['products']).execute();
  const kept = await store.reads.selectFrom('kept_documents').select(['body']).execute();
  const bytes = (rows: readonly (Uint8Array | null)[]) => rows.reduce((sum, row) => sum + (row?.length ?? 0), 0);
  const listed = bytes(known.map(({ products }) => products));
  say(
    `${known.length} documents known, ${listed} bytes of product numbers; ${kept.length} kept in ${bytes(kept.map(({ body }) => body))} bytes`,
  );
  if (span !== 'none') {
    const before = process.cpuUsage();
    const { amounts, differ } = await verifyPrices(store.reads, [GAME], AMOUNTS);
    const { user, system } = process.cpuUsage(before);
    say(`${amounts} amounts verified in ${((user + system) / 1e6).toFixed(1)} s of CPU, ${differ.length} differ`);
    for (const one of differ.slice(0, 10)) say(JSON.stringify(one));
    assert.equal(amounts, AMOUNTS);
    assert.deepEqual(differ, []);
  }
}
