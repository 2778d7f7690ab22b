/** What is made anew when a day comes: the files of its own month and currency. */
import assert from 'node:assert/strict';
import { mkdtempDisposableSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeFiles } from '../../../src/files/make-files.ts';
import { partOf } from '../../../src/files/manifest.ts';
import { stage } from '../../support/stages/market-stage.ts';

test("a day of one currency leaves the other's months as they are, and those before it; a day of both leaves neither", async () => {
  await using market = await stage('sqlite');
  using folder = mkdtempDisposableSync(join(tmpdir(), 'cardstock-own-months-'));
  const made = async () => {
    const options = { now: new Date(), isServed: true, folder: folder.path };
    const { files } = await makeFiles(market.store, options);
    const months = files.filter(({ month, entity, name }) => month && entity === 'card_prices' && /parquet/.test(name));
    return new Map(months.map((file) => [partOf(file).slice(17), statSync(join(folder.path, file.name)).ino]));
  };
  const anew = (before: Map<string, number>, after: Map<string, number>) =>
    [...after.keys()].filter((part) => before.get(part) !== after.get(part)).sort();
  // The last printing gets its first price on the third day: no row of the month before is another by that.
  await market.run('2026-02-27', ({ usd }) => void usd.pop());
  await market.run('2026-03-01', ({ usd }) => void usd.pop());
  const first = await made();
  assert.deepEqual([...first.keys()].sort(), ['eur.2026-02', 'eur.2026-03', 'usd.2026-02', 'usd.2026-03']);
  await market.run('2026-03-02', ({ eur }) => void eur.splice(0));
  const second = await made();
  assert.deepEqual(anew(first, second), ['usd.2026-03']);
  await market.run('2026-03-03');
  assert.deepEqual(anew(second, await made()), ['eur.2026-03', 'usd.2026-03']);
});
