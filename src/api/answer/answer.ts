/** The bytes of a 200 in the forms they are sent in, each with its own tag and headers, made once. */
import { hash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Coding } from './content-coding.ts';

/** Node writes head and body of a string in one piece (20 % less CPU than a Buffer), but copies it: only for small ones. */
const STRING_BYTES_MAX = 16 * 1024;
/** Below one packet there is nothing to gain. */
const CODED_BYTES_MIN = 1024;
const ETAG_CHARACTERS = 22;

const SUFFIXES: Record<Coding, string> = { identity: '', gzip: '-gz', br: '-br' };
/** Quality 4 packs better than gzip 6 in two thirds of its time. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const ENCODERS = {
  gzip: (body: Buffer) => gzipSync(body, { level: 6 }),
  br: (body: Buffer) => brotliCompressSync(body, BROTLI),
};

/** One form of an answer. Headers are flat lists of names and values, as `writeHead` takes them fastest. */
export interface Coded {
  etag: string;
  headers: readonly string[];
  /** The headers of its 304. */
  heldHeaders: readonly string[];
  /** A string of bytes (latin1), or a Buffer where it is large. */
  body: string | Buffer;
  bytes: number;
}

/** The body of a success, envelope and all, from a handler that writes bytes: putting them in an envelope copies them. */
export class Enveloped {
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
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
  readonly plain: Coded;
  /** The pattern of the route that made it, for the metrics. */
  readonly route: string;
  /** Whether it hangs on the ranking of a search too. */
  readonly isSearch: boolean;
  readonly #tag: string;
  readonly #languages: readonly string[];
  readonly #forms: Partial<Record<Coding, Coded>>;

  /**
   * @param json the whole body, enveloped JSON, as text or as its UTF-8
   * @param languages those of its texts, where one was asked for
   */
  constructor(json: string | Buffer, route: string, isSearch = false, languages?: string) {
    this.route = route;
    this.isSearch = isSearch;
    this.#languages = languages === undefined ? [] : ['Content-Language', languages];
    const bytes = typeof json !== 'string' || isSmallAscii(json) ? json : Buffer.from(json);
    this.#tag = hash('sha256', bytes, 'base64url').slice(0, ETAG_CHARACTERS);
    this.plain = this.#form('identity', bytes);
    this.#forms = { identity: this.plain };
  }

  /** The form for a caller who prefers `coding`; the plain one where packing does not pay. */
  in(coding: Coding): Coded {
    const made = this.#forms[coding];
    if (made !== undefined) return made;
    const form = coding === 'identity' ? this.plain : this.#pack(coding);
    this.#forms[coding] = form;
    if (form !== this.plain) this.onGrow(form.bytes);
    return form;
  }

  #pack(coding: 'gzip' | 'br'): Coded {
    if (this.plain.bytes < CODED_BYTES_MIN) return this.plain;
    const { body } = this.plain;
    const packed = ENCODERS[coding](typeof body === 'string' ? Buffer.from(body, 'latin1') : body);
    return packed.length < this.plain.bytes ? this.#form(coding, packed) : this.plain;
  }

  #form(coding: Coding, bytes: string | Buffer): Coded {
    const etag = `"${this.#tag}${SUFFIXES[coding]}"`;
    const heldHeaders = [
      'ETag',
      etag,
      'Cache-Control',
      'private, no-cache',
      'Vary',
      'Accept-Encoding',
      'X-Content-Type-Options',
      'nosniff',
      ...this.#languages,
    ];
    const headers = [
      'Content-Type',
      'application/json; charset=utf-8',
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

/** Text whose UTF-8 is the text itself needs no copy as bytes. */
const isSmallAscii = (text: string): boolean =>
  text.length <= STRING_BYTES_MAX && Buffer.byteLength(text) === text.length;
