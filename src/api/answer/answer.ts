/** The bytes of a 200 in the forms they are sent in, each with its own tag and headers, made once. */
import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import type { Coding } from './content-coding.ts';

/** How an answer differs from JSON that hangs on the catalog alone. */
export interface AnswerForm {
  /** Whether it hangs on the ranking of a search too. */
  isSearch?: boolean;
  type?: string;
  /** The request headers that choose it. */
  vary?: string;
  cacheControl?: string;
  /** Further headers, as a flat list: of its 304 too. */
  headers?: readonly string[];
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** Node writes head and body of a string in one piece (20 % less CPU than a Buffer), but copies it: only for small ones. */
const STRING_BYTES_MAX = 16 * 1024;
/** Below one packet there is nothing to gain. */
const ENCODED_BYTES_MIN = 1024;
const ETAG_CHARACTERS = 22;

/** A list of them stands in `If-None-Match`, compared weakly (RFC 9110 13.1.2). */
const TAG = /(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"/g;
const CODING_SUFFIX = /-(?:gz|br)$/;

const SUFFIXES: Record<Coding, string> = { identity: '', gzip: '-gz', br: '-br' };
/** Quality 4 packs better than gzip 6 in two thirds of its time; the default takes seconds for a whole catalog. */
export const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const GZIP = { level: 6 };
/** Up to this size packing takes less than a millisecond (7 to 10 ns a byte); what is larger, a year of history 20 ms, is packed beside the requests. */
const AT_ONCE_BYTES_MAX = 64 * 1024;
const AT_ONCE = {
  gzip: (body: Buffer) => gzipSync(body, GZIP),
  br: (body: Buffer) => brotliCompressSync(body, BROTLI),
};
const [gzipBeside, brotliBeside] = [promisify(gzip), promisify(brotliCompress)];
const BESIDE = {
  gzip: (body: Buffer) => gzipBeside(body, GZIP),
  br: (body: Buffer) => brotliBeside(body, BROTLI),
};

/** One form of an answer. Headers are flat lists of names and values, as `writeHead` takes them fastest. */
export interface EncodedBody {
  etag: string;
  headers: readonly string[];
  /** The headers of its 304. */
  heldHeaders: readonly string[];
  /** A string of bytes (latin1), or a Buffer where it is large. */
  body: string | Buffer;
  bytes: number;
}

/** Data whose texts were asked for in a language, and the languages that they are in, as Content-Language tells them. */
export class InLanguages {
  readonly data: unknown;
  readonly languages: string;

  constructor(data: unknown, languages: string) {
    this.data = data;
    this.languages = languages;
  }
}

export class Answer {
  /** Called when a further form was made, with its size. */
  onGrow: (bytes: number) => void = () => undefined;
  readonly plain: EncodedBody;
  /** The pattern of the route that made it, for the metrics. */
  readonly route: string;
  /** Whether it hangs on the ranking of a search too. */
  readonly isSearch: boolean;
  readonly #tag: string;
  readonly #shape: Required<Omit<AnswerForm, 'isSearch'>>;
  readonly #forms: Partial<Record<Coding, EncodedBody | Promise<EncodedBody>>>;

  /** @param text the whole body */
  constructor(text: string, route: string, form: AnswerForm = {}) {
    const {
      isSearch = false,
      type = JSON_TYPE,
      vary = 'Accept-Encoding',
      headers = [],
      cacheControl = 'private, no-cache',
    } = form;
    this.route = route;
    this.isSearch = isSearch;
    this.#shape = { type, vary, headers, cacheControl };
    const bytes = isSmallAscii(text) ? text : Buffer.from(text);
    this.#tag = hash('sha256', bytes, 'base64url').slice(0, ETAG_CHARACTERS);
    this.plain = this.#form('identity', bytes);
    this.#forms = { identity: this.plain };
  }

  /**
   * The form for a caller who prefers `coding`; the plain one where packing does not pay. A promise while a large one is
   * being packed: once, however many ask for it.
   */
  in(coding: Coding): EncodedBody | Promise<EncodedBody> {
    const made = this.#forms[coding];
    if (made !== undefined) return made;
    if (coding === 'identity' || this.plain.bytes < ENCODED_BYTES_MIN) return this.#made(coding, this.plain);
    const { body, bytes } = this.plain;
    const plain = typeof body === 'string' ? Buffer.from(body, 'latin1') : body;
    if (bytes <= AT_ONCE_BYTES_MAX) return this.#made(coding, this.#packed(coding, AT_ONCE[coding](plain)));
    const packing = BESIDE[coding](plain).then(
      (packed) => this.#made(coding, this.#packed(coding, packed)),
      (error: unknown) => {
        delete this.#forms[coding];
        throw error;
      },
    );
    this.#forms[coding] = packing;
    return packing;
  }

  #made(coding: Coding, form: EncodedBody): EncodedBody {
    this.#forms[coding] = form;
    if (form !== this.plain) this.onGrow(form.bytes);
    return form;
  }

  #packed(coding: Coding, packed: Buffer): EncodedBody {
    return packed.length < this.plain.bytes ? this.#form(coding, packed) : this.plain;
  }

  #form(coding: Coding, bytes: string | Buffer): EncodedBody {
    const etag = `"${this.#tag}${SUFFIXES[coding]}"`;
    const heldHeaders = [
      'ETag',
      etag,
      'Cache-Control',
      this.#shape.cacheControl,
      'Vary',
      this.#shape.vary,
      'X-Content-Type-Options',
      'nosniff',
      ...this.#shape.headers,
    ];
    const headers = [
      'Content-Type',
      this.#shape.type,
      'Content-Length',
      String(bytes.length),
      ...(coding === 'identity' ? [] : ['Content-Encoding', coding]),
      ...heldHeaders,
    ];
    const isReady = typeof bytes === 'string' || bytes.length > STRING_BYTES_MAX;
    const body = isReady ? bytes : bytes.toString('latin1');
    return { etag, headers, heldHeaders, body, bytes: bytes.length };
  }
}

/**
 * Whether the caller holds the bytes whose plain form has the tag `etag`, in any coding: a proxy may have unpacked
 * them, and every coding of one tag unpacks to the same bytes.
 */
export function isHeld(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag) return true;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = etag.slice(1, -1);
  for (const [, tag = ''] of ifNoneMatch.matchAll(TAG)) {
    if (tag === opaque || tag.replace(CODING_SUFFIX, '') === opaque) return true;
  }
  return false;
}

/** Text whose UTF-8 is the text itself needs no copy as bytes. */
const isSmallAscii = (text: string): boolean =>
  text.length <= STRING_BYTES_MAX && Buffer.byteLength(text) === text.length;
