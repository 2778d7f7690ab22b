/** `cardstock mcp`: tools for an assistant on this machine, over standard input and output. */
import type { Ask } from '../../mcp/tool.ts';
import type { Config } from '../config/settings.ts';
import { Failure, type FailureCode } from '../failure.ts';
import { closeSession } from '../keys/console-sessions.ts';
import { issueKey } from '../keys/issue.ts';
import { openLog } from '../log.ts';
import { servedLocationOf, servingAddress } from '../service/configured-parts.ts';
import { startService } from '../service/service.ts';
import { LINK } from '../store/keys.ts';
import { openStore } from '../store/open-store.ts';
import { askService, jsonBody } from './ask-service.ts';
import { type CommonFlags, configOf, withPresentStore } from './context.ts';

const SESSION_MS = 30 * 86_400_000;

/** Serves until the end of input: of the service that runs or is named, else of the data directory itself. */
export async function mcp(flags: CommonFlags): Promise<void> {
  const config = configOf(flags);
  const { serveStandardStreams } = await import('../../mcp/mcp.ts');
  const { base, at, end } = await runningService(flags, config);
  try {
    const scan = await askService(new URL('/v1/scan', base), at, jsonBody({})).catch(() => ({ status: 401 }));
    const stopped = new AbortController();
    // Clients end it by a signal where it does not end with its input soon enough.
    for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort());
    await serveStandardStreams({ ask: asking(base, at), mayScan: scan.status !== 401 }, stopped.signal);
  } finally {
    await end();
  }
}

/** The service to ask; without one, one of our own over the same store, by a key that lives as long. */
async function runningService(flags: CommonFlags, config: Config) {
  const nothing = async () => undefined;
  if (config.values.url !== undefined) return { base: config.values.url, at: config, end: nothing };
  const address = await withPresentStore(flags, servingAddress);
  if (address !== undefined) return { base: address, at: config, end: nothing };
  const values = { ...config.values, host: '127.0.0.1', port: 0 };
  // Standard output is the protocol's: the log goes to standard error.
  const log = openLog(config.values.logLevel);
  const service = await startService({ config: { ...config, values }, log, works: false, onProgress: () => undefined });
  const store = await openStore(servedLocationOf(config));
  // A session: it goes without a trace, and one that is killed is tidied away when it is over.
  const expires_at = new Date(Date.now() + SESSION_MS).toISOString();
  const asked = { name: 'mcp', scopes: ['read', 'scan'] as const, rate: 0, expires_at, session_of: LINK };
  const { id, key } = await issueKey(store, asked);
  const end = async () => {
    await closeSession(store, id);
    await store.close();
    await service.stop();
  };
  return { base: service.listening, at: { ...config, values: { ...values, key, url: service.listening } }, end };
}

const asking =
  (base: string, config: Config): Ask =>
  async ({ path, query = {}, body }) => {
    const address = new URL(path, base);
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) address.searchParams.set(name, String(value));
    const { text } = await askService(address, config, body && new Blob([new Uint8Array(body.bytes)], body));
    const { data, error } = JSON.parse(text) as { data: never; error: { code: FailureCode; message: string } | null };
    if (error !== null) throw new Failure(error.code, error.message);
    return data;
  };
