/** The ids of records here: what their source calls them, behind what all ids of the game begin with. */
import type { DeployedGame } from '../../games/game.ts';

/** Our id of what its source calls `id`. */
export type OurId = (id: string) => string;

/** The ids of one kind, once this run's renames are stored. */
export interface KnownIds {
  ours: OurId;
  /** Ids that answer for another record than before, or for the first time: reads by them differ from now on. */
  told: number;
}

/** @param aliases ids that upstream took on, each with the id that stands for it here, both as ours begin */
export const ourIds =
  ({ idPrefix }: DeployedGame, aliases: ReadonlyMap<string, string>): OurId =>
  (id) =>
    aliases.get(idPrefix + id) ?? idPrefix + id;
