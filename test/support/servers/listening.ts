/** Servers of a test's own, which end with the test however it ends: one that is left open holds the whole file up. */
import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';

/** A server that listens on `host` until it is disposed of. */
export interface Listening extends AsyncDisposable {
  port: number;
  /** Address of the root, for a server of plain HTTP. */
  base: string;
}

/** Makes `server`, of HTTP or of plain connections, listen on a free port. */
export async function listening(
  server: Server & { closeAllConnections?(): void },
  host = '127.0.0.1',
): Promise<Listening> {
  server.listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    base: `http://${host}:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections?.();
      server.close();
    },
  };
}
