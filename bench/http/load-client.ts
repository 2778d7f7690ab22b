/** A load of its own process: keep-alive connections that send one request after another and count what comes back. */
import { connect, type Socket } from 'node:net';

/** What one run is asked to do: `requests` are sent in turn on every connection. */
export interface LoadOrder {
  port: number;
  connections: number;
  seconds: number;
  /** What is answered in the first seconds is not counted: connections come in one by one. */
  warmUpSeconds?: number;
  requests: { method: string; path: string; headers: Record<string, string> }[];
}

export interface LoadReport {
  /** Answers by status; `0` counts connections that broke. */
  statuses: Record<string, number>;
  /** Milliseconds of the answers that were neither 429 nor broken. */
  latenciesMs: { p50: number; p99: number; max: number };
  elapsedMs: number;
}

const HEAD_END = Buffer.from('\r\n\r\n');
const LENGTH = /\r\ncontent-length: (\d+)/i;

function run(order: LoadOrder): Promise<LoadReport> {
  const packets = order.requests.map(({ method, path, headers }) => {
    const lines = Object.entries({ Host: '127.0.0.1', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
    return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  });
  const statuses: Record<string, number> = {};
  const latencies: number[] = [];
  const sockets = new Set<Socket>();
  let isOver = false;

  const open = (turn: number): void => {
    const socket = connect(order.port, '127.0.0.1');
    socket.setNoDelay(true);
    sockets.add(socket);
    let next = turn;
    let sentAt = 0;
    let pending: Buffer = Buffer.alloc(0);
    let missing = 0;
    let status = '';
    const send = () => {
      const packet = packets[next % packets.length];
      next += 1;
      sentAt = performance.now();
      if (packet) socket.write(packet);
    };
    const finish = () => {
      if (isOver) return;
      if (performance.now() < countedFromMs) return send();
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (status !== '429') latencies.push(performance.now() - sentAt);
      send();
    };
    socket.on('connect', send);
    socket.on('data', (chunk) => {
      if (missing > 0) {
        missing -= chunk.length;
        if (missing === 0) finish();
        return;
      }
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
      const end = pending.indexOf(HEAD_END);
      if (end < 0) return;
      const head = pending.toString('latin1', 0, end);
      status = head.slice(9, 12);
      const length = status === '304' ? 0 : Number(LENGTH.exec(head)?.[1] ?? 0);
      missing = length - (pending.length - end - HEAD_END.length);
      pending = Buffer.alloc(0);
      if (missing === 0) finish();
    });
    const broken = () => {
      sockets.delete(socket);
      if (isOver) return;
      statuses['0'] = (statuses['0'] ?? 0) + 1;
      open(next);
    };
    socket.on('error', () => socket.destroy());
    socket.on('close', broken);
  };

  const countedFromMs = performance.now() + (order.warmUpSeconds ?? 0) * 1000;
  for (let i = 0; i < order.connections; i += 1) open(i);
  return new Promise((resolve) => {
    setTimeout(
      () => {
        isOver = true;
        const elapsedMs = performance.now() - countedFromMs;
        for (const socket of sockets) socket.destroy();
        latencies.sort((a, b) => a - b);
        const at = (share: number) =>
          latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
        resolve({ statuses, latenciesMs: { p50: at(0.5), p99: at(0.99), max: at(1) }, elapsedMs });
      },
      (order.seconds + (order.warmUpSeconds ?? 0)) * 1000,
    );
  });
}

process.on('message', async (order: LoadOrder) => process.send?.(await run(order)));

process.on('disconnect', () => process.exit());
