/** Which of several printings on one article the article means when it says no more than the card's name. */
import { printingIdentity } from '../../catalog/changes.ts';
import type { Printing } from '../../catalog/records.ts';

/** What is out of the ordinary about a printing, the weightiest first; smaller is plainer. */
function oddities({ type, subtype, size, stamps, foil }: Printing): number[] {
  const ordinary = type === 'normal' || type === 'holo' || type === 'reverse';
  return [
    subtype === null ? 0 : 1,
    stamps.length,
    foil === null ? 0 : 1,
    size === 'standard' ? 0 : 1,
    ordinary ? 0 : 1,
  ];
}

function compare(a: Printing, b: Printing): number {
  const [left, right] = [oddities(a), oddities(b)];
  const at = left.findIndex((value, index) => value !== right[index]);
  return at === -1 ? 0 : (left[at] ?? 0) - (right[at] ?? 0);
}

/**
 * The plainest printing: no subtype, fewest stamps, no foil, standard size. Undefined where two different printings are
 * equally plain; of exact duplicates the first speaks for all.
 */
export function plainest<Candidate extends Printing>(candidates: readonly Candidate[]): Candidate | undefined {
  const [first, ...rest] = [...candidates].sort(compare);
  const rival = rest.find((candidate) => first && printingIdentity(candidate) !== printingIdentity(first));
  return first && rival && compare(first, rival) === 0 ? undefined : first;
}
