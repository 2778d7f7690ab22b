/** A language's source: the game's catalog read once more in that language, for its texts alone. */
import type { CatalogScope } from '../../catalog/scope.ts';
import type { CatalogAdapter } from '../../games/game.ts';
import { storedLanguages } from '../../store/catalog/translations.ts';
import { documentEtags, putDocumentEtags } from '../../store/document-etags.ts';
import type { CatalogDelivery } from '../../upstream/catalog-delivery.ts';
import { refusedCount, refusedNotice } from '../../upstream/web-addresses.ts';
import { checkRows, lastCounts, leftOutFault, quarantineFault, recordCount, rowsFault } from '../guards.ts';
import { catalogGuards } from '../held-parts.ts';
import type { KeptImages } from '../kept-images.ts';
import { markPrint } from '../languages/print-marks.ts';
import { publishTranslations } from '../languages/publish-translations.ts';
import { NOTHING_NEW, type Publication, type RunContext, type Source } from '../source.ts';
import { type CatalogParts, deliveryOf } from './catalog-source.ts';
import { publishFurtherRecords } from './further-records.ts';

export const languageTask = (source: string, language: string): string => `${source}.${language}`;

const LANGUAGE = /^[a-z]{2}(-[a-z]{2})?$/;

/** The language that a task's name ends with, where `end` is one. */
export const languageIn = (end: string): string | undefined => (LANGUAGE.test(end) ? end : undefined);

/** What the tasks of the scope's further languages and regional prints are called, after its catalog's. */
export const languageTasks = (scope: CatalogScope, source: string): string[] =>
  furtherScopes(scope).map(({ language }) => languageTask(source, language));

/** Those of a game's further languages, each regional print's own before its translations. */
export const furtherScopes = (scope: CatalogScope): CatalogScope[] => [
  ...(scope.translations ?? []).map((language) => ({ ...scope, language })),
  ...(scope.regionalPrints ?? []).flatMap(({ region, language, translations }) =>
    [language, ...translations].map((each) => ({ ...scope, language: each, region })),
  ),
];

/** Reads the language's part of a source; its scope is in that language. */
export function translationSource(adapter: CatalogAdapter, parts: Omit<CatalogParts, 'markets'>): Source['fetch'] {
  return async (context) => {
    const { store, task, isReconfigured, read, scope } = context;
    const stored = await storedLanguages(store.reads);
    const hasTexts = stored.some(({ game, language }) => game === scope.game && language === scope.language);
    // Without its texts a document that is unchanged would bring none.
    const isReadAnew = isReconfigured || !hasTexts;
    const known = isReadAnew ? new Map<string, string>() : await documentEtags(store.reads, task.name);
    const held = { known, again: new Set<string>() };
    const delivery = await deliveryOf(adapter, parts, context, { read, isTranslation: true, held, prices: false });
    return publicationOf(delivery, context, parts.kept);
  };
}

function publicationOf(
  { seed, etags }: CatalogDelivery,
  context: RunContext,
  kept: KeptImages | undefined,
): Publication {
  if (seed === undefined) return NOTHING_NEW;
  const { task, game, scope } = context;
  const { language, region } = scope;
  const rows = seed.cards.size + seed.unchanged.size;
  const last = lastCounts(task);
  const { series, expansion: expansions } = seed.listed;
  // A source whose groups have one name in all languages brings none.
  if (last.series) checkRows('series', series);
  if (last.expansions) checkRows('expansions', expansions);
  checkRows('cards', rows, quarantineFault(seed.quarantined, recordCount(seed)));
  return {
    rows,
    publish: async (writes, changes) => {
      const refused = refusedCount(seed.refused);
      const guards = await catalogGuards(writes, context);
      const taken = await guards.judge([
        quarantineFault(seed.quarantined, recordCount(seed), last.quarantined),
        leftOutFault(seed.left_out, recordCount(seed), last.fields_left_out),
        rowsFault('series', series, last.series),
        rowsFault('expansions', expansions, last.expansions),
        rowsFault('cards', rows, task.last_rows),
      ]);
      await markPrint(writes, game, region, seed);
      // Before their texts: those are of cards that are there.
      const records = await publishFurtherRecords({ writes, game, region, language, changes, kept }, seed);
      const counts = await publishTranslations({ writes, game, language, changes, kept }, seed);
      // A text that did not come is gone: where its document is listed again, unchanged, it must be read.
      await putDocumentEtags(writes, task.name, etags());
      const { length: quarantined } = seed.quarantined;
      const left = seed.left_out.length > 0 && { fields_left_out: seed.left_out.length };
      return {
        counts: { series, expansions, cards: rows, quarantined, ...left, ...refused, ...counts, ...records, ...taken },
        notice: refusedNotice(seed.refused),
      };
    },
  };
}
