/** Fetches pictures to be kept: each once, however many ask for it, politely, and not again while what is known will do. */
import { createHash } from 'node:crypto';
import { remembered } from '../../packed/remembered.ts';
import type { CardPictures } from '../../store/pictures/card-pictures.ts';
import { Outage, type Read, wholeDocument } from '../../upstream/document.ts';
import { httpReader } from '../../upstream/http-reader.ts';
import { crawlPolicyFor } from '../configured-sources.ts';
import type { PicturePlace } from '../kept-images.ts';
import { openPictureWork, type Scaled, UnusablePicture } from './describe-pictures.ts';
import { PictureShelf, type ShelvedPicture } from './picture-shelf.ts';

const PICTURE_BYTES_MAX = 10 * 1024 * 1024;
/** Ten a second: with the run of the scan's index, which may ask at the same time, no more than hosts allow. */
const PAUSE_MS = 100;
const GIVE_UP_MS = 15_000;
const DAY_MS = 86_400_000;
/** What failed is tried again after a day for each failure, and so many at most. */
const RETRY_DAYS_MAX = 7;
/** One for which nobody answered is tried again after so long: it must not keep those behind it from their turn. */
const RETRY_UNANSWERED_MS = 3_600_000;
/** A host that gave so many in a row no answer, and nothing else meanwhile, is left alone for so long, or for as long as it asks. */
const UNANSWERED_MAX = 3;
const UNREACHABLE_MS = 60_000;
/** Pictures that are fetched and scaled at once: each may hold 10 MB here, and 90 in the process that scales. */
const AT_ONCE = 4;
/** Those and others that wait their turn: at ten a second the last one waits for 6 s. */
const FETCHES_MAX = 64;
/** The process that scales ends when nobody needed it for so long. */
const IDLE_MS = 60_000;

const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('base64url');

const tagOf = (bytes: Uint8Array) => `"${digestOf(bytes)}"`;

/** A picture as its source has it, with its digest; without bytes where it is `unchanged` since `before`. @throws Outage */
export async function readPicture(read: Read, address: string, before: string | null) {
  const headers = { accept: 'image/avif,image/webp,image/png,image/jpeg' };
  const { unchanged, body, etag } = await read(address, { etag: before, headers, bytesMax: PICTURE_BYTES_MAX });
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  return { unchanged, bytes, digest: digestOf(bytes), etag };
}

/** Nobody answered, or only to come back later: that says nothing about the picture. */
export const isPassing = (error: unknown): error is Outage =>
  error instanceof Outage && error.cause !== undefined && error.status === undefined;

const isOfSource = (error: unknown): error is Outage | UnusablePicture =>
  error instanceof Outage || error instanceof UnusablePicture;

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : '');

const retryMs = ({ failures }: ShelvedPicture) => Math.min(failures, RETRY_DAYS_MAX) * DAY_MS || RETRY_UNANSWERED_MS;

/** What the source's own answer of before is, where it gave a picture. */
interface Held extends ShelvedPicture {
  picture: Scaled;
}

const isHeld = (shelved: ShelvedPicture | undefined): shelved is Held =>
  shelved !== undefined && shelved.picture !== null;

interface Host {
  answeredMs: number;
  /** Pictures in a row for which it gave no answer; why it is left alone, and until when. */
  unanswered: number;
  silentMs: number;
  error: unknown;
}

class PicturesBusy extends Error {}

/** The policy that hosts of others are asked by, and the operator's own on this machine. */
function openReaders(userAgent: string) {
  const readers = new Map<boolean, ReturnType<typeof httpReader>>();
  const read: Read = (url, options) => {
    const { pauseMs, connections } = crawlPolicyFor(url);
    const isGuest = pauseMs > 0;
    const policy = { userAgent, connections, pauseMs: isGuest ? PAUSE_MS : 0, giveUpAfterMs: GIVE_UP_MS };
    const reader = readers.get(isGuest) ?? httpReader(policy);
    readers.set(isGuest, reader);
    return reader.read(url, options);
  };
  return { read, close: () => Promise.all([...readers.values()].map((reader) => reader.close())) };
}

/** Keeps pictures in a folder; several processes may do so in the same one. */
export class PictureKeeper {
  readonly shelf: PictureShelf;
  readonly #readers: ReturnType<typeof openReaders>;
  readonly #work = openPictureWork('bytes');
  readonly #underWay = new Map<string, Promise<Held>>();
  readonly #hostNamed = remembered((_name: string): Host => {
    return { answeredMs: 0, unanswered: 0, silentMs: 0, error: undefined };
  });
  readonly #turns: (() => void)[] = [];
  readonly #unansweredMax: number;
  #fetching = 0;
  #idle: NodeJS.Timeout | undefined;
  #fetched = 0;
  /** Why the disk refused the last copy; null where it took it. */
  diskFault: string | null = null;

  /** @param unansweredMax after which a host is left alone; who has all fetched says by itself when to stop */
  constructor(place: Pick<PicturePlace, 'folder' | 'limitBytes'>, userAgent: string, unansweredMax = UNANSWERED_MAX) {
    this.#unansweredMax = unansweredMax;
    this.shelf = new PictureShelf(place);
    this.#readers = openReaders(userAgent);
  }

  /**
   * The picture at an address of a source, from the shelf where it stands there and its source was asked so lately.
   * @throws Outage, UnusablePicture
   */
  copyOf(address: string, ageMaxMs: number, read = this.#readers.read): Promise<Held> {
    const running = this.#underWay.get(address);
    if (running !== undefined) return running;
    const copying = this.#copyOrFetch(address, ageMaxMs, read).finally(() => this.#underWay.delete(address));
    this.#underWay.set(address, copying);
    return copying;
  }

  /** The same as documents of a source, for who reads such: the copy that is served, fetched by `read` where there is none. */
  documents(read: Read, ageMaxMs: (url: string) => number): Read {
    return async (url, { etag } = {}) => {
      const { high } = (await this.copyOf(url, ageMaxMs(url), read)).picture;
      return wholeDocument(url, [high], tagOf(high), etag);
    };
  }

  /**
   * A card's picture: the first that can be had of those that are kept, be it from the other rendition of its source or
   * another language; undefined where none can, `busy` while too many are under way.
   */
  async rendition({ kept }: Pick<CardPictures, 'kept'>, which: 'low' | 'high') {
    const addresses = [...new Set(kept.flatMap(({ low, high }) => [high, low]))];
    for (const [at, address] of addresses.entries()) {
      try {
        const { picture } = await this.copyOf(address, Number.POSITIVE_INFINITY);
        await this.#onDisk(this.shelf.noteUse(address));
        return { bytes: Buffer.from(picture[which]), tag: tagOf(picture[which]), isFirst: at === 0 };
      } catch (error) {
        if (error instanceof PicturesBusy) return 'busy' as const;
        if (!isOfSource(error)) throw error;
      }
    }
    return undefined;
  }

  /** How full the shelf is, and what is under way in this process. */
  async state() {
    const { files, bytes } = (await this.#onDisk(this.shelf.counted())) ?? { files: 0, bytes: 0 };
    const room = { files, bytes, limit_bytes: this.shelf.limitBytes };
    const work = { under_way: this.#fetching, fetched: this.#fetched, pause_ms: PAUSE_MS };
    return { ...room, ...work, last_error: this.diskFault };
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    this.#work.close();
    await this.#readers.close();
  }

  async #copyOrFetch(address: string, ageMaxMs: number, read: Read): Promise<Held> {
    const held = await this.#onDisk(this.shelf.read(address));
    const ageMs = held === undefined ? Number.POSITIVE_INFINITY : Date.now() - Date.parse(held.asked_at);
    if (isHeld(held) && ageMs < ageMaxMs) return held;
    if (held !== undefined && !isHeld(held) && ageMaxMs > 0 && ageMs < retryMs(held)) {
      throw new Outage(held.reason ?? 'the picture could not be had');
    }
    if (this.#fetching >= FETCHES_MAX) throw new PicturesBusy('too many pictures are being fetched');
    return this.#inTurn(async () => {
      const beganMs = Date.now();
      const { silentMs, error: silence } = this.#hostNamed(hostOf(address));
      if (ageMaxMs > 0 && beganMs < silentMs) throw silence;
      try {
        return await this.#fetch(address, held, read);
      } catch (error) {
        await this.#note(address, held, { error, beganMs });
        // A picture of before stays in its place.
        if (isOfSource(error) && isHeld(held)) return held;
        throw error;
      }
    });
  }

  async #fetch(address: string, held: ShelvedPicture | undefined, read: Read): Promise<Held> {
    const note = { address, asked_at: new Date().toISOString(), failures: 0, reason: null };
    this.#fetched += 1;
    const before = isHeld(held) ? held.etag : null;
    const { unchanged, bytes, digest, etag } = await readPicture(read, address, before);
    this.#noteAnswer(address);
    if (unchanged && isHeld(held)) return this.#keep({ ...held, ...note });
    const picture = isHeld(held) && held.digest === digest ? held.picture : await this.#scale(bytes);
    return this.#keep({ ...note, etag, digest, picture });
  }

  /** A few at once, in the order in which they were asked for. */
  async #inTurn<Done>(work: () => Promise<Done>): Promise<Done> {
    this.#fetching += 1;
    try {
      if (this.#fetching > AT_ONCE) await new Promise<void>((resolve) => this.#turns.push(resolve));
      return await work();
    } finally {
      this.#fetching -= 1;
      this.#turns.shift()?.();
    }
  }

  async #scale(bytes: Uint8Array): Promise<Scaled> {
    clearTimeout(this.#idle);
    try {
      return await this.#work.scale(bytes);
    } finally {
      this.#idle = setTimeout(() => this.#underWay.size === 0 && this.#work.close(), IDLE_MS).unref();
    }
  }

  /** A picture is of use although the disk takes none. */
  async #keep<Shelved extends ShelvedPicture>(shelved: Shelved): Promise<Shelved> {
    const noFault = () => {
      this.diskFault = null;
    };
    await this.#onDisk(this.shelf.write(shelved).then(noFault));
    return shelved;
  }

  /** What the disk refuses is told, and done without. */
  async #onDisk<Done>(work: Promise<Done>): Promise<Done | undefined> {
    try {
      return await work;
    } catch (error) {
      this.diskFault = (error as Error).message;
      return undefined;
    }
  }

  async #note(
    address: string,
    held: ShelvedPicture | undefined,
    { error, beganMs }: { error: unknown; beganMs: number },
  ): Promise<void> {
    if (!isOfSource(error)) return;
    if (isPassing(error)) this.#noteUnanswered(address, error, beganMs);
    else this.#noteAnswer(address);
    // A picture of before is looked at again as soon as somebody answers.
    if (isPassing(error) && isHeld(held)) return;
    const failures = (held?.failures ?? 0) + (isPassing(error) ? 0 : 1);
    const failed = { failures, reason: error.message, asked_at: new Date().toISOString() };
    await this.#keep({ ...(held ?? { address, etag: null, digest: null, picture: null }), ...failed });
  }

  #noteAnswer(address: string): void {
    Object.assign(this.#hostNamed(hostOf(address)), { answeredMs: Date.now(), unanswered: 0 });
  }

  /** Where the host answered, this or others meanwhile, it is about that picture alone. */
  #noteUnanswered(address: string, error: Outage, beganMs: number): void {
    const host = this.#hostNamed(hostOf(address));
    if (error.putOff.by !== undefined) this.#noteAnswer(address);
    else if (host.answeredMs < beganMs) host.unanswered += 1;
    const leastMs = host.unanswered < this.#unansweredMax ? 0 : UNREACHABLE_MS;
    const waitMs = Math.min(Math.max(leastMs, error.putOff.waitMs ?? 0), DAY_MS);
    host.silentMs = Math.max(host.silentMs, Date.now() + waitMs);
    host.error = error;
  }
}
