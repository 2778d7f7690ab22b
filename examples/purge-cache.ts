/**
 * Receives events and has a shared cache in front forget what they are about: with Varnish's xkey by tag, as
 * `shared_cache_s` has the service send them.
 *
 *   npx cardstock subscriptions create --url http://127.0.0.1:3000/ --allow-private
 *   WEBHOOK_SECRET=whsec_… PURGE_URL=http://127.0.0.1:6081/ node scripts/node24.mjs examples/purge-cache.ts
 *
 * Other caches are told by the same tags: Cloudflare by `purge_cache` with `{"tags": […]}`, Fastly by `Surrogate-Key`.
 */
import { createServer } from 'node:http';
import { CardstockError, verifyWebhook } from '../client/src/cardstock.ts';

const secrets = (process.env.WEBHOOK_SECRET ?? '').split(',');
const cache = process.env.PURGE_URL ?? 'http://127.0.0.1:6081/';

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  try {
    const event = await verifyWebhook(Buffer.concat(chunks), request.headers, secrets);
    // A game's answers hang together (a list shows its cards, a set its value): all of them are asked for again.
    const tags = `game-${event.name.split('.')[0]} catalog`;
    const purged = await fetch(cache, { method: 'PURGE', headers: { 'xkey-purge': tags } });
    console.log(`${event.name}: ${tags} purged with ${purged.status}`);
    // What was not purged is delivered again.
    response.writeHead(purged.ok ? 204 : 502).end();
  } catch (error) {
    if (error instanceof CardstockError) response.writeHead(401).end();
    else response.writeHead(502).end();
  }
});
const port = Number(process.env.PORT ?? 3000);
server.listen(port, '127.0.0.1', () => console.error(`Waiting for events at http://127.0.0.1:${port}/`));
