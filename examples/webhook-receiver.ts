/**
 * Receives events, refuses what is not signed, and takes each one once.
 *
 *   npx cardstock subscriptions create --url http://127.0.0.1:3000/ --events 'game.*' --allow-private
 *   WEBHOOK_SECRET=whsec_… PORT=3000 node scripts/node24.mjs examples/webhook-receiver.ts
 *
 * While the secret is rotated, give both with a comma between them.
 */
import { createServer } from 'node:http';
import { CardstockError, verifyWebhook } from '../client/src/cardstock.ts';

const secrets = (process.env.WEBHOOK_SECRET ?? '').split(',');
/** In production a table with a unique key, written in the transaction that does the work. */
const seen = new Set<string>();

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  try {
    const event = await verifyWebhook(Buffer.concat(chunks), request.headers, secrets);
    if (!seen.has(event.id)) console.log(`${event.name} ${event.id}`);
    seen.add(event.id);
    response.writeHead(204).end();
  } catch (error) {
    if (!(error instanceof CardstockError)) throw error;
    response.writeHead(401).end();
  }
});
const port = Number(process.env.PORT ?? 3000);
server.listen(port, '127.0.0.1', () => console.error(`Waiting for events at http://127.0.0.1:${port}/`));
