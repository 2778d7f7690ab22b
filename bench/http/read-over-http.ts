/** Serves a store without a cache, and reads it over HTTP one request after another, as the price benches do. */
import { Agent, get } from 'node:http';
import { openStore } from '../../src/store/open-store.ts';
import type { StoreLocation } from '../../src/store/store.ts';
import { apiOn } from '../../test/support/stages/api.ts';
import type { BareAnswer } from './bare-server.ts';

/** Where a service listens, and a key to it. */
export interface StoreServer {
  port: number;
  key: string;
}

/** Serves the store at `location` in this process: the real front, and every request answered anew. */
export async function startStoreServer(location: StoreLocation): Promise<StoreServer> {
  const { port, key } = await apiOn(await openStore(location), { settings: { cacheMb: 0 } });
  return { port, key };
}

const agent = new Agent({ keepAlive: true });

/** Gives what reads a path; it resolves when the last byte is there, and rejects unless the answer is a 200. */
export function httpReader({ port, key }: StoreServer): (path: string) => Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'accept-encoding': 'identity' };
  return (path) =>
    new Promise<void>((resolve, reject) => {
      get({ port, path, headers, agent }, (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`${path} answered ${answer.statusCode}`));
        answer.on('end', resolve).resume();
      }).on('error', reject);
    });
}

/** The answer with every header that Node does not write by itself. */
export function answerOf(port: number, path: string, headers: Record<string, string>): Promise<BareAnswer> {
  return new Promise((resolve, reject) => {
    get({ port, path, headers }, async (response) => {
      const body = Buffer.concat(await response.toArray()).toString('base64');
      const sent = response.rawHeaders.flatMap((name, at, all) =>
        at % 2 === 0 && !/^(date|connection|keep-alive)$/i.test(name) ? [name, all[at + 1] ?? ''] : [],
      );
      resolve({ status: response.statusCode ?? 0, headers: sent, body });
    }).on('error', reject);
  });
}
