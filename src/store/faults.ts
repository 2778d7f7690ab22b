/** What is wrong with a store as far as this process has met it: `/health` tells it without asking the store. */

/**
 * `damaged` lasts as long as the process, since other reads go on to succeed; the others are over with the next write, or
 * the next answer, that succeeds.
 */
export type StoreFault = 'damaged' | 'unwritable' | 'unreachable';

/** What a run on record says that met such a page: whichever process that was, `/health` of all of them tells it. */
export const DAMAGED = 'the store is damaged; cardstock doctor says more';

/** What is stored in a row is not what was written there: whoever asks for it has an error, and `/health` says so. */
export class DamagedRow extends Error {
  override name = 'DamagedRow';
}

/** What `read` gives; undefined where its row is damaged: that costs who it is of, whose reads say so, and neither a start nor a run. */
export function unlessDamaged<Found>(read: () => Found): Found | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof DamagedRow) return undefined;
    throw error;
  }
}

const ROW_SAYS = 'a row of prices is damaged, the log says which: stop, and put a backup back with cardstock restore';

/** Tells a fault of the store from one of the question; undefined for the latter. */
export type Diagnosis = (error: unknown) => { fault: StoreFault; says: string } | undefined;

export class StoreFaults {
  readonly #diagnose: Diagnosis;
  readonly #met = new Map<StoreFault, string>();

  constructor(diagnose: Diagnosis) {
    this.#diagnose = diagnose;
  }

  /** One sentence for people, without paths: `/health` needs no key. Null while nothing is wrong. */
  get says(): string | null {
    return this.#met.size === 0 ? null : [...this.#met.values()].join('; ');
  }

  note(error: unknown): void {
    if (error instanceof DamagedRow) this.#met.set('damaged', ROW_SAYS);
    const found = this.#diagnose(error);
    if (found !== undefined) this.#met.set(found.fault, found.says);
  }

  mend(fault: Exclude<StoreFault, 'damaged'>): void {
    if (this.#met.size > 0) this.#met.delete(fault);
  }

  /** `call`, whose faults are noted. */
  noting<Given extends unknown[], Found>(call: (...given: Given) => Found): (...given: Given) => Found {
    return (...given) => {
      try {
        return call(...given);
      } catch (error) {
        this.note(error);
        throw error;
      }
    };
  }
}
