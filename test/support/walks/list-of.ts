/** The card list of a store, asked in this process as a request would ask it. */
import { listCards } from '../../../src/api/catalog/cards.ts';
import type { RequestContext } from '../../../src/api/context.ts';
import { cursorsSealedWith } from '../../../src/api/cursors.ts';
import type { RouteRequest } from '../../../src/api/request.ts';
import type { Store } from '../../../src/store/store.ts';
import { GAME } from '../stages/game.ts';
import { searchNow } from '../stages/search.ts';
import type { Ask } from './generated-walks.ts';

const CURSORS = cursorsSealedWith(Buffer.alloc(32));

/** Asks for one page; what needs more than the store, as another language does, is not asked so. */
export function listOf(store: Store): Ask {
  const { reads } = store;
  // Built once a walk, and only where it is searched.
  let built: ReturnType<ReturnType<typeof searchNow>['index']> | undefined;
  const index = () => {
    built ??= searchNow(store).index();
    return built;
  };
  const asked: Partial<RequestContext> = {
    ...{ store, reads, games: [GAME], cursors: CURSORS, isOf: () => undefined },
    search: { index, versions: () => undefined, stop: async () => undefined },
  };
  return async (query) => {
    const answer = await listCards({ query } as RouteRequest, asked as RequestContext);
    return JSON.parse(String(answer)) as Awaited<ReturnType<Ask>>;
  };
}
