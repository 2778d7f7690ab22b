/** A language's source: the game's catalog read once more in that language, for its texts alone. */
import type { CatalogScope } from '../../catalog/scope.ts';
import type { CatalogAdapter } from '../../games/game.ts';
import { storedLanguages } from '../../store/catalog/translations.ts';
import { documentEtags, replaceDocumentEtags } from '../../store/document-etags.ts';
import type { CatalogDelivery } from '../../upstream/catalog-delivery.ts';
import type { SourceSettings } from '../../upstream/source-fields.ts';
import { refusedCount, refusedNotice } from '../../upstream/web-addresses.ts';
import { checkLeftOut, checkQuarantine, checkRows, recordCount } from '../guards.ts';
import { NOTHING_NEW, type Publication, type RunContext, type Source } from '../source.ts';
import { publishTranslations } from './publish-translations.ts';

/** The task of a catalog's source in a further language. */
export const languageTask = (source: string, language: string): string => `${source}.${language}`;

const LANGUAGE = /^[a-z]{2}(-[a-z]{2})?$/;

/** The language that a task's name ends with, where `end` is one. */
export const languageIn = (end: string): string | undefined => (LANGUAGE.test(end) ? end : undefined);

/** What the tasks of the scope's further languages and print lines are called, after its catalog's. */
export const languageTasks = ({ translations = [], lines = [] }: CatalogScope, source: string): string[] =>
  [...translations, ...lines.flatMap((line) => [line.language, ...line.translations])].map((language) =>
    languageTask(source, language),
  );

/** Builds the language's part of a source; its scope is in that language. */
export function translationSource(
  adapter: CatalogAdapter,
  { settings, connections }: { settings: SourceSettings; connections: number },
): Pick<Source, 'fetch'> {
  return {
    fetch: async (context) => {
      const { store, task, isReconfigured, read, scope, onProgress } = context;
      const deliver = await adapter.open(settings);
      const stored = await storedLanguages(store.reads);
      const hasTexts = stored.some(({ game, language }) => game === scope.game && language === scope.language);
      // Without its texts a document that is unchanged would bring none.
      const known =
        isReconfigured || !hasTexts ? new Map<string, string>() : await documentEtags(store.reads, task.name);
      const delivery = await deliver({
        read,
        scope,
        isTranslation: true,
        held: { known, again: new Set() },
        connections,
        prices: false,
        onProgress: (step, done, total) => onProgress({ step, done, total }),
      });
      return publicationOf(delivery, context);
    },
  };
}

function publicationOf({ seed, etags }: CatalogDelivery, { task, game, scope: { language } }: RunContext): Publication {
  if (seed === undefined) return NOTHING_NEW;
  const rows = seed.cards.size + seed.unchanged.size;
  const last = JSON.parse(task.last_counts ?? '{}') as Record<string, number | undefined>;
  const { series, expansion: expansions } = seed.listed;
  checkQuarantine(seed.quarantined, recordCount(seed));
  checkLeftOut(seed.left_out, recordCount(seed));
  // A source whose groups have one name in all languages brings none.
  if (series > 0 || last.series) checkRows('series', series, last.series);
  if (expansions > 0 || last.expansions) checkRows('expansions', expansions, last.expansions);
  checkRows('cards', rows, task.last_rows);
  return {
    rows,
    publish: async (writes, changes) => {
      const refused = refusedCount(seed.refused);
      const counts = await publishTranslations({ writes, game, language, changes }, seed);
      // A text that did not come is gone: where its document is listed again, unchanged, it must be read.
      await replaceDocumentEtags(writes, task.name, etags());
      const { length: quarantined } = seed.quarantined;
      return {
        counts: { series, expansions, cards: rows, quarantined, ...refused, ...counts },
        notice: refusedNotice(seed.refused),
      };
    },
  };
}
