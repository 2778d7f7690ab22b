/** Walks what the API serves: a list by its cursors, and every record of the catalog. */
import type { Card, CardSummary, Expansion, Series } from '../../../src/catalog/records.ts';
import type { TestApi } from '../stages/api.ts';

type Reading = Pick<TestApi, 'data'>;

/** Every row of a list, followed by cursor from the first page to the last. */
export async function walkList<Row>({ data }: Reading, path: string, limit: number): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | null = null;
  do {
    const from: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page: { items: Row[]; next_cursor: string | null } = await data(`${path}?limit=${limit}${from}`);
    rows.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return rows;
}

/** Everything that is served of a catalog. */
export interface Served {
  series: Series[];
  expansions: Expansion[];
  summaries: CardSummary[];
  cards: Map<string, Card>;
}

/** Reads every list by cursor and every card's detail. */
export async function readEverything(api: Reading): Promise<Served> {
  const summaries = await walkList<CardSummary>(api, '/v1/cards', 200);
  const cards = new Map<string, Card>();
  for (const { id } of summaries) cards.set(id, await api.data<Card>(`/v1/cards/${encodeURIComponent(id)}`));
  return {
    series: await walkList<Series>(api, '/v1/series', 200),
    expansions: await walkList<Expansion>(api, '/v1/expansions', 200),
    summaries,
    cards,
  };
}
