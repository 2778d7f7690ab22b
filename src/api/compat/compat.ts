/** Answers the clients of other services from our records, by their interface: paths, parameters, envelope and errors. */
import { Failure } from '../../failure.ts';
import type { Store } from '../../store/store.ts';
import { jsonAnswer } from '../answer/send.ts';
import { STATUS_OF } from '../errors.ts';
import { readWhole } from '../parameters.ts';
import type { RouteRequest } from '../request.ts';
import { CompatCatalog, type Served } from './compat-catalog.ts';

/** A drop-in as it is configured. */
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

/** The catalog of each as it was made last, with the version that it is of. */
const made = new WeakMap<CompatService, { version: number; catalog: Promise<CompatCatalog> }>();

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
  const catalog = await catalogOf(service, store);
  const { value } = await store.snapshot(async (reads) => {
    if (list in service.dropIn.lists) return { data: catalog.valuesOf(service.dropIn.lists[list] ?? '') };
    if (list !== 'cards' && list !== 'sets') throw nothing();
    const table = catalog[list];
    const names = namesOf(query.select);
    const rowsAt = async (rows: readonly number[]) => {
      if (list === 'sets')
        return selected(
          rows.map((row) => catalog.setAt(row)),
          names,
        );
      const isPriced = names.length === 0 || names.some((name) => service.dropIn.priced.includes(name));
      return selected(await catalog.cardsAt(reads, rows, isPriced), names);
    };
    if (id !== undefined) {
      const row = table.ids.get(id.toLowerCase());
      if (row === undefined) throw nothing();
      return { data: (await rowsAt([row]))[0] };
    }
    const rows = table.find(query.q ?? '', query.orderBy ?? '');
    const [page, pageSize] = [readWhole(query.page, 1, 1e6), readWhole(query.pageSize, PAGE_MAX, PAGE_MAX)];
    const shown = rows.slice((page - 1) * pageSize, page * pageSize);
    const data = await rowsAt(shown);
    return { data, page, pageSize, count: data.length, totalCount: rows.length };
  });
  return { ...jsonAnswer(value), cacheControl: 'private, no-cache' };
}

const nothing = () => new Failure('not_found', 'The requested resource was not found.');

async function catalogOf(service: CompatService, store: Store): Promise<CompatCatalog> {
  const { version } = await store.snapshot(async () => undefined);
  const known = made.get(service);
  if (known?.version === version) return known.catalog;
  const catalog = store.snapshot((reads) => CompatCatalog.read(reads, service)).then(({ value }) => value);
  made.set(service, { version, catalog });
  catalog.catch(() => made.delete(service));
  return catalog;
}

const namesOf = (select = ''): string[] => select.split(',').flatMap((name) => name.trim() || []);

function selected(rows: readonly Record<string, unknown>[], names: readonly string[]): Record<string, unknown>[] {
  if (names.length === 0) return [...rows];
  return rows.map((row) =>
    Object.fromEntries(names.flatMap((name) => (Object.hasOwn(row, name) ? [[name, row[name]]] : []))),
  );
}
