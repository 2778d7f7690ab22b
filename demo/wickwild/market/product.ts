/** What a marketplace sells: a product has an id, a name and price series. */
import type { Walk } from '../../price-walk.ts';
import { hash } from '../../random.ts';
import type { DemoCard } from '../card.ts';
import { type DemoExpansion, EXPANSIONS } from '../expansions.ts';
import { officialCount } from '../print-list.ts';

/** A product of the USD side. Its prices are rows by sub-type. */
export interface UsdProduct {
  id: number;
  expansion: DemoExpansion;
  name: string;
  /** Undefined for a sealed product. */
  card?: DemoCard;
  rows: { subType: string; walk: Walk }[];
}

/** A product of the EUR side: one row, with columns for the plain printing and for its reverse or holo sister. */
export interface EurProduct {
  id: number;
  expansion: DemoExpansion;
  category: number;
  categoryName: string;
  name: string;
  card?: DemoCard;
  plain: Walk;
  holo?: Walk;
}

export const EUR_PER_USD = 0.87;
export const groupIdOf = (expansion: DemoExpansion): number => 24_001 + EXPANSIONS.indexOf(expansion);
export const idExpansionOf = (expansion: DemoExpansion): number => 5_601 + EXPANSIONS.indexOf(expansion);
export const metacardOf = (name: string): number => 340_000 + (hash(`metacard ${name}`) % 60_000);

/** `4/38`, or the bare number where none is printed after it. */
export const printedNumber = (card: DemoCard): string =>
  card.expansion.numbering === 'prefixed'
    ? card.number
    : `${card.number}/${String(officialCount(card.expansion)).padStart(card.expansion.numbering === 'padded' ? 3 : 1, '0')}`;
