/** The same days of prices on made-up ways into a store: however they are split into runs, it shows and holds back the same. */
import assert from 'node:assert/strict';
import { addDays, dayOf } from '../../src/catalog/days.ts';
import { allHeld } from '../../src/store/sources/held-parts.ts';
import type { Engine, Store } from '../../src/store/store.ts';
import type { DemoDocument } from '../../src/upstream/reader.ts';
import type { SourceSettings } from '../../src/upstream/source-fields.ts';
import { fc } from '../support/made/properties.ts';
import { runAll } from '../support/stages/ingest.ts';
import { newStore } from '../support/stages/stores.ts';
import { type Difference, differencesBetween, shownCatalog, shownProducts } from './shown.ts';

export const DAYS = 8;
/** Today as of the beginning: what a day is must not change while days are read. */
const TODAY = dayOf(Date.now());
export const dayAt = (at: number) => addDays(TODAY, at - DAYS);
const WINDOW = { from: dayAt(-30), to: TODAY };

/** What an amount is times its ordinary one; 0 for none. Two guards look: 50-fold, and about the same again. */
const FACTORS = [1, 1, 1, 1, 1, 1.3, 0, 60, 60, 100, 1 / 60, 3000, 30] as const;
export const COLUMNS = 3;

/** Amounts of one marketplace product by day and column, each a number of `FACTORS`. */
type Path = readonly (readonly number[])[];

/** One card, the products that it may be, and a sealed product; what of a day was first said otherwise; how its catalog changes. */
export interface SplitWorld {
  usd: Path;
  usdOther: Path;
  eur: Path;
  sealed: Path;
  /** Added to every number on days that are corrected later. */
  mistake: number;
  /** By step of the catalog: the number of the name, and of the product that the first printing is. */
  catalogs: readonly (readonly [name: number, product: number])[];
}

/** What happens to the store, one after the other. */
type SplitStep =
  | { kind: 'run'; upTo: number }
  | { kind: 'again'; from: number; to: number }
  | { kind: 'catalog' }
  | { kind: 'correct' };

/** What all worlds of a store have in common. */
interface Split {
  steps: SplitStep[];
  /** Days that are not there until they are read again, and days whose first file is a mistaken one. */
  late: number[];
  mistaken: number[];
  /** Days of another unit. */
  ofUnit: number[];
}

export const number = fc.nat(FACTORS.length - 1);
const path = fc.array(fc.array(number, { minLength: COLUMNS, maxLength: COLUMNS }), {
  minLength: DAYS,
  maxLength: DAYS,
});
const CATALOGS = 3;

export const splitWorlds: fc.Arbitrary<SplitWorld> = fc.record({
  usd: path,
  usdOther: path,
  eur: path,
  sealed: path,
  mistake: fc.integer({ min: 1, max: FACTORS.length - 1 }),
  catalogs: fc.array(fc.tuple(fc.nat(2), fc.integer({ min: 1, max: 2 })), { minLength: CATALOGS, maxLength: CATALOGS }),
});

const day = fc.nat(DAYS - 1);
const again = fc
  .tuple(day, day)
  .map(([a, b]): SplitStep => ({ kind: 'again', from: Math.min(a, b), to: Math.max(a, b) }));
const splits: fc.Arbitrary<Split> = fc
  .record({
    steps: fc.array(
      fc.oneof(
        { weight: 3, arbitrary: day.map((upTo): SplitStep => ({ kind: 'run', upTo })) },
        { weight: 2, arbitrary: again },
        { weight: 2, arbitrary: fc.constant<SplitStep>({ kind: 'catalog' }) },
        { weight: 1, arbitrary: fc.constant<SplitStep>({ kind: 'correct' }) },
      ),
      { minLength: 1, maxLength: 7 },
    ),
    late: fc.uniqueArray(day, { maxLength: 2 }),
    mistaken: fc.uniqueArray(day, { maxLength: 2 }),
    ofUnit: fc.oneof(
      fc.constant<number[]>([]),
      fc.uniqueArray(fc.integer({ min: 1, max: DAYS - 1 }), { maxLength: 4 }),
    ),
  })
  // Which days in a row are of another unit depends on all of them: these come in their order, once.
  .map((split) => (split.ofUnit.length === 0 ? split : { ...split, late: [], mistaken: [] }));

export const SOURCES: Record<'catalog' | 'usd' | 'eur', SourceSettings> = {
  catalog: { adapter: 'tcgdex', files: 'demo:catalog', give_up_after: '1s' } as SourceSettings,
  usd: {
    adapter: 'tcgcsv',
    url: 'demo:market/tcg',
    prices: 'demo:usd/{day}',
    category: 3,
    history_days: DAYS,
  } as SourceSettings,
  eur: {
    adapter: 'cardmarket',
    prices: 'demo:eur/{day}.json',
    products: ['demo:singles.json', 'demo:nonsingles.json'],
    history_days: DAYS,
  } as SourceSettings,
};

const HUNDRED = 100;
const OTHER = 2;
const SEALED = 50;
/** Products whose amounts stand still: what a median says is said by them. */
const CALM = 60;

/** What the sources publish at a moment. */
interface Published {
  worlds: readonly SplitWorld[];
  catalog: number;
  /** The newest day that is there. */
  upTo: number;
  /** Days that are not there yet, and days that are mistaken still. */
  late: ReadonlySet<number>;
  mistaken: ReadonlySet<number>;
  /** Days of another unit. */
  ofUnit: readonly number[];
}

const isThere = ({ upTo, late }: Published, at: number) => at >= 0 && at <= upTo && !late.has(at);

function amountsOf(of: Published, world: SplitWorld, path: Path, at: number): (number | null)[] {
  const isMistaken = of.mistaken.has(at);
  return (path[at] ?? []).map((number, column) => {
    const factor = FACTORS[(isMistaken ? number + world.mistake : number) % FACTORS.length] ?? 1;
    // A row without any amount is none, and a corrected file without a row says nothing of it: one column always stands.
    if (factor === 0) return column === 0 ? (of.ofUnit.includes(at) ? 750 : 7.5) : null;
    return Math.round(1000 * (column + 1) * factor) / (of.ofUnit.includes(at) ? 1 : 100);
  });
}

const calmAmount = ({ ofUnit }: Published, id: number, at: number) => (5 + (id % 40)) * (ofUnit.includes(at) ? 100 : 1);

function usdPrices(of: Published, at: number): object[] {
  const row = (
    productId: number,
    subTypeName: string,
    [marketPrice = null, lowPrice = null, highPrice = null]: (number | null)[],
  ) => ({
    productId,
    subTypeName,
    marketPrice,
    lowPrice,
    highPrice,
  });
  const calm = Array.from({ length: CALM }, (_, id) => row(id + 1, 'Normal', [calmAmount(of, id, at)]));
  return of.worlds.reduce<object[]>((rows, world, index) => {
    const id = (index + 1) * HUNDRED;
    const own = amountsOf(of, world, world.usd, at);
    rows.push(
      row(id + 1, 'Normal', own),
      row(
        id + 1,
        'Reverse Holofoil',
        own.map((amount) => amount && amount * 2),
      ),
    );
    // Of one amount alone: where that waits, nothing of the row is served.
    rows.push(row(id + OTHER, 'Normal', amountsOf(of, world, world.usdOther, at).slice(0, 1)));
    rows.push(row(id + SEALED, 'Normal', amountsOf(of, world, world.sealed, at).slice(0, 1)));
    return rows;
  }, calm);
}

function eurPrices(of: Published, at: number): object[] {
  const row = (idProduct: number, [trend = null, low = null, holo = null]: (number | null)[]) => ({
    idProduct,
    avg: null,
    low,
    trend,
    'trend-holo': holo,
  });
  const calm = Array.from({ length: CALM }, (_, id) => row(id + 1, [calmAmount(of, id, at)]));
  return of.worlds.reduce<object[]>((rows, world, index) => {
    const id = (index + 1) * HUNDRED;
    rows.push(row(id + 1, amountsOf(of, world, world.eur, at)));
    for (const [product, path] of [
      [OTHER, world.usdOther],
      [SEALED, world.sealed],
    ] as const) {
      rows.push(row(id + product, amountsOf(of, world, path, at).slice(0, 1)));
    }
    return rows;
  }, calm);
}

function cardsOf({ worlds, catalog }: Published): object[] {
  return worlds.map(({ catalogs }, index) => {
    const [name = 0, product = 1] = catalogs[catalog] ?? [];
    const id = (index + 1) * HUNDRED;
    const thirdParty = (at: number) => ({ tcgplayer: id + at, cardmarket: id + at });
    return {
      id: `w1-${index + 1}`,
      localId: String(index + 1),
      name: `Glimmer ${name}`,
      set: { id: 'w1' },
      variants_detailed: [
        { type: 'normal', thirdParty: thirdParty(product) },
        { type: 'reverse', thirdParty: thirdParty(product === 1 ? 1 : OTHER) },
      ],
    };
  });
}

function documentsOf(of: Published): DemoDocument {
  const ids = of.worlds.flatMap((_, index) => [1, OTHER].map((at) => (index + 1) * HUNDRED + at));
  const calm = Array.from({ length: CALM }, (_, id) => id + 1);
  const sealed = of.worlds.map((_, index) => (index + 1) * HUNDRED + SEALED);
  const bare = { cleanName: null, imageUrl: null, url: null };
  const list = (products: object[]) => ({ version: 1, createdAt: `${dayAt(0)}T08:00:00+0100`, products });
  const single = (id: number) => ({ idProduct: id, name: `Article ${id}`, idExpansion: 70, categoryName: 'Kind' });
  const documents: Record<string, () => unknown> = {
    'catalog/series.json': () => [{ id: 'w', name: 'World' }],
    'catalog/sets.json': () => [
      {
        id: 'w1',
        name: 'Ember Dawn',
        serie: { id: 'w' },
        releaseDate: '2021-03-01',
        cardCount: { official: 6, total: 6 },
      },
    ],
    'catalog/cards.json': () => cardsOf(of),
    'market/tcg/3/groups': () => ({ success: true, results: [{ groupId: 7, name: 'Ember Dawn' }] }),
    'market/tcg/3/7/products': () => ({
      success: true,
      results: [
        ...[...calm, ...ids].map((productId) => ({
          productId,
          name: `Article ${productId}`,
          extendedData: [{ name: 'Number', value: String(productId) }],
          ...bare,
        })),
        ...sealed.map((productId) => ({
          productId,
          name: `Ember Dawn Booster Box ${productId}`,
          extendedData: [],
          ...bare,
        })),
      ],
    }),
    'singles.json': () => list([...calm, ...ids].map(single)),
    'nonsingles.json': () =>
      list(sealed.map((idProduct) => ({ ...single(idProduct), name: `Ember Dawn Booster Box ${idProduct}` }))),
  };
  return (path) => {
    const [, usd] = /^usd\/([\d-]+)\/3\/7\/prices$/.exec(path) ?? [];
    const [, eur] = /^eur\/([\d-]+)\.json$/.exec(path) ?? [];
    const at = Math.round((Date.parse(usd ?? eur ?? '') - Date.parse(dayAt(0))) / 86_400_000);
    if (usd) return isThere(of, at) ? JSON.stringify({ success: true, results: usdPrices(of, at) }) : undefined;
    if (eur) {
      if (!isThere(of, at)) return undefined;
      return JSON.stringify({ version: 1, createdAt: `${eur}T02:40:00+0100`, priceGuides: eurPrices(of, at) });
    }
    const content = documents[path]?.();
    return content === undefined ? undefined : JSON.stringify(content);
  };
}

/** What two ways into a store differ in, and what they had in common. */
export interface SplitJudgement {
  differences: Difference[];
  runs: number;
  compared: number;
}

/** Reads what is published into the store, of some days where they are named. */
export async function read(
  store: Store,
  of: Published,
  names: readonly (keyof typeof SOURCES)[],
  days?: readonly [number, number],
): Promise<void> {
  for (const name of names) {
    const [report] = await runAll(
      store,
      { [name]: SOURCES[name] },
      { demo: documentsOf(of), days: days ? { from: dayAt(days[0]), to: dayAt(days[1]) } : null },
    );
    assert.ok(
      report?.outcome === 'succeeded' || /has none of the last|wrong unit/.test(report?.reason ?? ''),
      report?.fault ?? report?.reason ?? '',
    );
  }
}

/** What the store shows, and what it holds back. */
export const shown = async (store: Store) =>
  new Map([
    ...(await shownCatalog(store, WINDOW)),
    ...(await shownProducts(store, WINDOW)),
    ...(await allHeld(store.reads)).map(({ id, reason, days }): [string, string] => [
      `${id} held`,
      JSON.stringify([reason, days]),
    ]),
  ]);

/** Takes the worlds into a store on the way of `split`, and all days in one run into another. */
async function judgeSplit(engine: Engine, split: Split, worlds: readonly SplitWorld[]): Promise<SplitJudgement> {
  await using place = await newStore(engine);
  const all = new Set<number>();
  let runs = 0;
  const run = (...asked: Parameters<typeof read>) => {
    runs += asked[2].length;
    return read(...asked);
  };
  const of: Published = {
    worlds,
    catalog: 0,
    upTo: 0,
    late: new Set(split.late),
    mistaken: new Set(split.mistaken),
    ofUnit: split.ofUnit,
  };
  let now = { ...of };
  const { store } = place;
  await run(store, now, ['catalog']);
  for (const step of [...split.steps, { kind: 'correct' } as const, { kind: 'run', upTo: DAYS - 1 } as const]) {
    if (step.kind === 'catalog') {
      now = { ...now, catalog: Math.min(now.catalog + 1, CATALOGS - 1) };
      await run(store, now, ['catalog']);
    } else if (step.kind === 'run') {
      now = { ...now, upTo: Math.max(now.upTo, step.upTo) };
      await run(store, now, ['usd', 'eur']);
    } else if (step.kind === 'again') {
      await run(store, now, ['usd', 'eur'], [step.from, step.to]);
    } else {
      const changed = [...now.late, ...now.mistaken];
      now = { ...now, late: all, mistaken: all };
      for (const at of new Set(changed)) if (at <= now.upTo) await run(store, now, ['eur', 'usd'], [at, at]);
    }
  }
  // The catalog may have changed since: the newest day meets it.
  await run(store, now, ['usd', 'eur']);
  await using other = await newStore(engine);
  await run(other.store, now, ['catalog']);
  await run(other.store, now, ['usd', 'eur'], [0, DAYS - 1]);
  const [one, fresh] = [await shown(store), await shown(other.store)];
  return { differences: differencesBetween(one, fresh), runs, compared: fresh.size };
}

/** Histories of a seed whose split no other seed of the run has, side by side in one store. */
export function judgeSplitSeed(
  engine: Engine,
  seed: number,
  count: number,
): Promise<SplitJudgement & { split: Split }> {
  const [split] = fc.sample(fc.noBias(splits), { seed, numRuns: 1 });
  if (split === undefined) throw new Error(`seed ${seed} makes nothing`);
  const worlds = fc.sample(fc.noBias(splitWorlds), { seed, numRuns: count });
  return judgeSplit(engine, split, worlds).then((judgement) => ({ ...judgement, split }));
}
