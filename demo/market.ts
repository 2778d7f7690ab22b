/** What a USD marketplace lists of a game of the demo: groups, and the products of each with their price series. */
import type { Walk } from './price-walk.ts';

/** A group: what the marketplace calls an expansion. */
export interface MarketGroup {
  id: number;
  name: string;
  abbreviation: string;
  released: string;
  isSupplemental: boolean;
}

/** A product, each of its sub types with a series of prices. */
export interface MarketProduct {
  id: number;
  name: string;
  rows: readonly { subType: string; walk: Walk }[];
}

/** What is printed on a card, as the marketplace tells it: a name for programs, one for people, and the text. */
export type Printed = readonly [name: string, displayName: string, value: string];

/** A game as the marketplace lists it. */
export interface Market {
  /** Its number among the marketplace's categories. */
  category: number;
  /** The game's name in words, and in addresses. */
  name: string;
  slug: string;
  groups: readonly MarketGroup[];
  /** Undefined where there is no such group. */
  productsOf(group: number): readonly MarketProduct[] | undefined;
  /** Nothing for a sealed product. */
  printedOn(product: MarketProduct): readonly Printed[];
  /** Whether a product without a price has its row all the same, empty. */
  listsUnpriced: boolean;
}
