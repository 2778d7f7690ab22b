/** What a run, an event and an answer are about. */
import type { RegionalPrint } from './languages/regional-prints.ts';

/** A game of this deployment, and the language that its records stand in. */
export interface CatalogScope {
  /** The first part of every event's name, and `analysis.game` of a scan. */
  readonly game: string;
  /** What the ids of its series, expansions and cards begin with here, before those that its source gives them. */
  readonly idPrefix: string;
  /** As in `en`, `pt` or `zh-tw`. */
  readonly language: string;
  /** The further languages that its texts are shown in; absent where none is configured. */
  readonly translations?: readonly string[];
  /** The regional prints beside the catalog's own; absent where none is configured. */
  readonly regionalPrints?: readonly RegionalPrint[];
  /** The regional print that a run is of; absent for the catalog's own. */
  readonly region?: string;
}

/** What is meant where a configuration says neither. */
export const DEFAULT_SCOPE: CatalogScope = { game: 'game', idPrefix: '', language: 'en' };
