/** What the handlers have at hand, and the shape of one row of the route table. */
import type { TSchema } from 'typebox';
import type { CardExplanation } from '../catalog/provenance/card-explanation.ts';
import type { Desk } from '../events/manage-subscriptions.ts';
import type { DeployedGame } from '../games/game.ts';
import type { Scope } from '../keys/issue.ts';
import type { Key } from '../keys/key-ring.ts';
import type { Scanner } from '../scan/processes/scanner.ts';
import type { CatalogSearch } from '../search/catalog-search.ts';
import type { Reads, Store } from '../store/store.ts';
import type { Cursors } from './cursors.ts';
import type { Audit } from './operator/records.ts';
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
  scanner: Scanner;
  /** The games of this deployment, the first being that of what says none. */
  games: readonly DeployedGame[];
  cursors: Cursors;
  /** Where each price of a card comes from, or why there is none; undefined where there is no such card. */
  explain: (reads: Reads, cardId: string) => Promise<CardExplanation | undefined>;
  /** Tasks configured on this deployment. */
  tasks: readonly WatchedTask[];
  /** The console and the reference, as built. */
  pages: Pages;
  /** A picture of the demo's by its path, undefined where there is none. */
  demoPicture: (path: string) => Promise<{ type: string; bytes: Buffer } | undefined>;
  now: () => Date;
  /** Whether budgets are counted across processes; undefined where each counts alone by configuration. */
  budgetStore: (() => BudgetStoreState) | undefined;
  operator: Operator;
  /** A scrape of this process's metrics. */
  metrics: () => Promise<{ type: string; text: string }>;
  /** True once the process has been told to end. */
  isStopping: () => boolean;
}

/** The body of a request, not read yet. */
export interface Upload {
  contentType: string | undefined;
  contentCoding: string | undefined;
  /**
   * Reads it whole.
   * @param refusal what the caller of a larger one is told
   * @throws Failure payload_too_large, once what remains was read and dropped, so that a caller who is still sending
   * gets to read the answer; or rate_limited when too many are in memory
   */
  read(bytesMax: number, refusal: string): Promise<Buffer>;
}

/** A source's run as far as this process knows of it. */
export interface RunProgress {
  task: string;
  /** Null while it waits for its turn. */
  step: string | null;
  done: number | null;
  total: number | null;
}

/** What operators ask for that other rooms do. */
export interface Operator {
  version: string;
  /** What subscriptions stand on. */
  desk: Desk;
  sources: readonly { name: string; game: string; adapter: string; every_s: number }[];
  /**
   * Starts runs of a source, or of `all`, in this process; returns the names.
   * @throws Failure bad_request, or internal where the store would not take their outcome
   */
  runNow(source: string, options: { acceptPrune: boolean }): Promise<readonly string[]>;
  /** The runs of this process that wait or are under way. */
  progress(): readonly RunProgress[];
  /** The mapping audit of the catalog as it is now. */
  audit(): Promise<Audit>;
  /** Makes a change of keys hold from the next request on. */
  forgetKeys(): void;
}

/** What a handler has at hand for one request. */
export interface RequestContext extends ApiContext {
  /** Where a kept route's data is read: all of it at one state of the catalog. */
  reads: Reads;
  /** Says that the answer shows nothing but what is of this game: other games' changes leave it as it is. */
  isOf(game: string | undefined): void;
}

/** A request as a handler sees it. */
export interface RouteRequest {
  params: Readonly<Record<string, string>>;
  query: Query;
  /** Its body, still on the wire; a GET has none. */
  upload: Upload;
  /** Whether it names this media type among those it would read; `*` names none. */
  names(type: string): boolean;
  /** What the route's schema of bodies was found to fit; undefined where it takes none. */
  body?: unknown;
  /** The key it came with; undefined where none is needed. */
  key?: Key | undefined;
}

/** An answer that is not an enveloped record: pictures and documents. */
export interface PlainAnswer {
  type: string;
  /** A stream of text is sent as it comes; one that ends in a Failure is cut through no fault of ours. */
  body: string | Buffer | AsyncIterable<string>;
  /** Cuts a stream, however slowly it is read. */
  until?: AbortSignal;
  /** Called once, when nothing more of a stream will be sent. */
  onEnd?: () => void;
  status?: number;
  cacheControl?: string;
  /** Further headers, as a flat list. */
  headers?: readonly string[];
  /** The same body in other codings, for callers that prefer them. */
  coded?: Partial<Record<'gzip' | 'br', Buffer>>;
}

/** Built pages and what they are made of. */
export interface Pages {
  /** A page, or what says how to build it. */
  page(name: string): PlainAnswer;
  /** A file whose name changes with its bytes; undefined where there is none. */
  asset(name: string): PlainAnswer | undefined;
}

interface RouteHead {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  /** One line for the reference. */
  summary: string;
  /** Left out of the OpenAPI document: for people in a browser. */
  isPage?: boolean;
  /** Query parameters by name, for the reference: handlers read them by the specification's lenient rules. */
  query?: Record<string, TSchema>;
  /** Schema of a JSON body, which is read after the key was checked. */
  takes?: TSchema;
}

/** An endpoint under /v1: keyed, and enveloped. */
export interface EnvelopedRoute extends RouteHead {
  scope: Scope;
  /** Whether its answers change with the catalog version alone, so that their bytes may be kept until it moves. */
  isKept?: boolean;
  /** What it reads from the wire itself, by content type: for the reference. */
  uploads?: Record<string, TSchema>;
  /** Schema of `data`. */
  data: TSchema;
  /** Gives `data`, or its JSON as text, or the whole body as `Enveloped` bytes, where writing that directly pays. */
  handle(request: RouteRequest, context: RequestContext): Promise<unknown>;
}

/** An endpoint outside /v1: a body of its own, and a key only where it shows what reads show or is the operator's. */
export interface PlainRoute extends RouteHead {
  /** `any` is for every valid key. */
  scope: null | 'any' | 'read' | 'admin';
  /** Whether each request counts against its caller's address, as one with a bad key does. */
  chargesAddress?: boolean;
  /** The status of success, 200 by default. */
  status?: 200 | 204;
  /** The type of a body that is not one JSON document. */
  type?: string;
  /** Schema of a JSON body, or of each line of one; undefined where the body is something else. */
  body?: TSchema;
  /** Other statuses that say something with that same body, each with what it says. */
  otherwise?: Record<number, string>;
  answer(request: RouteRequest, context: ApiContext): Promise<PlainAnswer>;
}

/** An endpoint of the operator's: enveloped like those under /v1, but never kept. */
export interface OperatorRoute extends RouteHead {
  scope: 'admin';
  /** The status of success, 200 by default; 204 has no body. */
  status?: 200 | 201 | 202 | 204;
  /** Schema of `data`. */
  data: TSchema;
  act(request: RouteRequest, context: ApiContext): Promise<unknown>;
}

export type Route = EnvelopedRoute | PlainRoute | OperatorRoute;
