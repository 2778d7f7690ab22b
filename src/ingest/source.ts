/** A source as the runner sees it: when it is due, how long it may stay silent, and its work. */
import type { Condition } from '../catalog/price-rows.ts';
import type { CatalogScope } from '../catalog/scope.ts';
import type { DeployedGame } from '../games/game.ts';
import type { Tables } from '../store/schema/tables.ts';
import type { KeepingSource } from '../store/sources/source-documents.ts';
import type { Store, Writes } from '../store/store.ts';
import type { Read } from '../upstream/document.ts';
import type { CrawlPolicy } from '../upstream/http-reader.ts';
import type { SourceClock } from '../upstream/source-clock.ts';
import type { SourceSettings } from '../upstream/source-fields.ts';
import type { CatalogCounts } from './catalog-counts.ts';
import type { Changes } from './changes.ts';
import type { documentLedger } from './document-ledger.ts';

/** The task of copies of the store. */
export const BACKUP_TASK = 'backup';
/** That of the index of the scan, and how long it may stay silent. No source of the configuration may have this name. */
export const SCAN_TASK = { name: 'scan', windowMs: 26 * 3_600_000 };

/** How far a run is; `total` is undefined where it is not known yet. */
export interface Progress {
  task: string;
  step: string;
  done: number;
  total: number | undefined;
}

export interface RunOptions {
  /** Take what is gone upstream for gone: printings, even when they are more than 1 % of all, and the rows of groups. */
  acceptPrune: boolean;
  /** Days to read again, or for the first time, from sources whose address holds each day; null for what is new. */
  days: { from: string; to: string } | null;
  scheduled: boolean;
}

export interface RunContext {
  store: Store;
  read: Read;
  /** Documents of prices are read by it and noted. */
  documents: ReturnType<typeof documentLedger>;
  scope: CatalogScope;
  game: DeployedGame;
  /** The task's state after its last runs. */
  task: Tables['tasks'];
  /** The configuration, or the release's way of reading, is another than at the last success: what has not changed upstream may now read otherwise. */
  isReconfigured: boolean;
  options: RunOptions;
  now(): Date;
  clock: SourceClock;
  /** Days that were taken out of the store: they are read again only where they are asked for. */
  forgotten: ReadonlySet<string>;
  onProgress(progress: Omit<Progress, 'task'>): void;
}

/** What a run has fetched and found good, ready to be written. */
export interface Publication {
  /** Rows that came, the measure for the next run's shrinkage guard; null of a part, undefined where nothing was read anew. */
  rows: number | null | undefined;
  /** Writes it all, in the transaction that also records the run's success, and collects what changed. */
  publish(
    writes: Writes,
    changes: Changes,
  ): Promise<{ counts: Partial<CatalogCounts> & Record<string, number>; notice: string | null }>;
  /** What follows, in a transaction of its own; absent on the last. Called after this one is published. */
  next?: () => Promise<Publication>;
}

/** The publication of a run that found nothing it had not read before. */
export const NOTHING_NEW: Publication = { rows: undefined, publish: async () => ({ counts: {}, notice: null }) };

/** One game of this deployment, with the sources that it is read from by the names of their tasks. */
export interface ConfiguredGame {
  scope: CatalogScope;
  sources: Readonly<Record<string, SourceSettings>>;
}

export interface Source extends KeepingSource {
  scope: CatalogScope;
  game: DeployedGame;
  adapter: string;
  everyMs: number;
  /** Without a success for this long, `/health` is degraded. */
  windowMs: number;
  crawlPolicy: CrawlPolicy;
  /** Text that changes when the source's configuration does, or the way in which it is read: it is due at once then. */
  configured: string;
  /**
   * Fetches and validates; writes nothing.
   * @throws Outage
   */
  fetch(context: RunContext): Promise<Publication>;
  /** What of prices it feeds; absent where that is nothing. */
  feeds?: { usd: readonly Condition[]; eur: boolean };
  /**
   * Says what is there, where a document alone does not; undefined where only a run finds each fault.
   * @throws Outage
   */
  check?(read: Read): Promise<string | undefined>;
  /** The document that `sources test` reads. */
  probe: { address: string; headers?: Record<string, string>; lacks?: string };
}
