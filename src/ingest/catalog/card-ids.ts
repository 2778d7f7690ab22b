/** Which card of ours each of upstream's ids stands for, and the other ids that a card answers to. */
import type { CardSeed, CatalogSeed } from '../../catalog/seeds.ts';
import type { DeployedGame } from '../../games/game.ts';
import { addAliases, aliases } from '../../store/catalog/aliases.ts';
import { namedCards } from '../../store/catalog/cards.ts';
import type { Writes } from '../../store/store.ts';
import { idsByLasting } from './lasting-ids.ts';
import { type OurId, ourIds } from './our-ids.ts';
import type { PublishedCards } from './published-cards.ts';
import { findRenames } from './renames.ts';

/** A catalog that is being published. */
export interface ComingCards {
  writes: Writes;
  seed: CatalogSeed;
  game: DeployedGame;
  /** Cards that are there, by our id. */
  published: PublishedCards;
  ourExpansion: OurId;
}

export interface CardIds {
  ourCard: OurId;
  /** Cards found under a new id in this run. */
  renamed: number;
  /** Ids that answer for another card than before, or for the first time. */
  told: number;
}

/** Upstream's ids that stand for cards of ours under another id: those known, and those found in this run. */
export async function cardIds(coming: ComingCards): Promise<CardIds> {
  const { writes, seed, game, published } = coming;
  const known = await aliases(writes, 'card');
  if (seed.lasting) {
    const { ours, told } = await idsByLasting(writes, game, 'card', { lasting: seed.lasting.card, published, known });
    return { ourCard: ours, renamed: 0, told };
  }
  const renames = await findRenamed(coming, known);
  const ids = new Map([...known, ...renames]);
  const ourCard = ourIds(game, ids);
  const told = new Map(renames);
  for (const [alias, id] of seed.aliases ?? []) {
    const answering = game.idPrefix + alias;
    const ours = ourCard(id);
    // An id that is a card's own answers for that card: what merged is never deleted here.
    const isCard = published.has(answering) || seed.cards.has(alias) || renames.has(answering);
    if (!isCard && known.get(answering) !== ours) told.set(answering, ours);
  }
  await addAliases(writes, 'card', told);
  return { ourCard, renamed: renames.size, told: told.size };
}

/** New ids of cards, as ours begin, that go on under their old one. */
async function findRenamed(
  { writes, seed, game, published, ourExpansion }: ComingCards,
  known: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const ours = ourIds(game, known);
  const came = function* () {
    for (const ids of [seed.cards.keys(), seed.unchanged]) for (const id of ids) yield ours(id);
  };
  const vanished = new Set(published.size === 0 ? [] : published.besides(came()));
  if (vanished.size === 0) return new Map();
  const appeared = new Set([...seed.cards.keys()].filter((id) => !published.has(ours(id))));
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
    return { id: game.idPrefix + id, parent_id: ourExpansion(expansion_id), name, mark: number };
  });
  const gone = await namedCards(writes, [...vanished]);
  const found = findRenames(
    named,
    gone.map(({ id, expansion_id, name, number }) => ({ id, parent_id: expansion_id, name, mark: number })),
  );
  return new Map([...renames, ...found]);
}
