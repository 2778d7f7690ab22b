/** The demo as JustTCG answers: cards with a price for each condition, by set page or in batches. */
import { dayNumber, quoteOf } from '../price-walk.ts';
import { type DemoExpansion, EXPANSIONS } from '../wickwild/expansions.ts';
import { demoGame, GAME_NAME } from '../wickwild/game.ts';
import { printedNumber, type UsdProduct } from '../wickwild/market/product.ts';
import { USD_PRODUCTS, usdProduct } from '../wickwild/market/products.ts';
import { amount, share, slug } from './spelling.ts';

/** Condition, its slug, and what such a copy fetches against a mint one. */
const CONDITIONS = [
  ['Near Mint', 'near-mint', 1],
  ['Lightly Played', 'lightly-played', 0.85],
  ['Moderately Played', 'moderately-played', 0.65],
  ['Heavily Played', 'heavily-played', 0.45],
  ['Damaged', 'damaged', 0.3],
] as const;

const SEALED = [['Sealed', 'sealed', 1]] as const;
const PAGE_DEFAULT = 20;
const PAGE_MAX = 100;

const METADATA = {
  apiPlan: 'Demo',
  apiRequestLimit: 500_000,
  apiDailyLimit: 50_000,
  apiRateLimit: 500,
  apiRequestsUsed: 1,
  apiDailyRequestsUsed: 1,
  apiRequestsRemaining: 499_999,
  apiDailyRequestsRemaining: 49_999,
};

const setSlug = (expansion: DemoExpansion) => `${slug(expansion.name)}-${demoGame}`;

/** What is the same on every day, as JSON text without its closing brace. */
const heads = new Map<number, { id: string; text: string }>();

function headOf(product: UsdProduct): { id: string; text: string } {
  const known = heads.get(product.id);
  if (known !== undefined) return known;
  const { card, expansion } = product;
  const id = `${demoGame}-${slug(expansion.name)}-${slug(product.name)}-${card === undefined ? 'sealed' : `${slug(card.number)}-${slug(card.rarity)}`}`;
  const fields = {
    id,
    name: product.name,
    game: GAME_NAME,
    set: setSlug(expansion),
    set_name: expansion.name,
    number: card === undefined ? 'N/A' : printedNumber(card),
    rarity: card?.rarity ?? 'None',
    tcgplayerId: String(product.id),
    mtgjsonId: null,
    scryfallId: null,
    details: null,
  };
  const head = { id, text: JSON.stringify(fields).slice(0, -1) };
  heads.set(product.id, head);
  return head;
}

/** A product with its prices. A sub-type without an observation that day is left out; some damaged copies have no price. */
function cardText(product: UsdProduct, day: number, updated: number): string {
  const { id, text } = headOf(product);
  const variants: string[] = [];
  product.rows.forEach(({ subType, walk }, row) => {
    const quote = quoteOf(walk, day);
    if (quote === undefined) return;
    const printing = slug(subType);
    (product.card === undefined ? SEALED : CONDITIONS).forEach(([condition, conditionSlug, part], i) => {
      const price = amount(condition === 'Damaged' && walk.seed % 10 === 0 ? undefined : share(quote.now, part));
      const history = price === 'null' ? '' : `{"p":${price},"t":${updated}}`;
      variants.push(
        `{"id":"${id}_${conditionSlug}_${printing}","condition":"${condition}","printing":"${subType}","language":"English","tcgplayerSkuId":"${product.id * 100 + row * 10 + i}","price":${price},"lastUpdated":${updated},"priceChange24hr":0,"priceHistory":[${history}]}`,
      );
    });
  });
  return `${text},"variants":[${variants.join(',')}]}`;
}

function page(products: readonly UsdProduct[], day: string, limit: number, offset: number): string {
  const [number, updated] = [dayNumber(day), Date.parse(`${day}T04:05:33Z`) / 1000];
  const rows = products.slice(offset, offset + limit).map((product) => cardText(product, number, updated));
  const meta = { total: products.length, limit, offset, hasMore: offset + limit < products.length };
  return `{"data":[${rows.join(',')}],"meta":${JSON.stringify(meta)},"_metadata":${JSON.stringify(METADATA)}}`;
}

/** A batch: `[{"tcgplayerId":"610000"}, …]`. Unknown ids are left out, and the answer's order is not the request's. */
function batch(body: string, day: string): string | undefined {
  const wanted: unknown = JSON.parse(body);
  if (!Array.isArray(wanted)) return undefined;
  const found = wanted
    .map((item) => usdProduct(Number((item as { tcgplayerId?: unknown } | null)?.tcgplayerId)))
    .filter((product) => product !== undefined);
  return page(found.toReversed(), day, Math.max(1, found.length), 0);
}

const whole = (text: string | null, from: number, to: number, otherwise: number) =>
  Math.min(to, Math.max(from, Number.parseInt(text ?? '', 10) || otherwise));

function sets(): string {
  const data = EXPANSIONS.map((expansion) => ({
    id: setSlug(expansion),
    name: expansion.name,
    game_id: demoGame,
    game: GAME_NAME,
    cards_count: USD_PRODUCTS.filter((product) => product.expansion === expansion).length,
    release_date: `${expansion.released}T00:00:00`,
  }));
  return JSON.stringify({
    data,
    meta: { total: data.length, limit: PAGE_MAX, offset: 0, hasMore: false },
    _metadata: METADATA,
  });
}

/** The document at a path below `justtcg/`, its query included; `body` makes it a batch. */
export function justtcgFile(path: string, day: string, body: string | undefined): string | undefined {
  const [name = '', search = ''] = path.split('?');
  if (name === 'sets') return sets();
  if (name !== 'cards') return undefined;
  if (body !== undefined) return batch(body, day);
  const query = new URLSearchParams(search);
  const [limit, offset] = [
    whole(query.get('limit'), 1, PAGE_MAX, PAGE_DEFAULT),
    whole(query.get('offset'), 0, Number.MAX_SAFE_INTEGER, 0),
  ];
  const id = query.get('tcgplayerId');
  if (id !== null)
    return page(
      [usdProduct(Number(id))].filter((product) => product !== undefined),
      day,
      limit,
      0,
    );
  const set = query.get('set');
  return page(
    USD_PRODUCTS.filter(({ expansion }) => set === null || setSlug(expansion) === set),
    day,
    limit,
    offset,
  );
}
