/** The subscribers of `subscribers.ts`: answers each delivery with 204, and counts them. */
import { createServer } from 'node:http';
import { listening } from '../../test/support/servers/listening.ts';

const heard = new Map<string, number>();
const server = createServer((request, response) => {
  const name = `${request.url} ${request.headers['webhook-id']}`;
  heard.set(name, (heard.get(name) ?? 0) + 1);
  request.resume();
  request.on('end', () => response.writeHead(204).end());
});
const { base } = await listening(server);
process.on('message', () => {
  process.send?.({ all: [...heard.values()].reduce((sum, each) => sum + each, 0), distinct: heard.size });
});
process.send?.(base);
