/** The catalog source: what a game's adapter delivers, guarded and made ready to publish. */
import { dayOf } from '../../catalog/days.ts';
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
  lastCounts,
  leftOutFault,
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

export function catalogSource(adapter: CatalogAdapter, parts: CatalogParts): Pick<Source, 'fetch'> {
  return {
    fetch: async (context) => {
      const { store, task, game, isReconfigured } = context;
      const isPriced = parts.markets.usd || parts.markets.eur;
      // What is left out was read before: it comes again until it is taken.
      const isReadAnew = isReconfigured || (await heldParts(store.reads, task.name)).size > 0;
      const known = isReadAnew ? new Map<string, string>() : await documentEtags(store.reads, task.name);
      const held = { known, again: await cardsToReadAgain(store.reads, game) };
      const read = isPriced ? context.documents.read : context.read;
      const asked = { read, isTranslation: false, held, prices: isPriced };
      return publicationOf(await deliveryOf(adapter, parts, context, asked), context, parts);
    },
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
  const { task, game, forgotten, documents, scope, options, now } = context;
  const { region } = scope;
  if (prices) seed.quarantined.push(...prices.quarantined);
  const rows = seed.cards.size + seed.unchanged.size;
  const last = lastCounts(task);
  const { series, expansion: expansions } = seed.listed;
  checkRows('series', series);
  checkRows('expansions', expansions);
  checkRows('cards', rows, quarantineFault(seed.quarantined, recordCount(seed)) ?? seed.unread[0]?.reason);
  // Bad amounts do not speak against the catalog.
  const leftOut = leftOutFault(seed.left_out, recordCount(seed));
  if (prices) seed.left_out.push(...prices.leftOut);
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
        leftOut,
        rowsFault('series', series, last.series),
        rowsFault('expansions', expansions, last.expansions),
        unplacedFault(seed.unplaced, rows),
        rowsFault('cards', rows + unread, task.last_rows),
      ]);
      const place = { writes, source: task.name, game, changes, forgotten, documents, acceptAll: options.acceptPrune };
      const priced = await publishEmbeddedPrices({ ...place, today: dayOf(now().getTime()) }, prices, markets);
      await putDocumentEtags(writes, task.name, etags());
      return {
        counts: {
          series,
          expansions,
          cards: rows,
          quarantined: seed.quarantined.length,
          ...findingCounts(seed),
          ...skippedCounts(seed),
          ...refused,
          ...counts,
          ...addUp({ ...taken }, priced.counts),
        },
        notice:
          [noticeOf(counts.prune_withheld, seed), shrunkNotice(shrunk), ...priced.notes]
            .filter((note) => note !== null)
            .join('; ') || null,
      };
    },
  };
}

/** Expansions named in a notice: more would hide the rest. */
const NAMED_MAX = 5;

/** What is told of expansions that came with few of their cards; null where none did. */
function shrunkNotice(shrunk: readonly string[]): string | null {
  if (shrunk.length === 0) return null;
  const named =
    shrunk.length > NAMED_MAX ? [...shrunk.slice(0, NAMED_MAX), `${shrunk.length - NAMED_MAX} more`] : shrunk;
  return `only ${named.join(', ')} came: the others stay as they are`;
}

/** What was found in records that were taken, where anything was. */
function findingCounts({ left_out, unknown_words, unplaced, unread }: CatalogSeed): Record<string, number> {
  const counts = {
    fields_left_out: left_out,
    words_unknown: unknown_words,
    cards_unplaced: unplaced,
    expansions_left_out: unread,
  };
  return Object.fromEntries(
    Object.entries(counts).flatMap(([name, { length }]) => (length > 0 ? [[name, length]] : [])),
  );
}

const skippedCounts = ({ skipped }: CatalogSeed): Record<string, number> =>
  Object.fromEntries([...(skipped ?? [])].map(([kind, count]) => [`passed_over_${kind}`, count]));

function noticeOf(withheld: number, { quarantined, refused, ...found }: CatalogSeed): string | null {
  const [first] = quarantined;
  const refusal = refusedNotice(refused);
  const notices = [
    ...(withheld > 0 ? [heldNote(`${withheld} printings are gone upstream`)] : []),
    ...(first ? [`${quarantined.length} records quarantined; the first: ${first.reason} (${first.sample})`] : []),
    ...byReason('expansions left out until they can be read', found.unread),
    ...byReason('fields left out', found.left_out),
    ...byReason('words not known', found.unknown_words),
    ...(found.unplaced.length > 0
      ? [
          `${found.unplaced.length} cards quarantined: none of the listed expansions contains them (${found.unplaced[0]})`,
        ]
      : []),
    ...(refusal === null ? [] : [refusal]),
  ];
  return notices.length > 0 ? notices.join('; ') : null;
}
