/** Takes a day of a source of prices out of the store again, and tells what that changes like a run. */
import { isDay } from '../../catalog/days.ts';
import { Failure, OperatorFailure } from '../../failure.ts';
import { allProducts, sealedLinks } from '../../store/catalog/products.ts';
import { marketplaceRow } from '../../store/marketplace-products/marketplace-prices.ts';
import { marketplaceSubTypes, priceLinks, replaceSubTypes } from '../../store/prices/market-knowledge.ts';
import { type ForgottenDay, forgetDay, touchForgotten } from '../../store/sources/forget-day.ts';
import { heldParts } from '../../store/sources/held-parts.ts';
import { dayBehind, putSourceDay, rewindDocuments } from '../../store/sources/source-days.ts';
import type { Store, Writes } from '../../store/store.ts';
import { type Changes, noChanges, noteBefore } from '../changes.ts';
import { cardmarket, linkedProducts, tcgplayer } from '../marketplaces/market-rules.ts';
import { marketView } from '../matching/links/market-view.ts';
import { matchingOf } from '../matching/links/match-printings.ts';
import { rematch, rematchSettled } from '../matching/links/rematch.ts';
import { recordChanges } from '../price-day-events.ts';
import { openPriceMatcher } from '../prices/price-matcher.ts';
import { publishPriceDays } from '../prices/price-publication.ts';
import { subTypeSlug } from '../prices/sub-types.ts';
import type { Source } from '../source.ts';
import { byHand, recordByHand } from './by-hand.ts';

/**
 * Forgets the day; no run is under way meanwhile. With `isDry` all is worked out and nothing kept.
 * @throws Failure not_found where nothing of that day is known of the source, OperatorFailure where a run does not end
 */
export async function forgetPrices(
  store: Store,
  sources: readonly Source[],
  { source: name, day, isDry, now = new Date() }: { source: string; day: string; isDry: boolean; now?: Date },
) {
  const source = sources.find((known) => known.name === name);
  const feeds = source?.feeds;
  if (source === undefined || feeds === undefined) {
    const fed = sources.filter((known) => known.feeds !== undefined).map((known) => known.name);
    throw new Failure('not_found', `${name} is no source of prices; there are ${fed.join(', ') || 'none'}`);
  }
  if (!isDay(day)) throw new OperatorFailure(`${day} is no day such as 2026-01-31`);
  const others = new Set(sources.map((known) => known.name).filter((known) => known !== name));
  return byHand(store, (writes) => forgetIn(writes, { ...source, feeds }, { day, others, isDry, now }), isDry);
}

type Fed = Source & { feeds: NonNullable<Source['feeds']> };

async function forgetIn(
  writes: Writes,
  { name, game, scope, feeds }: Fed,
  { day, others, isDry, now }: { day: string; others: ReadonlySet<string>; isDry: boolean; now: Date },
) {
  const links = await priceLinks(writes, 'usd', game.name);
  const forgotten = { source: name, game: game.name, observed_on: day, feeds, others };
  const found = await forgetDay(writes, forgotten);
  if (found.observations + found.parts === 0) throw new Failure('not_found', `nothing of ${name} is of ${day}`);
  const changes = noChanges();
  for (const market of ['usd', 'eur'] as const) {
    noteBefore(changes.prices[market].cards, found.before[market].cards);
    noteBefore(changes.prices[market].products, found.before[market].products);
  }
  if (await unlearn(writes, found, links, day)) await rematch(writes, game, changes);
  else await rematchSettled(writes, await marketView(writes, game), changes);
  await judgeWithout(writes, { name, game, day, feeds, changes });
  await rewindDocuments(writes, name, day, now);
  await touchForgotten(writes, forgotten, found);
  if (feeds.usd.length > 0) changes.days.usd.add(day);
  if (feeds.eur) changes.days.eur.add(day);
  const events = await recordChanges(writes, scope, game, changes, now);
  const { observations, parts, before } = found;
  const cards = new Set([...before.usd.cards.keys(), ...before.eur.cards.keys()]).size;
  const products = new Set([...before.usd.products.keys(), ...before.eur.products.keys()]).size;
  // What of later days was judged by it and is not here: left out still, or given up since.
  const later = [...(await heldParts(writes, name))].filter(([, { days }]) => [...days.keys()].some((of) => of > day));
  const left = { still_held: later.map(([id]) => id), next_day: (await dayBehind(writes, name, day)) ?? null };
  // What went, or would: observations of printings, products and marketplace products that nobody reads.
  const done = { source: name, day, dry_run: isDry, observations, parts, cards, products, events, ...left };
  const reason = `forgot ${day}: ${observations} observations of ${cards} cards and ${products} products`;
  await recordByHand(writes, name, now, { counts: { observations_forgotten: observations }, reason });
  return done;
}

/** What the day bore out or stood between is judged by the days that are left, and written as it stands then. */
async function judgeWithout(
  writes: Writes,
  { name: source, game, day, feeds, changes }: Pick<Fed, 'name' | 'game' | 'feeds'> & { day: string; changes: Changes },
) {
  const place = { reads: writes, source, ...matchingOf(await marketView(writes, game)) };
  const products = linkedProducts(await allProducts(writes, game.name));
  const links = (await sealedLinks(writes, game.name)).map(({ product_id, cardmarket_id: marketplace_id }) => {
    return { product_id, marketplace_id, isNew: false };
  });
  const matchers = [
    ...(feeds.usd.length > 0 ? [await openPriceMatcher(tcgplayer, place, products)] : []),
    ...(feeds.eur ? [await openPriceMatcher(cardmarket, place, links)] : []),
  ];
  for (const matcher of matchers) await publishPriceDays(writes, [await matcher.judgeWithout(day)], changes);
  await putSourceDay(writes, source, day, 'forgotten');
}

/** Takes back what the day alone showed of sub types; returns whether there was any of it. */
async function unlearn(
  writes: Writes,
  { left, leftUnread }: ForgottenDay,
  links: Awaited<ReturnType<typeof priceLinks>>,
  day: string,
): Promise<boolean> {
  const days = new Map(leftUnread);
  for (const { variant_id, product_id, part } of links) {
    const own = left.get(variant_id);
    if (own === undefined) continue;
    const article = marketplaceRow('usd', product_id, part);
    days.set(article, [...(days.get(article) ?? []), ...own]);
  }
  const daysOf = ({ product_id, sub_type }: { product_id: number; sub_type: string }) =>
    days.get(marketplaceRow('usd', product_id, sub_type)) ?? left.get(`${product_id}/${subTypeSlug(sub_type)}`);
  const known = (await marketplaceSubTypes(writes)).filter((fact) => daysOf(fact) !== undefined);
  const now = known.flatMap((fact) => {
    const [newest, oldest] = [...new Set(daysOf(fact))].sort().toReversed();
    if (newest === undefined && fact.first_on === day) return [{ ...fact, isGone: true }];
    const first_on = fact.first_on === day ? (oldest ?? newest ?? day) : fact.first_on;
    const confirmed = fact.confirmed && (oldest !== undefined || (newest !== undefined && newest !== first_on));
    return first_on === fact.first_on && confirmed === fact.confirmed
      ? []
      : [{ ...fact, first_on, confirmed, isGone: false }];
  });
  await replaceSubTypes(writes, now);
  return now.length > 0;
}
