/** The log: JSON lines on standard error, with secrets left out. */
import { type Logger, pino } from 'pino';

const REDACTED = ['*.authorization', '*.headers.authorization', '*.key', '*.secret', '*.api_key', '*.databaseUrl'];

/** A logger at `level`. Standard output stays free for what programs read. */
export function openLog(level: string): Logger {
  return pino({ level, base: null, redact: REDACTED, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination(2));
}
