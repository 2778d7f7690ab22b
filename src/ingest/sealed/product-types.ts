/** What kind of product each sealed one is, by the words of its name: what the list of products can be filtered by. */
import type { Product } from '../../catalog/records.ts';
import type { DeployedGame } from '../../games/game.ts';
import { putProductTypes } from '../../store/catalog/products.ts';
import { bumpCatalogVersion } from '../../store/meta.ts';
import type { Writes } from '../../store/store.ts';
import { describeSealed } from './describe-sealed.ts';

/** `booster box`, `elite trainer box case`; empty where the name says none. */
function typeOf({ name, expansions: [expansion] }: Product, { sealed }: DeployedGame): string {
  const { kind, container } = describeSealed(name, expansion?.name ?? '', sealed);
  return kind === '' ? '' : [kind, container].filter(Boolean).join(' ');
}

/** Writes the types that differ from those stored. */
export async function publishProductTypes(
  writes: Writes,
  game: DeployedGame,
  products: readonly Product[],
): Promise<void> {
  const types = new Map(products.map((product) => [product.id, typeOf(product, game)]));
  const changed = await putProductTypes(writes, game.name, types);
  if (changed > 0) await bumpCatalogVersion(writes, { games: [game.name], names: false });
}
