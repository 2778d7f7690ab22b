/** A small catalog whose cards differ in everything that lists are filtered and sorted by, with prices. */
import type { CardPriceRow } from '../../../src/catalog/price-rows.ts';
import type { Card } from '../../../src/catalog/records.ts';
import { cardBodies } from '../../../src/store/catalog/cards.ts';
import { writeCardPriceDays } from '../../../src/store/prices/price-days.ts';
import type { Store } from '../../../src/store/store.ts';
import { catalogFolder, tinyCard, tinyCatalog, type UpstreamCatalog } from '../sources/tiny-catalog.ts';
import { runCatalog } from './ingest.ts';

const RARITIES = ['Common', 'Rare Holo', 'Ultra-Rare', 'Illustration rare'];
const ILLUSTRATORS = ['Ada Quill', 'Ōtani Jun', 'Penhallow, J. R.'];
const TYPES = [['Ember'], ['Tide'], ['Ember', 'Tide'], []];

/** The cards of the three sets, `perSet` each; every fifth name is shared by several cards. */
export function variedCatalog(perSet = 40): UpstreamCatalog {
  const catalog = tinyCatalog(perSet);
  catalog.cards = catalog.sets.flatMap(({ id }, set) =>
    Array.from({ length: perSet }, (_, at) => ({
      ...tinyCard(id, at + 1),
      name: at % 5 === 0 ? 'Vultwick' : `Glimmer ${(at * 7) % perSet}`,
      rarity: RARITIES[(at + set) % 4],
      illustrator: ILLUSTRATORS[at % 3],
      category: at % 7 === 0 ? 'Trainer' : 'Creature',
      types: TYPES[at % 4],
      legal: { standard: at % 2 === 0, expanded: true },
      variants_detailed: [
        { type: at % 3 === 0 ? 'holo' : 'normal', size: 'standard', ...(at % 10 === 0 && { stamp: ['1st-edition'] }) },
        { type: 'reverse', size: 'standard' },
      ],
    })),
  );
  return catalog;
}

/** Fills the store with the catalog and prices of one day: two of three cards in USD, every second in EUR. */
export async function fillVaried(store: Store, catalog = variedCatalog()): Promise<void> {
  await using folder = await catalogFolder(catalog);
  const report = await runCatalog(store, folder.files);
  if (report.outcome !== 'succeeded') throw new Error(report.reason ?? 'the catalog was not taken');
  await priceVaried(store, '2026-05-01', (at) => ((at * 37) % 50) * 10 + 5);
}

/** Writes a day of prices of a game: the cheapest printing of the card at `at` costs `centsOf(at)`, the other one more. */
export async function priceVaried(
  store: Store,
  day: string,
  centsOf: (at: number) => number,
  game = 'game',
): Promise<void> {
  const cardsOf = store.reads.selectFrom('cards').select('id').where('game', '=', game).orderBy('id');
  const ids = (await cardsOf.execute()).map(({ id }) => id);
  const cards = [...(await cardBodies(store.reads, ids))].map(([, body]) => JSON.parse(body) as Card);
  const rows = new Map(
    cards.map(({ id, variants }, at) => [
      id,
      variants.flatMap((each, of) => rowsOf(each.id, at, centsOf(at) + of * 7)),
    ]),
  );
  await store.write((writes) => writeCardPriceDays(writes, { source: 'market', game }, [{ observed_on: day, rows }]));
}

function rowsOf(variant_id: number, at: number, cents: number): CardPriceRow[] {
  const usd = (condition: 'NM' | 'DMG', market: number): CardPriceRow => ({
    variant_id,
    market: 'usd',
    condition,
    amounts: { market, low: null, high: null },
  });
  const amounts = { avg: null, low: 1, trend: cents * 2, avg_holo: null, low_holo: null, trend_holo: 1 };
  return [
    ...(at % 3 === 0 ? [] : [usd('NM', cents), usd('DMG', 1)]),
    ...(at % 2 === 0 ? [] : [{ variant_id, market: 'eur', price_kind: 'plain', amounts } satisfies CardPriceRow]),
  ];
}
