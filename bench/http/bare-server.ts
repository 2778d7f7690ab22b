/** The measure of the HTTP bench: a plain node:http server that writes given bytes and headers, and nothing else. */
import { createServer } from 'node:http';

/** An answer to repeat; the body is base64. */
export interface BareAnswer {
  status: number;
  headers: string[];
  body: string;
}

let status = 200;
let headers: string[] = [];
let body: string | Buffer = '';

// Small bodies as latin1 strings, large ones as Buffers: what node:http itself writes fastest.
const STRING_BYTES_MAX = 16 * 1024;

const server = createServer((_request, response) => {
  response.writeHead(status, headers);
  if (typeof body === 'string') response.end(body, 'latin1');
  else response.end(body);
});

process.on('message', (message: BareAnswer | 'cpu') => {
  if (message === 'cpu') {
    process.send?.(process.cpuUsage());
    return;
  }
  ({ status, headers } = message);
  const bytes = Buffer.from(message.body, 'base64');
  body = bytes.length <= STRING_BYTES_MAX ? bytes.toString('latin1') : bytes;
  process.send?.('ready');
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') process.send?.({ port: address.port });
});

process.on('disconnect', () => process.exit());
