/** What a key may be limited to beside its scopes: games, and ranges of addresses. */
import ipaddr from 'ipaddr.js';
import { Failure } from '../failure.ts';
import type { KeyRequest } from './issue.ts';
import type { Key } from './key-ring.ts';

/** Games or ranges in one key. */
export const LIMITED_TO_MAX = 100;

/** The parser also takes 10/8 for 0.0.0.10/8, and 010.0.0.0/8, being octal, for 8.0.0.0/8. */
const PLAIN_RANGE = /^(?:(?:0|[1-9]\d{0,2})\.){3}(?:0|[1-9]\d{0,2})\/|^[\da-f]*:[\da-f:]*\//i;

/** @throws Failure bad_request for a range that is none, a game that is not served, and an operator's key for some games */
export function checkLimits(
  { scopes, games = [], addresses = [] }: Pick<KeyRequest, 'scopes' | 'games' | 'addresses'>,
  served: readonly { name: string }[],
): void {
  const names = served.map(({ name }) => name);
  const unknown = games.find((game) => !names.includes(game));
  if (unknown !== undefined) {
    throw new Failure('bad_request', `There is no game ${unknown} here; there are ${names.join(', ')}.`);
  }
  if (games.length > 0 && scopes.includes('admin')) {
    throw new Failure('bad_request', 'A key of scope admin sees all games: leave out the one or the other.');
  }
  for (const range of addresses) {
    // Callers of IPv4 are compared as such, however a socket spells them: a range of spellings would hold for nobody.
    const isRange = ipaddr.isValidCIDR(range) && PLAIN_RANGE.test(range);
    if (!isRange || ipaddr.parseCIDR(range)[0].range() === 'ipv4Mapped') {
      throw new Failure('bad_request', `${range} is no range of addresses, such as 203.0.113.0/24 or 2001:db8::/32.`);
    }
  }
}

/** Whether what is used from `address` may be used there; without ranges it may be everywhere. */
export function isFrom(ranges: readonly string[], address: string): boolean {
  if (ranges.length === 0) return true;
  if (!ipaddr.isValid(address)) return false;
  const caller = ipaddr.process(address);
  return ranges.some((range) => {
    const [network, bits] = ipaddr.parseCIDR(range);
    return network.kind() === caller.kind() && caller.match(network, bits);
  });
}

/** Whether the key sees what is of this game; what is of none all see. */
export const sees = (key: Key | undefined, game: string | undefined): boolean =>
  game === undefined || !isLimited(key) || key.games.includes(game);

export const isLimited = (key: Key | undefined): key is Key => key !== undefined && key.games.length > 0;
