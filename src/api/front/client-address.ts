/** Whose request this is: the peer's address, or what trusted proxies say of it. */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/**
 * The address of the caller behind `proxies` trusted proxies, each of which appends the address it saw to
 * `X-Forwarded-For`. What stands further left was written by the caller and is not believed.
 */
export function clientAddress(request: IncomingMessage, proxies: number): string {
  const peer = request.socket.remoteAddress ?? '';
  if (proxies === 0) return peer;
  const forwarded = request.headers['x-forwarded-for'];
  if (typeof forwarded !== 'string') return peer;
  const chain = forwarded.split(',');
  const address = chain[Math.max(0, chain.length - proxies)]?.trim() ?? '';
  return isIP(address) === 0 ? peer : address;
}
