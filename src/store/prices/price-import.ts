/** Takes price history in from lines of JSON, as exportPrices wrote them. */
import { printingIdentity } from '../../catalog/changes.ts';
import { aliases } from '../catalog/aliases.ts';
import { cardKeys } from '../catalog/cards.ts';
import { variantsOf } from '../catalog/variants.ts';
import { gameRows } from '../game-versions.ts';
import { bumpCatalogVersion } from '../meta.ts';
import type { Store, Writes } from '../store.ts';
import { BadPriceLine, type CardLine, type PriceLine, type ProductLine, parsePriceLine } from './price-lines.ts';
import { recordObservations } from './price-recorder.ts';
import { cardOwner, fromEur, fromUsd, productOwner, type SeriesObservation, seriesKey } from './price-series.ts';
import { subTypeNumbers } from './sub-types.ts';

/** Lines written in one transaction: others wait for it less than a second. */
const LINES_AT_ONCE = 2000;

/** What an import brought. */
export interface ImportCounts {
  lines: number;
  observations: number;
  /** Lines of cards or printings that the catalog does not have. */
  unknown: number;
}

/**
 * Records every line's days; days that are there are overwritten, so that the same file again changes nothing. An import
 * that stops halfway keeps what it has written.
 * @throws BadPriceLine, with the number of the line
 */
export async function importPrices(
  store: Store,
  lines: AsyncIterable<string>,
  onLines: (lines: number) => void = () => undefined,
): Promise<ImportCounts> {
  const counts: ImportCounts = { lines: 0, observations: 0, unknown: 0 };
  let batch: PriceLine[] = [];
  const flush = async () => {
    const full = batch;
    batch = [];
    const { observations, unknown } = await store.write((writes) => recordLines(writes, full));
    counts.observations += observations;
    counts.unknown += unknown;
    onLines(counts.lines);
  };
  for await (const text of lines) {
    counts.lines += 1;
    if (text.trim() === '') continue;
    try {
      batch.push(parsePriceLine(text));
    } catch (cause) {
      throw new BadPriceLine(`line ${counts.lines} ${(cause as Error).message}`, { cause });
    }
    if (batch.length === LINES_AT_ONCE) await flush();
  }
  await flush();
  return counts;
}

/** Observations by source and owner. */
type BySource = Map<string, Map<number, SeriesObservation[]>>;

async function recordLines(writes: Writes, lines: PriceLine[]): Promise<{ observations: number; unknown: number }> {
  const cards = lines.filter((line) => 'card_id' in line);
  const products = lines.filter((line) => 'product_id' in line);
  const bySource: BySource = new Map();
  const known = (await addCards(writes, cards, bySource)) + (await addProducts(writes, products, bySource));
  let rows = 0;
  let moved = 0;
  for (const [source, observations] of bySource) {
    const { rows: written, usd, eur } = await recordObservations(writes, source, observations);
    rows += written;
    moved += usd.size + eur.size;
  }
  // Lines of one batch may be of any game; what is searched stands still.
  const games = (await gameRows(writes)).map(({ name }) => name);
  // A year of days past would else make the lists of all games anew for every batch.
  if (rows > 0) await bumpCatalogVersion(writes, { games, names: false, lists: moved > 0 && 'prices' });
  const observations = [...bySource.values()].flatMap((owners) => [...owners.values()]);
  return {
    observations: observations.reduce((count, { length }) => count + length, 0),
    unknown: lines.length - known,
  };
}

function add(bySource: BySource, source: string, owner: number, observations: SeriesObservation[]): void {
  const owners = bySource.get(source) ?? new Map<number, SeriesObservation[]>();
  bySource.set(source, owners);
  owners.set(owner, [...(owners.get(owner) ?? []), ...observations]);
}

/** Returns how many of the lines the catalog knows. */
async function addCards(writes: Writes, lines: CardLine[], bySource: BySource): Promise<number> {
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
    const part = variants.get(`${idOf(line)} ${line.ordinal} ${printingIdentity(line.variant)}`);
    if (key === undefined || part === undefined) continue;
    known += 1;
    add(bySource, line.source, cardOwner(key), observationsOf(line, part));
  }
  return known;
}

async function addProducts(writes: Writes, lines: ProductLine[], bySource: BySource): Promise<number> {
  const numbers = await subTypeNumbers(
    writes,
    lines.flatMap((line) => (line.currency === 'USD' ? line.variant : [])),
  );
  for (const line of lines) {
    const part = line.currency === 'USD' ? numbers.get(line.variant) : 0;
    if (part === undefined) throw new Error(`the sub-type of ${line.product_id} has no number`);
    add(bySource, line.source, productOwner(line.product_id), observationsOf(line, part));
  }
  return lines.length;
}

function observationsOf(line: PriceLine, part: number): SeriesObservation[] {
  if (line.currency === 'USD') {
    const key = seriesKey({ part, condition: line.condition });
    return line.history.map((day) => ({ key, observed_on: day.observed_on, amounts: fromUsd(day) }));
  }
  const key = seriesKey({ part, condition: undefined });
  const kind = 'price_kind' in line ? { price_kind: line.price_kind } : {};
  return line.history.map((day) => ({ key, observed_on: day.observed_on, amounts: fromEur(day), ...kind }));
}
