/** Finds a sealed product of one marketplace at the other, which knows no common key: by expansion, name and kind. */
import { foldName } from '../../catalog/fold.ts';
import type { SealedWords } from '../../games/game.ts';

/** A sealed article with the expansion it belongs to here. */
export interface SealedArticle {
  product_id: number;
  name: string;
  expansion_id: string;
}

/** Two articles that are one product. */
export interface SealedMatch {
  tcgplayer: number;
  cardmarket: number;
  /** Share of the words that both names have, 0 to 1: 1 is the same name but for spelling and kind. */
  confidence: number;
}

/** Least confidence that is priced: one word of ten may be missing, a single distinguishing word of a short name not. */
const CONFIDENCE_MIN = 0.9;

interface Described extends SealedArticle {
  words: Set<string>;
  kind: string;
}

/**
 * Pairs the articles of both marketplaces. A pair stands when each is the other's single best and their names agree:
 * where two candidates are equally good, there is none.
 * @param expansionNames names of the expansions by id, which either side may or may not repeat in its names
 * @param words what the game's products are called
 */
export function matchSealed(
  tcgplayer: readonly SealedArticle[],
  cardmarket: readonly SealedArticle[],
  expansionNames: ReadonlyMap<string, string>,
  words: SealedWords,
): SealedMatch[] {
  const describe = (article: SealedArticle) =>
    described(article, expansionNames.get(article.expansion_id) ?? '', words);
  const sellers = Map.groupBy(tcgplayer.map(describe), ({ expansion_id }) => expansion_id);
  const candidates = Map.groupBy(cardmarket.map(describe), ({ expansion_id }) => expansion_id);
  return [...sellers].flatMap(([expansionId, articles]) =>
    articles.flatMap((article) => {
      const best = singleBest(article, candidates.get(expansionId) ?? []);
      if (best === undefined || singleBest(best.article, articles)?.article !== article) return [];
      return [{ tcgplayer: article.product_id, cardmarket: best.article.product_id, confidence: best.confidence }];
    }),
  );
}

function described(article: SealedArticle, expansionName: string, { empty, synonyms, kinds }: SealedWords): Described {
  const expansion = foldName(expansionName);
  const folded = ` ${foldName(article.name)} `.replace(` ${expansion} `, ' ');
  const phrase = synonyms.reduce((text, [spelling, word]) => text.replace(spelling, word), folded);
  return {
    ...article,
    words: new Set(phrase.split(' ').filter((word) => word !== '' && !empty.has(word))),
    kind: kinds.find((kind) => phrase.includes(` ${kind}`)) ?? '',
  };
}

/** The candidate of the same kind whose name agrees best, undefined where none does or two do equally. */
function singleBest(article: Described, candidates: readonly Described[]) {
  const [best, second] = candidates
    .filter(({ kind }) => kind === article.kind)
    .map((candidate) => ({ article: candidate, confidence: agreement(article.words, candidate.words) }))
    .filter(({ confidence }) => confidence >= CONFIDENCE_MIN)
    .sort((a, b) => b.confidence - a.confidence);
  return best !== undefined && best.confidence === second?.confidence ? undefined : best;
}

/** Shared words by all words of both. */
function agreement(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((word) => b.has(word)).length;
  const all = a.size + b.size - shared;
  return all === 0 ? 0 : shared / all;
}
