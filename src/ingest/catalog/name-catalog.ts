/** Says which record of ours each of a run's is: publishes its groups, and finds its cards under the ids that they have here. */
import { languageOfRegion } from '../../catalog/languages/regional-prints.ts';
import type { CatalogSeed } from '../../catalog/seeds.ts';
import { placedCards } from '../../store/catalog/cards.ts';
import { allExpansions, putExpansionCodes } from '../../store/catalog/expansions.ts';
import { noteRegionLanguage } from '../../store/catalog/region-languages.ts';
import { variantsOf } from '../../store/catalog/variants.ts';
import { deleteCards } from '../../store/deleted-cards.ts';
import { forgetDocuments } from '../../store/document-etags.ts';
import { nameRecords } from '../../store/games.ts';
import { cardIds } from './card-ids.ts';
import { type Place, publishExpansions } from './publish-expansions.ts';
import { publishedCardsIn } from './published-cards.ts';

/** A run's catalog, its records named as they are here. */
export type NamedCatalog = Awaited<ReturnType<typeof nameCatalog>>;

export async function nameCatalog(place: Place, seed: CatalogSeed) {
  const { writes, game, region, counts } = place;
  const { name } = game;
  const titled = await nameRecords(writes, name);
  await noteRegionLanguage(writes, name, { region, language: languageOfRegion(game, region) });
  const {
    internalId: internalExpansionId,
    changedIds: changedGroups,
    takenOver,
  } = await publishExpansions(place, seed);
  const all = await allExpansions(writes, name);
  const expansions = new Map(all.flatMap((each) => (each.region === region ? [[each.id, each]] : [])));
  const given = seed.expansions.map(({ id, codes = [] }) => [internalExpansionId(id), codes] as const);
  const coded = await putExpansionCodes(writes, name, new Map(given.filter(([id]) => expansions.has(id))));
  await deleteCardsOf(takenOver, place);
  const published = await publishedCardsIn(writes, name, expansions);
  const { internalCardId, renamed, changedIds } = await cardIds({ writes, seed, game, published, internalExpansionId });
  counts.cards_renamed += renamed;
  return {
    ...place,
    seed,
    expansions,
    /** The internal id of what its source calls `id`. */
    internalCardId,
    internalExpansionId,
    published,
    /** How many ids answer for another record than before, or for the first time. */
    changedIds: changedIds + changedGroups,
    /** How many expansions are found by other codes. */
    coded,
    /** How many records came to bear their game's name. */
    titled,
  };
}

/**
 * Deletes the cards of expansions that were another regional print's until now: under one id each line has cards of its own,
 * and the catalog's own region reads no others.
 */
async function deleteCardsOf(takenOver: ReadonlySet<string>, { writes, game, counts, changes }: Place): Promise<void> {
  if (takenOver.size === 0) return;
  const cards = await placedCards(writes, game.name);
  const ids = cards.flatMap(({ id, expansion_id }) => (takenOver.has(expansion_id) ? [id] : []));
  const printings = await variantsOf(writes, ids);
  counts.variants_pruned += printings.length;
  changes.variantsPruned.push(...printings.map(({ id }) => id));
  for (const id of ids) changes.cardsDeleted.add(id);
  await deleteCards(writes, ids);
  // They come again under ids of that line's own, unchanged or not.
  for (const { language, translations } of game.regionalPrints ?? []) {
    for (const each of [language, ...translations]) await forgetDocuments(writes, each);
  }
}
