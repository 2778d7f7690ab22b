/** Answers kept as bytes for as long as what they show stands still, bounded in bytes. */

import type { Answer } from './answer.ts';
import type { CacheVersion, Validity } from './cache-validity.ts';

/** What an entry costs besides its bodies and names: headers, objects, map slots. Estimated from heap snapshots. */
const ENTRY_BYTES = 2048;
const ALIAS_BYTES = 128;
/** Spellings of one request that are found without parsing it; further ones cost a parse, never another's place. */
const ALIASES_MAX = 8;
const ALIAS_LENGTH_MAX = 512;
/** One body may take this share of the whole. */
const SHARE_MAX = 1 / 8;
const INVENTED_SEEN_MAX = 4096;

interface Entry {
  answer: Answer;
  validity: Validity;
  canonical: string;
  aliases: string[];
  bytes: number;
  isTouched: boolean;
}

/**
 * Entries are found by the raw URL, or after parsing by the canonical request. All hold in one cache version: a new one drops
 * those that do not hold in it, which are those of the games that moved, and those of all games. Eviction gives what was used
 * since the last pass a second chance: as good as LRU here, and a hit writes one flag.
 */
export class ResponseCache {
  readonly #bytesMax: number;
  readonly #entries = new Map<string, Entry>();
  readonly #byUrl = new Map<string, Entry>();
  readonly #inventedSeen = new Set<string>();
  #cacheVersion: CacheVersion | undefined;
  #bytes = 0;
  #hits = 0;
  #misses = 0;

  /** @param bytesMax 0 keeps nothing */
  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** The answer to a URL seen in this spelling before. */
  byUrl(cacheVersion: CacheVersion, url: string): Answer | undefined {
    if (!this.#isIn(cacheVersion)) return undefined;
    const entry = this.#byUrl.get(url);
    if (entry === undefined) return undefined;
    entry.isTouched = true;
    this.#hits += 1;
    return entry.answer;
  }

  /** The answer to a parsed request; its spelling is remembered, where it has one. */
  byRequest(cacheVersion: CacheVersion, url: string | undefined, canonical: string): Answer | undefined {
    const entry = this.#isIn(cacheVersion) ? this.#entries.get(canonical) : undefined;
    if (entry === undefined) {
      this.#misses += 1;
      return undefined;
    }
    entry.isTouched = true;
    this.#hits += 1;
    this.#addAlias(entry, url);
    this.#evict();
    return entry.answer;
  }

  /**
   * Keeps the answer to a request whose data was read in `cacheVersion`, on what it hangs; one from a cache version gone by
   * is dropped. A request that anyone can invent without end (a search, a cursor, a window) is kept when it comes a second
   * time.
   */
  put(
    cacheVersion: CacheVersion,
    url: string | undefined,
    canonical: string,
    { answer, validity }: Pick<Entry, 'answer' | 'validity'>,
    isInvented: boolean,
  ): void {
    if (cacheVersion !== this.#cacheVersion || this.#entries.has(canonical)) return;
    const bytes = answer.plain.bytes + 2 * canonical.length + ENTRY_BYTES;
    if (bytes > this.#bytesMax * SHARE_MAX) return;
    if (isInvented && !this.#wasSeen(canonical)) return;
    const entry: Entry = { answer, validity, canonical, aliases: [], bytes, isTouched: false };
    this.#entries.set(canonical, entry);
    this.#bytes += bytes;
    answer.onGrow = (grownBytes) => this.#charge(entry, grownBytes);
    this.#addAlias(entry, url);
    this.#evict();
  }

  get figures() {
    return { bytes: this.#bytes, entries: this.#entries.size, hits: this.#hits, misses: this.#misses };
  }

  /**
   * Whether what is kept holds in `cacheVersion`; a newer one begins here. A request that began before the last change brings
   * its older cache version along: it reads for itself, or the two would drop each other's answers by turns.
   */
  #isIn(cacheVersion: CacheVersion): boolean {
    if (cacheVersion === this.#cacheVersion) return true;
    if (this.#cacheVersion !== undefined && cacheVersion.order < this.#cacheVersion.order) return false;
    for (const entry of this.#entries.values()) if (!cacheVersion.isValid(entry.validity)) this.#drop(entry);
    this.#cacheVersion = cacheVersion;
    return true;
  }

  #addAlias(entry: Entry, url: string | undefined): void {
    if (url === undefined || url.length > ALIAS_LENGTH_MAX || this.#byUrl.has(url)) return;
    if (entry.aliases.length >= ALIASES_MAX) return;
    entry.aliases.push(url);
    this.#byUrl.set(url, entry);
    entry.bytes += 2 * url.length + ALIAS_BYTES;
    this.#bytes += 2 * url.length + ALIAS_BYTES;
  }

  #wasSeen(canonical: string): boolean {
    if (this.#inventedSeen.delete(canonical)) return true;
    if (this.#inventedSeen.size >= INVENTED_SEEN_MAX) this.#inventedSeen.clear();
    this.#inventedSeen.add(canonical);
    return false;
  }

  #charge(entry: Entry, bytes: number): void {
    entry.bytes += bytes;
    this.#bytes += bytes;
    this.#evict();
  }

  #evict(): void {
    if (this.#bytes <= this.#bytesMax) return;
    for (const entry of this.#entries.values()) {
      if (this.#bytes <= this.#bytesMax) return;
      this.#entries.delete(entry.canonical);
      if (entry.isTouched) {
        entry.isTouched = false;
        // Goes to the end, where this very pass meets it again if the others do not make room enough.
        this.#entries.set(entry.canonical, entry);
      } else this.#drop(entry);
    }
  }

  #drop(entry: Entry): void {
    this.#entries.delete(entry.canonical);
    for (const url of entry.aliases) this.#byUrl.delete(url);
    this.#bytes -= entry.bytes;
    entry.answer.onGrow = () => undefined;
  }
}
