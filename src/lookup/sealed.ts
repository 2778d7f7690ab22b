/** Finds the sealed product that a row of a list means: by its marketplace product, or by its name beside that of its expansion. */
import { foldName } from '../catalog/fold.ts';
import type { Product } from '../catalog/records.ts';
import type { DeployedGame } from '../games/game.ts';
import { inBatches } from '../store/batches.ts';
import { pricedProducts } from '../store/views/priced/priced-records.ts';
import type { Sources } from './candidates.ts';
import { FIT_ENOUGH } from './expansion-book.ts';
import type { Wanted } from './wanted.ts';

const HITS = 8;
const NAME_MAX = 120;
const READ_AT_ONCE = 200;

/** Whether the row may be a product's: it has no number, and one of its words is of sealed products, or its id is of one. */
export function maySealed({ names, number, game, marketplaceIds }: Wanted, games: readonly DeployedGame[]): boolean {
  if (marketplaceIds.some(({ isNamed: isSaid }) => isSaid)) return true;
  if (number !== undefined || game === null) return false;
  return games.some(
    (each) => (game === undefined || game === each.name) && kindsIn(names[0]?.text ?? '', each).length > 0,
  );
}

/** Whether the row says a kind of sealed product that no card of such a name is: `151 Elite Trainer Box` is no `151`. */
export const isBoxBeside = (
  { names, number, hasId }: Wanted,
  cardName: string,
  games: readonly DeployedGame[],
): boolean =>
  number === undefined &&
  !hasId &&
  games.some((each) => {
    const own = kindsIn(foldName(cardName), each);
    return kindsIn(names[0]?.text ?? '', each).some((kind) => !own.includes(kind));
  });

function kindsIn(folded: string, game: DeployedGame): string[] {
  const text = ` ${spelled(folded, game)} `;
  return game.sealed.kinds.filter((kind) => text.includes(` ${kind} `));
}

/** The product of each row, in their order; undefined where none or several are meant. */
export async function productsOf(rows: readonly Wanted[], sources: Sources): Promise<(Product | undefined)[]> {
  const { pause } = sources;
  // A product's id is its number at TCGplayer.
  const ids = await pause.each(rows, (row) => [...sold(row), ...candidates(row, sources)]);
  const batches = inBatches([...new Set(ids.flat())], READ_AT_ONCE);
  const read = await pause.each(batches, (some) => pricedProducts(sources.reads, some));
  const products = new Map(read.flat().map((product) => [product.id, product]));
  return rows.map((row, at) => {
    const found = (ids[at] ?? []).flatMap((id) => products.get(id) ?? []);
    const byProduct = found.filter((product) => isSoldAs(product, row));
    const meant = byProduct.length > 0 ? byProduct : found.filter((product) => isNamed(product, row, sources));
    return meant.length === 1 ? meant[0] : undefined;
  });
}

const sold = ({ marketplaceIds: ids }: Wanted): number[] =>
  ids.flatMap(({ market, productId, isNamed: isSaid }) => (isSaid && market === 'tcgplayer' ? [productId] : []));

const isSoldAs = ({ external_ids }: Product, { marketplaceIds }: Wanted): boolean =>
  marketplaceIds.some(
    ({ market, productId, isNamed: isSaid }) => isSaid && market !== 'passcode' && external_ids[market] === productId,
  );

function candidates({ names, expansion = '', game }: Wanted, { index }: Sources): number[] {
  const name = names[0]?.text.slice(0, NAME_MAX) ?? '';
  if (name === '' || game === null) return [];
  const hits = [name, `${expansion} ${name}`.slice(0, NAME_MAX)].flatMap((query) =>
    index.search('products', { query, game, groups: [], limit: HITS }),
  );
  return [...new Set(hits.map(({ id }) => Number(id)))];
}

/** Whether the words of the row are those of the product, its expansion's left out or said twice. */
function isNamed(product: Product, { names, expansion, game }: Wanted, { book, games }: Sources): boolean {
  const rules = games.find(({ name }) => name === product.game);
  if (rules === undefined || (game !== undefined && game !== product.game)) return false;
  const fits = expansion === undefined ? undefined : book.fits(expansion);
  if (fits !== undefined && !product.expansions.some(({ id }) => (fits.get(id) ?? 0) >= FIT_ENOUGH)) return false;
  const said = wordsOf(names[0]?.text ?? '', rules);
  const own = wordsOf(foldName(product.name), rules);
  const places = fits === undefined ? [] : product.expansions.map(({ name }) => foldName(name));
  const place = new Set(places.flatMap((name) => [...wordsOf(name, rules)]));
  const isWithin = (words: Set<string>, others: Set<string>) =>
    [...words].every((word) => others.has(word) || place.has(word));
  return isWithin(said, own) && isWithin(own, said);
}

const spelled = (folded: string, { sealed }: DeployedGame): string =>
  sealed.synonyms.reduce((text, [said, is]) => text.replace(said, is), folded);

function wordsOf(folded: string, game: DeployedGame): Set<string> {
  const words = spelled(folded, game).split(' ');
  return new Set(words.filter((word) => word !== '' && !game.sealed.empty.has(word)));
}
