/** The model behind the scale bench: what 1 to 64 processes on one PostgreSQL do, from costs measured on one and two. */
import { line } from './report.ts';

/** What was measured, per answer and per process. */
export interface ModelInput {
  postgres: { serviceMs: number; databaseMs: number };
  /** The search index of a million cards. */
  megabytes: number;
  buildMs: number;
}

const PROCESSES = [1, 4, 16, 64];
/** Connections of a process: two pools of 10 at most, one that listens, and the threads that build the index. */
const CONNECTIONS_EACH = 23;
/** PostgreSQL's own default. */
const MAX_CONNECTIONS = 100;
/** Cores that PostgreSQL is given in the model. */
const DATABASE_CORES = 8;
/** Questions a second of an idle process: the version 1 (told of commits), the search index 4, the lock 1. */
const QUESTIONS_EACH = 6;
const QUESTION_MS = 0.1;
/** Commits of an ingest that move the version, at its busiest. */
const COMMITS_PER_S = 2;
/** A process that is moved along asks for the version and reads the whole index once a commit, one build at a time. */
const INDEX_READ_MS_PER_CARD = 0.0015;
const BASE_MB = 130;
const CACHE_MB = 64;

/** Prints the table and what breaks first. */
export function printModel({ postgres, megabytes, buildMs }: ModelInput): void {
  const perCore = 1000 / postgres.serviceMs;
  const databaseMost = (DATABASE_CORES * 1000) / postgres.databaseMs;
  line('model', `a core for each process, ${DATABASE_CORES} for PostgreSQL; no network, no lock waits, no other load`);
  for (const processes of PROCESSES) {
    const wanted = processes * perCore;
    const reads = Math.min(wanted, databaseMost);
    const idle = (processes * QUESTIONS_EACH * QUESTION_MS) / 1000;
    const buildsPerS = Math.min(COMMITS_PER_S, 1000 / buildMs);
    const follow = (processes * buildsPerS * 1e6 * INDEX_READ_MS_PER_CARD) / 1000;
    const connections = processes * CONNECTIONS_EACH;
    const faults = [
      ...(wanted > databaseMost ? ['the database on uncached reads'] : []),
      ...(connections > MAX_CONNECTIONS ? [`${connections} connections (a pooler)`] : []),
      ...(follow > DATABASE_CORES / 2
        ? [`reading the index anew takes ${follow.toFixed(1)} cores of the database`]
        : []),
    ];
    line(
      `${processes} processes, 1,000,000 cards`,
      `${reads.toFixed(0)} uncached reads/s; ${(processes * (BASE_MB + CACHE_MB + 2 * megabytes)).toFixed(0)} MB; ` +
        `idle questions ${idle.toFixed(2)} cores; ${COMMITS_PER_S * processes} notices/s; ` +
        `first to break: ${faults.join(', ') || 'nothing'}`,
    );
  }
}
