/** The catalog source: what a game's adapter delivers, guarded and made ready to publish. */
import type { CatalogSeed, Quarantined } from '../../catalog/seeds.ts';
import type { CatalogAdapter, DeployedGame } from '../../games/game.ts';
import { aliases } from '../../store/catalog/aliases.ts';
import { cardsWithMissingVariants } from '../../store/catalog/variants.ts';
import { documentEtags, putDocumentEtags } from '../../store/document-etags.ts';
import type { Reads } from '../../store/store.ts';
import type { CatalogDelivery } from '../../upstream/catalog-delivery.ts';
import type { SourceSettings } from '../../upstream/source-fields.ts';
import { refusedCount, refusedNotice } from '../../upstream/web-addresses.ts';
import { checkLeftOut, checkQuarantine, checkRows, checkUnplaced, recordCount } from '../guards.ts';
import { type EmbeddedMarkets, publishEmbeddedPrices } from '../prices/embedded-prices.ts';
import { NOTHING_NEW, type Publication, type RunContext, type Source } from '../source.ts';
import { publishCatalog } from './publish-catalog.ts';

/** What the source knows of the others. */
interface CatalogParts {
  settings: SourceSettings;
  /** Requests in flight at once. */
  connections: number;
  /** The markets that the prices in its records are to serve. */
  markets: EmbeddedMarkets;
}

/** Builds the catalog's part of a source. */
export function catalogSource(
  adapter: CatalogAdapter,
  { settings, connections, markets }: CatalogParts,
): Pick<Source, 'fetch'> {
  return {
    fetch: async (context) => {
      const { store, task, game, isReconfigured, read, scope, onProgress } = context;
      const deliver = await adapter.open(settings);
      const known = isReconfigured ? new Map<string, string>() : await documentEtags(store.reads, task.name);
      const delivery = await deliver({
        read,
        scope,
        isTranslation: false,
        held: { known, again: await cardsToReadAgain(store.reads, game) },
        connections,
        prices: markets.usd || markets.eur,
        onProgress: (step, done, total) => onProgress({ step, done, total }),
      });
      return publicationOf(delivery, context, markets);
    },
  };
}

/**
 * A printing that was missing once is let go when its card comes complete again without it: that card must come again,
 * unchanged or not. Its id, and the id that upstream has for it where that is another, both as upstream spells them.
 */
async function cardsToReadAgain(reads: Reads, { name, idPrefix }: DeployedGame): Promise<Set<string>> {
  const pending = new Set(await cardsWithMissingVariants(reads, name));
  if (pending.size === 0) return pending;
  const theirs = [...(await aliases(reads, 'card'))].filter(([, ours]) => pending.has(ours)).map(([id]) => id);
  return new Set([...pending, ...theirs].map((id) => id.slice(idPrefix.length)));
}

function publicationOf(
  { seed, etags, prices }: CatalogDelivery,
  { task, game, scope: { region }, options: { acceptPrune } }: RunContext,
  markets: EmbeddedMarkets,
): Publication {
  if (seed === undefined) return NOTHING_NEW;
  if (prices) seed.quarantined.push(...prices.quarantined);
  const rows = seed.cards.size + seed.unchanged.size;
  const last = JSON.parse(task.last_counts ?? '{}') as Record<string, number | undefined>;
  const { series, expansion: expansions } = seed.listed;
  checkQuarantine(seed.quarantined, recordCount(seed));
  checkLeftOut(seed.left_out, recordCount(seed));
  checkRows('series', series, last.series);
  checkRows('expansions', expansions, last.expansions);
  checkUnplaced(seed.unplaced, rows);
  checkRows('cards', rows, task.last_rows);
  return {
    rows,
    publish: async (writes, changes) => {
      const refused = refusedCount(seed.refused);
      const counts = await publishCatalog(writes, seed, { acceptPrune, game, region }, changes);
      checkQuarantine(seed.quarantined, recordCount(seed));
      const priced = prices
        ? await publishEmbeddedPrices({ writes, source: task.name, game, changes }, prices, markets)
        : {};
      await putDocumentEtags(writes, task.name, etags());
      return {
        counts: {
          series,
          expansions,
          cards: rows,
          quarantined: seed.quarantined.length,
          ...findingCounts(seed),
          ...passedOverCounts(seed),
          ...refused,
          ...counts,
          ...priced,
        },
        notice: noticeOf(counts.prune_withheld, seed),
      };
    },
  };
}

/** What was found in records that were taken, where anything was. */
function findingCounts({ left_out, unknown_words, unplaced }: CatalogSeed): Record<string, number> {
  const counts = { fields_left_out: left_out, words_unknown: unknown_words, cards_unplaced: unplaced };
  return Object.fromEntries(
    Object.entries(counts).flatMap(([name, { length }]) => (length > 0 ? [[name, length]] : [])),
  );
}

/** What the settings leave out, by what it is. */
const passedOverCounts = ({ passed_over }: CatalogSeed): Record<string, number> =>
  Object.fromEntries([...(passed_over ?? [])].map(([kind, count]) => [`passed_over_${kind}`, count]));

function noticeOf(withheld: number, { quarantined, refused, ...found }: CatalogSeed): string | null {
  const [first] = quarantined;
  const refusal = refusedNotice(refused);
  const notices = [
    ...(withheld > 0 ? [`${withheld} printings are gone upstream: run again with --accept-prune to let them go`] : []),
    ...(first ? [`${quarantined.length} records put aside; the first: ${first.reason} (${first.sample})`] : []),
    ...byReason('fields left out', found.left_out),
    ...byReason('words not known', found.unknown_words),
    ...(found.unplaced.length > 0
      ? [
          `${found.unplaced.length} cards put aside: none of the expansions that are listed holds them (${found.unplaced[0]})`,
        ]
      : []),
    ...(refusal === null ? [] : [refusal]),
  ];
  return notices.length > 0 ? notices.join('; ') : null;
}

/** Reasons told of one kind: more would hide the rest. */
const REASONS_MAX = 5;

/** Each reason with its count and one example, the most frequent first. */
function byReason(what: string, findings: readonly Quarantined[]): string[] {
  const reasons = [...Map.groupBy(findings, ({ reason }) => reason)].sort(([, a], [, b]) => b.length - a.length);
  const told = reasons.slice(0, REASONS_MAX).map(([reason, rows]) => `${rows.length} × ${reason} (${rows[0]?.sample})`);
  if (reasons.length > REASONS_MAX) told.push(`${reasons.length - REASONS_MAX} more`);
  return told.length === 0 ? [] : [`${what}: ${told.join(', ')}`];
}
