/** Derives current amounts anew from the documents that were kept, and says which are served otherwise. */
import type { EurExplanation, UsdExplanation } from '../../catalog/provenance/card-explanation.ts';
import { OperatorFailure } from '../../failure.ts';
import type { DeployedGame } from '../../games/game.ts';
import { CATALOG_ADAPTERS } from '../../games/games.ts';
import { cardById } from '../../store/catalog/catalog-records.ts';
import { pricedCards } from '../../store/prices/current-prices.ts';
import { judgedAmounts } from '../../store/prices/market-knowledge.ts';
import { heldParts } from '../../store/sources/held-parts.ts';
import { isPricing, keptBytes, keptDocuments } from '../../store/sources/source-documents.ts';
import type { Reads } from '../../store/store.ts';
import { wholeDocument } from '../../upstream/document.ts';
import { readJson } from '../../upstream/json-rows.ts';
import { type Fields, type PlainRow, plainRows } from '../../upstream/markets/plain-rows.ts';
import { forEachPackedRow } from '../../upstream/packed-rows.ts';
import { isGzip } from '../../upstream/text-bytes.ts';
import { explainCard } from './explain-card.ts';

type Fact = string | number | null;
type Facts = Record<string, Fact>;

/** A price as it is served, with its row, day and side, and what the newest document that has one makes of it. */
interface Price {
  name: { card_id: string; variant: string; currency: 'USD' | 'EUR'; condition: string | null };
  source: string;
  product: number | null;
  /** Whether rows of this sub type may speak for the printing. */
  isKind(subType: string): boolean;
  served: Facts;
  /** What follows from the printing alone. */
  ruled: Facts;
  derived?: Facts;
  /** How many documents said what is served. */
  timesSaid: number;
}

const NOTHING: ReadonlySet<string> = new Set();

/** Something that is served otherwise than it follows: an amount by its name, or `row`, `observed_on`, `price_kind`. */
export type Difference = Price['name'] & { field: string; served: Fact; derived: Fact };

/**
 * Verifies so many amounts of cards drawn by chance.
 * @throws OperatorFailure where no document is kept
 */
export async function verifyPrices(reads: Reads, games: readonly DeployedGame[], sample: number) {
  const kept = await keptDocuments(reads);
  const sources = new Set(kept.map(({ source }) => source));
  if (kept.length === 0) {
    throw new OperatorFailure('no document of prices is kept: give their source "keep_documents", such as "30d"');
  }
  const prices: Price[] = [];
  const drawn = (await pricedCards(reads)).map((card) => ({ ...card, place: Math.random() }));
  let count = 0;
  for (const { id, game } of drawn.sort((a, b) => a.place - b.place)) {
    if (count >= sample) break;
    const of = games.find(({ name }) => name === game);
    if (of === undefined) continue;
    const own = (await pricesOf(reads, id, of)).filter(({ source }) => sources.has(source));
    count = own.reduce((sum, { served }) => sum + amountsIn(served), count);
    prices.push(...own);
  }
  const sought = Map.groupBy(prices, ({ source, product, name }) => `${source} ${name.currency} ${product}`);
  const untaken = await untakenOf(reads, sources);
  // The newest comes first: what an older one says is what the price was before.
  for (const { source, observed_on, sha256, address, products } of kept) {
    const isTaken = isPricing(products);
    await eachRow(address, await keptBytes(reads, source, sha256), (row) => {
      const day = row.day ?? observed_on;
      const all = factsOf(source, row, day, NOTHING);
      if (amountsIn(all) === 0 || !isTaken(row.product)) return;
      const facts = factsOf(source, row, day, untaken);
      for (const price of sought.get(`${source} ${row.currency} ${row.product}`) ?? []) {
        if (price.name.condition !== row.condition || !price.isKind(row.sub_type)) continue;
        const isServed = Object.entries(all).every(([name, fact]) => price.served[name] === fact);
        // A day that came twice, and was held the second time, may have said the same the first time.
        if (isServed) price.timesSaid += 1;
        const taken = isServed && price.timesSaid > 1 ? all : facts;
        if (amountsIn(taken) > 0) price.derived ??= { ...taken, ...price.ruled };
      }
    });
  }
  return compared(prices, sample);
}

/** A file of hundreds of megabytes comes packed, and record by record. */
async function eachRow(address: string, bytes: Uint8Array, see: (row: PlainRow) => void): Promise<void> {
  const document = wholeDocument(address, [bytes], null, null);
  const seeAll = (value: unknown) => {
    for (const record of [value].flat() as Fields[]) {
      const catalogs = Object.values(CATALOG_ADAPTERS).flatMap(({ plainPrices }) => plainPrices?.(record) ?? []);
      for (const row of [...plainRows(record), ...catalogs]) see(row);
    }
  };
  if (isGzip(bytes)) await forEachPackedRow(document, seeAll);
  else seeAll(await readJson(document));
}

const isAmount = ([, fact]: [string, Fact]) => typeof fact === 'number';
const amountsIn = (facts: Facts) => Object.entries(facts).filter(isAmount).length;

function compared(prices: readonly Price[], sample: number): { amounts: number; differ: Difference[] } {
  const found = { amounts: 0, differ: [] as Difference[] };
  for (const { name, served, derived = {} } of prices) {
    for (const [field, fact] of Object.entries(derived)) {
      const counts = typeof served[field] === 'number';
      if (counts && found.amounts === sample) return found;
      if (counts) found.amounts += 1;
      if (served[field] !== fact) found.differ.push({ ...name, field, served: served[field] ?? null, derived: fact });
    }
  }
  return found;
}

async function pricesOf(reads: Reads, id: string, game: DeployedGame): Promise<Price[]> {
  const [card, explained] = [await cardById(reads, id), await explainCard(reads, id, [game], false)];
  const { subTypesOf, readsSecondSide } = game.printings;
  return (explained?.variants ?? []).flatMap(({ variant_id, variant, usd_market, eur_market }) => {
    const printing = card?.variants.find((one) => one.id === variant_id);
    if (card === undefined || printing === undefined) return [];
    const { tcgplayer, cardmarket } = printing.external_ids;
    const sharers = card.variants.filter(({ external_ids }) => external_ids.cardmarket === cardmarket);
    const price_kind = readsSecondSide(printing, sharers) ? 'holo' : 'plain';
    const names = subTypesOf(printing);
    const isOnly = usd_market.rule === 'only-sub-type';
    const price = (market: UsdExplanation | EurExplanation, product: number | null, ruled: Facts) =>
      market.prices.map(({ source, currency, document: _, ...served }) => ({
        name: { card_id: card.id, variant, currency, condition: 'condition' in served ? served.condition : null },
        ...{ source, product, ruled, served: { ...served, row: market.row }, timesSaid: 0 },
        isKind: (subType: string) => subType === '' || isOnly || names.includes(subType),
      }));
    return [...price(usd_market, tcgplayer, {}), ...price(eur_market, cardmarket, { price_kind })];
  });
}

type HeldRow = { product_id: number; sub_type?: string; condition?: string } & Facts;

/** Names a row by what it says: where a day comes a second time, what is held of one document says nothing about the other. */
const keyOf = (source: string, day: string, { product_id, sub_type = '', condition, ...amounts }: HeldRow) =>
  `${source} ${day} ${product_id}/${sub_type}/${condition ?? ''} ${Object.entries(amounts).filter(isAmount).sort()}`;

/** Amounts that are pending, by source, row, name and day, and rows of parts that are held. */
async function untakenOf(reads: Reads, sources: Iterable<string>): Promise<Set<string>> {
  const untaken = new Set<string>();
  for (const source of sources) {
    for (const { row_name, name, observed_on, state } of await judgedAmounts(reads, source)) {
      if (state === 'held') untaken.add(`${source} ${row_name}/${name} ${observed_on}`);
    }
    for (const { days } of (await heldParts(reads, source)).values()) {
      for (const [day, rows] of days) {
        // Rows that say a day of their own lie by it.
        for (const row of JSON.parse(rows) as (HeldRow | { observed_on: string; rows: HeldRow[] })[]) {
          if (!Array.isArray(row.rows)) untaken.add(keyOf(source, day, row as HeldRow));
          else for (const own of row.rows) untaken.add(keyOf(source, String(row.observed_on), own));
        }
      }
    }
  }
  return untaken;
}

/** What follows from a row of a source, as far as it was taken: two marketplaces may number products alike. */
function factsOf(
  source: string,
  { product, sub_type, condition, amounts }: PlainRow,
  day: string,
  untaken: ReadonlySet<string>,
): Facts {
  const row = sub_type === '' ? `${product}` : `${product}/${sub_type}`;
  const judged = condition === null ? row : `${row}/${condition}`;
  const asHeld = { ...amounts, product_id: product, sub_type, ...(condition && { condition }) };
  const isLeftOut = untaken.has(keyOf(source, day, asHeld));
  const taken = Object.entries(amounts).map(([name, cents]) => {
    return [name, isLeftOut || untaken.has(`${source} ${judged}/${name} ${day}`) ? null : cents];
  });
  return { ...Object.fromEntries(taken), row, observed_on: day };
}
