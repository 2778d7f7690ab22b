/** Reads a Lorcast API: the list of sets, then the cards of each, all of them unless none has changed. */
import type { CatalogDelivery } from '../../../upstream/catalog-delivery.ts';
import { Outage, partByPart, type UpstreamDocument } from '../../../upstream/document.ts';
import { forEachRow } from '../../../upstream/json-rows.ts';
import { isText } from '../../../upstream/record-fields.ts';
import { BadRecord, SeedCollector } from '../../../upstream/seed-collector.ts';
import type { CatalogReading } from '../../game.ts';
import { LorcastPrices } from './prices.ts';
import { cardSeed, expansionSeed, isMainLine, officialCount, SERIES } from './records.ts';

async function rowsOf(document: UpstreamDocument, key: string | null): Promise<unknown[]> {
  const rows: unknown[] = [];
  await forEachRow(document, key, (row) => rows.push(row));
  return rows;
}

/**
 * Reads the whole catalog: sets a few dozen, each with its cards in one document. A document that still has the validator
 * of the last publish tells no ids of its cards, so that it is read all the same where another one is new.
 * @throws Outage
 */
export async function readLorcast(
  { url }: { url: string },
  { read, held: { known, again }, prices: withPrices, onProgress }: CatalogReading,
): Promise<CatalogDelivery> {
  const ask = (address: string) => read(address, { etag: again.size > 0 ? null : (known.get(address) ?? null) });
  const whole = (document: UpstreamDocument) => (document.unchanged ? read(document.url) : document);
  const collector = new SeedCollector();
  const prices = withPrices ? new LorcastPrices(Date.now()) : undefined;

  // Without its validator: what it lists is needed to ask for the rest, changed or not.
  const list = await read(`${url}/sets`);
  const sets = await rowsOf(list, 'results');
  const documents: { code: string; set: unknown; document: UpstreamDocument }[] = [];
  const ofSet = partByPart();
  for (const [index, set] of sets.entries()) {
    const code = collector.listed('expansion', 'code', set);
    if (code === undefined) continue;
    const document = await ofSet(ask(`${url}/sets/${encodeURIComponent(code)}/cards`));
    if (document instanceof Outage) collector.leaveOut(code, document.message);
    else documents.push({ code, set, document });
    onProgress('sets', index + 1, sets.length);
  }
  const isListed = list.etag !== null && list.etag === known.get(list.url) && again.size === 0;
  if (isListed && documents.every(({ document }) => document.unchanged)) {
    return { seed: undefined, etags: () => new Map() };
  }

  collector.addSeries(SERIES, () => SERIES);
  const stableIds = new Map<string, string>();
  for (const { code, set, document } of documents) {
    const cards = await ofSet(Promise.resolve(whole(document)).then((read) => rowsOf(read, null)));
    if (cards instanceof Outage) {
      collector.leaveOut(code, cards.message);
      continue;
    }
    prices?.standIn(document.url);
    collector.addExpansion(set, (findings) => expansionSeed(set, cards, findings));
    addCards(collector, code, cards, { prices, stableIds });
  }
  const { seed } = collector;
  seed.aliases = stableIds;
  const tags = [list, ...documents.map(({ document }) => document)].flatMap(({ url, etag }): [string, string][] =>
    etag === null ? [] : [[url, etag]],
  );
  return { seed, etags: () => new Map(collector.isPartial ? [] : tags), ...(prices && { prices }) };
}

interface Beside {
  prices: LorcastPrices | undefined;
  /** Internal ids by Lorcast's own, which stay when a card's set or number changes. */
  stableIds: Map<string, string>;
}

/** Takes the cards that the set's document holds. */
function addCards(collector: SeedCollector, code: string, cards: readonly unknown[], { prices, stableIds }: Beside) {
  const official = officialCount(code, cards);
  for (const card of cards) {
    collector.addCard(card, (findings) => {
      const seed = cardSeed(card, official, findings);
      // It stands among its own set's too, perhaps otherwise.
      if (seed.expansion_id !== code) throw new BadRecord(`is of the set ${seed.expansion_id}, among those of ${code}`);
      // One that is given twice says nothing of prices either.
      if (collector.seed.cards.has(seed.id)) return seed;
      // By the set alone where the finishes are told by prices: a sub type must not depend on the day either.
      prices?.addCard(card, isMainLine(code) && seed.variants.length > 1);
      const { id } = card as { id?: unknown };
      if (isText(id) && id) stableIds.set(id, seed.id);
      return seed;
    });
  }
}
