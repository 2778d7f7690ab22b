/** The one game of a test's deployment, as the older form of the configuration has it. */
import { DEFAULT_SCOPE } from '../../../src/catalog/scope.ts';
import { gameOf } from '../../../src/games/games.ts';

/** The rules are those of the game whose formats the tests' catalogs speak. */
export const GAME = gameOf({ catalog: { adapter: 'tcgdex' } }, DEFAULT_SCOPE);
