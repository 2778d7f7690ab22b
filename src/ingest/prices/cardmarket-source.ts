/** The Cardmarket source: EUR prices from the price guide, and sealed products found in the product lists. */
import { dayOf } from '../../catalog/days.ts';
import type { Quarantined } from '../../catalog/seeds.ts';
import { type ArticleReader, articleName } from '../../store/articles/article-reader.ts';
import { leaveArticles, readArticles } from '../../store/articles/hand-over.ts';
import { allProducts, type SealedLink, sealedLinks } from '../../store/catalog/products.ts';
import { productAmounts } from '../../store/prices/current-prices.ts';
import { productOwner } from '../../store/prices/price-series.ts';
import { type CardmarketProduct, cardmarketGuide, cardmarketProducts } from '../../upstream/markets/cardmarket.ts';
import { noteBefore } from '../changes.ts';
import { findAtCardmarket } from '../finding/found-articles.ts';
import { publishFoundArticles } from '../finding/publish-found.ts';
import { checkRows } from '../guards.ts';
import type { MarketView } from '../matching/market-view.ts';
import { linkSealed, publishSealedLinks } from '../sealed/sealed-products.ts';
import type { RunContext, Source } from '../source.ts';
import type { CardmarketSettings } from '../source-settings.ts';
import type { ProductArticle } from './believed-prices.ts';
import { type CardmarketDesk, cardmarket } from './cardmarket.ts';
import { absentWhere, onDay } from './day-addresses.ts';
import { openPriceDesk } from './price-desk.ts';
import { type DayRead, type DayReader, priceRun } from './price-run.ts';

/** Builds the Cardmarket part of a source. */
export function cardmarketSource(settings: CardmarketSettings): Pick<Source, 'fetch' | 'probe'> {
  const { prices, products = [], history_days = 0 } = settings;
  return {
    probe: { address: onDay(prices, dayOf(Date.now())) },
    fetch: (context) =>
      priceRun(context, {
        address: prices,
        historyDays: history_days,
        open: async (view) => dayReader(prices, products, context, view),
      }),
  };
}

/** Everything of one run beside its days. */
interface Run {
  desk: CardmarketDesk;
  quarantined: Quarantined[];
  publishLinks: NonNullable<DayRead['publishMore']>;
}

function dayReader(prices: string, lists: readonly string[], context: RunContext, view: MarketView): DayReader {
  let run: Run | undefined;
  return {
    read: async (day, knownStamp) => {
      const address = day === undefined ? prices : onDay(prices, day);
      const guide = await cardmarketGuide(context.read, address, knownStamp).catch(absentWhere(day !== undefined));
      if (guide === undefined) return undefined;
      const isFirst = run === undefined;
      run ??= await openRun(lists, context, view);
      const { desk, publishLinks, quarantined } = run;
      desk.checkUnit(address, guide.rows, guide.observed_on);
      return {
        days: [await desk.take(guide)],
        rows: guide.rows.length,
        duplicates: guide.duplicates,
        quarantined: [...guide.quarantined, ...(isFirst ? quarantined : [])],
        stamp: day ?? guide.stamp,
        ...(isFirst && { publishMore: publishLinks }),
      } satisfies DayRead;
    },
  };
}

async function openRun(lists: readonly string[], context: RunContext, view: MarketView): Promise<Run> {
  const { store, task, game } = context;
  const { articles, quarantined } = await readLists(lists, context);
  // Without a list nothing is known of the articles: what was found stays.
  const found = findAtCardmarket(view, articles);
  const products = await allProducts(store.reads, game.name);
  const before = await sealedLinks(store.reads, game.name);
  const links = linksFrom(before, linkSealed(view, products, articles), articles);
  const added = missingLinks(links, before);
  const newly = new Set(added.map(({ product_id }) => product_id));
  const sealed = links.map(
    ({ product_id, cardmarket_id }): ProductArticle => ({
      product_id,
      article_id: cardmarket_id,
      isNew: newly.has(product_id),
    }),
  );
  return {
    desk: await openPriceDesk(cardmarket, { reads: store.reads, source: task.name, view }, sealed),
    quarantined,
    publishLinks: async (writes, changes) => {
      const gone = missingLinks(before, links);
      const touched = [...new Set([...gone.map(({ product_id }) => product_id), ...newly])];
      noteBefore(changes.prices.eur.products, await productAmounts(writes, 'eur', touched));
      await leaveArticles(writes, gone.map(readerOf), game.name);
      await readArticles(writes, added.map(readerOf), game.name);
      return {
        ...(await publishFoundArticles(writes, { game: game.name, market: 'cardmarket' }, found, changes)),
        products_changed: await publishSealedLinks(writes, game.name, { products, links }, changes),
      };
    },
  };
}

async function readLists(lists: readonly string[], { read, onProgress }: RunContext) {
  const articles: CardmarketProduct[] = [];
  const quarantined: Quarantined[] = [];
  for (const [index, address] of lists.entries()) {
    onProgress({ step: 'product lists', done: index, total: lists.length });
    // The publisher's two files are told apart by their names only.
    const list = await cardmarketProducts(read, address, address.includes('nonsingles'));
    checkRows('products', list.rows.length, null);
    articles.push(...list.rows);
    quarantined.push(...list.quarantined);
  }
  return { articles, quarantined };
}

/**
 * The links as they are to be: those found in the lists, and those of articles that the lists do not name. They may be
 * another source's, and an article that a list leaves out is no other product for that.
 */
function linksFrom(
  before: readonly SealedLink[],
  found: readonly SealedLink[],
  articles: readonly CardmarketProduct[],
): SealedLink[] {
  const listed = new Set(articles.map(({ product_id }) => product_id));
  const linked = new Set(found.map(({ product_id }) => product_id));
  const kept = before.filter(({ product_id, cardmarket_id }) => !listed.has(cardmarket_id) && !linked.has(product_id));
  return [...kept, ...found];
}

/** Those of `links` that `others` has not: products whose article is another there. */
function missingLinks(links: readonly SealedLink[], others: readonly SealedLink[]): SealedLink[] {
  const articleOf = new Map(others.map((link) => [link.product_id, link.cardmarket_id]));
  return links.filter((link) => articleOf.get(link.product_id) !== link.cardmarket_id);
}

const readerOf = ({ product_id, cardmarket_id }: SealedLink): ArticleReader => ({
  owner: productOwner(product_id),
  part: 0,
  market: 'eur',
  article: articleName('eur', cardmarket_id, ''),
});
