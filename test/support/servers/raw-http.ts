/** Requests written byte by byte, for everything that a well-behaved client cannot send. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** What came back before the other side closed, or before nothing more came. */
export interface RawAnswer {
  status: number;
  head: string;
  body: string;
  isClosed: boolean;
}

const QUIET_MS = 5000;

/** Sends `parts`, each after the one before has gone out, and reads one answer. */
export async function sendRaw(port: number, ...parts: (string | Buffer)[]): Promise<RawAnswer> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  for (const part of parts) socket.write(typeof part === 'string' ? Buffer.from(part, 'latin1') : part);
  const answer = await readAnswer(socket);
  socket.destroy();
  return answer;
}

/** Reads one answer from the socket: its head, and the bytes that its Content-Length promises. */
export function readAnswer(socket: Socket): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    let text = '';
    const finish = (isClosed: boolean) => {
      const split = text.indexOf('\r\n\r\n');
      const head = split < 0 ? text : text.slice(0, split);
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0);
      resolve({ status, head, body: split < 0 ? '' : text.slice(split + 4), isClosed });
    };
    socket.setTimeout(QUIET_MS, () => reject(new Error(`no whole answer; so far: ${text}`)));
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      const split = text.indexOf('\r\n\r\n');
      if (split < 0) return;
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(text.slice(0, split))?.[1] ?? 0);
      if (text.length - split - 4 >= length) finish(false);
    });
    socket.on('error', () => finish(true));
    socket.on('close', () => finish(true));
  });
}
