/** The model behind the scale bench: what 1 to 64 processes on one PostgreSQL do, from costs measured on one. */
import { line } from '../report.ts';

/** What this run measured. */
export interface MeasuredCosts {
  /** Milliseconds of CPU an uncached answer costs: in the service and in PostgreSQL. */
  serviceMs: number;
  databaseMs: number;
  /** Statements of an uncached answer, with the question for the version that goes along with each. */
  statementsPerAnswer: number;
  /** Statements a second of a process that nobody asks, and the CPU of one in PostgreSQL. */
  questionsPerS: number;
  questionMs: number;
  /** Bytes of a notice of a commit to one process, and its CPU in PostgreSQL. */
  noticeBytes: number;
  noticeMs: number;
  /** The search index: bytes, CPU of PostgreSQL to read it anew, and the times of a million cards. */
  indexBytesPerCard: number;
  indexReadMsPerCard: number;
  buildMs: number;
  searchMs: number;
  /** Of a process under load without an answer cache: resident memory, and connections. */
  processMb: number;
  connections: number;
}

const PROCESSES = [1, 4, 16, 64];
const CARDS = 1_000_000;
/** PostgreSQL's own default. */
const MAX_CONNECTIONS = 100;
/** By the settings: 10 at most of catalog reads, 6 of the rest and 4 of exports, one that listens, one for its presence, and the thread that builds the index. */
const CONNECTIONS_MOST = 24;
const CACHE_MB = 64;
const DATABASE_CORES = 8;
/** Commits of an ingest that move the version, at its busiest. */
const COMMITS_PER_S = 2;

/** Prints the parameters, the table, and what breaks first. */
export function printModel(costs: MeasuredCosts): void {
  const { serviceMs, databaseMs, questionsPerS, questionMs, noticeBytes, noticeMs } = costs;
  const megabytes = (costs.indexBytesPerCard * CARDS) / 1e6;
  const parameters: [name: string, value: string, from: 'measured' | 'assumed' | 'setting'][] = [
    ['CPU of an uncached answer, service', `${serviceMs.toFixed(3)} ms`, 'measured'],
    ['CPU of an uncached answer, PostgreSQL', `${databaseMs.toFixed(3)} ms`, 'measured'],
    ['statements an uncached answer, versions included', costs.statementsPerAnswer.toFixed(1), 'measured'],
    ['statements a second of an idle process', questionsPerS.toFixed(1), 'measured'],
    ['CPU of such a question, PostgreSQL', `${questionMs.toFixed(3)} ms`, 'measured'],
    ['a notice to one process', `${noticeBytes.toFixed(0)} bytes, ${noticeMs.toFixed(3)} ms of PostgreSQL`, 'measured'],
    ['search index', `${costs.indexBytesPerCard.toFixed(0)} bytes a card, ${megabytes.toFixed(0)} MB`, 'measured'],
    [
      'search index built, searched',
      `${(costs.buildMs / 1000).toFixed(1)} s, ${costs.searchMs.toFixed(1)} ms`,
      'measured',
    ],
    ['reading it anew, PostgreSQL', `${(1000 * costs.indexReadMsPerCard).toFixed(2)} µs a card`, 'measured'],
    ['memory of a process under load, no cache', `${costs.processMb.toFixed(0)} MB`, 'measured'],
    ['connections of a process under load', `${costs.connections}`, 'measured'],
    ['connections of a process, at most', `${CONNECTIONS_MOST}`, 'setting'],
    ['answer cache', `${CACHE_MB} MB`, 'setting'],
    ['connections that PostgreSQL takes', `${MAX_CONNECTIONS}`, 'setting'],
    ['cores', `one a process, ${DATABASE_CORES} for PostgreSQL`, 'assumed'],
    ['commits that move the version while an ingest publishes', `${COMMITS_PER_S} a second`, 'assumed'],
    ['network, lock waits, memory bandwidth, other load', 'none', 'assumed'],
  ];
  for (const [name, value, from] of parameters) line(`  ${name}`, `${value} (${from})`);
  for (const processes of PROCESSES)
    line(`${processes} processes, 1,000,000 cards`, shapeOf(processes, costs, megabytes));
}

function shapeOf(processes: number, costs: MeasuredCosts, indexMb: number): string {
  const wanted = (processes * 1000) / costs.serviceMs;
  const databaseMost = (DATABASE_CORES * 1000) / costs.databaseMs;
  const idleCores = (processes * costs.questionsPerS * costs.questionMs) / 1000;
  const notices = COMMITS_PER_S * processes;
  // A process that falls behind reads the index once for several commits: one build at a time.
  const readsPerS = processes * Math.min(COMMITS_PER_S, 1000 / costs.buildMs);
  const followCores = (readsPerS * CARDS * costs.indexReadMsPerCard) / 1000;
  const connections = processes * CONNECTIONS_MOST;
  const faults = [
    ...(wanted > databaseMost
      ? [`the database on uncached reads, at ${(databaseMost / (1000 / costs.serviceMs)).toFixed(0)} processes`]
      : []),
    ...(connections > MAX_CONNECTIONS ? [`${connections} connections`] : []),
    ...(followCores > DATABASE_CORES / 2
      ? [`the index read anew takes ${followCores.toFixed(1)} cores of the database`]
      : []),
  ];
  const memory = processes * (costs.processMb + CACHE_MB + 2 * indexMb);
  return [
    `${Math.min(wanted, databaseMost).toFixed(0)} uncached answers/s`,
    `${(memory / 1024).toFixed(1)} GB`,
    `idle ${idleCores.toFixed(3)} cores of the database`,
    `${notices} notices/s (${((notices * costs.noticeBytes) / 1024).toFixed(1)} kB/s, ${((notices * costs.noticeMs) / 1000).toFixed(4)} cores)`,
    `first to break: ${faults.join('; ') || 'nothing'}`,
  ].join('; ');
}
