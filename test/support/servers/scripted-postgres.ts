/** A server of PostgreSQL's protocol in this process, which notes the messages that came and answers every text with itself. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A message as the server writes it: its letter, its length, what it says. */
function message(letter: string, ...parts: (string | number)[]): Buffer {
  const body = Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(int32(part)))),
  );
  return Buffer.concat([Buffer.from(letter), int32(body.length + 4), body]);
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

/** One column, `value` of type text. */
const DESCRIPTION = message('T', '\0\x01value\0', 0, '\0\0', 25, '\0\0', -1, '\0\0');
const READY = message('Z', 'I');
const FAILURE = message('E', 'SERROR\0C22012\0Mfails\0\0');
const row = (value: string) => message('D', '\0\x01', Buffer.byteLength(value), value);

/** A text that has this in it fails. */
export const FAILS = 'fails';

export interface ScriptedPostgres extends AsyncDisposable {
  port: number;
  /** Letters of the messages that came since the last question, up to each Sync one string. */
  taken(): string[];
}

/** Reads one connection's messages and answers them. */
function converse(socket: Socket, batches: string[]): void {
  const texts = new Map<string, string>();
  let buffered = Buffer.alloc(0);
  let isBegun = false;
  let letters = '';
  let hasFailed = false;
  let bound = '';
  const answer = (letter: string, body: Buffer): void => {
    letters += letter;
    const [first = '', second = ''] = body.toString('latin1').split('\0');
    if (letter === 'S') {
      batches.push(letters);
      letters = '';
      hasFailed = false;
      socket.write(READY);
    } else if (hasFailed) return;
    else if (letter === 'P') {
      texts.set(first, second);
      socket.write(message('1'));
    } else if (letter === 'B') {
      bound = texts.get(second) ?? 'not planned';
      socket.write(message('2'));
    } else if (letter === 'D') socket.write(DESCRIPTION);
    else if (letter === 'E') {
      hasFailed = bound.includes(FAILS);
      socket.write(hasFailed ? FAILURE : Buffer.concat([row(bound), message('C', 'SELECT 1\0')]));
    }
  };
  socket.on('error', () => undefined);
  socket.on('data', (data) => {
    buffered = Buffer.concat([buffered, data]);
    while (buffered.length >= 5) {
      const head = isBegun ? 1 : 0;
      const end = head + buffered.readInt32BE(head);
      if (buffered.length < end) return;
      const [letter, body] = [buffered.toString('latin1', 0, head), buffered.subarray(head + 4, end)];
      buffered = buffered.subarray(end);
      if (isBegun) answer(letter, body);
      else socket.write(Buffer.concat([message('R', 0), READY]));
      isBegun = true;
    }
  });
}

/** Listens until it is disposed of. */
export async function scriptedPostgres(): Promise<ScriptedPostgres> {
  const batches: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    converse(socket, batches);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    taken: () => batches.splice(0),
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}
