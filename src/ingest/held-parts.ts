/**
 * Parts of a source that a guard leaves out by themselves. A part lets go in two ways: by itself, with the third day in a row
 * on which it is so, or when an operator accepts it. Then its days that were left out are taken too.
 */
import { addDays, dayOf } from '../catalog/days.ts';
import { pendingPrices } from '../store/prices/market-knowledge.ts';
import { type HeldPart, heldParts, putHeldPart, reasonOfAmount } from '../store/sources/held-parts.ts';
import { newestDay } from '../store/sources/source-days.ts';
import type { Reads, Writes } from '../store/store.ts';
import { Outage } from '../upstream/document.ts';
import type { PriceDay } from '../upstream/markets/market-rows.ts';
import { firstFew } from './guards.ts';
import type { RunContext } from './source.ts';

/** Days in a row, the first left-out one included, with the last of which a part is believed. */
const DAYS_TO_BELIEVE = 3;
/** Rows are kept for no longer than they are a measure for anything. */
const KEPT_DAYS = 31;

/** What is judged: a group by its name, or a whole day of the source. */
export interface JudgedPart<Row> {
  /** Names the part from day to day; undefined for the source's whole day. */
  name?: string;
  guard: 'records' | 'rows' | 'unit' | 'column';
  observed_on: string;
  /** What speaks against it, in words; undefined where nothing does. */
  fault: string | undefined;
  /** Undefined of a file that cannot be read: of that nothing can be taken, however long it is so or whoever accepts it. */
  rows: readonly Row[] | undefined;
}

export type PartVerdict<Row> =
  | { isHeld: true }
  /**
   * Taken as it is; `others` are the days of it that were left out and are taken too. Where it was against a guard it
   * `isAccepted`; where its day is good again, days that an operator had accepted come as `others` all the same.
   */
  | { isHeld: false; isAccepted: boolean; others: PriceDay<Row>[] };

/** Counts of a run by name: of parts that a guard spoke against, those that it took, by what released them. */
type Taken = 'parts_accepted' | 'parts_released';
export type TakenCounts = Partial<Record<Taken, number>>;

/** A whole day is left out: the run says so, and keeps what came of it. */
export class HeldDay extends Outage {
  readonly keep: (writes: Writes) => Promise<unknown>;

  constructor(message: string, keep: (writes: Writes) => Promise<unknown>) {
    super(message);
    this.keep = keep;
  }

  with(more: (writes: Writes) => Promise<void>): HeldDay {
    return new HeldDay(this.message, async (writes) => {
      await this.keep(writes);
      await more(writes);
    });
  }
}

export type HeldParts = ReturnType<typeof heldPartsOf>;

/** Those of a source that says days of its own; of any other parts are judged by the days of its runs. */
export const openHeldParts = async (reads: Reads, source: string, acceptAll: boolean): Promise<HeldParts> =>
  heldPartsOf(source, await heldParts(reads, source), acceptAll, await newestDay(reads, source));

export const heldPartsOfRuns = async (reads: Reads | Writes, source: string, acceptAll: boolean): Promise<HeldParts> =>
  heldPartsOf(source, await heldParts(reads, source), acceptAll);

/** The days that were left out, but for the one that is read. */
const daysBeside = <Row>(days: ReadonlyMap<string, string>, read: string): PriceDay<Row>[] =>
  [...days].flatMap(([observed_on, body]) => (observed_on === read ? [] : [{ observed_on, rows: JSON.parse(body) }]));

const taken = <Row>(isAccepted: boolean, others: PriceDay<Row>[] = []): PartVerdict<Row> => {
  return { isHeld: false, isAccepted, others };
};

/** @param newest the newest day that is in the store */
export function heldPartsOf(source: string, known: Map<string, HeldPart>, acceptAll: boolean, newest = '') {
  let parts = known;
  let changed = new Map<string, HeldPart | Taken | undefined>();
  const idOf = (guard: string, name: string | undefined) => `${source}:${guard}:${name ?? 'day'}`;
  const judgedNames = new Set<string | undefined>();
  const put = (id: string, part: HeldPart | Taken | undefined): void => {
    changed.set(id, part);
    if (typeof part === 'object') parts.set(id, part);
    else parts.delete(id);
  };
  return {
    has: (guard: JudgedPart<never>['guard'], name: string | undefined): boolean => parts.has(idOf(guard, name)),
    judge: <Row>({ name, guard, observed_on, fault, rows }: JudgedPart<Row>): PartVerdict<Row> => {
      const id = idOf(guard, name);
      const known = parts.get(id);
      judgedNames.add(name);
      if (fault === undefined) {
        // A day before those left out says nothing about them.
        if (known === undefined || observed_on < known.since) return taken(false);
        put(id, known.isAccepted ? 'parts_accepted' : undefined);
        return taken(false, known.isAccepted ? daysBeside(known.days, observed_on) : []);
      }
      const isReleased = acceptAll || known?.isAccepted === true;
      // A day behind which others were read is left out alone: what came after it has settled the matter.
      if (!isReleased && observed_on < newest) return { isHeld: true };
      const days = new Map(known?.days);
      for (const old of days.keys()) if (old < addDays(observed_on, -KEPT_DAYS)) days.delete(old);
      if (rows !== undefined) days.set(observed_on, JSON.stringify(rows));
      if (rows !== undefined && (isReleased || days.size >= DAYS_TO_BELIEVE)) {
        put(id, isReleased ? 'parts_accepted' : 'parts_released');
        return taken(true, daysBeside(days, observed_on));
      }
      const since = known === undefined || observed_on < known.since ? observed_on : known.since;
      put(id, { id, source, part: name ?? since, guard, reason: fault, since, isAccepted: false, days });
      return { isHeld: true };
    },
    /** Takes away those of what is there no longer: nothing of them would ever be judged again. */
    endUnjudged: (): void => {
      for (const [id, { guard }] of [...parts]) {
        const isJudged = [...judgedNames].some((name) => idOf(guard, name) === id);
        if (guard !== 'amount' && !isJudged) put(id, undefined);
      }
    },
    /** How all stands, to go back to: as if parts had not been judged since. */
    copy: () => {
      const before = [new Map(parts), new Map(changed)] as const;
      return () => {
        [parts, changed] = before;
      };
    },
    /** What is to be written of all that was judged since the last time; writing it counts what was taken. */
    changes: (isLeft = false): ((writes: Writes) => Promise<TakenCounts>) => {
      // With a day that is left out nothing is published: what was taken beside it waits for a day that is.
      const judged = [...changed].filter(([, part]) => !isLeft || typeof part !== 'string');
      for (const [id] of judged) changed.delete(id);
      return (writes) => writeJudged(writes, judged);
    },
  };
}

async function writeJudged(writes: Writes, judged: readonly [id: string, HeldPart | Taken | undefined][]) {
  const counts: TakenCounts = {};
  for (const [id, part] of judged) {
    const isTaken = typeof part === 'string';
    await putHeldPart(writes, id, isTaken ? undefined : part);
    if (isTaken) counts[part] = (counts[part] ?? 0) + 1;
  }
  return counts;
}

/**
 * Judges a whole catalog, or one of its languages, by what speaks against it. It says no day: its days are the UTC days of its
 * runs, and nothing of them is kept, since each brings all of it.
 */
export async function catalogGuards(
  writes: Writes,
  { task, options, now }: Pick<RunContext, 'task' | 'options' | 'now'>,
) {
  const held = await heldPartsOfRuns(writes, task.name, options.acceptPrune);
  const observed_on = dayOf(now().getTime());
  const restore = held.copy();
  const isHeld = (fault: string | undefined, name?: string) => {
    return held.judge({ ...(name && { name }), guard: 'rows', observed_on, fault, rows: [] }).isHeld;
  };
  return {
    /** Whether printings that would go stay. */
    isPruneHeld: (fault: string | undefined): boolean => isHeld(fault, 'printings'),
    /** @throws HeldDay */
    judge: async (faults: readonly (string | undefined)[]): Promise<TakenCounts> => {
      const fault = faults.find((text) => text !== undefined);
      // What is the whole catalog's is not its printings'.
      if (fault !== undefined) restore();
      if (isHeld(fault)) throw new HeldDay(heldNote(fault ?? ''), held.changes());
      return await held.changes()(writes);
    },
  };
}

/** Judges by the day of the run what lists of products say of the printings of each expansion, and keeps what it leaves out. */
export function judgeLinks(held: HeldParts, now: Date) {
  const observed_on = dayOf(now.getTime());
  const left: { name: string; guard: 'records'; fault: string }[] = [];
  const isLeft = (expansionId: string, fault: string | undefined): boolean => {
    const part = { name: `printings of ${expansionId}`, guard: 'records', observed_on } as const;
    const { isHeld } = held.judge({ ...part, fault, rows: [] });
    if (isHeld) left.push({ ...part, fault: fault ?? '' });
    return isHeld;
  };
  return { left, isLeft };
}

/** What a part is told by while it is left out. */
export const heldNote = (fault: string): string =>
  `${fault}: left out until it stays so for ${DAYS_TO_BELIEVE} days, or a run with --accept-prune takes it as it is`;

/** The same of the source's single amounts; null where none waits. */
export async function waitingNote(reads: Reads | Writes, source: string): Promise<string | null> {
  const waiting = (await pendingPrices(reads, source)).map(reasonOfAmount);
  return waiting.length === 0
    ? null
    : `${firstFew(waiting)}: left out until a second day confirms it, or you accept it`;
}

/** What is told beside it of a document that cannot be read, which neither days nor accepting release. */
export const UNTIL_READ = 'left out until it can be read';
