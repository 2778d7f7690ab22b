/** What a marketplace's own list says of products that several cards claim, and of those listed beside them under that name. */
import type { ClaimingCard, Marketplace } from '../../../catalog/claims.ts';
import { numberNormalized } from '../../../catalog/collector-number.ts';
import { foldName } from '../../../catalog/fold.ts';
import type { ListedSingle } from '../../../store/prices/market-knowledge.ts';
import type { KnownClaims } from './mapping-audit.ts';

type Listed = { product_id: number; group_id: number; name: string; number?: string | null };

interface CatalogClaims {
  cards: readonly ClaimingCard[];
  claims: KnownClaims;
}

/** `(V.2)`, `(XXX 079)`, `(79)`, `[Fire Spin]`, `- 079/060` at the end of a product's name: none of it is of the card's. */
const BEHIND_NAME =
  / *(?:\[[^\]]*\]|\(V\.\d+[^)]*\)|\((?:[\p{L}\d]+ )?\p{L}{0,4}\d+\p{L}?\)| - \p{L}*\d+\p{L}?\/\S+) *$/u;

/** What products of one name in one group have in common. */
export function singleKey({ group_id, name }: Pick<Listed, 'group_id' | 'name'>): string {
  let rest = name;
  while (BEHIND_NAME.test(rest)) rest = rest.replace(BEHIND_NAME, '');
  return `${group_id} ${foldName(rest)}`;
}

/** What of the list is to be kept: products that several cards of one name claim, and the others of that name in their groups. */
export function contestedSingles(
  { claims: { shared }, cards }: CatalogClaims,
  market: Marketplace,
  list: readonly Listed[],
): ListedSingle[] {
  const contested = new Set(shared.filter((entry) => entry.market === market && entry.contested).map(({ id }) => id));
  if (contested.size === 0) return [];
  const keys = new Set(list.filter(({ product_id }) => contested.has(product_id)).map(singleKey));
  const kept = list.filter((product) => keys.has(singleKey(product)));
  const expansions = groupExpansions({ cards, contested, market }, list, new Set(kept.map(({ group_id }) => group_id)));
  return kept.map(({ product_id, group_id, name, number = null }) => {
    return { market, product_id, group_id, name, number, expansions: [...(expansions.get(group_id) ?? [])].sort() };
  });
}

/** The expansions of which a group has products that no other card claims. */
function groupExpansions(
  { cards, contested, market }: { market: Marketplace; contested: ReadonlySet<number> } & Pick<CatalogClaims, 'cards'>,
  list: readonly Listed[],
  groups: ReadonlySet<number>,
): Map<number, Set<string>> {
  const groupOf = new Map(list.map(({ product_id, group_id }) => [product_id, group_id]));
  const expansions = new Map<number, Set<string>>();
  for (const { expansion_id, variants } of cards) {
    for (const { external_ids } of variants) {
      const id = external_ids[market];
      const group = id === null || contested.has(id) ? undefined : groupOf.get(id);
      if (group === undefined || !groups.has(group)) continue;
      expansions.set(group, (expansions.get(group) ?? new Set()).add(expansion_id));
    }
  }
  return expansions;
}

/** The number of a card as a product's name says it, with and without the code before it. */
const IN_NAME = /\((?!V\.)(?:([\p{L}\d]+) )?(\p{L}{0,4}\d+\p{L}?)\)| - (\p{L}*\d+\p{L}?)\/\S+/gu;

/** Whether the marketplace says that the product bears the card's number: in a field of its own, or else in its name. */
export function bearsNumber(product: ListedSingle, card: { name: string; number: string | null }): boolean {
  const own = numberNormalized(card.number);
  if (own === null) return false;
  if (product.market === 'tcgplayer') return numberNormalized(product.number?.split('/')[0] ?? null) === own;
  return statedNumbers(product, card.name).some((number) => numberNormalized(number) === own);
}

/** Numbers that a product's name states; digits of the card's own name are none. */
export function statedNumbers({ name }: Pick<ListedSingle, 'name'>, cardName: string): string[] {
  const behind = name.toLowerCase().startsWith(cardName.toLowerCase()) ? name.slice(cardName.length) : name;
  return [...behind.matchAll(IN_NAME)].flatMap(([, code, number, counted]) =>
    counted !== undefined ? [counted] : [number ?? '', `${code ?? ''}${number}`],
  );
}
