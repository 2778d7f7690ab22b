/** Callers that read without pause, retry once, and hold every answer against all others of the same catalog version. */
import { createHash } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const TIMEOUT_MS = 10_000;
const PAUSE_MS = 8;

export interface Reply {
  status: number;
  version: string;
  text: string;
}

/** One request on a connection of the agent's. */
export function ask(base: string, path: string, key: string, agent?: Agent): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}` };
    const options = { headers, timeout: TIMEOUT_MS, ...(agent ? { agent } : {}) };
    const asked = request(`${base}${path}`, options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('close', () => {
        if (!response.complete) return reject(new Error('the answer was cut'));
        const version = String(response.headers['catalog-version'] ?? '');
        resolve({ status: response.statusCode ?? 0, version, text: Buffer.concat(chunks).toString() });
      });
    });
    asked.on('timeout', () => asked.destroy(new Error(`no answer in ${TIMEOUT_MS} ms`)));
    asked.on('error', reject);
    asked.end();
  });
}

/** A request that failed, at its first try or at the one after. */
export interface Miss {
  atMs: number;
  path: string;
  said: string;
  isFinal: boolean;
}

export interface Clients {
  answered: number;
  misses: Miss[];
  /** Answers that contradict another of the same version, or themselves. */
  contradictions: string[];
  /** Every version that was seen. */
  versions: Set<string>;
  stop(): Promise<void>;
}

/**
 * Starts `count` callers.
 * @param states the states of the catalog that a text shows: an answer must show one alone
 */
export function startClients(
  base: string,
  key: string,
  paths: readonly string[],
  count: number,
  states: (text: string) => Set<string>,
): Clients {
  const seen = new Map<string, string>();
  const clients: Clients = {
    answered: 0,
    misses: [],
    contradictions: [],
    versions: new Set(),
    stop: async () => {
      isStopped = true;
      await Promise.all(running);
      agent.destroy();
    },
  };
  let isStopped = false;
  const agent = new Agent({ keepAlive: true, maxSockets: count });

  const check = (path: string, { version, text }: Reply) => {
    const digest = createHash('sha1').update(text).digest('base64');
    const known = seen.get(`${version} ${path}`);
    if (known === undefined) seen.set(`${version} ${path}`, digest);
    else if (known !== digest) clients.contradictions.push(`${path}: other bytes of version ${version}`);
    const shown = states(text);
    if (shown.size > 1) clients.contradictions.push(`${path}: states ${[...shown].join(' and ')} in one answer`);
    clients.versions.add(version.split('/')[0] ?? '');
  };
  const tryOnce = async (path: string, isFinal: boolean): Promise<boolean> => {
    const reply = await ask(base, path, key, agent).catch((error: Error) => error.message);
    if (typeof reply !== 'string' && reply.status === 200) {
      clients.answered += 1;
      check(path, reply);
      return true;
    }
    const said = typeof reply === 'string' ? reply : `${reply.status} ${reply.text.slice(0, 100)}`;
    clients.misses.push({ atMs: performance.now(), path, said, isFinal });
    return false;
  };
  const running = Array.from({ length: count }, async (_, client) => {
    for (let at = client; !isStopped; at += 1) {
      const path = paths[at % paths.length] ?? '/v1/cards';
      if (!(await tryOnce(path, false))) await tryOnce(path, true);
      await sleep(PAUSE_MS);
    }
  });
  return clients;
}
