/** Keeps a small store of this release, and what it answers, in test/releases/: every later one has to open it. */
// Usage: node scripts/release/keep-store.ts, once for each release, by the code that is released.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { VERSION } from '../../src/release.ts';
import { backUp } from '../../src/store/maintenance/backup.ts';
import { answersOf } from '../../test/support/oracles/kept-store.ts';
import { catalogFolder, tinyCatalog } from '../../test/support/sources/tiny-catalog.ts';
import { marketFolder, tinyMarket } from '../../test/support/sources/tiny-market.ts';
import { apiOn } from '../../test/support/stages/api.ts';
import { runAll, runCatalog } from '../../test/support/stages/ingest.ts';
import { newStore } from '../../test/support/stages/stores.ts';

const DAYS = ['2026-11-20', '2026-11-21'];

const folder = join('test/releases', VERSION);
const place = await mkdtemp(join(tmpdir(), 'cardstock-keep-'));
try {
  await using kept = await newStore('sqlite');
  const catalog = tinyCatalog();
  for (const [at, card] of catalog.cards.entries()) card.thirdParty = { tcgplayer: at + 1, cardmarket: 1001 + at };
  await using files = await catalogFolder(catalog);
  await using market = await marketFolder();
  await runCatalog(kept.store, files.files);
  for (const [at, day] of DAYS.entries()) {
    const content = tinyMarket(day, catalog.cards.length);
    for (const row of content.eur) row.trend = Number(row.trend) + at / 10;
    content.usd.push({ productId: 900, subTypeName: 'Normal', lowPrice: 90, highPrice: 120, marketPrice: 100 + at });
    await market.write(content);
    for (const { outcome, reason } of await runAll(kept.store, market.sources)) {
      if (outcome === 'failed') throw new Error(reason ?? day);
    }
  }
  const api = await apiOn(kept.store);
  const answers = await answersOf(api);
  await api[Symbol.asyncDispose]();
  await backUp(kept.location.dataDir, join(place, 'store.db'));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'store.db.gz'), gzipSync(readFileSync(join(place, 'store.db')), { level: 9 }));
  writeFileSync(join(folder, 'answers.json'), `${JSON.stringify(answers, null, 1)}\n`);
} finally {
  await rm(place, { recursive: true });
}
