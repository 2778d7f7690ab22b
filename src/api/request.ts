/** A request as its handler sees it, and what a handler reads the catalog with. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Key } from '../keys/key-ring.ts';
import type { Reads } from '../store/store.ts';
import type { Upload } from './body/upload.ts';
import type { Query } from './parameters.ts';

export interface InnerCall {
  path: string;
  query?: Readonly<Record<string, string | number | undefined>>;
  /** A body makes it a POST. */
  body?: { type: string; bytes: Buffer };
}

export interface RouteRequest {
  params: Readonly<Record<string, string>>;
  query: Query;
  /** Its body, still on the wire; a GET has none. */
  upload: Upload;
  /** Whether it names this media type among those it would read; `*` names none. */
  names(type: string): boolean;
  /** Says that it only waits from now on, and keeps nobody else from being let in. */
  stepAside?: (() => void) | undefined;
  headers: IncomingHttpHeaders;
  /** Of whoever asks, as proxies that are trusted tell it. */
  address: string;
  /** Whether a page of an origin asks that the operator has not named. */
  isForeign: boolean;
  /** Calls another endpoint with the same key, and gives its data. @throws Failure */
  ask<Data>(call: InnerCall): Promise<Data>;
  /** What the route's schema of bodies was found to fit; undefined where it takes none. */
  body?: unknown;
  /** The key it came with; undefined where none is needed. */
  key?: Key | undefined;
}

export interface CatalogReads {
  /** Where a kept route's data is read: all of it at one state of the catalog. */
  reads: Reads;
  /** Says that the answer shows nothing but what is of this game: other games' changes leave it as it is. */
  isOf(game: string | undefined): void;
}
