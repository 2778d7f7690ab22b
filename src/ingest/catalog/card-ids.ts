/** Which card each upstream id stands for, and the other ids that a card answers to. */
import type { CardSeed, CatalogSeed } from '../../catalog/seeds.ts';
import type { DeployedGame } from '../../games/game.ts';
import { addAliases, aliases } from '../../store/catalog/aliases.ts';
import { namedCards } from '../../store/catalog/cards.ts';
import type { Writes } from '../../store/store.ts';
import { internalIds, type ToInternalId } from '../internal-ids.ts';
import type { PublishedCards } from './published-cards.ts';
import { findRenames } from './renames.ts';
import { idsByStableId } from './stable-ids.ts';

export interface ComingCards {
  writes: Writes;
  seed: CatalogSeed;
  game: DeployedGame;
  /** Cards that are there, by internal id. */
  published: PublishedCards;
  internalExpansionId: ToInternalId;
}

/**
 * Upstream ids that stand for cards under another internal id: those known, and those found in this run. Says of how many cards it
 * found new ones, and how many ids answer for another card than before, or for the first time.
 */
export async function cardIds(coming: ComingCards) {
  const { writes, seed, game, published } = coming;
  const known = await aliases(writes, 'card');
  if (seed.stableIds) {
    const { internalId, changedIds } = await idsByStableId(writes, game, 'card', {
      stableIds: seed.stableIds.card,
      published,
      known,
    });
    return { internalCardId: internalId, renamed: 0, changedIds };
  }
  const renames = await findRenamed(coming, known);
  const ids = new Map([...known, ...renames]);
  const internalCardId = internalIds(game, ids);
  const changedIds = new Map(renames);
  for (const [alias, id] of seed.aliases ?? []) {
    const answering = game.idPrefix + alias;
    const internalId = internalCardId(id);
    // An id that is a card's own answers for that card: what merged is never deleted here.
    const isCard = published.has(answering) || seed.cards.has(alias) || renames.has(answering);
    if (!isCard && known.get(answering) !== internalId) changedIds.set(answering, internalId);
  }
  await addAliases(writes, 'card', changedIds);
  return { internalCardId, renamed: renames.size, changedIds: changedIds.size };
}

/** New ids of cards, as internal ids begin, that go on under their old one. */
async function findRenamed(
  { writes, seed, game, published, internalExpansionId }: ComingCards,
  known: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const internalId = internalIds(game, known);
  const came = function* () {
    for (const ids of [seed.cards.keys(), seed.unchanged]) for (const id of ids) yield internalId(id);
  };
  const vanished = new Set(published.size === 0 ? [] : published.besides(came()));
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
