/** The log: JSON lines on standard error unless told otherwise, with secrets left out. */
import { type DestinationStream, type Logger, pino } from 'pino';
import { visibleDocument } from './catalog/visible.ts';
import { OperatorFailure, reachTrouble } from './failure.ts';

const REDACTED = ['authorization', 'key', 'secret', 'api_key', 'databaseUrl'].flatMap((name) => [name, `*.${name}`]);
/** A key or a signing secret of ours wherever it stands, as in the message of somebody else's error. */
const SECRET = /(cs_live_[0-9A-Za-z]{4}|whs(?:ec|k)_)[0-9A-Za-z+/=]{30,}/g;

/** Of lines that cannot be written so much waits for room; what comes after is lost. */
const UNWRITTEN_BYTES_MAX = 1024 * 1024;

function standardError(): DestinationStream {
  const to = pino.destination({ dest: 2, maxLength: UNWRITTEN_BYTES_MAX });
  // A full disk below the log ends nothing of what it tells of, and holds up no end: what is left at the exit is lost.
  to.on('error', () => {
    to.flushSync = () => undefined;
  });
  return to;
}

/** Where it arose is told of faults of ours; what the operator or the system brought about, in words. */
function toldError(error: Error) {
  const says =
    error.name === OperatorFailure.name ? error.message : 'syscall' in error ? reachTrouble(error) : undefined;
  const isToldAsItIs = says === undefined || ('syscall' in error && says === error.message);
  return isToldAsItIs ? pino.stdSerializers.err(error) : { message: says };
}

/** What hears of faults of one kind, and logs them under that name. */
export const faultsIn =
  (log: Logger, name: string) =>
  (err: unknown): void =>
    log.error({ err }, name);

/** A logger at `level`. Standard output stays free for what programs read. */
export function openLog(level: string, to: DestinationStream = standardError()): Logger {
  const options = {
    level,
    base: null,
    redact: [...REDACTED, 'headers.authorization', '*.headers.authorization'],
    serializers: { err: toldError },
    timestamp: pino.stdTimeFunctions.isoTime,
    // On a terminal a log is read by people; pino spells the first controls alone.
    hooks: { streamWrite: (line: string) => visibleDocument(line.replace(SECRET, '$1…')) },
  };
  return pino(options, to);
}
