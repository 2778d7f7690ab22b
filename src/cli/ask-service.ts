/** Asks a running service over HTTP, as whoever has a key would. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/settings.ts';
import { CommandFailure } from './output.ts';

const TIME_LIMIT_MS = 60_000;
/** Hosts that are this machine. */
const HERE = /^(localhost$|127\.|\[::1\]$)/;

/** An answer, its body as it came. */
export interface ServiceAnswer {
  status: number;
  type: string;
  text: string;
}

/** The first key is that of the service of this data directory: another machine's gets none. */
function keyFor(address: URL, { values }: Config): string | undefined {
  if (values.key !== undefined) return values.key;
  const file = join(values.data, 'first-key');
  const isOurs = values.url === undefined || HERE.test(address.hostname);
  return isOurs && existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

/** Asks `address`; a form or a JSON text is sent there. */
export async function askService(address: URL, config: Config, body?: FormData | string): Promise<ServiceAnswer> {
  const key = keyFor(address, config);
  const headers = {
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
  };
  const request = body === undefined ? { headers } : { method: 'POST', headers, body };
  try {
    const answer = await fetch(address, { ...request, signal: AbortSignal.timeout(TIME_LIMIT_MS) });
    return { status: answer.status, type: answer.headers.get('content-type') ?? '', text: await answer.text() };
  } catch {
    throw new CommandFailure(
      `nothing answers at ${address.origin}: is cardstock serve running, or another --url meant?`,
    );
  }
}
