/** Answers the clients of other services from our records, by their interface: paths, parameters, envelope and errors. */
import { Failure } from '../../failure.ts';
import { type CatalogState, gameRows, servedState, stateOf } from '../../store/catalog/game-versions.ts';
import type { Store } from '../../store/store.ts';
import { jsonAnswer } from '../answer/send.ts';
import { STATUS_OF } from '../errors.ts';
import { readWhole } from '../parameters.ts';
import type { RouteRequest } from '../request.ts';
import { CompatCatalog, type Served } from './compat-catalog.ts';
import { Standing } from './standing.ts';

export interface CompatService extends Served {
  /** Whether requests without a valid key are answered, from a budget of their address. */
  isKeyless: boolean;
  /** Further beginnings of a path that lead to it. */
  at: readonly string[];
}

export interface Compat {
  compat: readonly CompatService[];
  store: Store;
}

const PAGE_MAX = 250;

/** The catalog of each as it was made last, and the state of all games that was seen last. */
const kept = new WeakMap<CompatService, { catalogs: Standing<CompatCatalog>; state: CatalogState | undefined }>();

/** Where the path of a request leads; undefined where it is no drop-in's. */
export function compatOf(services: readonly CompatService[], url: string) {
  for (const service of services) {
    for (const begin of [service.dropIn.path, ...service.at]) {
      if (!url.startsWith(begin) || !/^(?:[/?]|$)/.test(url.slice(begin.length))) continue;
      return { service, url: service.dropIn.path + url.slice(begin.length) };
    }
  }
  return undefined;
}

/** The body of a failure, as these clients read it: what is a filter elsewhere is their q. */
export const compatFailure = ({ code, message }: Failure): string =>
  JSON.stringify({ error: { message: message.replace(/^filter /, 'q '), code: STATUS_OF[code] } });

/** @throws Failure not_found, bad_request */
export async function answerCompat({ params, query, key }: RouteRequest, { compat, store }: Compat) {
  if (key?.scopes.has('read') === false) throw new Failure('unauthorized', 'This API key may not be used here.');
  const path = params['*'] ?? '';
  const found = compatOf(compat, `/compat/${path}`);
  if (found === undefined) throw nothing();
  const { service } = found;
  const [list = '', id, ...more] = `/compat/${path}`
    .slice(service.dropIn.path.length)
    .split('/')
    .filter((part) => part !== '');
  if (more.length > 0 || (id !== undefined && list in service.dropIn.lists)) throw nothing();
  const value = answerFrom(await catalogOf(service, store), service, list, { id, query });
  return { ...jsonAnswer(value), cacheControl: 'private, no-cache' };
}

type Asked = Pick<RouteRequest, 'query'> & { id: string | undefined };

function answerFrom(catalog: CompatCatalog, { dropIn }: CompatService, list: string, { id, query }: Asked): unknown {
  if (list in dropIn.lists) return { data: catalog.valuesOf(dropIn.lists[list] ?? '') };
  if (list !== 'cards' && list !== 'sets') throw nothing();
  const table = catalog[list];
  const rowsAt = (rows: readonly number[]) => selected(catalog.rowsAt(list, rows), namesOf(query.select));
  if (id !== undefined) {
    const row = table.ids.get(id.toLowerCase());
    if (row === undefined) throw nothing();
    return { data: rowsAt([row])[0] };
  }
  const rows = table.find(query.q ?? '', query.orderBy ?? '');
  const [page, pageSize] = [readWhole(query.page, 1, 1e6), readWhole(query.pageSize, PAGE_MAX, PAGE_MAX)];
  const data = rowsAt(rows.slice((page - 1) * pageSize, page * pageSize));
  return { data, page, pageSize, count: data.length, totalCount: rows.length };
}

const nothing = () => new Failure('not_found', 'The requested resource was not found.');

/** Of one state of its game, or for a moment of the one before: making it takes seconds, and other games do not concern it. */
async function catalogOf(service: CompatService, store: Store): Promise<CompatCatalog> {
  const known = kept.get(service) ?? { catalogs: new Standing<CompatCatalog>(), state: undefined };
  kept.set(service, known);
  known.state = await servedState(store, known.state);
  return known.catalogs.of(versionIn(known.state, service), async () => {
    const { version, value } = await store.snapshot(async (reads) => {
      return { games: await gameRows(reads), made: await CompatCatalog.read(reads, service) };
    });
    return { version: versionIn(stateOf({ version, value: value.games }), service), made: value.made };
  });
}

const versionIn = ({ version, games }: CatalogState, { game }: CompatService): number =>
  games.get(game.name)?.version ?? version;

/** What names a part of a field has the whole of it: `set.id` the set. */
const namesOf = (select = ''): string[] => select.split(',').flatMap((name) => name.trim().split('.')[0] || []);

function selected(rows: readonly Record<string, unknown>[], names: readonly string[]): Record<string, unknown>[] {
  if (names.length === 0) return [...rows];
  return rows.map((row) =>
    Object.fromEntries(names.flatMap((name) => (Object.hasOwn(row, name) ? [[name, row[name]]] : []))),
  );
}
