/** Takes price history in from lines of JSON, as exportPrices wrote them. */
import { printingIdentity } from '../../catalog/changes.ts';
import { faultOfDay } from '../../catalog/days.ts';
import { aliases } from '../catalog/aliases.ts';
import { cardKeys } from '../catalog/cards.ts';
import { bumpCatalogVersion, gameRows } from '../catalog/game-versions.ts';
import { variantsOf } from '../catalog/variants.ts';
import type { Store, Writes } from '../store.ts';
import { ownerRecords } from './owner-records.ts';
import { BadPriceLine, type CardLine, type PriceLine, type ProductLine, parsePriceLine } from './price-lines.ts';
import { recordNamed } from './price-recorder.ts';
import { cardOwner, fromEur, fromUsd, productOwner, type SeriesObservation, seriesKey } from './price-series.ts';
import { subTypeNumbers } from './sub-types.ts';

/** Lines written in one transaction: others wait for it less than a second. */
const LINES_AT_ONCE = 2000;

/**
 * Records every line's days; days that are there are overwritten, so that the same file again changes nothing. An import
 * that stops halfway keeps what it has written. Of each game `onRepriced` is told, in the same transaction, whose current
 * amounts are others now, with the digests of those before.
 * @throws BadPriceLine, with the number of the line
 */
export async function importPrices(
  store: Store,
  lines: AsyncIterable<string>,
  onLines: (lines: number) => void = () => undefined,
  onRepriced: (writes: Writes, game: string, before: RepricedIds) => Promise<void> = async () => undefined,
) {
  // Unknown are lines of cards or printings that the catalog does not have.
  const counts = { lines: 0, observations: 0, unknown: 0 };
  let batch: PriceLine[] = [];
  const flush = async () => {
    const full = batch;
    batch = [];
    const { observations, unknown } = await store.write((writes) => recordLines(writes, full, onRepriced));
    counts.observations += observations;
    counts.unknown += unknown;
    onLines(counts.lines);
  };
  for await (const text of lines) {
    counts.lines += 1;
    if (text.trim() === '') continue;
    batch.push(lineAt(counts.lines, text));
    if (batch.length === LINES_AT_ONCE) await flush();
  }
  await flush();
  return counts;
}

/**
 * Looks through the lines before any is written.
 * @throws BadPriceLine, with the number of the line, where one is no price history or of a day that lies ahead
 */
export async function checkPriceLines(lines: AsyncIterable<string>, now: Date): Promise<void> {
  let count = 0;
  for await (const text of lines) {
    count += 1;
    if (text.trim() === '') continue;
    for (const { observed_on } of lineAt(count, text).history) {
      const fault = faultOfDay(observed_on, now.getTime());
      if (fault !== undefined) throw new BadPriceLine(`line ${count} ${fault}`);
    }
  }
}

function lineAt(count: number, text: string): PriceLine {
  try {
    return parsePriceLine(text);
  } catch (cause) {
    throw new BadPriceLine(`line ${count} ${(cause as Error).message}`, { cause });
  }
}

/** Observations by owner. */
type Observed = Map<number, (SeriesObservation & { source: string })[]>;

async function recordLines(
  writes: Writes,
  lines: PriceLine[],
  onRepriced: (writes: Writes, game: string, before: RepricedIds) => Promise<void>,
): Promise<{ observations: number; unknown: number }> {
  const cards = lines.filter((line) => 'card_id' in line);
  const products = lines.filter((line) => 'product_id' in line);
  const observed: Observed = new Map();
  const known = (await addCards(writes, cards, observed)) + (await addProducts(writes, products, observed));
  const recorded = await recordNamed(writes, observed);
  // Lines of one batch may be of any game; what is searched stands still.
  const games = (await gameRows(writes)).map(({ name }) => name);
  if (recorded.rows > 0) await bumpCatalogVersion(writes, { games, names: false });
  for (const [game, ids] of await repricedByGame(writes, recorded)) await onRepriced(writes, game, ids);
  const observations = [...observed.values()].reduce((count, { length }) => count + length, 0);
  return { observations, unknown: lines.length - known };
}

const add = (observed: Observed, owner: number, line: PriceLine, variantId: number) =>
  observed.set(owner, [...(observed.get(owner) ?? []), ...observationsOf(line, variantId)]);

/** Returns how many of the lines the catalog knows. */
async function addCards(writes: Writes, lines: CardLine[], observed: Observed): Promise<number> {
  const targets = await aliases(writes, 'card');
  const idOf = ({ card_id }: CardLine) => targets.get(card_id) ?? card_id;
  const ids = [...new Set(lines.map(idOf))];
  const keys = await cardKeys(writes, ids);
  const variants = new Map(
    (await variantsOf(writes, ids)).map(({ id, card_id, identity, ordinal }) => [
      `${card_id} ${ordinal} ${identity}`,
      id,
    ]),
  );
  let known = 0;
  for (const line of lines) {
    const key = keys.get(idOf(line));
    const variantId = variants.get(`${idOf(line)} ${line.ordinal} ${printingIdentity(line.variant)}`);
    if (key === undefined || variantId === undefined) continue;
    known += 1;
    add(observed, cardOwner(key), line, variantId);
  }
  return known;
}

async function addProducts(writes: Writes, lines: ProductLine[], observed: Observed): Promise<number> {
  const numbers = await subTypeNumbers(
    writes,
    lines.flatMap((line) => (line.currency === 'USD' ? line.variant : [])),
  );
  for (const line of lines) {
    const variantId = line.currency === 'USD' ? numbers.get(line.variant) : 0;
    if (variantId === undefined) throw new Error(`the sub-type of ${line.product_id} has no number`);
    add(observed, productOwner(line.product_id), line, variantId);
  }
  return lines.length;
}

function observationsOf({ source, ...line }: PriceLine, variantId: number): (SeriesObservation & { source: string })[] {
  if (line.currency === 'USD') {
    const key = seriesKey({ variantId, condition: line.condition });
    return line.history.map((day) => ({ key, observed_on: day.observed_on, amounts: fromUsd(day), source }));
  }
  const key = seriesKey({ variantId, condition: undefined });
  const own = { key, source, ...('price_kind' in line && { price_kind: line.price_kind }) };
  return line.history.map((day) => ({ ...own, observed_on: day.observed_on, amounts: fromEur(day) }));
}

/** Cards and products by id, each with the digest of what its amounts were in a currency. */
type RepricedIds = Record<'usd' | 'eur', { cards: Map<string, string>; products: Map<number, string> }>;

/** Owners of prices as the cards and products of each game. */
async function repricedByGame(writes: Writes, before: Record<'usd' | 'eur', ReadonlyMap<number, string>>) {
  const found = new Map<string, RepricedIds>();
  const empty = () => ({ cards: new Map<string, string>(), products: new Map<number, string>() });
  for (const market of ['usd', 'eur'] as const) {
    for (const [owner, { id, game }] of await ownerRecords(writes, [...before[market].keys()], ['id', 'game'])) {
      const ids = found.get(game) ?? { usd: empty(), eur: empty() };
      found.set(game, ids);
      const digest = before[market].get(owner) ?? '';
      if (typeof id === 'string') ids[market].cards.set(id, digest);
      else ids[market].products.set(id, digest);
    }
  }
  return found;
}
