/** The place of this process on either engine. */
import type { Engine } from '../../../src/store/store.ts';
import type { Place } from './place.ts';
import { PostgresPlace } from './postgres-place.ts';
import { SqlitePlace } from './sqlite-place.ts';

/** Where a seed lives, with an empty store: whoever was there before is gone. */
export const emptiedPlace = (engine: Engine = 'sqlite'): Promise<Place> =>
  engine === 'sqlite' ? SqlitePlace.emptied() : PostgresPlace.emptied();
