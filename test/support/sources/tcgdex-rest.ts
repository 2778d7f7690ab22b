/** A catalog on loopback as a TCGdex REST API, the one form of it in which cards hold prices. */
import { createServer } from 'node:http';
import { listening } from '../servers/listening.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What is served; a set lists its cards. */
export interface RestCatalog {
  series: readonly Fields[];
  sets: readonly Fields[];
  cards: readonly Fields[];
}

/** A running upstream. */
export interface RestUpstream extends AsyncDisposable {
  /** Address of the API with its version, as the configuration takes it. */
  rest: string;
  /** Serves another catalog from now on. */
  publish(catalog: RestCatalog): void;
  /** How many documents were asked for. */
  asked(): number;
}

/** Every document by its path below the address. */
function documentsOf({ series, sets, cards }: RestCatalog): Map<string, string> {
  const documents: [string, unknown][] = [
    ['/en/series', series.map(({ id, name, logo }) => ({ id, name, logo }))],
    ['/en/sets', sets.map(({ id, name, logo, symbol, cardCount }) => ({ id, name, logo, symbol, cardCount }))],
    ...sets.map((set): [string, unknown] => [`/en/sets/${set.id}`, set]),
    ...cards.map((card): [string, unknown] => [`/en/cards/${card.id}`, card]),
  ];
  return new Map(documents.map(([path, content]) => [path, JSON.stringify(content)]));
}

/** Starts the upstream on a free port. */
export async function startTcgdexRest(catalog: RestCatalog): Promise<RestUpstream> {
  let known = documentsOf(catalog);
  let count = 0;
  const server = createServer(({ url = '' }, response) => {
    count += 1;
    const text = known.get(decodeURIComponent(url.replace(/^\/v2/, '')));
    if (text === undefined) response.writeHead(404, { 'content-type': 'application/json' }).end('{"status":404}');
    else response.writeHead(200, { 'content-type': 'application/json' }).end(text);
  });
  const listens = await listening(server);
  return {
    rest: `${listens.base}/v2`,
    publish: (another) => {
      known = documentsOf(another);
    },
    asked: () => count,
    [Symbol.asyncDispose]: () => listens[Symbol.asyncDispose](),
  };
}
