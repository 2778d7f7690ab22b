/** A small Scryfall in memory: records in our own words, as its API describes them. */
import { gzipSync } from 'node:zlib';
import { memoryRead } from '../../upstream/memory-read.ts';

export const API = 'https://scryfall.example';
export const JSONL = 'https://data.example/default-cards-20260714.jsonl.gz';

/** A record of the bulk file, told otherwise where `fields` say so. */
export const record = (fields: Record<string, unknown> = {}): Record<string, unknown> => ({
  object: 'card',
  id: `00000000-0000-4000-8000-${String(fields.collector_number ?? '1').padStart(12, '0')}`,
  oracle_id: 'ffffffff-0000-4000-8000-000000000001',
  name: 'Lantern Keeper',
  lang: 'en',
  layout: 'normal',
  set: 'lmp',
  set_type: 'expansion',
  collector_number: '1',
  rarity: 'rare',
  type_line: 'Legendary Creature — Owl Scout',
  mana_cost: '{1}{G}',
  cmc: 2,
  colors: ['G'],
  color_identity: ['G'],
  keywords: ['Flying'],
  oracle_text: 'Flying. It keeps a lamp.',
  flavor_text: 'It never sleeps.',
  power: '2',
  toughness: '1+*',
  artist: 'A. Drawer',
  finishes: ['nonfoil', 'foil'],
  legalities: { standard: 'legal', vintage: 'restricted', modern: 'banned', pauper: 'not_legal' },
  border_color: 'black',
  frame: '2015',
  oversized: false,
  digital: false,
  image_uris: { small: 'https://p.example/s.jpg', normal: 'https://p.example/n.jpg', large: 'https://p.example/l.jpg' },
  tcgplayer_id: 11,
  cardmarket_id: 21,
  prices: { usd: '1.50', usd_foil: '3.00', usd_etched: null, eur: '1.20', eur_foil: '2.40', tix: '0.02' },
  ...fields,
});

export const set = (fields: Record<string, unknown> = {}): Record<string, unknown> => ({
  object: 'set',
  code: 'lmp',
  name: 'Lamplight',
  set_type: 'expansion',
  released_at: '2026-05-01',
  card_count: 120,
  printed_size: 100,
  digital: false,
  icon_svg_uri: 'https://p.example/lmp.svg',
  ...fields,
});

export const merge = (old_scryfall_id: string, new_scryfall_id: string | null, set_code: string, number: string) => ({
  object: 'migration',
  migration_strategy: new_scryfall_id === null ? 'delete' : 'merge',
  old_scryfall_id,
  ...(new_scryfall_id !== null && { new_scryfall_id }),
  metadata: { set_code, collector_number: number, lang: 'en' },
});

export const page = (data: readonly unknown[], next_page?: string) => ({
  object: 'list',
  has_more: next_page !== undefined,
  ...(next_page !== undefined && { next_page }),
  data,
});

const lines = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).join('\n');

/** What the API answers; `documents` are answered in place of or beside it. */
export function scryfallOf(rows: readonly unknown[], documents: Record<string, unknown> = {}) {
  const description = {
    type: 'default_cards',
    updated_at: '2026-07-14T09:01:57.053+00:00',
    jsonl_download_uri: JSONL,
    compressed_size: 5000,
  };
  return memoryRead({
    [`${API}/bulk-data`]: page([{ type: 'oracle_cards' }, description]),
    [`${API}/sets`]: page([set()]),
    [`${API}/migrations`]: page([]),
    [JSONL]: gzipSync(`${lines(rows)}\n`),
    ...documents,
  });
}
