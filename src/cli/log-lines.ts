/** The log as people read it on a terminal: a line each with the time, the task, what happened and how long it took. */
import { styleText } from 'node:util';
import type { DestinationStream } from 'pino';
import { visible } from '../catalog/visible.ts';
import type { RunReport } from '../ingest/runs/runner.ts';
import { countsText, durationText } from './output.ts';
import type { ProgressDisplay } from './progress.ts';

interface LogRecord {
  level: number;
  time: string;
  msg: string;
  run?: Omit<RunReport, 'fault'>;
  err?: { message?: string };
  [field: string]: unknown;
}

export const LEVELS = { info: 30, warn: 40, error: 50 } as const;
/** Told already, or for whoever reads the log as JSON. */
const UNTOLD = new Set(['level', 'time', 'msg', 'err', 'fault']);

function runText({ source, outcome, duration_ms, counts, reason }: NonNullable<LogRecord['run']>): string {
  const took = durationText(duration_ms);
  if (outcome === 'failed') return `${source}: failed after ${took}: ${reason}`;
  return [`${source}: done in ${took}`, countsText(counts), reason].filter((part) => part).join(' · ');
}

function text(record: LogRecord): string {
  if (record.run) return runText(record.run);
  const said = [record.msg, record.err?.message].filter((part) => part).join(': ');
  const fields = Object.entries(record).filter(([name]) => !UNTOLD.has(name));
  return [said, ...fields.map(([name, value]) => `${name} ${String(value)}`)].join(' · ');
}

/** What is for programs: a sample of the requests, and which process works. */
const UNREAD = new Set(['request', 'work']);

/** A fault that comes again each second, as on a full disk, is told of once in this time. */
const SAID_AGAIN_MS = 60_000;

/** Writes each record from `least` on as one line above the bar of `display`; the end of a run takes its bar away. */
export const logLines = (
  display: Pick<ProgressDisplay, 'line' | 'finish'>,
  least: number = LEVELS.info,
): DestinationStream => {
  const saidAt = new Map<string, number>();
  const isSaidAgain = (said: string, nowMs: number): boolean => {
    // Sentences that bear a count or an address would come to be kept without end.
    for (const [old, atMs] of saidAt) if (nowMs - atMs >= SAID_AGAIN_MS) saidAt.delete(old);
    if (saidAt.has(said)) return true;
    saidAt.set(said, nowMs);
    return false;
  };
  const write = (json: string) => {
    const record = JSON.parse(json) as LogRecord;
    if (record.run) display.finish(record.run.source, record.run.outcome === 'succeeded');
    if (record.level < least || (record.level === LEVELS.info && UNREAD.has(record.msg))) return;
    const said = visible(text(record));
    const time = new Date(record.time);
    if (record.level >= LEVELS.error && isSaidAgain(said, time.getTime())) return;
    const line = `${time.toTimeString().slice(0, 8)}  ${said}`;
    display.line(record.level >= LEVELS.error ? styleText('red', line, { stream: process.stderr }) : line);
  };
  return { write };
};
