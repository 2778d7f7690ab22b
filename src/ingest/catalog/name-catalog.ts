/** Says which record of ours each of a run's is: publishes its groups, and finds its cards under the ids that they have here. */
import { languageOfRegion } from '../../catalog/languages/regional-prints.ts';
import type { CardSeed, CatalogSeed } from '../../catalog/seeds.ts';
import type { DeployedGame } from '../../games/game.ts';
import { addAliases, aliases } from '../../store/catalog/aliases.ts';
import { eachPublishedCard, namedCards, placedCards } from '../../store/catalog/cards.ts';
import { allExpansions, putExpansionCodes } from '../../store/catalog/expansions.ts';
import { noteRegionLanguage } from '../../store/catalog/region-languages.ts';
import { variantsOf } from '../../store/catalog/variants.ts';
import { deleteRecordsOf } from '../../store/deleted-records.ts';
import { forgetDocuments } from '../../store/document-etags.ts';
import { nameRecords } from '../../store/games.ts';
import type { Writes } from '../../store/store.ts';
import { idsThatCame, internalIds, type ToInternalId } from '../internal-ids.ts';
import { type Place, publishExpansions } from './publish-expansions.ts';
import { PublishedCards } from './published-cards.ts';
import { findRenames } from './renames.ts';
import { idsByStableId } from './stable-ids.ts';

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
  const published = new PublishedCards();
  await eachPublishedCard(writes, name, ({ id, ...card }) => {
    if (expansions.has(card.expansion_id)) published.add(id, card);
  });
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
  await deleteRecordsOf(writes, 'cards', ids);
  // They come again under ids of that line's own, unchanged or not.
  for (const { language, translations } of game.regionalPrints ?? []) {
    for (const each of [language, ...translations]) await forgetDocuments(writes, each);
  }
}

interface ComingCards {
  writes: Writes;
  seed: CatalogSeed;
  game: DeployedGame;
  published: PublishedCards;
  internalExpansionId: ToInternalId;
}

/**
 * Upstream ids that stand for cards under another internal id: those known, and those found in this run. Says of how many cards it
 * found new ones, and how many ids answer for another card than before, or for the first time.
 */
async function cardIds(coming: ComingCards) {
  const { writes, seed, game, published } = coming;
  if (seed.stableIds) {
    const { internalId, changedIds } = await idsByStableId(coming, 'card', seed.stableIds.card, published);
    return { internalCardId: internalId, renamed: 0, changedIds };
  }
  const known = await aliases(writes, 'card');
  const renames = await findRenamed(coming, known);
  const ids = new Map([...known, ...renames]);
  const internalCardId = internalIds(game, ids);
  const further = new Map<string, string>();
  for (const [alias, id] of seed.aliases ?? []) {
    const answering = game.idPrefix + alias;
    const internalId = internalCardId(id);
    // An id that is a card's own answers for that card: what merged is never deleted here.
    const isCard = published.has(answering) || seed.cards.has(alias) || renames.has(answering);
    if (!isCard && known.get(answering) !== internalId) further.set(answering, internalId);
  }
  await addAliases(writes, 'card', renames);
  // The source itself has several ids for a record: nothing was renamed.
  await addAliases(writes, 'card', further, null);
  return { internalCardId, renamed: renames.size, changedIds: renames.size + further.size };
}

/** New ids of cards, as internal ids begin, that go on under their old one. */
async function findRenamed(
  { writes, seed, game, published, internalExpansionId }: ComingCards,
  known: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const internalId = internalIds(game, known);
  const vanished = new Set(published.size === 0 ? [] : published.besides(idsThatCame(seed, internalId)));
  if (vanished.size === 0) return new Map();
  const appeared = new Set([...seed.cards.keys()].filter((id) => !published.has(internalId(id))));
  // An id that lasts at the source proves more than names and numbers do.
  const renames = new Map<string, string>();
  for (const [alias, id] of seed.aliases ?? []) {
    const before = known.get(game.idPrefix + alias);
    if (before !== undefined && appeared.has(id) && vanished.delete(before)) {
      appeared.delete(id);
      renames.set(game.idPrefix + id, before);
    }
  }
  // One card as an object at a time: a first run's all together would take 100 MB.
  const named = [...appeared].map((key) => {
    const { id, expansion_id, name, number } = JSON.parse(seed.cards.get(key) ?? '') as CardSeed;
    return { id: game.idPrefix + id, parent_id: internalExpansionId(expansion_id), name, mark: number };
  });
  const gone = await namedCards(writes, [...vanished]);
  const were = gone.map(({ id, expansion_id, name, number }) => ({ id, parent_id: expansion_id, name, mark: number }));
  return new Map([...renames, ...findRenames(named, were)]);
}
