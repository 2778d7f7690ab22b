/** The records that the simulation of events changes: each tells by its name of which state it is. */
import type { Series } from '../../src/catalog/records.ts';
import { DEFAULT_SCOPE } from '../../src/catalog/scope.ts';

export const seriesAt = (id: string, state: number): Series => ({
  ...{ game: DEFAULT_SCOPE.game, id, name: `State ${state}`, logo: null, expansions: [] },
});
