/** Which faults a seed has, how often, and the process that they strike: at every await of the store and of the network. */
import type { KyselyPlugin } from 'kysely';
import type { Lock, Store, Writes } from '../../src/store/store.ts';
import type { Clockwork, Waiter } from './clockwork.ts';

/** What a seed may do, each by its chance at every point; a seed draws some of them and leaves the others out. */
export interface Faults {
  /** The store does not answer: nothing was done. */
  lost: number;
  /** The store's answer is lost after a commit. */
  lostAfter: number;
  /** The process dies. */
  crash: number;
  /** The process stands still for up to a minute. */
  stall: number;
  /** The wall clock of a process is set up to an hour back or forth. */
  clock: number;
  /** A lock is taken from its holder, who is told a while later: so a server does that was restarted. */
  lock: number;
  /** What subscribers do beside answering 200. */
  subscribers: boolean;
}

export const NO_FAULTS: Faults = { lost: 0, lostAfter: 0, crash: 0, stall: 0, clock: 0, lock: 0, subscribers: false };

/** The faults but for those named: what a red life does not need is left out of it. */
export const lessFaults = (faults: Faults, without: readonly string[]): Faults =>
  Object.assign({ ...faults }, ...without.map((name) => ({ [name]: NO_FAULTS[name as keyof Faults] })));

/** What struck is not what was done: everything else that is thrown is a defect. */
export class StruckFault extends Error {}

const STALL_MS_MAX = 60_000;
const LOCK_HELD_MS = 6 * 3_600_000;
const CLOCK_MS_MAX = 3_600_000;
const NEVER = new Promise<never>(() => undefined);

/** A process of the deployment: what is made in it ends with it. */
export class Host implements Waiter {
  isAlive = true;
  /** How far its wall clock is off. */
  clockOffMs = 0;
  readonly struck: Record<string, number>;
  /** What the system takes back when the process dies. */
  readonly locks = new Set<Lock>();
  readonly #clock: Clockwork;
  readonly #faults: () => Faults;
  readonly #onCrash: (host: Host) => void;

  constructor(clock: Clockwork, faults: () => Faults, struck: Record<string, number>, onCrash: (host: Host) => void) {
    this.#clock = clock;
    this.#faults = faults;
    this.struck = struck;
    this.#onCrash = onCrash;
  }

  /** Holds a lock until it is released, or a fault takes it away. */
  hold(lock: Lock): Lock {
    this.locks.add(lock);
    const lost = Promise.withResolvers<void>();
    const release = async () => {
      if (this.locks.delete(lock)) await lock.release();
    };
    const { random } = this.#clock;
    const chance = this.#faults().lock;
    if (chance > 0 && random.chance(chance)) {
      void this.#clock.pause(random.between(0, LOCK_HELD_MS), this).then(async () => {
        if (!this.locks.has(lock)) return;
        this.struck.lock = (this.struck.lock ?? 0) + 1;
        await release();
        await this.#clock.pause(random.between(0, STALL_MS_MAX), this);
        lost.resolve();
      });
    }
    return { lost: lost.promise, release };
  }

  /** Its end: nothing that it waits for comes, and its locks are free. */
  async end(): Promise<void> {
    this.isAlive = false;
    for (const lock of this.locks) await lock.release();
    this.locks.clear();
  }

  /** An await: other things happen meanwhile, and one of the faults may. */
  async point(isAfterDeed = false): Promise<void> {
    if (!this.isAlive) return NEVER;
    const { random } = this.#clock;
    const faults = this.#faults();
    const has = (name: keyof typeof NO_FAULTS, chance: number) => {
      if (chance === 0 || !random.chance(chance)) return false;
      this.struck[name] = (this.struck[name] ?? 0) + 1;
      return true;
    };
    if (has('clock', faults.clock)) this.clockOffMs = random.whole(-CLOCK_MS_MAX, CLOCK_MS_MAX);
    if (has('crash', faults.crash)) {
      this.isAlive = false;
      this.#onCrash(this);
      return NEVER;
    }
    const stallMs = has('stall', faults.stall) ? random.whole(0, STALL_MS_MAX) : 0;
    await this.#clock.pause(random.between(0, 3) + stallMs, this);
    if (has(isAfterDeed ? 'lostAfter' : 'lost', isAfterDeed ? faults.lostAfter : faults.lost)) {
      throw new StruckFault('the store did not answer');
    }
  }
}

/** The store's one writer at a time, as SQLite has it: a dead one lets go. */
export class WriterTurn {
  #holder: Host | undefined;
  readonly #waiting: { host: Host; go(): void }[] = [];

  async take(host: Host): Promise<void> {
    if (this.#holder === undefined) this.#holder = host;
    else await new Promise<void>((resolve) => this.#waiting.push({ host, go: resolve }));
  }

  release(host: Host): void {
    if (this.#holder !== host) return;
    let next = this.#waiting.shift();
    while (next !== undefined && !next.host.isAlive) next = this.#waiting.shift();
    this.#holder = next?.host;
    next?.go();
  }
}

/** What the process sees of the store: every answer takes its time, and may not come. */
export function storeOf(
  host: Host,
  real: Store,
  turn: WriterTurn,
  onCommit: (tag: unknown) => void,
): Store & { tag: unknown } {
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      await host.point();
      return result;
    },
  };
  const reads = real.reads.withPlugin(plugin);
  const store: Store & { tag: unknown } = {
    ...real,
    /** Set by a transaction: what it changes, which is told where it is kept. */
    tag: undefined,
    reads,
    lock: async (name, kind) => {
      await host.point();
      const lock = await real.lock(name, kind);
      return lock && host.hold(lock);
    },
    snapshot: (work) => real.snapshot((of) => work(of.withPlugin(plugin))),
    write: async (work) => {
      await host.point();
      await turn.take(host);
      const kept = real.write(async (writes) => {
        store.tag = undefined;
        const done = await work(writes.withPlugin(plugin) as Writes);
        await host.point();
        return done;
      });
      const value = await kept.finally(() => turn.release(host));
      onCommit(store.tag);
      await host.point(true);
      return value;
    },
  };
  return store;
}
