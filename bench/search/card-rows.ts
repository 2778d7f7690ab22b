/** Reads the cards that a bench works on: a file of cards, or a running catalog. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** A card as the benches need it; `official` is the card count printed behind the slash, 0 where unknown. */
export interface CardRow {
  id: string;
  name: string;
  number: string | null;
  expansion_id: string;
  official: number;
}

/** What the files hold: cards as TCGdex publishes them, or as Cardstock exports them. */
interface RawCard {
  id: string;
  name: string;
  number?: string | null;
  localId?: string;
  expansion_id?: string;
  set?: { id: string; cardCount?: { official?: number } };
}

interface Envelope<Row> {
  data: { items: Row[]; next_cursor: string | null };
}

/**
 * Cards from `source`: NDJSON or a JSON array (also gzipped), or the base address of a running catalog, read with `key`.
 * Cards without id or name, such as an export's head line, are left out.
 */
export async function readCardRows(source: string, key: string | undefined): Promise<CardRow[]> {
  if (/^https?:/.test(source)) return readCatalog(source.replace(/\/$/, ''), key ?? '');
  const bytes = readFileSync(source);
  const text = (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('utf8').trim();
  const raw: RawCard[] = text.startsWith('[') ? JSON.parse(text) : text.split('\n').map((line) => JSON.parse(line));
  return raw
    .filter((card) => card.id && card.name)
    .map((card) => ({
      id: card.id,
      name: card.name,
      number: card.number ?? card.localId ?? null,
      expansion_id: card.expansion_id ?? card.set?.id ?? '',
      official: card.set?.cardCount?.official ?? 0,
    }));
}

async function readCatalog(base: string, key: string): Promise<CardRow[]> {
  const expansions = await readList<{ id: string; card_count_official: number }>(base, key, 'expansions');
  const official = new Map(expansions.map((expansion) => [expansion.id, expansion.card_count_official]));
  const cards = await readList<Omit<CardRow, 'official'>>(base, key, 'cards');
  return cards.map(({ id, name, number, expansion_id }) => ({
    id,
    name,
    number,
    expansion_id,
    official: official.get(expansion_id) ?? 0,
  }));
}

async function readList<Row>(base: string, key: string, list: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const response = await fetch(`${base}/v1/${list}?limit=200&cursor=${encodeURIComponent(cursor)}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    if (!response.ok) throw new Error(`${list}: status ${response.status}`);
    const { data } = (await response.json()) as Envelope<Row>;
    rows.push(...data.items);
    cursor = data.next_cursor;
  }
  return rows;
}
