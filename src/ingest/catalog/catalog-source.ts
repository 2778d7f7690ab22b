/** The catalog source: a TCGdex API with the prices in its cards, or its compiled files, guarded and made ready to publish. */
import { aliases, cardsWithMissingVariants, documentEtags, putDocumentEtags } from '../../store/catalog/publish.ts';
import type { Reads } from '../../store/store.ts';
import { crawlTcgdex } from '../../upstream/tcgdex-crawl.ts';
import { type CatalogDelivery, type HeldDocuments, readTcgdexFiles } from '../../upstream/tcgdex-files.ts';
import { checkQuarantine, checkRows, recordCount } from '../guards.ts';
import { type EmbeddedMarkets, publishEmbeddedPrices } from '../prices/embedded-prices.ts';
import { NOTHING_NEW, type Publication, type RunContext, type Source } from '../source.ts';
import type { TcgdexSettings } from '../source-settings.ts';
import { publishCatalog } from './publish-catalog.ts';

/** How the adapter is asked for a delivery. */
type Fetch = (context: RunContext, held: HeldDocuments) => Promise<CatalogDelivery>;

function fetchOf(
  { url = '', files, language = 'en', pictures = 'webp' }: TcgdexSettings,
  connections: number,
  prices: boolean,
): Fetch {
  if (files !== undefined) return ({ read }, held) => readTcgdexFiles(read, { files, pictures }, held);
  return ({ read, onProgress }, held) =>
    crawlTcgdex(read, { url, language, pictures, connections, prices }, held, (done, total) =>
      onProgress({ step: 'cards', done, total }),
    );
}

/** What `sources test` reads. */
const probeOf = ({ url, files, language = 'en' }: TcgdexSettings) =>
  files === undefined ? `${url}/${language}/series` : `${files}/series.json`;

/** Builds the catalog's part of a source. */
export function catalogSource(
  settings: TcgdexSettings,
  connections: number,
  markets: EmbeddedMarkets,
): Pick<Source, 'fetch' | 'probe'> {
  const fetch = fetchOf(settings, connections, markets.usd || markets.eur);
  return {
    probe: { address: probeOf(settings) },
    fetch: async (context) => {
      const { store, task, isReconfigured, options } = context;
      const known = isReconfigured ? new Map<string, string>() : await documentEtags(store.reads, task.name);
      const held = { known, again: await cardsToReadAgain(store.reads) };
      return publicationOf(await fetch(context, held), task, { acceptPrune: options.acceptPrune, markets });
    },
  };
}

/**
 * A printing that was missing once is let go when its card comes complete again without it: that card must come again,
 * unchanged or not. Its id, and the id that upstream has for it where that is another.
 */
async function cardsToReadAgain(reads: Reads): Promise<Set<string>> {
  const pending = new Set(await cardsWithMissingVariants(reads));
  if (pending.size === 0) return pending;
  const theirs = [...(await aliases(reads, 'card'))].filter(([, ours]) => pending.has(ours)).map(([id]) => id);
  return new Set([...pending, ...theirs]);
}

function publicationOf(
  { seed, etags, prices }: CatalogDelivery,
  task: RunContext['task'],
  { acceptPrune, markets }: { acceptPrune: boolean; markets: EmbeddedMarkets },
): Publication {
  if (seed === undefined) return NOTHING_NEW;
  if (prices) seed.quarantined.push(...prices.quarantined);
  const rows = seed.cards.size + seed.unchanged.size;
  const last = JSON.parse(task.last_counts ?? '{}') as Record<string, number | undefined>;
  const { series, expansion: expansions } = seed.listed;
  checkQuarantine(seed.quarantined, recordCount(seed));
  checkRows('series', series, last.series);
  checkRows('expansions', expansions, last.expansions);
  checkRows('cards', rows, task.last_rows);
  return {
    rows,
    publish: async (writes, changes) => {
      const counts = await publishCatalog(writes, seed, { acceptPrune }, changes);
      checkQuarantine(seed.quarantined, recordCount(seed));
      const priced = prices ? await publishEmbeddedPrices(writes, task.name, prices, markets, changes) : {};
      await putDocumentEtags(writes, task.name, etags());
      return {
        counts: { series, expansions, cards: rows, quarantined: seed.quarantined.length, ...counts, ...priced },
        notice: noticeOf(counts.prune_withheld, seed.quarantined),
      };
    },
  };
}

function noticeOf(withheld: number, quarantined: readonly { reason: string; sample: string }[]): string | null {
  const [first] = quarantined;
  const notices = [
    ...(withheld > 0 ? [`${withheld} printings are gone upstream: run again with --accept-prune to let them go`] : []),
    ...(first ? [`${quarantined.length} records put aside; the first: ${first.reason} (${first.sample})`] : []),
  ];
  return notices.length > 0 ? notices.join('; ') : null;
}
