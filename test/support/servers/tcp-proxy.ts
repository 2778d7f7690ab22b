/** Stands before a server of TCP and takes it away from its callers: without a word, or by refusing them. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface TcpProxy extends AsyncDisposable {
  port: number;
  /** From now on takes everything that comes, on every connection, and forwards nothing. */
  silence(): void;
  /** From now on each answer comes in pieces of `bytes` (whole without), each so much later than the one before. */
  slow(pause: { ms: number; bytes?: number }): void;
  /** Cuts every connection, and takes no new one. */
  refuse(): Promise<void>;
  /** Forwards what comes on new connections, to another port where one is given; those that were silent stay so. */
  restore(to?: number): Promise<void>;
}

/** Forwards what comes to `port` of this machine. */
export async function tcpProxyTo(port: number, host = '127.0.0.1'): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  const forwarding = new Map<Socket, Socket>();
  let target = port;
  let isSilent = false;
  let pause: { ms: number; bytes?: number } | undefined;
  const forwardSlowly = async (to: Socket, from: Socket, { ms, bytes }: { ms: number; bytes?: number }) => {
    for await (const answer of to as AsyncIterable<Buffer>) {
      const size = bytes ?? answer.length;
      for (let at = 0; at < answer.length && !from.destroyed; at += size) {
        await sleep(ms);
        from.write(answer.subarray(at, at + size));
      }
    }
  };
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };
  const server: Server = createServer((from) => {
    keep(from);
    if (isSilent) return void from.resume();
    const to = connect(target, host);
    keep(to);
    forwarding.set(from, to);
    from.pipe(to);
    if (pause === undefined) to.pipe(from);
    else forwardSlowly(to, from, pause).catch(() => undefined);
    from.on('close', () => to.destroy());
    to.on('close', () => from.destroy());
  });
  const listen = async (at: number) => {
    server.listen(at, '127.0.0.1');
    await once(server, 'listening');
  };
  const end = async () => {
    for (const socket of sockets) socket.destroy();
    if (!server.listening) return;
    server.close();
    await once(server, 'close');
  };
  await listen(0);
  const own = (server.address() as AddressInfo).port;
  return {
    port: own,
    silence: () => {
      isSilent = true;
      for (const [from, to] of forwarding) {
        from.unpipe(to);
        to.unpipe(from);
        from.resume();
        to.resume();
      }
      forwarding.clear();
    },
    slow: (between) => {
      pause = between;
      for (const [from, to] of forwarding) forwardSlowly(to.unpipe(from), from, between).catch(() => undefined);
    },
    refuse: end,
    restore: async (to = target) => {
      target = to;
      isSilent = false;
      pause = undefined;
      if (!server.listening) await listen(own);
    },
    [Symbol.asyncDispose]: end,
  };
}
