/** What is wrong in the demo's documents, as there is in the real ones: so that audit, explain and health have something to say. */
import { quoteOf, type Walk } from '../price-walk.ts';
import { demoCard } from '../wickwild/cards.ts';
import { usdProduct } from '../wickwild/market/products.ts';

/** The catalog gives a card the USD product of another one: it cannot be right for both, so it prices neither. */
const MISTAKEN_FOR: Record<string, string> = { 'ld2.5-018': 'ld2.5-017' };

/** The USD product by which the catalog knows a card that is sold as `product`. */
export const claimedUsdProduct = (card: string, product: number): number =>
  demoCard(MISTAKEN_FOR[card] ?? '')?.printings[0]?.usdProduct ?? product;

/** Cards whose retreat is spelled out, where a number is meant. */
const RETREAT_IN_WORDS: Record<string, string> = { 'nt4-003': 'none' };

export const writtenRetreat = (card: string, retreat: number | undefined): number | string | undefined =>
  RETREAT_IN_WORDS[card] ?? retreat;

/**
 * Promos of which one has its market price a hundredfold on each day: on even days one of the first, on odd ones of the others.
 * None whose high is parked far up: that would bear the slip out.
 */
const SLIPPING = [
  ['ks-pr-PR03', 'ks-pr-PR08', 'ks-pr-PR10', 'ks-pr-PR13'],
  ['ks-pr-PR05', 'ks-pr-PR09', 'ks-pr-PR07', 'ks-pr-PR14'],
] as const;
export const SLIP = 100;

/**
 * The series that slips on a day. Whoever guards against such moves has one amount waiting on whatever day the demo is
 * started; the next day it is as before. No series slips two days in a row, which would bear the amount out.
 */
export function slippingOn(day: number): Walk | undefined {
  const cards = SLIPPING[day % 2 === 0 ? 0 : 1];
  const turn = Math.floor(day / 2);
  const walks = cards.map((_, at) => {
    const product = demoCard(cards[(turn + at) % cards.length] ?? '')?.printings[0]?.usdProduct ?? 0;
    return usdProduct(product)?.rows[0]?.walk;
  });
  // On a day of its own gap a series has no price to be wrong, and with one the day after it would go on waiting.
  return walks.find((walk) => walk && [day, day + 1].every((each) => quoteOf(walk, each) !== undefined));
}
