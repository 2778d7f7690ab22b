/** The ids of records here: what their source calls them, behind what all ids of the game begin with. */
import type { DeployedGame } from '../games/game.ts';

/** The internal id of what its source calls `id`. */
export type ToInternalId = (id: string) => string;

/** The ids of one kind, once this run's renames are stored. */
export interface KnownIds {
  internalId: ToInternalId;
  /** Ids that answer for another record than before, or for the first time: reads by them differ from now on. */
  changedIds: number;
}

/** @param aliases ids that upstream took on, each with the id that stands for it here, both as internal ids begin */
export const internalIds =
  ({ idPrefix }: DeployedGame, aliases: ReadonlyMap<string, string>): ToInternalId =>
  (id) =>
    aliases.get(idPrefix + id) ?? idPrefix + id;
