/** Connects undici to addresses that were checked, and to no others, whatever a name says a moment later. */
import { isIP } from 'node:net';
import type { buildConnector } from 'undici';
import { publicAddressOf, type Resolve } from './address-guard.ts';
import { undici } from './http-client.ts';

/** What the network is; tests put their own in its place. */
export interface Network {
  resolve: Resolve;
  isAllowed?: (address: string) => boolean;
  /** Certificate authorities to trust beside the usual. */
  ca?: string;
  totalMs?: number;
}

/** A connector that resolves once, refuses unless every address is allowed, and dials the one it checked. */
export function guardedConnector(
  { resolve, isAllowed, ca }: Network,
  connectTimeoutMs: number,
): buildConnector.connector {
  const connect = undici().buildConnector({ timeout: connectTimeoutMs, allowH2: false, ...(ca ? { ca } : {}) });
  return (options, callback) => {
    publicAddressOf(options.hostname, resolve, isAllowed).then(
      (address) => {
        const name = isIP(options.hostname.replace(/^\[|\]$/g, '')) === 0 ? options.hostname : '';
        connect({ ...options, hostname: address, servername: options.servername || name }, callback);
      },
      (error: Error) => callback(error, null),
    );
  };
}
