/** What the guard against 50-fold moves stops and delays, on recorded days and on faults put into them. */
// Usage: CARDSTOCK_FIXTURES=… node bench/prices/price-guard.ts; 2 minutes on an idle machine.

import { seeded } from '../../demo/random.ts';
import { addDays } from '../../src/catalog/days.ts';
import { cardmarket, tcgplayer } from '../../src/ingest/marketplaces/market-rules.ts';
import type { Amounts } from '../../src/ingest/prices/judge-days.ts';
import { isWild } from '../../src/ingest/prices/price-guards.ts';
import { PriceLedger } from '../../src/ingest/prices/price-ledger.ts';
import { cardmarketGuide } from '../../src/upstream/markets/cardmarket.ts';
import { tcgcsvGroups, tcgcsvPrices } from '../../src/upstream/markets/tcgcsv.ts';
import { openReader } from '../../src/upstream/reader.ts';
import { type FixtureUpstream, startFixtureUpstream } from '../../test/support/sources/fixture-upstream.ts';

/** The amounts of each row on each day, of one market. */
type Days = Map<string, Amounts>[];

interface Recorded {
  days: string[];
  usd: Days;
  eur: Days;
}

/** What a walk over the days counts. */
const emptyCount = () => ({
  amounts: 0,
  wild: 0,
  borne: 0,
  late: 0,
  held: 0,
  faults: 0,
  stopped: 0,
  passed: 0,
  mild: 0,
});
type Count = ReturnType<typeof emptyCount>;

const FIRST = '2026-05-08';
const LAST = '2026-08-05';
const REAL_FROM = '2026-07-23';
const crawlPolicy = { userAgent: 'cardstock-bench/1', pauseMs: 0, connections: 4, giveUpAfterMs: 5000 };

const daysBetween = (from: string, to: string) => {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
};

async function record(
  upstream: FixtureUpstream,
  game: { category: number; guide: number },
  days: string[],
): Promise<Recorded> {
  const { read, close } = openReader(crawlPolicy, () => undefined);
  const tcgcsv = { url: `${upstream.base}/tcgcsv/tcgplayer`, category: game.category };
  const recorded: Recorded = { days, usd: [], eur: [] };
  const { groups } = await tcgcsvGroups(read, tcgcsv);
  for (const day of days) {
    await upstream.control({ day });
    const guide = await cardmarketGuide(
      read,
      `${upstream.base}/cardmarket/productCatalog/priceGuide/price_guide_${game.guide}.json`,
    );
    recorded.eur.push(new Map((guide?.rows ?? []).map((row) => [String(row.product_id), cardmarket.amountsOf(row)])));
    const usd = new Map<string, Amounts>();
    if (game.guide === 6) {
      for (const { group_id } of groups) {
        for (const row of (await tcgcsvPrices(read, tcgcsv, group_id)).rows) {
          usd.set(`${row.product_id}/${row.sub_type}/${row.condition}`, tcgplayer.amountsOf(row));
        }
      }
    }
    recorded.usd.push(usd);
  }
  await close();
  return recorded;
}

/** A market from day to day, judged by one ledger. */
class Market {
  readonly #ledger = new PriceLedger('bench', new Map(), []);
  readonly #before = new Map<string, Amounts>();

  /** Judges a day; counts it where it `isCounted`. */
  judge(day: string, rows: Map<string, Amounts>, truth: Map<string, Amounts>, count: Count, isCounted: boolean): void {
    for (const [row, amounts] of rows) {
      const last = this.#ledger.last(row)?.amounts;
      const before = new Map(this.#ledger.daysOf(row, new Map()));
      const { served, waited } = this.#judge(row, amounts, day, before);
      if (isCounted) {
        count.late += Object.keys(waited).length;
        countRow(count, {
          last: { ...this.#before.get(row), ...noNulls(last) },
          amounts,
          served,
          truth: truth.get(row) ?? {},
          waited,
        });
      }
      this.#before.set(row, { ...this.#before.get(row), ...noNulls(served) });
    }
  }

  /** What is served, and what waited before and was right. */
  #judge(row: string, amounts: Amounts, day: string, before: ReadonlyMap<string, Amounts>) {
    if (this.#ledger.isOrdinary(row, amounts, day)) {
      this.#ledger.take(row, amounts, day);
      return { served: amounts, waited: {} };
    }
    const { served, days } = this.#ledger.judge(row, amounts, day, { stored: new Map() });
    const waited: Amounts = {};
    for (const { observed_on, amounts: now } of days) {
      if (observed_on === day) continue;
      for (const name in now) {
        if (now[name] !== null && before.get(observed_on)?.[name] === null) waited[name] = now[name] ?? null;
      }
    }
    return { served, waited };
  }
}

const noNulls = (amounts: Amounts = {}) =>
  Object.fromEntries(Object.entries(amounts).filter(([, cents]) => cents !== null));

function countRow(
  count: Count,
  { last, amounts, served, truth, waited }: Record<'last' | 'amounts' | 'served' | 'truth' | 'waited', Amounts>,
) {
  for (const name in amounts) {
    const cents = amounts[name];
    if (cents == null) continue;
    const isFault = truth[name] !== cents;
    const previous = last[name] ?? null;
    // The second day of a move is no other move.
    const moved = previous !== null && waited[name] == null && isWild(previous, cents);
    if (isFault) {
      count.faults += 1;
      if (served[name] === null) count.stopped += 1;
      else if (moved) count.passed += 1;
      else count.mild += 1;
      continue;
    }
    count.amounts += 1;
    if (moved) count.wild += 1;
    if (moved && served[name] !== null) count.borne += 1;
    if (served[name] === null) count.held += 1;
  }
}

/** Changes a day's rows in place, all of one market. */
type Fault = (rows: Map<string, Amounts>, random: () => number, at: number) => void;

function walk({ days, usd, eur }: Recorded, from: string, fault?: Fault): Count {
  const count = emptyCount();
  const [inUsd, inEur] = [new Market(), new Market()];
  const random = seeded(18);
  for (const [at, day] of days.entries()) {
    for (const [market, all] of [
      [inUsd, usd],
      [inEur, eur],
    ] as const) {
      const truth = all[at] ?? new Map<string, Amounts>();
      const rows = new Map([...truth].map(([row, amounts]) => [row, { ...amounts }]));
      if (day >= from) fault?.(rows, random, at);
      market.judge(day, rows, truth, count, day >= from);
    }
  }
  return count;
}

/** Of the rows, one in a hundred. */
const SHARE = 0.01;

const scaled = (amounts: Amounts, factor: number) => {
  for (const name in amounts) {
    const cents = amounts[name];
    if (cents != null) amounts[name] = Math.max(1, Math.round(cents * factor));
  }
};

const times =
  (factor: number): Fault =>
  (rows, random) => {
    for (const amounts of rows.values()) if (random() < SHARE) scaled(amounts, factor);
  };

const spikes: Fault = (rows, random) => {
  for (const amounts of rows.values()) {
    if (random() >= SHARE) continue;
    const names = Object.keys(amounts).filter((name) => amounts[name] != null);
    const name = names[Math.floor(random() * names.length)];
    if (name !== undefined) amounts[name] = (amounts[name] ?? 0) * 100;
  }
};

const swaps: Fault = (rows, random) => {
  const names = [...rows.keys()];
  for (const [row, amounts] of rows) {
    if (random() >= SHARE) continue;
    const other = names[Math.floor(random() * names.length)] ?? row;
    const theirs = rows.get(other) ?? amounts;
    rows.set(row, theirs);
    rows.set(other, amounts);
  }
};

const FAULTS: [string, Fault][] = [
  ['a row × 100 for a day', times(100)],
  ['a row ÷ 100 for a day', times(0.01)],
  ['one amount × 100 for a day', spikes],
  ['two rows have each other’s amounts for a day', swaps],
];

function tell(label: string, figures: (number | string)[]): void {
  process.stdout.write(`${label.padEnd(46)}${figures.map((figure) => String(figure).padStart(11)).join('')}\n`);
}

const SETS = [
  { name: 'sample', data: 'sample', game: { category: 3, guide: 6 }, from: FIRST },
  { name: 'churn', data: 'churn', game: { category: 3, guide: 6 }, from: FIRST },
  { name: 'Magic, EUR', data: 'sample', game: { category: 1, guide: 1 }, from: REAL_FROM },
] as const;

const recorded = new Map<string, Recorded>();
tell('recorded days', ['amounts', 'moved 50×', 'at once', 'held', 'then right']);
for (const { name, data, game, from } of SETS) {
  await using upstream = await startFixtureUpstream(data, ['--day', from, '--links']);
  const days = await record(upstream, game, daysBetween(from, LAST));
  recorded.set(name, days);
  const spans = from === REAL_FROM ? [from] : [from, REAL_FROM];
  for (const start of spans) {
    const { amounts, wild, borne, held, late } = walk(days, start);
    tell(`${name}, ${start} to ${LAST}`, [amounts, wild, borne, held, late]);
  }
}
for (const [name, days] of recorded) {
  tell(`\nfaults in ${name}`, ['amounts', 'under 50×', 'stopped', 'passed', 'true held']);
  for (const [label, fault] of FAULTS) {
    const { faults, mild, stopped, passed, held } = walk(days, REAL_FROM, fault);
    tell(label, [faults, mild, stopped, passed, held]);
  }
}
