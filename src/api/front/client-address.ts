/** Whose request this is: the peer's address, or what trusted proxies say of it; and which addresses count as one caller. */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** As gateways write it that name the caller's port; IPv6 stands in brackets then. */
const WITH_PORT = /^\[([\da-f:.]+)\](?::\d+)?$|^([\d.]+):\d+$/i;

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
  const text = chain[Math.max(0, chain.length - proxies)]?.trim() ?? '';
  const [, v6, v4] = WITH_PORT.exec(text) ?? [];
  const address = v6 ?? v4 ?? text;
  return isIP(address) === 0 ? peer : address;
}

/**
 * The name under which requests from `address` (as node:net writes it) are counted together: an IPv4 address, or an IPv6
 * network of 64 bits, which one caller owns whole.
 */
export function addressGroup(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const ip = ipaddr.process(address);
  if (ip instanceof ipaddr.IPv4) return ip.toString();
  const network = ip.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
