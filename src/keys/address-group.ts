/** Which addresses count as one caller: an IPv4 address, or an IPv6 network of 64 bits, which one caller owns whole. */

const V4_MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** The name under which requests from `address` (as node:net writes it) are counted together. */
export function addressGroup(address: string): string {
  if (!address.includes(':')) return address;
  const mapped = V4_MAPPED.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [withoutZone = ''] = address.toLowerCase().split('%', 1);
  const [head = '', tail] = withoutZone.split('::', 2);
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - front.length - back.length);
  const groups = [...front, ...Array<string>(zeros).fill('0'), ...back];
  const network = groups.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${network.join(':')}::/64`;
}
