/** Publishes the cards that only a further language of a print line has: a card that any language of a line has is a card. */
import type { CardSeed, CatalogSeed } from '../../catalog/seeds.ts';
import { aliases } from '../../store/catalog/aliases.ts';
import { cardLanguages } from '../../store/catalog/cards.ts';
import { allExpansions, allSeries } from '../../store/catalog/expansions.ts';
import { internalIds } from '../internal-ids.ts';
import { publishCatalog } from './publish-catalog.ts';
import type { Place } from './publish-expansions.ts';

/**
 * Of what came in `language` it takes the records that no language before it has; their `lang` says which they stand in. What the
 * catalog's own language brings later takes their place.
 */
export async function publishFurtherRecords(place: Omit<Place, 'counts'> & { language: string }, seed: CatalogSeed) {
  const { writes, game, region, language } = place;
  const print = game.regionalPrints?.find((each) => each.region === region);
  const order = print ? [print.language, ...print.translations] : game.languages;
  const isLater = (lang: string | undefined) => lang !== undefined && order.indexOf(lang) >= order.indexOf(language);
  const stored = await cardLanguages(writes, game.name);
  const cardId = internalIds(game, await aliases(writes, 'card'));
  const isOurs = (id: string, known: ReadonlyMap<string, string | undefined>) =>
    !known.has(id) || isLater(known.get(id));
  const cards = new Map<string, string>();
  const sets = new Set<string>();
  for (const [id, text] of seed.cards) {
    if (!isOurs(cardId(id), stored)) continue;
    const card = JSON.parse(text) as CardSeed;
    sets.add(card.expansion_id);
    cards.set(id, JSON.stringify({ ...card, lang: language }));
  }
  if (cards.size === 0) return {};
  const expansionId = internalIds(game, await aliases(writes, 'expansion'));
  const published = new Map((await allExpansions(writes, game.name)).map(({ id, lang }) => [id, lang]));
  const series = new Set((await allSeries(writes, game.name)).map(({ id }) => id));
  const seriesId = internalIds(game, await aliases(writes, 'series'));
  const further: CatalogSeed = {
    ...seed,
    cards,
    // They are there still: none of them has another id now.
    unchanged: new Set([...stored.keys()].map((id) => id.slice(game.idPrefix.length))),
    expansions: seed.expansions
      .filter(({ id }) => sets.has(id) && isOurs(expansionId(id), published))
      .map((each) => ({ ...each, lang: language })),
    series: seed.series.filter(({ id }) => !series.has(seriesId(id))),
  };
  const { counts } = await publishCatalog(place, further, (fault) => fault !== undefined);
  return { cards_of_language: cards.size, cards_new: counts.cards_new, expansions_new: counts.expansions_new };
}
