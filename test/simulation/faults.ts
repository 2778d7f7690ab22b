/** The process that faults strike: at every await of the store and of the network. */
import { type KyselyPlugin, sql } from 'kysely';
import type { Random } from '../../demo/random.ts';
import type { Lock, Store, Writes } from '../../src/store/store.ts';
import type { Clockwork, Waiter } from './clockwork.ts';
import type { FaultDraws } from './fault-draws.ts';

/** What struck is not what was done: everything else that is thrown is a defect. */
export class StruckFault extends Error {}

/** Of what a server says when the connection is lost on which a statement was sent, or one before it. */
const CUT = /terminating connection|Connection terminated|connection error and is not queryable|before this one failed/;
const STRUCK = /did not answer|SQLITE_FULL|database or disk is full/;

/** Whether what was thrown, or what is notified of it, is what struck. */
export function isStruck(fault: unknown): boolean {
  if (fault instanceof StruckFault) return true;
  const told = String(fault instanceof Error ? fault.stack : fault);
  return STRUCK.test(told) || CUT.test(told);
}

const STALL_MS_MAX = 60_000;
const LOCK_HELD_MS = 6 * 3_600_000;
const CLOCK_MS_MAX = 3_600_000;
const FULL_MS_MAX = 600_000;
const NEVER = new Promise<never>(() => undefined);

/** A process of the deployment: what is made in it ends with it. */
export class Host implements Waiter {
  isAlive = true;
  /** How far its wall clock is off. */
  clockOffMs = 0;
  /** What the system takes back when the process dies. */
  readonly locks = new Set<Lock>();
  readonly faultDraws: FaultDraws;
  readonly #clock: Clockwork;
  readonly #onCrash: () => void;

  constructor(clock: Clockwork, faultDraws: FaultDraws, onCrash: () => void = () => undefined) {
    this.#clock = clock;
    this.faultDraws = faultDraws;
    this.#onCrash = onCrash;
  }

  /** Holds a lock until it is released, or a fault takes it away. */
  hold(lock: Lock): Lock {
    this.locks.add(lock);
    const lost = Promise.withResolvers<void>();
    const release = async () => {
      if (this.locks.delete(lock)) await lock.release();
    };
    const drawn = this.faultDraws.draw('lock');
    if (drawn) {
      void this.#clock.pause(drawn.between(0, LOCK_HELD_MS), this).then(async () => {
        if (!this.locks.has(lock)) return;
        await release();
        await this.#clock.pause(drawn.between(0, STALL_MS_MAX), this);
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
    const { faultDraws } = this;
    this.clockOffMs = faultDraws.draw('clock')?.whole(-CLOCK_MS_MAX, CLOCK_MS_MAX) ?? this.clockOffMs;
    const fullMs = faultDraws.draw('full')?.whole(0, FULL_MS_MAX) ?? 0;
    if (fullMs > 0) faultDraws.fullUntilMs = this.#clock.nowMs + fullMs;
    const stallMs = faultDraws.draw('stall')?.whole(0, STALL_MS_MAX) ?? 0;
    const isLost = faultDraws.draw(isAfterDeed ? 'lostAfter' : 'lost') !== undefined;
    if (faultDraws.draw('crash')) {
      this.isAlive = false;
      this.#onCrash();
      return NEVER;
    }
    await this.#clock.pause(this.#clock.random.between(0, 3) + stallMs, this);
    if (isLost) throw new StruckFault('the store did not answer');
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

/** How many rows were written on the connection. */
async function changesOn(writes: Writes): Promise<number | undefined> {
  const { rows } = await sql<{ changes: number }>`select total_changes() as changes`.execute(writes);
  return rows[0]?.changes;
}

/** What the process sees of the store: every answer takes its time, and may not come. */
export function storeOf(
  host: Host,
  real: Store,
  turn: WriterTurn,
  onCommit: (tag: unknown) => void,
  /** The power goes; says whether the last commit is there afterwards. */
  losePower?: (cut: Random) => boolean,
): Store & { tag: unknown } {
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      // What was under way in it when it died may still be woken, and would ask a store that is closed.
      if (!host.isAlive) throw new StruckFault('its process is dead');
      return node;
    },
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
      // It died when its turn had just come: whoever buries it passes the turn on.
      if (!host.isAlive) return NEVER;
      const cut = losePower && host.faultDraws.draw('power');
      let hasWritten = false;
      const kept = real.write(async (writes) => {
        const before = cut && (await changesOn(writes));
        store.tag = undefined;
        const done = await work(Object.assign(writes.withPlugin(plugin) as Writes, { touched: writes.touched }));
        await host.point();
        hasWritten = cut !== undefined && (await changesOn(writes)) !== before;
        return done;
      });
      try {
        await kept;
        // Before another's turn: who is in the middle of something when the power goes must not go on.
        // Of a commit that wrote nothing there is nothing to lose, and those before it had been waited for.
        // A commit that was under way when the faults ended is spared: who looks on in the calm has a connection too.
        if (cut && hasWritten && !host.faultDraws.isOver) {
          if (losePower(cut)) onCommit(store.tag);
          return NEVER;
        }
      } finally {
        turn.release(host);
      }
      onCommit(store.tag);
      await host.point(true);
      return kept;
    },
  };
  return store;
}
