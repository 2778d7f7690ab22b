/** The plan of the house: its rooms, what each holds, what it may import, and the way that data takes through them. */

/** A room: a folder of src/, the files in its root, or what stands beside it. */
export interface Room {
  holds: string;
  imports: readonly string[];
}

/** The files in the root of src/ that every room may import. */
export const EVERYWHERE = ['src/failure.ts', 'src/log.ts', 'src/release.ts', 'src/time.ts'];

/** Every room, in the order in which they stand on each other. */
export const ROOMS: Readonly<Record<string, Room>> = {
  demo: { holds: 'the fictional games and their drawn pictures: an upstream of its own', imports: [] },
  catalog: { holds: 'what a card, printing, price, day is, for every game: wire shapes and pure rules', imports: [] },
  network: { holds: 'which addresses may be called, for everything that calls addresses of strangers', imports: [] },
  packed: {
    holds: 'ids, numbers and texts packed into typed arrays, and the one form of file that these are kept in',
    imports: [],
  },
  upstream: {
    holds: 'documents and the polite reader, what an adapter hands over, the formats of marketplaces',
    imports: ['packed', 'catalog'],
  },
  games: {
    holds: 'one folder a game: catalog adapters, printings, words, external ids; `games.ts` names them all',
    imports: ['upstream', 'catalog'],
  },
  store: { holds: 'all SQL: one query text for SQLite and PostgreSQL', imports: ['packed', 'catalog'] },
  search: { holds: 'ranked fuzzy search over names and numbers', imports: ['packed', 'store', 'catalog'] },
  keys: { holds: 'API keys and request budgets', imports: ['store'] },
  events: {
    holds: 'event bodies, chunks, outbox, signing, delivery and retry',
    imports: ['network', 'store', 'catalog'],
  },
  files: {
    holds: 'the whole catalog as files under lasting names: made beside the service, listed in a manifest',
    imports: ['store', 'catalog'],
  },
  scan: {
    holds: 'photo in, card out: finding the card, describing, comparing, judging; the processes that decode',
    imports: ['network', 'packed', 'store'],
  },
  fit: {
    holds: 'learns the model of the scan from pictures, by photos of them that it spoils itself',
    imports: ['scan'],
  },
  ingest: {
    holds: 'takes what a source gives, finds what changed, publishes it in one transaction; runs and schedule',
    imports: ['games', 'upstream', 'packed', 'store', 'events', 'files', 'scan', 'catalog', 'demo'],
  },
  lookup: {
    holds: 'rows of lists in, cards and printings out: what a row says, weighed; how sure that is',
    imports: ['games', 'packed', 'search', 'store', 'catalog'],
  },
  sheets: {
    holds: "collectors' files in, rows to look up out: CSV, whose app wrote it; the priced list back",
    imports: ['lookup', 'games', 'catalog'],
  },
  api: {
    holds: 'parameters in, envelope out; the routes as one table (`routes.ts`)',
    imports: ['games', 'keys', 'sheets', 'lookup', 'packed', 'search', 'events', 'files', 'scan', 'store', 'catalog'],
  },
  config: {
    holds: 'settings, the configuration file, their errors',
    imports: ['ingest', 'games', 'upstream', 'catalog'],
  },
  mcp: {
    holds: 'tools for assistants over the API, by the Model Context Protocol; loaded with the first call',
    imports: ['catalog'],
  },
  service: {
    holds: 'puts the parts together: start and stop, stand-by, background work, what the operator asks for',
    imports: [
      'mcp',
      'config',
      'api',
      'ingest',
      'keys',
      'search',
      'events',
      'files',
      'scan',
      'games',
      'network',
      'store',
      'demo',
    ],
  },
  cli: {
    holds: 'the command line, a file per group of commands',
    imports: [
      'service',
      'config',
      'api',
      'ingest',
      'keys',
      'sheets',
      'lookup',
      'search',
      'events',
      'files',
      'mcp',
      'fit',
      'scan',
      'games',
      'upstream',
      'network',
      'store',
      'catalog',
      'demo',
    ],
  },
  src: {
    holds: 'where the program begins, and what is everywhere: failures, the log, the release, the time',
    imports: ['cli', 'catalog'],
  },
};

/** Rooms whose wings stand on floors, the lowest first: none imports what stands on it. Files are wings too. */
export const FLOORS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  store: [
    ['schema/'],
    ['engines/'],
    ['catalog/', 'prices/', 'marketplace-products/', 'events/', 'pictures/', 'keys.ts', 'runs.ts'],
    ['views/'],
    ['open-store.ts'],
  ],
  ingest: [
    ['prices/'],
    ['matching/'],
    ['languages/', 'marketplaces/'],
    ['catalog/', 'audit/'],
    ['configured-sources.ts'],
    ['runs/'],
  ],
};

/** A step of the data's way, and the import that makes it: `at` imports `of`. */
export interface Step {
  from: string;
  to: string;
  at: string;
  of: string;
}

/** The way of the data, from the sources to whoever asks or is told. */
export const WAY: readonly Step[] = [
  { from: 'upstream', to: 'games', at: 'games', of: 'upstream' },
  { from: 'games', to: 'ingest', at: 'ingest', of: 'games' },
  { from: 'upstream', to: 'ingest', at: 'ingest', of: 'upstream' },
  { from: 'ingest', to: 'store', at: 'ingest', of: 'store' },
  { from: 'ingest', to: 'events', at: 'ingest', of: 'events' },
  { from: 'store', to: 'search', at: 'search', of: 'store' },
  { from: 'store', to: 'scan', at: 'scan', of: 'store' },
  { from: 'store', to: 'api', at: 'api', of: 'store' },
  { from: 'search', to: 'api', at: 'api', of: 'search' },
  { from: 'scan', to: 'api', at: 'api', of: 'scan' },
  { from: 'keys', to: 'api', at: 'api', of: 'keys' },
  { from: 'events', to: 'api', at: 'api', of: 'events' },
];
