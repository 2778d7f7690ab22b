/** The catalog source: a TCGdex API with the prices in its cards, or its compiled files, guarded and made ready to publish. */
import { cardsWithMissingVariants, documentEtags, putDocumentEtags } from '../store/publish.ts';
import { crawlTcgdex } from '../upstream/tcgdex-crawl.ts';
import { type CatalogDelivery, readTcgdexFiles } from '../upstream/tcgdex-files.ts';
import { type EmbeddedMarkets, publishEmbeddedPrices } from './embedded-prices.ts';
import { checkQuarantine, checkRows, recordCount } from './guards.ts';
import { publishCatalog } from './publish-catalog.ts';
import { NOTHING_NEW, type Publication, type RunContext, type Source } from './source.ts';
import type { TcgdexSettings } from './source-settings.ts';

/** How the adapter is asked for a delivery. */
type Fetch = (context: RunContext, known: ReadonlyMap<string, string>) => Promise<CatalogDelivery>;

function fetchOf({ url = '', files, language = 'en', pictures = 'webp' }: TcgdexSettings, connections: number): Fetch {
  if (files !== undefined) return ({ read }, known) => readTcgdexFiles(read, { files, pictures }, known);
  return ({ read, onProgress }, known) =>
    crawlTcgdex(read, { url, language, pictures, connections }, known, (done, total) =>
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
  const fetch = fetchOf(settings, connections);
  return {
    probe: { address: probeOf(settings) },
    fetch: async (context) => {
      const { store, task, options } = context;
      // A printing that was missing once is let go when its card comes complete again without it: that card must come
      // again, unchanged or not.
      const pending = await cardsWithMissingVariants(store.reads);
      const known = pending.length > 0 ? new Map<string, string>() : await documentEtags(store.reads, task.name);
      return publicationOf(await fetch(context, known), context.task, { acceptPrune: options.acceptPrune, markets });
    },
  };
}

function publicationOf(
  { seed, etags, prices }: CatalogDelivery,
  task: RunContext['task'],
  { acceptPrune, markets }: { acceptPrune: boolean; markets: EmbeddedMarkets },
): Publication {
  if (seed === undefined) return NOTHING_NEW;
  if (prices) seed.quarantined.push(...prices.quarantined);
  const rows = seed.cards.size + seed.unchanged.size;
  checkQuarantine(seed.quarantined, recordCount(seed));
  checkRows('series', seed.series.length, null);
  checkRows('expansions', seed.expansions.length, null);
  checkRows('cards', rows, task.last_rows);
  return {
    rows,
    publish: async (writes) => {
      const counts = await publishCatalog(writes, seed, { acceptPrune });
      checkQuarantine(seed.quarantined, recordCount(seed));
      const priced = prices ? await publishEmbeddedPrices(writes, task.name, prices, markets) : {};
      await putDocumentEtags(writes, task.name, etags);
      return {
        counts: { cards: rows, quarantined: seed.quarantined.length, ...counts, ...priced },
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
