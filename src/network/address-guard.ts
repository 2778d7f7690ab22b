/** Keeps requests to addresses that others chose out of the operator's own network. */
import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** An address that must not be called; the message never says where a name leads. */
export class ForbiddenAddress extends Error {}

const URL_LENGTH_MAX = 2048;
const RESOLVE_TIMEOUT_MS = 2000;
const PRIVATE_SUFFIXES = ['localhost', 'local', 'internal', 'home.arpa', 'lan', 'onion'];
/** Ports that no browser connects to (WHATWG fetch): other protocols answer there. */
const BAD_PORTS = new Set(
  `0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123 135
  137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993 995 1719
  1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080`
    .split(/\s+/)
    .map(Number),
);
/** What alone is handed out; what of it leads elsewhere (protocol assignments, documentation, 6to4, AS112) is none of `unicast`. */
const HANDED_OUT = '2000::/3';

/** Whether `address` (an IP literal) is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  if (address.includes('%') || !ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.range() === 'unicast';
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().range() === 'unicast';
  return parsed.match(ipaddr.IPv6.parseCIDR(HANDED_OUT)) && parsed.range() === 'unicast';
}

const bare = (hostname: string) => hostname.replace(/^\[|\]$/g, '');

/** Whether `hostname` is this machine: by its address, since a name may begin as it likes. */
export function isLoopback(hostname: string): boolean {
  const host = bare(hostname);
  return host === 'localhost' || (isIP(host) !== 0 && ipaddr.process(host).range() === 'loopback');
}

/**
 * Reads an address that a stranger chose.
 * @throws ForbiddenAddress when it is no public https address as far as its text tells
 */
export function readPublicUrl(text: string): URL {
  if (text.length > URL_LENGTH_MAX || !URL.canParse(text)) throw new ForbiddenAddress('is no address');
  const url = new URL(text);
  if (url.protocol !== 'https:') throw new ForbiddenAddress('must be an https: address');
  if (url.username !== '' || url.password !== '') throw new ForbiddenAddress('must not hold a user or password');
  if (url.port !== '' && BAD_PORTS.has(Number(url.port)))
    throw new ForbiddenAddress('names a port of another protocol');
  const host = bare(url.hostname).replace(/\.$/, '').toLowerCase();
  if (isIP(host) !== 0) {
    if (!isPublicAddress(host)) throw new ForbiddenAddress('leads to a non-public address');
    return url;
  }
  const isPrivate = PRIVATE_SUFFIXES.some((suffix) => host === suffix || host.endsWith(`.${suffix}`));
  // Names without a dot are the network's own; empty parts are no name at all.
  if (isPrivate || !host.includes('.') || host.split('.').includes(''))
    throw new ForbiddenAddress('leads to a non-public address');
  return url;
}

/** Finds every address of a name. */
export type Resolve = (hostname: string) => Promise<string[]>;

/**
 * Asks the name servers. The system's own look-up runs on the few threads that files and pictures need too, and a name
 * server that hangs would stop them.
 */
export const resolveName: Resolve = async (hostname) => {
  const resolver = new Resolver({ timeout: RESOLVE_TIMEOUT_MS, tries: 1 });
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
};

/**
 * The address to dial for a host: resolved once, and refused unless every one of its addresses is public, so that no
 * second look-up can lead elsewhere.
 * @throws ForbiddenAddress, or Error when the name leads nowhere
 */
export async function publicAddressOf(
  hostname: string,
  resolve: Resolve,
  isAllowed = isPublicAddress,
): Promise<string> {
  const host = bare(hostname);
  const addresses = isIP(host) === 0 ? await resolve(host) : [host];
  const [first] = addresses;
  if (first === undefined) throw new Error('leads nowhere');
  if (!addresses.every((address) => isAllowed(address))) throw new ForbiddenAddress('leads to a non-public address');
  return first;
}
