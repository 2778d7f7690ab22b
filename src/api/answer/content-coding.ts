/** Which content coding a caller prefers, of those that answers are kept in. */

export type Coding = 'identity' | 'gzip' | 'br';

const WEIGHT = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/**
 * The coding for an `Accept-Encoding` header: the heaviest; at equal weight br, which is smaller and cheaper to make
 * than gzip. Where nothing is acceptable the answer goes out plain, which RFC 9110 12.5.3 allows.
 */
export function preferredCoding(acceptEncoding: string | undefined): Coding {
  if (acceptEncoding === undefined) return 'identity';
  const weights = weightsIn(acceptEncoding);
  const others = weights.get('*') ?? 0;
  // Plain is always acceptable unless refused, but whoever lists a coding asks for it.
  const candidates: [Coding, number][] = [
    ['br', weights.get('br') ?? others],
    ['gzip', weights.get('gzip') ?? others],
    ['identity', weights.get('identity') ?? Number.MIN_VALUE],
  ];
  return candidates.reduce((best, next) => (next[1] > best[1] ? next : best), ['identity', 0])[0];
}

/** Whether a caller is to be sent what lies packed by gzip as it lies. */
export function takesGzip(acceptEncoding = ''): boolean {
  const weights = weightsIn(acceptEncoding);
  const weight = weights.get('gzip') ?? weights.get('*') ?? 0;
  return weight > 0 && weight >= (weights.get('identity') ?? 0);
}

/** What a caller takes, in small letters, and how gladly. */
export function weightsIn(acceptEncoding: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const item of acceptEncoding.toLowerCase().split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim());
    weights.set(name === 'x-gzip' ? 'gzip' : name, weightOf(parameters));
  }
  return weights;
}

function weightOf(parameters: string[]): number {
  const text = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  if (text === undefined) return 1;
  return WEIGHT.test(text) ? Number(text) : 0;
}
