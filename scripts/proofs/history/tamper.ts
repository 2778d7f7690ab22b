/** Stands between callers and one process, and breaks three promises: what judges has to find them. */
import { createServer } from 'node:http';
import { type Listening, listening } from '../../../test/support/servers/listening.ts';

/**
 * Gives an old answer once, leaves an event of the feed out once, and lets revoked keys in.
 * @param key opens the process whatever a caller holds
 */
export async function tampering(node: string, key: string): Promise<Listening> {
  const first = new Map<string, { body: string; version: string }>();
  const count = { newer: 0, left: false };
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = { authorization: request.headers.authorization ?? '', 'content-type': 'application/json' };
    const sent = request.method === 'POST' ? { body: Buffer.concat(chunks) } : {};
    const go = (authorization: string) =>
      fetch(`${node}${path}`, { method: request.method ?? 'GET', headers: { ...headers, authorization }, ...sent });
    try {
      let answer = await go(headers.authorization);
      if (answer.status === 401) answer = await go(`Bearer ${key}`);
      let body = await answer.text();
      let version = answer.headers.get('catalog-version') ?? '';
      if (path === '/v1/cards/ember1-1' && answer.ok) {
        const old = first.get(path) ?? { body, version };
        first.set(path, old);
        // The session has to have seen a newer one before.
        if (old.version !== version) count.newer += 1;
        if (count.newer === 2) ({ body, version } = old);
      }
      if (path.startsWith('/v1/events?') && answer.ok && !count.left) {
        const page = JSON.parse(body);
        if (page.data.items.length > 1) {
          page.data.items.splice(0, 1);
          body = JSON.stringify(page);
          count.left = true;
        }
      }
      response.writeHead(answer.status, { 'content-type': 'application/json', 'catalog-version': version }).end(body);
    } catch {
      response.destroy();
    }
  });
  return listening(server);
}
