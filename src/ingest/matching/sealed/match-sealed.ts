/** Finds a sealed product of one marketplace at the other, which knows no common key: by expansion and what the names say. */
import type { SealedWords } from '../../../games/game.ts';
import type { SealedLink } from '../../../store/catalog/products.ts';
import { describeSealed, type SealedDescription } from './describe-sealed.ts';

export interface SealedListing {
  product_id: number;
  name: string;
  expansion_id: string;
}

interface Described extends SealedDescription {
  id: number;
}

/**
 * Pairs the marketplace products of both marketplaces that say the same of their product. Names are read in three ways, the
 * strictest first: all words; without those that a marketplace may leave out; without TCGplayer's artwork where a title says
 * it all. Each reading pairs what is left by the one before, and only where one product stands on either side.
 * @param expansionNames names of the expansions by id, which either side may or may not repeat in its names
 * @param words what the game's products are called
 */
export function matchSealed(
  tcgplayer: readonly SealedListing[],
  cardmarket: readonly SealedListing[],
  expansionNames: ReadonlyMap<string, string>,
  words: SealedWords,
): SealedLink[] {
  const candidates = Map.groupBy(cardmarket, ({ expansion_id }) => expansion_id);
  return [...Map.groupBy(tcgplayer, ({ expansion_id }) => expansion_id)].flatMap(([expansionId, products]) => {
    const describe = ({ product_id, name }: SealedListing) => ({
      id: product_id,
      ...describeSealed(name, expansionNames.get(expansionId) ?? '', words),
    });
    const ours = products.map(describe);
    const theirs = (candidates.get(expansionId) ?? []).map(describe);
    return matchDescribed(ours, theirs, words.optional);
  });
}

function matchDescribed(ours: Described[], theirs: Described[], optional: ReadonlySet<string>): SealedLink[] {
  const distinct = (product: Described) => keyOf(product, product.words);
  const plain = (product: Described) => keyOf(product, without(product.words, optional));
  const titled = (product: Described) => {
    const title = without(without(product.words, product.artwork), optional);
    return title.length === 0 ? undefined : keyOf(product, title);
  };
  const left = { tcgplayer: new Set(ours), cardmarket: new Set(theirs) };
  const matches: SealedLink[] = [];
  for (const [ourKey, theirKey] of [
    [distinct, distinct],
    [plain, plain],
    [titled, plain],
  ] as const) {
    const byKey = Map.groupBy([...left.cardmarket], theirKey);
    for (const [key, tcgplayer] of Map.groupBy([...left.tcgplayer], ourKey)) {
      if (key === undefined) continue;
      for (const [one, other] of pairsOf(tcgplayer, byKey.get(key) ?? [], optional)) {
        left.tcgplayer.delete(one);
        left.cardmarket.delete(other);
        matches.push({ product_id: one.id, cardmarket_id: other.id, confidence: agreement(one.words, other.words) });
      }
    }
  }
  return matches;
}

/** What both must say alike. How many pieces a case holds, one side may leave unsaid. */
const keyOf = ({ kind, boosters, container, language }: Described, words: Iterable<string>): string =>
  [kind, boosters, container, language, ...[...words].sort()].join('|');

/**
 * Pairs peers, which one reading of the names takes for the same, by region, where one stands on either side and nothing that both say differs. Each marketplace leaves its own
 * region unsaid, so a product without one is of it where a peer names the other; where that peer is at the other marketplace
 * only, it is not known which of the two a product without a region is.
 */
function pairsOf(
  tcgplayer: readonly Described[],
  cardmarket: readonly Described[],
  optional: ReadonlySet<string>,
): [Described, Described][] {
  const isAmericanTold = cardmarket.some(({ region }) => region === 'us');
  const isOtherTold = tcgplayer.some(({ region }) => region === 'international');
  if (isOtherTold && !isAmericanTold) return [];
  const ours = Map.groupBy(tcgplayer, ({ region }) => region || (isAmericanTold ? 'us' : ''));
  const theirs = Map.groupBy(cardmarket, ({ region }) => region || (isAmericanTold ? 'international' : ''));
  return [...ours].flatMap(([region, [one, another]]): [Described, Described][] => {
    const [other, further] = theirs.get(region) ?? [];
    if (!one || !other || another || further) return [];
    return contradict(one, other, optional) ? [] : [[one, other]];
  });
}

function contradict(one: Described, other: Described, optional: ReadonlySet<string>): boolean {
  if (one.pieces && other.pieces && one.pieces !== other.pieces) return true;
  const said = within(one.words, optional);
  const alsoSaid = within(other.words, optional);
  return without(said, new Set(alsoSaid)).length > 0 && without(alsoSaid, new Set(said)).length > 0;
}

/** Of the words that both names have the share, 0 to 1: shared words by all words of both, the kind, which they share, counted as one. */
function agreement(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = within(a, b).length;
  return (shared + 1) / (a.size + b.size - shared + 1);
}

const within = (words: Iterable<string>, others: ReadonlySet<string>): string[] =>
  [...words].filter((word) => others.has(word));

const without = (words: Iterable<string>, others: ReadonlySet<string>): string[] =>
  [...words].filter((word) => !others.has(word));
