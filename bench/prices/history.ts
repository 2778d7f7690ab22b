/** A year of price history on SQLite, beside plain rows: bytes an observation on disk, and the time to write a day. */
// Usage: node bench/prices/history.ts [percent of series moving a day = 15] [cards = 5000]; 3 minutes on an idle machine.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { writeCardPrices } from '../../test/support/sources/price-days.ts';
import { line, percentile, percentiles, timings } from '../report.ts';
import { dayName, Market } from './price-market.ts';

const DAYS = 367;
const FULL_CARDS = 25_000;
const PLAIN_CARDS = 150;
const SERIES_PER_CARD = 18;
const SERIES_MAX = 128;

const percent = Number(process.argv[2] ?? 15);
const cards = Number(process.argv[3] ?? 5000);
const dataDir = mkdtempSync(join(tmpdir(), 'cardstock-bench-'));
const file = join(dataDir, 'cardstock.db');

/** Bytes of the database file once the write-ahead log is in it. */
function fileBytes(statement?: string): number {
  const database = new Database(file);
  if (statement) database.exec(statement);
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
  return statSync(file).size;
}

async function fillYear(store: Store, market: Market): Promise<number[]> {
  const dayMs: number[] = [];
  for (let number = 0; number < DAYS; number += 1) {
    const rows = market.nextDay();
    const began = performance.now();
    const day = { source: 'bench', observed_on: dayName(number) };
    await store.write((writes) => writeCardPrices(writes, day, rows));
    dayMs.push(performance.now() - began);
  }
  return dayMs;
}

function reportSize(label: string, bytes: number, observations: number): void {
  const each = bytes / observations;
  const full = each * FULL_CARDS * SERIES_PER_CARD * 365;
  line(
    label,
    `${each.toFixed(2)} B/observation, ${(bytes / 1e6).toFixed(0)} MB; ${FULL_CARDS} cards: ${(full / 1e9).toFixed(2)} GB a year`,
  );
}

/** The same year as one row an observation, for comparison. */
async function measurePlainRows(market: Market): Promise<void> {
  const path = join(dataDir, 'plain.db');
  const database = new Database(path);
  database.exec(`create table prices (series integer, day integer, a integer, b integer, c integer, d integer, e integer,
    f integer, primary key (series, day)) without rowid`);
  const insert = database.prepare('insert into prices values (?, ?, ?, ?, ?, ?, ?, ?)');
  let rows = 0;
  let tookMs = 0;
  for (let day = 0; day < DAYS; day += 1) {
    const prices = [...market.nextDay().values()];
    const began = performance.now();
    database.exec('begin');
    for (const [card, series] of prices.entries()) {
      for (const [at, { amounts }] of series.entries()) {
        const columns = [...Object.values(amounts), null, null, null].slice(0, 6);
        rows += insert.run(card * SERIES_MAX + at, day, ...columns).changes;
      }
    }
    database.exec('commit');
    tookMs += performance.now() - began;
  }
  line('plain rows, a day of 450,000 observations', `${((tookMs / rows) * 450).toFixed(1)} s`);
  database.exec('vacuum');
  reportSize('plain rows, after VACUUM', statSync(path).size, rows);
  const read = database.prepare(
    'select * from prices where series >= ? and series < ? and day >= ? order by series, day',
  );
  const last = (market.cardIds.length - 1) * SERIES_MAX;
  line(
    'plain rows, 366 days of 40 series, in process',
    percentiles(await timings(() => read.all(last, last + SERIES_MAX, 0))),
  );
  database.close();
}

const TWENTY = { cards: 1, variantsPerCard: 20 };
try {
  const store = await openStore({ dataDir });
  const market = new Market(percent / 100);
  const emptyBytes = fileBytes();
  await market.addCards(store, 'card', { cards, variantsPerCard: 3, conditions: 5 });
  const catalogBytes = fileBytes() - emptyBytes;
  line(
    'cards, series, days',
    `${market.cardIds.length}, ${market.seriesCount}, ${DAYS}; ${percent} % move a day, in every column`,
  );
  const dayMs = await fillYear(store, market);
  const observations = market.seriesCount * DAYS;
  const scale = 450 / (market.seriesCount / 1000);
  line(
    'a day of 450,000 observations',
    `median ${((percentile(dayMs, 0.5) * scale) / 1000).toFixed(1)} s, longest ${((Math.max(...dayMs) * scale) / 1000).toFixed(1)} s`,
  );
  reportSize('as written', fileBytes() - catalogBytes, observations);
  await store.close();
  reportSize('after VACUUM', fileBytes('vacuum') - catalogBytes, observations);
  const reopened = await openStore({ dataDir });
  const plain = new Market(percent / 100);
  await plain.addCards(reopened, 'plain', { cards: PLAIN_CARDS, variantsPerCard: 3, conditions: 5 });
  await plain.addCards(reopened, 'plain-both', { ...TWENTY, conditions: 1 });
  await measurePlainRows(plain);
  await reopened.close();
} finally {
  rmSync(dataDir, { recursive: true });
}
