/** A bounded pool of photo processes with a bounded queue: what dies is replaced, what takes too long is killed. */
import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Failure } from '../../failure.ts';
import type { StoreLocation } from '../../store/store.ts';
import type { Found, FromProcess, PhotoOutcome, SentPhoto, ToProcess } from './photo-messages.ts';
import { openPriorities } from './priorities.ts';

/** Photos that wait beside those at work: at 100 ms each the last one waits for 2 s. */
const WAITING_MAX = 16;
/**
 * Decoding stops by itself after 5 s; the rest is 0.1 s of a processor, 0.25 where printings of one artwork are told apart,
 * of which full load may leave a fiftieth.
 */
const JOB_LIMIT_MS = 30_000;
/** Each of up to twelve cards takes three to eight times what one does; decoding, most of it under full load, is the same. */
const EVERY_CARD_TIMES = 4;
/** A photo that ends its process is tried once more: it may have been killed for another reason. */
const TRIES_MAX = 2;
/** Reading an index of 200,000 cards takes a few seconds. */
const START_LIMIT_MS = 60_000;
const PROGRAM = new URL('./photo-process.ts', import.meta.url);

/** Too many photos wait already, or other work leaves no processor time for them. */
export class ScanBusy extends Error {}

interface Job {
  id: number;
  sent: SentPhoto;
  tries: number;
  resolve(found: Found): void;
  reject(error: Error): void;
}

interface Slot {
  child: ChildProcess | undefined;
  isReady: boolean;
  /** It gets no further photo, and is replaced once it has ended. */
  isEnding: boolean;
  /** Why it ends, where it said so. */
  ending: string | undefined;
  job: Job | undefined;
  timer: NodeJS.Timeout | undefined;
}

export type PhotoProcesses = ReturnType<typeof openPhotoProcesses>;

export interface PhotoProcessParts {
  location: StoreLocation;
  width: number;
  /** Shortened by tests. */
  jobLimitMs?: number;
  program?: URL;
}

/** Starts no process before the first photo. */
export function openPhotoProcesses(parts: PhotoProcessParts) {
  const { location, width, jobLimitMs = JOB_LIMIT_MS, program = PROGRAM } = parts;
  const slots = Array.from({ length: width }, (): Slot => {
    return { child: undefined, isReady: false, isEnding: false, ending: undefined, job: undefined, timer: undefined };
  });
  const priorities = openPriorities();
  const waiting: Job[] = [];
  /** Photos that take much memory to decode: only the first process takes them, so that there is one at a time. */
  const waitingLarge: Job[] = [];
  let isStopped = false;
  let lastId = 0;

  function release(slot: Slot): Job | undefined {
    clearTimeout(slot.timer);
    const { job } = slot;
    slot.job = undefined;
    return job;
  }

  function settle(slot: Slot, message: PhotoOutcome): void {
    slot.isEnding = message.isLast ?? false;
    if (slot.job?.id !== message.id) return;
    const job = release(slot);
    if ('isLarge' in message && job) waitingLarge.push(job);
    else if ('found' in message) job?.resolve(message.found);
    else if ('refused' in message) job?.reject(new Failure('unsupported_image', message.refused));
    else if ('isEmpty' in message) job?.reject(nothingToCompare());
    else if ('isStarved' in message) job?.reject(starved());
    else if ('fault' in message) job?.reject(new Error(`the scan failed: ${message.fault}`));
  }

  function start(slot: Slot): ChildProcess {
    const child = fork(program, [], {
      serialization: 'advanced',
      // Each thread has a share of the processor beside the reads', also those that collect garbage. What a photo leaves behind
      // is collected early: V8 would let it grow to 150 MB, of which 20 are in use.
      execArgv: [...process.execArgv, '--single-threaded-gc', '--max-semi-space-size=4'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      // Decoded photos come and go in megabytes: with an arena for each thread the process keeps several of them.
      env: { ...process.env, MALLOC_ARENA_MAX: '2' },
    });
    slot.isReady = false;
    const timer = setTimeout(() => child.kill('SIGKILL'), START_LIMIT_MS).unref();
    child.once('exit', () => clearTimeout(timer));
    child.on('message', (message: FromProcess) => {
      if ('ready' in message) {
        clearTimeout(timer);
        slot.isReady = true;
        if (child.pid !== undefined) priorities.admit(child.pid);
        hand(slot);
      } else if ('ending' in message) {
        slot.isEnding = true;
        slot.ending = message.ending;
      } else {
        settle(slot, message);
        dispatch();
      }
    });
    child.once('spawn', () => child.send({ location } satisfies ToProcess));
    child.on('error', (error: NodeJS.ErrnoException) => {
      // Of a process that could not be started nothing else is heard; after a channel that broke `exit` follows, or came before.
      if (child.pid === undefined) onExit(slot, error.code ?? error.message);
      else child.kill('SIGKILL');
    });
    child.once('exit', (code, signal) => {
      if (child.pid !== undefined) priorities.forget(child.pid);
      onExit(slot, `${code ?? signal}`);
    });
    return child;
  }

  function onExit(slot: Slot, how: string): void {
    const { isReady: wasReady, ending = `it ended with ${how}` } = slot;
    slot.child = undefined;
    slot.ending = undefined;
    slot.isReady = false;
    slot.isEnding = false;
    const job = release(slot);
    if (job !== undefined) {
      job.tries += 1;
      if (!wasReady) job.reject(new Error(`the scan's process was not ready: ${ending}`));
      else if (job.tries >= TRIES_MAX) job.reject(unreadable());
      else waiting.unshift(job);
    }
    if (!isStopped) dispatch();
  }

  function hand(slot: Slot): void {
    const { job, child } = slot;
    if (job === undefined || child === undefined) return;
    const before = processorMsOf(child);
    const limitMs = jobLimitMs * (job.sent.everyCard || job.sent.withStages ? EVERY_CARD_TIMES : 1);
    slot.timer = setTimeout(() => {
      // At a low priority a full machine may leave it hardly any time: the photo may be a good one.
      const isStarved = processorMsOf(child) - before < limitMs / 50;
      release(slot)?.reject(isStarved ? starved() : unreadable());
      child.kill('SIGKILL');
    }, limitMs);
    const message: ToProcess = { id: job.id, ...job.sent, takesLarge: slot === slots[0] };
    child.send(message);
  }

  function dispatch(): void {
    // A process that is there and idle before one that would have to start.
    const idle = slots.filter((slot) => slot.job === undefined).sort((a, b) => Number(b.isReady) - Number(a.isReady));
    for (const slot of idle) {
      if (slot.isEnding || slot.child?.killed) continue;
      const job = (slot === slots[0] ? waitingLarge.shift() : undefined) ?? waiting.shift();
      if (job === undefined) continue;
      slot.job = job;
      slot.child ??= start(slot);
      if (slot.isReady) hand(slot);
    }
  }

  return {
    /**
     * Identifies a photo, among the cards of its game where that is known.
     * @throws ScanBusy, Failure unsupported_image or scan_unavailable, Error when no process starts
     */
    identify: (sent: SentPhoto) =>
      new Promise<Found>((resolve, reject) => {
        if (waiting.length + waitingLarge.length >= WAITING_MAX) throw new ScanBusy('too many photos wait already');
        waiting.push({ id: ++lastId, sent, tries: 0, resolve, reject });
        dispatch();
      }),
    stop: () => {
      isStopped = true;
      for (const job of [...waiting.splice(0), ...waitingLarge.splice(0)])
        job.reject(new ScanBusy('the service is ending'));
      for (const { child } of slots) if (child?.connected) child.disconnect();
    },
  };
}

/** What is said while no card can be found. */
export const nothingToCompare = () =>
  new Failure('scan_unavailable', 'No card of this catalog can be recognised yet: its pictures are not indexed.');

const starved = () => new ScanBusy('other work leaves no processor time for photos');

/** Clock ticks of processor time a second, as Linux has them everywhere. */
const TICKS = 100;

/** Processor time that a process has had; no number where the system does not tell. */
function processorMsOf({ pid }: ChildProcess): number {
  try {
    // Fields after the name, which may hold anything: the 12th and 13th are time as user and as system.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS;
  } catch {
    return Number.NaN;
  }
}

const unreadable = () => new Failure('unsupported_image', 'The picture could not be decoded in time.');
