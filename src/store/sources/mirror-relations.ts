/** What records are found by and shown as beside themselves: other ids, codes, kinds of products, texts in other languages. */
import { addAliases } from '../catalog/aliases.ts';
import { idsOfGame } from '../catalog/catalog-records.ts';
import { putExpansionCodes } from '../catalog/expansions.ts';
import { putProductTypes, replaceSealedLinks } from '../catalog/products.ts';
import { TEXT_KINDS, TEXT_TABLES, type TextKind } from '../catalog/translations.ts';
import { deleteWhere, portionsOf, rowsWhere } from '../rows.ts';
import type { Tables } from '../schema/tables.ts';
import type { Reads, Writes } from '../store.ts';

/** That `id` stands for `target_id`: a former id of a record, a code of an expansion, a product's number at Cardmarket or its kind. */
export interface AliasRow {
  kind: TextKind | 'code' | 'cardmarket' | 'type';
  id: string;
  target_id: string;
  /** When a rename was found; null for all else. */
  since: string | null;
}

/** All of a game, by kind, in one order. */
export async function aliasRows(reads: Reads, game: string): Promise<AliasRow[]> {
  const found: AliasRow[] = [];
  for (const kind of TEXT_KINDS) {
    const targets = reads.selectFrom(TEXT_TABLES[kind]).select('id').where('game', '=', game);
    const query = reads.selectFrom('aliases').select(['kind', 'id', 'target_id', 'since']).where('kind', '=', kind);
    found.push(...(await query.where('target_id', 'in', targets).orderBy('id').execute()));
  }
  for (const { id, codes } of await rowsWhere(reads, 'expansions', { game }, ['id', 'codes'], 'id')) {
    for (const code of JSON.parse(codes) as string[]) {
      found.push({ kind: 'code', id: code, target_id: id, since: null });
    }
  }
  const product_id = await idsOfGame<number>(reads, 'products', game);
  const linked = await rowsWhere(reads, 'sealed_links', { product_id }, undefined, 'product_id');
  const typed = await rowsWhere(reads, 'product_types', { product_id }, undefined, 'product_id');
  const ofProduct = (kind: AliasRow['kind'], id: string, product: number) =>
    found.push({ kind, id, target_id: String(product), since: null });
  for (const link of linked) ofProduct('cardmarket', String(link.cardmarket_id), link.product_id);
  for (const { type, product_id: product } of typed) ofProduct('type', type, product);
  return found;
}

/** Makes a game's those of another store; its records are there. Returns how many differ. */
export async function mirrorAliases(writes: Writes, game: string, rows: readonly AliasRow[]): Promise<number> {
  const before = new Set((await aliasRows(writes, game)).map((row) => JSON.stringify(row)));
  const now = new Set(rows.map(({ kind, id, target_id, since }) => JSON.stringify({ kind, id, target_id, since })));
  const gone = [...before].filter((text) => !now.has(text)).map((text) => JSON.parse(text) as AliasRow);
  const added = [...now].filter((text) => !before.has(text)).map((text) => JSON.parse(text) as AliasRow);
  const isMoved = (kind: AliasRow['kind']) => [...gone, ...added].some((row) => row.kind === kind);
  const ofKind = (kind: AliasRow['kind']) => rows.filter((row) => row.kind === kind);
  for (const kind of TEXT_KINDS) {
    const ids = gone.flatMap((row) => (row.kind === kind ? row.id : []));
    await deleteWhere(writes, 'aliases', { kind, id: ids });
    for (const { id, target_id, since } of added.filter((row) => row.kind === kind))
      await addAliases(writes, kind, new Map([[id, target_id]]), since);
  }
  if (isMoved('code')) {
    const codes = Map.groupBy(ofKind('code'), ({ target_id }) => target_id);
    const all = [...gone, ...added].map(({ target_id }) => target_id);
    const idsOf = (id: string): [string, string[]] => [id, (codes.get(id) ?? []).map((row) => row.id)];
    await putExpansionCodes(writes, game, new Map([...new Set(all)].map(idsOf)));
  }
  if (isMoved('cardmarket')) {
    // How sure the link is was for whoever made it.
    const links = ofKind('cardmarket').map(({ id, target_id }) => {
      return { product_id: Number(target_id), cardmarket_id: Number(id), confidence: 1 };
    });
    await replaceSealedLinks(writes, game, links);
  }
  if (isMoved('type')) {
    const ids = gone.flatMap((row) => (row.kind === 'type' ? Number(row.target_id) : []));
    await deleteWhere(writes, 'product_types', { product_id: ids });
    await putProductTypes(writes, game, new Map(ofKind('type').map(({ id, target_id }) => [Number(target_id), id])));
  }
  return gone.length + added.length;
}

const TEXTS_AT_ONCE = 500;

/** Texts of a game's records that are shown, of all languages, some at a time in one order. */
export async function* shownTextRows(reads: Reads, game: string): AsyncGenerator<{ id: string; text: string }[]> {
  for (const kind of TEXT_KINDS) {
    const where = { kind, game, withheld: null };
    for await (const rows of portionsOf(reads, 'translations', TEXTS_AT_ONCE, { where }, 'id', 'language')) {
      yield rows.map(({ id, language, name, body }) => ({
        id,
        text: `${JSON.stringify({ kind, id, language, name }).slice(0, -1)},"texts":${body}}`,
      }));
    }
  }
}

export type TextRow = Pick<Tables['translations'], 'kind' | 'id' | 'language' | 'name'> & { texts: object };
