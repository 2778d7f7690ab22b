/** The ids of records here: what their source calls them, behind what all ids of the game begin with. */
import type { CatalogSeed } from '../catalog/seeds.ts';
import type { DeployedGame } from '../games/game.ts';

/** The internal id of what its source calls `id`. */
export type ToInternalId = (id: string) => string;

/** @param aliases ids that upstream took on, each with the id that stands for it here, both as internal ids begin */
export const internalIds =
  ({ idPrefix }: DeployedGame, aliases: ReadonlyMap<string, string>): ToInternalId =>
  (id) =>
    aliases.get(idPrefix + id) ?? idPrefix + id;

/** The internal ids of all cards that came, unchanged or not. */
export function* idsThatCame({ cards, unchanged }: CatalogSeed, internalId: ToInternalId): Generator<string> {
  for (const ids of [cards.keys(), unchanged]) for (const id of ids) yield internalId(id);
}
