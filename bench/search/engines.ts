/** Cardstock's search and its peers behind one shape, so that all answer the same queries. */
import Fuse from 'fuse.js';
import MiniSearch from 'minisearch';
import pg from 'pg';
import { foldName } from '../../src/catalog/fold.ts';
import { SearchIndex } from '../../src/search/search-index.ts';
import type { SearchSource } from '../../src/search/tables/index-columns.ts';
import { buildIndexData } from '../../src/search/tables/index-data.ts';
import type { CardRow } from './card-rows.ts';

/** Ranks what a query finds, best first: distinct folded names, or ids of cards. */
export interface Engine {
  title: string;
  names(query: string, limit: number): Promise<string[]>;
  cards(query: string, limit: number): Promise<string[]>;
  close(): Promise<void>;
}

/** What a card's peers are given to search: name, number, and the number as printed with its total. */
interface Document {
  id: string;
  name: string;
  number: string;
  printed: string;
}

const DOCUMENT_KEYS = ['name', 'number', 'printed'];

/** The cards as the index takes them. */
export function searchSource(cards: readonly CardRow[]): SearchSource {
  return {
    rows: cards.map(({ id, name, number, expansion_id }) => ({ id, name, number, groups: [expansion_id] })),
    officialCounts: new Map(cards.map((card) => [card.expansion_id, card.official])),
    integerIds: false,
    hasNumbers: true,
  };
}

export function cardstockEngine(cards: readonly CardRow[]): Engine {
  const index = new SearchIndex(buildIndexData(searchSource(cards)));
  const nameOf = new Map(cards.map((card) => [card.id, foldName(card.name)]));
  return {
    title: 'cardstock',
    async names(query, limit) {
      const found = new Set<string>();
      // Every card of a name comes before the next name, so the page has to reach over many cards.
      for (const { id } of index.search({ query, limit: 4_000 })) {
        found.add(nameOf.get(id) ?? '');
        if (found.size === limit) break;
      }
      return [...found];
    },
    cards: async (query, limit) => index.search({ query, limit }).map(({ id }) => id),
    close: async () => undefined,
  };
}

export function fuseEngine(cards: readonly CardRow[]): Engine {
  const options = { includeScore: true, ignoreLocation: true, threshold: 0.6 };
  const names = new Fuse(distinctNames(cards), options);
  const documents = new Fuse(cards.map(documentOf), { ...options, keys: DOCUMENT_KEYS });
  return {
    title: 'fuse.js',
    names: async (query, limit) => names.search(foldName(query), { limit }).map(({ item }) => item),
    cards: async (query, limit) => documents.search(query, { limit }).map(({ item }) => item.id),
    close: async () => undefined,
  };
}

export function minisearchEngine(cards: readonly CardRow[]): Engine {
  const searchOptions = { fuzzy: 0.2, prefix: true };
  const names = new MiniSearch({ fields: ['name'], searchOptions });
  names.addAll(distinctNames(cards).map((name) => ({ id: name, name })));
  const documents = new MiniSearch({ fields: DOCUMENT_KEYS, searchOptions, tokenize: (text) => text.split(/\s+/) });
  documents.addAll(cards.map(documentOf));
  return {
    title: 'minisearch',
    names: async (query, limit) =>
      names
        .search(foldName(query))
        .slice(0, limit)
        .map(({ id }) => String(id)),
    cards: async (query, limit) =>
      documents
        .search(query)
        .slice(0, limit)
        .map(({ id }) => String(id)),
    close: async () => undefined,
  };
}

/** pg_trgm on a temporary table; the database must have, or let us create, the extension. */
export async function pgTrgmEngine(databaseUrl: string, cards: readonly CardRow[]): Promise<Engine> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('create extension if not exists pg_trgm');
  await client.query('create temporary table bench_names as select unnest($1::text[]) as name', [distinctNames(cards)]);
  await client.query('create temporary table bench_cards (id text, name text, number text, printed text)');
  await client.query(
    'insert into bench_cards select * from jsonb_to_recordset($1) as c(id text, name text, number text, printed text)',
    [JSON.stringify(cards.map(documentOf))],
  );
  const similarity = 'greatest(similarity(name, $1), similarity(number, $1), similarity(printed, $1))';
  const ids = async (sql: string, query: string, limit: number) => {
    const { rows } = await client.query<{ found: string }>(sql, [query, limit]);
    return rows.map(({ found }) => found);
  };
  return {
    title: 'pg_trgm',
    names: (query, limit) => {
      const sql = 'select name as found from bench_names order by similarity(name, $1) desc, name limit $2';
      return ids(sql, foldName(query), limit);
    },
    cards: (query, limit) =>
      ids(`select id as found from bench_cards order by ${similarity} desc, id limit $2`, query, limit),
    close: () => client.end(),
  };
}

/**
 * A running TCGdex server, asked as its documents say: part of a name, and beside it the number where a word has digits.
 * It answers in the order of its files.
 */
export function tcgdexEngine(base: string): Engine {
  const found = async (query: string, limit: number) => {
    const words = query.split(/\s+/);
    const number = words.find((word) => /\d/.test(word));
    const asked = new URLSearchParams({ 'pagination:itemsPerPage': String(limit), 'pagination:page': '1' });
    const name = words.filter((word) => word !== number).join(' ');
    if (name !== '') asked.set('name', name);
    if (number !== undefined) asked.set('localId', number.replace(/^#|\/.*$/g, ''));
    const answer = await fetch(`${base}/v2/en/cards?${asked}`);
    return (await answer.json()) as { id: string; name: string }[];
  };
  return {
    title: 'TCGdex, over HTTP',
    names: async (query, limit) => [...new Set((await found(query, limit)).map(({ name }) => foldName(name)))],
    cards: async (query, limit) => (await found(query, limit)).map(({ id }) => id),
    close: async () => undefined,
  };
}

export function distinctNames(cards: readonly CardRow[]): string[] {
  return [...new Set(cards.map((card) => foldName(card.name)))].filter((name) => name !== '');
}

function documentOf({ id, name, number, official }: CardRow): Document {
  return { id, name: foldName(name), number: number ?? '', printed: `${number}/${official}` };
}
