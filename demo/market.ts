/** What a USD marketplace lists of a game of the demo: groups, and the articles of each with their price series. */
import type { Walk } from './price-walk.ts';

/** A group: what the marketplace calls an expansion. */
export interface MarketGroup {
  id: number;
  name: string;
  abbreviation: string;
  released: string;
  isSupplemental: boolean;
}

/** An article, each of its sub types with a series of prices. */
export interface MarketArticle {
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
  articlesOf(group: number): readonly MarketArticle[] | undefined;
  /** Nothing for a sealed product. */
  printedOn(article: MarketArticle): readonly Printed[];
  /** Whether an article without a price has its row all the same, empty. */
  listsUnpriced: boolean;
}
