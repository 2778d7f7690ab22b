/** Ports of this machine: free ones, and those that something listens on. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const TRIES = 600;
const EVERY_MS = 50;

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Resolves once something listens on the port. */
export async function listeningOn(port: number): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return;
    } catch (error) {
      if (tries > TRIES) throw error;
      await sleep(EVERY_MS);
    } finally {
      socket.destroy();
    }
  }
}
