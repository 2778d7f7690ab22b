/** A catalog of any size, in the form of a TCGdex build, made of a real one by multiplying it: served on loopback, never at rest. */
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { cardSignals } from '../../src/search/tables/card-signals.ts';
import type { SearchSource } from '../../src/search/tables/index-columns.ts';
import { type FixtureUpstream, startFixtureUpstream } from '../../test/support/sources/fixture-upstream.ts';
import { columnOf, factsOf } from '../search/searched-rows.ts';

/** What of a record is another in each copy. */
export interface Multiplied {
  id: string;
  name: string;
  set?: { id: string };
  localId?: string;
  rarity?: string;
  illustrator?: string;
  thirdParty?: Record<string, unknown>;
  variants_detailed?: { thirdParty?: Record<string, unknown> }[];
}

/** A real catalog, whole: its three compiled files. */
export interface RealCatalog {
  cards: Multiplied[];
  sets: Multiplied[];
  series: unknown[];
}

/** Beyond every real marketplace id, so that each copy has its own. */
export const MARKET_IDS = 10_000_000;
/** One card in so many of a copy is called otherwise than its like: 43 copies have more than 200,000 names. */
const APART = 8;

/** `name` with its vowels, then its consonants, moved along: distinct for a hundred copies, and as long as it was. */
export function varied(name: string, copy: number): string {
  const along = (letters: string, steps: number) => (letter: string) => {
    const at = (letters.indexOf(letter.toLowerCase()) + steps) % letters.length;
    const moved = letters[at] ?? letter;
    return letter === letter.toLowerCase() ? moved : moved.toUpperCase();
  };
  const vowels = name.replace(/[aeiou]/gi, along('aeiou', copy % 5));
  return vowels.replace(/[b-df-hj-np-tv-z]/gi, along('bcdfghjklmnpqrstvwxyz', Math.floor(copy / 5) % 21));
}

/** The name of a real card in a copy; some of a copy are called as none of the others is. */
const nameIn = (name: string, copy: number, at: number): string =>
  copy === 0 ? name : varied(name, copy + (at % APART === 0 ? 50 : 0));

const idIn = (id: string, copy: number): string => (copy === 0 ? id : `x${copy}${id}`);

function idsIn(ids: Record<string, unknown>, copy: number): Record<string, unknown> {
  const moved = (id: unknown) => (typeof id === 'number' ? id + copy * MARKET_IDS : id);
  return Object.fromEntries(Object.entries(ids).map(([market, id]) => [market, moved(id)]));
}

function cardIn(card: Multiplied, copy: number, at: number): Multiplied {
  if (copy === 0) return card;
  const { thirdParty, variants_detailed } = card;
  return {
    ...card,
    id: idIn(card.id, copy),
    name: nameIn(card.name, copy, at),
    ...(card.set && { set: { ...card.set, id: idIn(card.set.id, copy) } }),
    ...(thirdParty && { thirdParty: idsIn(thirdParty, copy) }),
    ...(variants_detailed && {
      variants_detailed: variants_detailed.map((each) =>
        each.thirdParty === undefined ? each : { ...each, thirdParty: idsIn(each.thirdParty, copy) },
      ),
    }),
  };
}

/**
 * @param revision which of the catalog's texts is served: of one card in a hundred the illustrator is another in each
 * @param first the copy to begin with
 */
export function* cardsOf({ cards }: RealCatalog, size: number, revision: number, first = 0): Generator<Multiplied> {
  for (let made = 0; made < size; made += 1) {
    const at = made % cards.length;
    const card = cardIn(cards[at] as Multiplied, first + Math.floor(made / cards.length), at);
    yield revision > 0 && made % 100 === 0 ? { ...card, illustrator: `Illustrator ${revision}` } : card;
  }
}

export function* setsOf({ cards, sets }: RealCatalog, size: number, first = 0): Generator<Multiplied> {
  for (let copy = first; (copy - first) * cards.length < size; copy += 1) {
    for (const set of sets) yield { ...set, id: idIn(set.id, copy), name: varied(set.name, copy) };
  }
}

/** How many records are written to the wire together. */
const TOGETHER = 200;

export function* textOf(records: Iterable<unknown>): Generator<string> {
  let piece = '[';
  let count = 0;
  for (const record of records) {
    piece += (count === 0 ? '' : ',\n') + JSON.stringify(record);
    count += 1;
    if (count % TOGETHER === 0) {
      yield piece;
      piece = '';
    }
  }
  yield `${piece}]`;
}

/** A build of some size under a folder named for it. */
export interface CatalogServer extends AsyncDisposable {
  /** The folder of `size` cards at a `revision`, as the configuration takes it. */
  files(size: number, revision?: number): string;
  /** Bytes of the last `cards.json` that was sent. */
  readonly bytes: number;
}

/** The recorded catalog that all of them are made of. */
export async function realCatalog(): Promise<RealCatalog> {
  await using upstream = await startFixtureUpstream('full');
  return catalogOf(upstream);
}

/** The catalog that a recorded server has. */
export async function catalogOf(upstream: FixtureUpstream): Promise<RealCatalog> {
  const [cards, sets, series] = await Promise.all(
    ['cards', 'sets', 'series'].map((name) => upstream.json(`${upstream.files}/${name}.json`)),
  );
  return { cards, sets, series } as RealCatalog;
}

const NO_PRINTINGS: readonly string[] = [];

/** What is searched of `size` cards, without a store: names, numbers, expansions, rarities and illustrators. */
export function searchedCards(real: RealCatalog, size: number): SearchSource {
  const groups = new Map<string, string[]>();
  const texts = new Map<string, string>();
  const once = (text: string) => {
    const known = texts.get(text) ?? text;
    texts.set(known, known);
    return known;
  };
  const rows = [];
  for (const { id, name, localId = null, rarity = null, illustrator = null, set } of cardsOf(real, size, 0)) {
    const group = groups.get(set?.id ?? '') ?? [set?.id ?? ''];
    groups.set(group[0] ?? '', group);
    rows.push({ id, name: once(name), number: localId, groups: group, rarity, illustrator });
  }
  const expansions = [...setsOf(real, size)].map(({ id, name }) => ({ id, name, codes: [] }));
  const known = {
    names: columnOf(rows, (row) => row.name),
    rarities: columnOf(rows, (row) => row.rarity),
    illustrators: columnOf(rows, (row) => row.illustrator),
    printings: columnOf(rows, () => NO_PRINTINGS),
  };
  const facts = factsOf(cardSignals({ ...known, expansions, prefix: '' }, { shortForms: [] }));
  return { rows, facts, officialCounts: new Map(), integerIds: false, hasNumbers: true };
}

export async function serveCatalogs(real: RealCatalog): Promise<CatalogServer> {
  let bytes = 0;
  const documents: Record<string, (size: number, revision: number) => Iterable<unknown>> = {
    'cards.json': (size, revision) => cardsOf(real, size, revision),
    'sets.json': (size) => setsOf(real, size),
    'series.json': () => real.series,
  };
  const answer = async (path: string, response: ServerResponse) => {
    const [, size = '', revision = '', name = ''] = path.split('/');
    const records = documents[name]?.(Number(size), Number(revision));
    if (records === undefined) return response.writeHead(404).end();
    let sent = 0;
    const counted = function* () {
      for (const piece of textOf(records)) {
        sent += Buffer.byteLength(piece);
        yield piece;
      }
    };
    response.setHeader('content-type', 'application/json');
    await pipeline(Readable.from(counted()), response);
    if (name === 'cards.json') bytes = sent;
    return undefined;
  };
  const server: Server = createServer((request, response) => {
    answer(request.url ?? '', response).catch(() => response.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    files: (size, revision = 0) => `http://127.0.0.1:${port}/${size}/${revision}`,
    get bytes() {
      return bytes;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
