/** The catalog source: what a game's adapter delivers, guarded and made ready to publish. */
import type { CatalogSeed } from '../../catalog/seeds.ts';
import type { CatalogAdapter, CatalogReading, DeployedGame } from '../../games/game.ts';
import { aliases } from '../../store/catalog/aliases.ts';
import { cardsWithMissingVariants } from '../../store/catalog/variants.ts';
import { documentEtags, putDocumentEtags } from '../../store/document-etags.ts';
import { heldParts } from '../../store/sources/held-parts.ts';
import type { Reads } from '../../store/store.ts';
import type { CatalogDelivery } from '../../upstream/catalog-delivery.ts';
import type { SourceSettings } from '../../upstream/source-fields.ts';
import { refusedCount, refusedNotice } from '../../upstream/web-addresses.ts';
import { addUp } from '../catalog-counts.ts';
import {
  byReason,
  checkRows,
  firstFew,
  lastCounts,
  leftOutFault,
  noticeOf,
  quarantineFault,
  recordCount,
  rowsFault,
  unplacedFault,
} from '../guards.ts';
import { catalogGuards, heldNote } from '../held-parts.ts';
import type { KeptImages } from '../kept-images.ts';
import { markPrint } from '../languages/print-marks.ts';
import { type EmbeddedMarkets, publishEmbeddedPrices } from '../marketplaces/embedded-prices.ts';
import { NOTHING_NEW, type Publication, type RunContext, type Source } from '../source.ts';
import { publishCatalog } from './publish-catalog.ts';

export interface CatalogParts {
  settings: SourceSettings;
  connections: number;
  /** The markets that the prices in its records are to serve. */
  markets: EmbeddedMarkets;
  /** Undefined where its pictures are not kept. */
  kept: KeptImages | undefined;
}

export function catalogSource(adapter: CatalogAdapter, parts: CatalogParts): Source['fetch'] {
  return async (context) => {
    const { store, task, game, isReconfigured } = context;
    const isPriced = parts.markets.usd || parts.markets.eur;
    // What is left out was read before: it comes again until it is taken.
    const isReadAnew = isReconfigured || (await heldParts(store.reads, task.name)).size > 0;
    const known = isReadAnew ? new Map<string, string>() : await documentEtags(store.reads, task.name);
    const held = { known, again: await cardsToReadAgain(store.reads, game) };
    const read = isPriced ? context.documents.read : context.read;
    const asked = { read, isTranslation: false, held, prices: isPriced };
    return publicationOf(await deliveryOf(adapter, parts, context, asked), context, parts);
  };
}

export async function deliveryOf(
  adapter: CatalogAdapter,
  { settings, connections }: Pick<CatalogParts, 'settings' | 'connections'>,
  { clock, scope, onProgress }: RunContext,
  asked: Pick<CatalogReading, 'read' | 'isTranslation' | 'held' | 'prices'>,
): Promise<CatalogDelivery> {
  const deliver = await adapter.open(settings);
  const tell: CatalogReading['onProgress'] = (step, done, total) => onProgress({ step, done, total });
  return deliver({ ...asked, clock, scope, connections, onProgress: tell });
}

/**
 * A printing that was missing once is deleted when its card comes complete again without it: that card must come again,
 * unchanged or not. Its id, and the id that upstream has for it where that is another, both as upstream spells them.
 */
async function cardsToReadAgain(reads: Reads, { name, idPrefix }: DeployedGame): Promise<Set<string>> {
  const pending = new Set(await cardsWithMissingVariants(reads, name));
  if (pending.size === 0) return pending;
  const theirs = [...(await aliases(reads, 'card'))]
    .filter(([, internalId]) => pending.has(internalId))
    .map(([id]) => id);
  return new Set([...pending, ...theirs].map((id) => id.slice(idPrefix.length)));
}

function publicationOf(
  { seed, etags, prices }: CatalogDelivery,
  context: RunContext,
  { markets, kept }: Pick<CatalogParts, 'markets' | 'kept'>,
): Publication {
  if (seed === undefined) return NOTHING_NEW;
  const { task, game, scope } = context;
  const { region } = scope;
  if (prices) seed.quarantined.push(...prices.quarantined);
  const rows = seed.cards.size + seed.unchanged.size;
  const last = lastCounts(task);
  const { series, expansion: expansions } = seed.listed;
  checkRows('series', series);
  checkRows('expansions', expansions);
  checkRows('cards', rows, quarantineFault(seed.quarantined, recordCount(seed)) ?? seed.unread[0]?.reason);
  return {
    rows,
    publish: async (writes, changes) => {
      const refused = refusedCount(seed.refused);
      await markPrint(writes, game, region, seed);
      const guards = await catalogGuards(writes, context);
      const at = { writes, game, region, changes, kept };
      const { counts, shrunk, unread } = await publishCatalog(at, seed, guards.isPruneHeld);
      const taken = await guards.judge([
        quarantineFault(seed.quarantined, recordCount(seed), last.quarantined),
        leftOutFault(seed.left_out, recordCount(seed), last.fields_left_out),
        rowsFault('series', series, last.series),
        rowsFault('expansions', expansions, last.expansions),
        unplacedFault(seed.unplaced, rows, last.cards_unplaced),
        rowsFault('cards', rows + unread, task.last_rows),
      ]);
      const priced = await publishEmbeddedPrices({ ...context, writes, changes }, prices, markets);
      // Bad amounts do not speak against the catalog.
      seed.left_out.push(...priced.leftOut);
      await putDocumentEtags(writes, task.name, etags());
      return {
        counts: {
          series,
          expansions,
          cards: rows,
          quarantined: seed.quarantined.length,
          ...findingCounts(seed),
          ...refused,
          ...counts,
          ...addUp({ ...taken }, priced.counts),
        },
        notice: noticeOf([...notesOf(counts.prune_withheld, seed), shrunkNotice(shrunk), ...priced.notes]),
      };
    },
  };
}

/** What is told of expansions that came with few of their cards; null where none did. */
const shrunkNotice = (shrunk: readonly string[]): string | null =>
  shrunk.length === 0 ? null : `only ${firstFew(shrunk)} came: the others stay as they are`;

/** What was found in records that were taken, where anything was. */
function findingCounts({
  left_out,
  unknown_words,
  unplaced,
  unread,
  skipped = new Map(),
}: CatalogSeed): Record<string, number> {
  const counts = [
    ['fields_left_out', left_out.length],
    ['words_unknown', unknown_words.length],
    ['cards_unplaced', unplaced.length],
    ['expansions_left_out', unread.length],
  ].filter(([, count]) => count !== 0);
  return Object.fromEntries([...counts, ...[...skipped].map(([kind, count]) => [`passed_over_${kind}`, count])]);
}

function notesOf(withheld: number, { quarantined, unplaced, refused, ...found }: CatalogSeed): (string | null)[] {
  const [first] = quarantined;
  const none = 'none of the listed expansions contains them';
  return [
    withheld > 0 ? heldNote(`${withheld} printings are gone upstream`) : null,
    first ? `${quarantined.length} records quarantined; the first: ${first.reason} (${first.sample})` : null,
    ...byReason('expansions left out until they can be read', found.unread),
    ...byReason('fields left out', found.left_out),
    ...byReason('words not known', found.unknown_words),
    unplaced.length > 0 ? `${unplaced.length} cards quarantined: ${none} (${unplaced[0]})` : null,
    refusedNotice(refused),
  ];
}
