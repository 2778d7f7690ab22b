/** What the files of a catalog are called and listed as. */
import Type, { type Static } from 'typebox';
import { day, doc, EXAMPLES, listOf, objectOf, text, textOr, whole } from '../catalog/field-shapes.ts';

/** The form of files and manifest: a reader of another one takes neither. */
export const FORMAT = 1;

/** The forms of a file by the end of its name. */
export const MEDIA_TYPES = {
  'ndjson.gz': 'application/gzip',
  'ndjson.zst': 'application/zstd',
  'csv.gz': 'application/gzip',
  parquet: 'application/vnd.apache.parquet',
} as const;
export type Form = keyof typeof MEDIA_TYPES;

export const RECORD_ENTITIES = ['series', 'expansions', 'cards', 'products', 'aliases', 'texts'] as const;

export const FileEntry = objectOf('A file', {
  name: text('Its name, under /export/files/', 'cards.game.9f86d081884c.ndjson.gz'),
  entity: Type.Enum([...RECORD_ENTITIES, 'card_prices', 'product_prices'], doc('What its rows are')),
  game: text('The game of its rows', 'game'),
  currency: Type.Optional(Type.Enum(['usd', 'eur'], doc('The currency of all its amounts'))),
  day: Type.Optional(day('The one day of its rows')),
  month: Type.Optional(text('The one month of its rows', '2026-05')),
  media_type: text('Its type', 'application/gzip'),
  rows: whole('How many rows it has', 264),
  bytes: whole('How many bytes it has', 20_480),
  sha256: text('SHA-256 of its bytes', EXAMPLES.sha256),
  first: textOr('Id of its first row', 'without any', 'fl1-1'),
  last: textOr('Id of its last row', 'without any', 'nt4-9'),
});
export type FileEntry = Static<typeof FileEntry>;

const language = text('A language', 'en');
const GameFacts = objectOf('A game as its service is configured', {
  name: text('Name of the game', 'game'),
  id_prefix: Type.Optional(Type.String(doc('What its ids begin with', ''))),
  languages: Type.Optional(Type.Array(language, doc('The languages that it is shown in, its own first', ['en', 'fr']))),
  regional_prints: Type.Optional(
    listOf('Its regional prints', {
      region: text('As expansions name it', 'asia'),
      language,
      translations: Type.Array(language, doc('Those that its texts are shown in too', ['zh-tw'])),
    }),
  ),
  rules: Type.Optional(text('The game whose words and fields it has', 'game')),
});
export type GameFacts = Static<typeof GameFacts>;

export const Manifest = objectOf('What files there are', {
  format: Type.Integer(doc('The form of files and manifest', FORMAT)),
  release: text('The release that made them', '0.2.0'),
  timeline: text('Changes where positions and versions may be given again, as after a restore', '4f1d0c7b9a2e6f30'),
  catalog_version: whole('Version of the catalog that they show', 17),
  position: whole('Place in the feed of the newest event that they hold; 0 before the first', 4711),
  event_id: textOr('Id of that event, to go on after', 'before the first', EXAMPLES.event),
  made_at: Type.String({ format: 'date-time', ...doc('When they were made, in UTC', '2026-05-01T06:00:09.120Z') }),
  games: Type.Array(GameFacts, doc('The games that they hold')),
  files: Type.Array(FileEntry, doc('The files; with since only those that were not listed at that version')),
});
export type Manifest = Static<typeof Manifest>;

/** What all forms of a part have in common. */
export type Part = Pick<FileEntry, 'entity' | 'game' | 'currency' | 'day' | 'month'>;

/** What a file is of: all of its name before the digest. */
export const partOf = ({ entity, game, currency, day: ofDay, month }: Part): string =>
  [entity, game, currency, ofDay ?? month].filter((piece) => piece !== undefined).join('.');

/** When each file was listed: catalog versions from which on, and from which on not any more. */
export type Listings = Record<string, [from: number, to?: number][]>;

/** The listings once these files are listed at `version`. */
export function listedAt(known: Listings, files: readonly Pick<FileEntry, 'name'>[], version: number): Listings {
  const now = new Set(files.map(({ name }) => name));
  const listings: Listings = {};
  for (const name of new Set([...Object.keys(known), ...now])) {
    const spans = known[name] ?? [];
    const isOpen = spans.at(-1)?.length === 1;
    if (now.has(name)) listings[name] = isOpen ? spans : [...spans, [version]];
    else listings[name] = spans.map(([from, to = version]) => [from, to]);
  }
  return listings;
}

/** The files that were not listed at `since`; all for 0. */
export const filesSince = (files: readonly FileEntry[], listings: Listings, since: number): FileEntry[] =>
  files.filter(
    ({ name }) =>
      !listings[name]?.some(([from, to]) => from <= since && (to === undefined || since < to)) || since === 0,
  );
