/** What the handlers have at hand, and the shape of one row of the route table. */
import type { TSchema } from 'typebox';
import type { Scope } from '../keys/issue.ts';
import type { CatalogSearch } from '../search/catalog-search.ts';
import type { Store } from '../store/store.ts';
import type { Cursors } from './cursors.ts';
import type { Query } from './parameters.ts';

/** A task that `/health` reports on. */
export interface WatchedTask {
  name: string;
  /** Without a success for this long the service is degraded. */
  windowMs: number;
}

/** How the shared budget store is. */
export interface BudgetStoreState {
  isConnected: boolean;
  /** When it was connected last, now if it is; null when never. */
  connectedAt: Date | null;
  lastError: string | null;
}

export interface ApiContext {
  /** The OpenAPI document as text. */
  openapi: string;
  store: Store;
  search: CatalogSearch;
  cursors: Cursors;
  /** Tasks configured on this deployment. */
  tasks: readonly WatchedTask[];
  /** A picture of the demo's by its path, undefined where there is none. */
  demoPicture: (path: string) => Promise<{ type: string; bytes: Buffer } | undefined>;
  now: () => Date;
  /** Whether budgets are counted across processes; undefined where each counts alone by configuration. */
  budgetStore: (() => BudgetStoreState) | undefined;
  /** A scrape of this process's metrics. */
  metrics: () => Promise<{ type: string; text: string }>;
  /** True once the process has been told to end. */
  isStopping: () => boolean;
}

/** A request as a handler sees it. */
export interface RouteRequest {
  params: Readonly<Record<string, string>>;
  query: Query;
}

/** An answer that is not an enveloped record: pictures and documents. */
export interface PlainAnswer {
  type: string;
  /** A stream of text is sent as it comes. */
  body: string | Buffer | AsyncIterable<string>;
  status?: number;
  cacheControl?: string;
}

interface RouteHead {
  method: 'GET' | 'POST';
  path: string;
  /** One line for the reference. */
  summary: string;
  /** Query parameters by name, for the reference: handlers read them by the specification's lenient rules. */
  query?: Record<string, TSchema>;
}

/** An endpoint under /v1: keyed, and enveloped. */
export interface EnvelopedRoute extends RouteHead {
  scope: Scope;
  /** Whether its answers change with the catalog version alone, so that their bytes may be kept until it moves. */
  isKept?: boolean;
  /** Schema of `data`. */
  data: TSchema;
  /** Gives `data`, or its JSON as a Buffer where writing that directly pays. */
  handle(request: RouteRequest, context: ApiContext): Promise<unknown>;
}

/** An endpoint outside /v1: a body of its own, and a key only where it shows what reads show or is the operator's. */
export interface PlainRoute extends RouteHead {
  scope: null | 'read' | 'admin';
  /** Schema of a JSON body; undefined where the body is something else. */
  body?: TSchema;
  answer(request: RouteRequest, context: ApiContext): Promise<PlainAnswer>;
}

export type Route = EnvelopedRoute | PlainRoute;
