/** Which of several printings on one article the article means when it says no more than the card's name. */
import { printingIdentity } from '../../catalog/changes.ts';
import type { Printing } from '../../catalog/records.ts';
import type { PrintingRules } from '../../games/game.ts';

type Oddities = Pick<PrintingRules, 'oddities'>;

function compare(a: Printing, b: Printing, { oddities }: Oddities): number {
  const [left, right] = [oddities(a), oddities(b)];
  const at = left.findIndex((value, index) => value !== right[index]);
  return at === -1 ? 0 : (left[at] ?? 0) - (right[at] ?? 0);
}

/**
 * The plainest printing: the one with the least oddities by the game's rules. Undefined where two different printings
 * are equally plain; of exact duplicates the first speaks for all.
 */
export function plainest<Candidate extends Printing>(
  candidates: readonly Candidate[],
  rules: Oddities,
): Candidate | undefined {
  const [first, ...rest] = [...candidates].sort((a, b) => compare(a, b, rules));
  const rival = rest.find((candidate) => first && printingIdentity(candidate) !== printingIdentity(first));
  return first && rival && compare(first, rival, rules) === 0 ? undefined : first;
}
