/** Why a run failed, as a sentence that anyone may read: `/health` shows it without a key. Where it arose is the log's. */
import { inspect } from 'node:util';
import { MORE_MEMORY, OperatorFailure, withoutCredentials } from '../../failure.ts';
import { DAMAGED } from '../../store/faults.ts';
import { Outage } from '../../upstream/document.ts';

/** Codes of the system, of SQLite and of PostgreSQL, by what an operator can do about them. */
const KNOWN: readonly [RegExp, string][] = [
  [/^(ENOSPC|SQLITE_FULL|53100)$/, 'the disk is full'],
  [/^(EROFS|EACCES|EPERM|SQLITE_READONLY.*|SQLITE_CANTOPEN.*)$/, 'the store cannot be written to'],
  [/^25006$/, 'the database takes no writes: name its main server, not a replica'],
  [/^(SQLITE_CORRUPT.*|SQLITE_NOTADB|XX00[12])$/, DAMAGED],
  [/^SQLITE_IOERR/, 'the disk of the store fails'],
  [/^SQLITE_BUSY/, 'another process kept the store busy'],
  [/^ERR_WORKER_OUT_OF_MEMORY$/, `the run needs more memory than it may have: ${MORE_MEMORY}`],
  [/^ENOMEM$/, 'the system has too little memory for the run'],
  [/^E[MN]FILE$/, 'the service may open no more files: raise its limit of open files'],
  [/^42501$/, 'the user of the database may not write to it: make it the owner of the schema and its tables'],
  [
    /^08P01$/,
    'the pooler of DATABASE_URL refuses what a connection is opened with: name the database past it in DATABASE_DIRECT_URL',
  ],
  [/^28/, 'the database refuses the connection'],
  [/^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|57P0[123]|08.{3})$/, 'the database cannot be reached'],
];
const UNKNOWN = 'a fault of this service ended the run; its log says which';

const FAULT_LENGTH_MAX = 4000;
/** An error may even be its own. */
const CAUSES_MAX = 5;

/** Whether it was thrown on purpose, with such a sentence; out of a thread it comes without its class. */
const isNamed = (error: unknown, { name }: { name: string }): error is Error =>
  error instanceof Error && error.name === name;

/** What the system or the store refused, in words; undefined for what is none of that. */
export function knownReason(error: unknown): string | undefined {
  let cause = error;
  for (let depth = 0; depth < CAUSES_MAX && cause instanceof Error; depth += 1) {
    const { code } = cause as NodeJS.ErrnoException;
    const known = KNOWN.find(([codes]) => typeof code === 'string' && codes.test(code));
    if (known !== undefined) return known[1];
    cause = cause.cause;
  }
  return undefined;
}

export function reasonOf(error: unknown): string {
  if (isNamed(error, Outage)) return withoutCredentials(error.message);
  const known = knownReason(error);
  if (known !== undefined) return known;
  return isNamed(error, OperatorFailure) ? withoutCredentials(error.message) : UNKNOWN;
}

/** Where a fault of ours arose, for the log; undefined for what is none. */
export const faultOf = (error: unknown): string | undefined =>
  isNamed(error, Outage) ? undefined : inspect(error).slice(0, FAULT_LENGTH_MAX);

/** An error on its way between processes, which keep neither the codes of errors nor those of their causes. */
export interface SerializedError {
  name: string;
  message: string;
  stack: string | undefined;
  code: string | undefined;
  cause: SerializedError | undefined;
}

export function serializedError(error: unknown, causes = CAUSES_MAX): SerializedError {
  if (!(error instanceof Error)) return serializedError(new Error(String(error)));
  const { name, message, stack, cause } = error;
  const { code } = error as NodeJS.ErrnoException;
  const itself = { name, message, stack, code };
  return { ...itself, cause: cause == null || causes === 0 ? undefined : serializedError(cause, causes - 1) };
}

export function deserializedError({ message, cause, ...rest }: SerializedError): Error {
  return Object.assign(new Error(message, cause && { cause: deserializedError(cause) }), rest);
}
