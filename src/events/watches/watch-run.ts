/** Judges the watches of a run's changed prices, in its transaction: a message a run for each subscription that has any. */
import { randomUUIDv7 } from 'node:crypto';
import { dayText } from '../../catalog/statistics/statistics.ts';
import { Failure } from '../../failure.ts';
import { aliases } from '../../store/catalog/aliases.ts';
import { addEvents } from '../../store/events/events.ts';
import { movedSeries } from '../../store/events/moved-series.ts';
import { allSubscriptions, type Subscription } from '../../store/events/subscriptions.ts';
import { namesOfOwners, placesOfCards, putSpoken, spokenDays } from '../../store/events/watches.ts';
import { cardOwner, productOwner, seriesOfKey } from '../../store/prices/price-series.ts';
import type { Writes } from '../../store/store.ts';
import { type AskedGame, cardsLeft } from '../../store/views/listing/field-query.ts';
import { type Format, type Move, watchBody, watchedName } from './chat-bodies.ts';
import { daysOf, speaks, type WatchRule } from './watch-rules.ts';

/** Cards and products whose current amounts in a currency are others than before, and the days that the run has written. */
export interface ChangedPrices {
  cards: readonly string[];
  products: readonly number[];
  days: ReadonlySet<string>;
}

interface Spoken {
  row: { rule: number; owner: number; series: number; day: string };
  move: Move;
}

/** Records what the rules say of these changes. */
export async function recordWatched(
  writes: Writes,
  game: AskedGame,
  changed: Readonly<Record<'usd' | 'eur', ChangedPrices>>,
  now: Date,
): Promise<void> {
  const isChanged = Object.values(changed).some(({ cards, products }) => cards.length + products.length > 0);
  const watching = isChanged ? (await allSubscriptions(writes)).filter(({ watch }) => watch.length > 0) : [];
  if (watching.length === 0) return;
  const found = new Map(watching.map(({ id }) => [id, [] as Spoken[]]));
  for (const currency of ['usd', 'eur'] as const) {
    const rules = watching.flatMap(({ id, watch }) =>
      (watch as readonly WatchRule[]).flatMap((rule, at) =>
        (rule.currency ?? 'usd') === currency ? { id, rule, at } : [],
      ),
    );
    if (rules.length > 0 && changed[currency].days.size > 0)
      await judge(writes, { game, currency, rules, changed: changed[currency] }, found);
  }
  for (const subscription of watching)
    await notify(writes, game.name, subscription, found.get(subscription.id) ?? [], now);
}

interface Placed {
  id: string;
  rule: WatchRule;
  /** Its place in the subscription. */
  at: number;
}

type Judged = { game: AskedGame; currency: 'usd' | 'eur'; rules: readonly Placed[]; changed: ChangedPrices };

async function judge(
  writes: Writes,
  { game, currency, rules, changed }: Judged,
  found: ReadonlyMap<string, Spoken[]>,
): Promise<void> {
  const watched = await watchedOwners(writes, game, rules, changed);
  const back = new Map(
    [...watched].map(([owner, { own }]) => [owner, Math.max(...own.map(({ rule }) => daysOf(rule)))]),
  );
  const conditions = new Set(rules.flatMap(({ rule }) => rule.condition ?? ['NM', 'Unopened']));
  const moved = await movedSeries(writes, { back, currency, conditions, days: changed.days });
  const speaking = [...watched].flatMap(([owner, { id, own }]) =>
    (moved.get(owner) ?? []).flatMap((series) => {
      const said = own.filter(
        ({ rule }) => isOfCondition(rule, series.key, 'card_id' in id) && speaks(rule, series.amounts),
      );
      return said.length === 0 ? [] : [{ owner, id, series, said }];
    }),
  );
  // Few speak of a day's thousands: only these need names.
  const names = await namesOfOwners(writes, [...new Set(speaking.map(({ owner }) => owner))]);
  for (const { owner, id, series, said } of speaking) {
    const { variantId, condition } = seriesOfKey(series.key);
    const { name = '', nameOf } = names.get(owner) ?? {};
    const variant = nameOf?.(variantId);
    if (variant === undefined) continue;
    const { days, cents } = series.amounts;
    const [from = 0, to = 0] = cents.subarray(-2);
    const move = {
      ...{ ...id, name, variant, ...(condition && { condition }) },
      ...{ currency: currency.toUpperCase() as Move['currency'], from, to },
    };
    for (const placed of said.filter(({ rule }) => (rule.variant ?? variant) === variant)) {
      const row = { rule: placed.at, owner, series: series.key, day: dayText(days.at(-1) ?? 0) };
      found.get(placed.id)?.push({ row, move });
    }
  }
}

/** By default near mint copies, of products unopened ones; in EUR there are no conditions. */
function isOfCondition(rule: WatchRule, key: number, isCard: boolean): boolean {
  const { condition } = seriesOfKey(key);
  return condition === undefined || condition === (rule.condition ?? (isCard ? 'NM' : 'Unopened'));
}

interface Watched {
  id: { card_id: string } | { product_id: number };
  /** The rules that it is in. */
  own: Placed[];
}

/** The changed cards and products that any rule is of, by their numbers in the price tables. */
async function watchedOwners(
  writes: Writes,
  game: AskedGame,
  rules: readonly Placed[],
  { cards, products }: ChangedPrices,
): Promise<Map<number, Watched>> {
  // By what is asked for: most cards of a day are in no rule. An id that a record had before, or has upstream, means it too.
  const by = <Id extends string | number>(
    idsOf: (rule: WatchRule) => readonly Id[] | undefined,
    today: ReadonlyMap<Id, Id> = new Map(),
  ) => {
    // An id that a rule names twice is one.
    const idsOnce = ({ rule }: Placed) => [...new Set(idsOf(rule)?.map((id) => today.get(id) ?? id))];
    const named = rules.flatMap((placed) => idsOnce(placed).map((id) => ({ id, placed })));
    return new Map([...Map.groupBy(named, ({ id }) => id)].map(([id, of]) => [id, of.map(({ placed }) => placed)]));
  };
  const idsToday = (kind: 'card' | 'expansion', idsOf: (rule: WatchRule) => readonly string[] | undefined) =>
    aliases(writes, kind, [...new Set(rules.flatMap(({ rule }) => idsOf(rule) ?? []))]);
  const byCard = by(({ cards }) => cards, await idsToday('card', ({ cards }) => cards));
  const byProduct = by(({ products }) => products);
  const byExpansion = by(({ expansions }) => expansions, await idsToday('expansion', ({ expansions }) => expansions));
  const byKey = await byFilters(writes, game, rules);
  const isByPlace = byExpansion.size + byKey.size > 0;
  const placed = await placesOfCards(writes, isByPlace ? cards : cards.filter((id) => byCard.has(id)));
  const watched = new Map<number, Watched>();
  for (const { id, key, expansion_id } of placed) {
    const own = [byCard.get(id), byExpansion.get(expansion_id), byKey.get(key)].flatMap((some) => some ?? []);
    if (own.length > 0) watched.set(cardOwner(key), { id: { card_id: id }, own });
  }
  for (const id of products) {
    const own = byProduct.get(id);
    if (own !== undefined) watched.set(productOwner(id), { id: { product_id: id }, own });
  }
  return watched;
}

/** The rules by filters, by the keys of cards that these leave. */
async function byFilters(reads: Writes, game: AskedGame, rules: readonly Placed[]) {
  const found = new Map<number, Placed[]>();
  for (const [filter, alike] of Map.groupBy(rules, ({ rule }) => rule.filter)) {
    // What another game's fields are in leaves nothing of this one.
    const left = filter === undefined ? [] : await cardsLeft(reads, game, filter).catch(nothingOf);
    for (const key of left) found.set(key, [...(found.get(key) ?? []), ...alike]);
  }
  return found;
}

/** @throws what is no fault of the filter */
function nothingOf(error: unknown): [] {
  if (error instanceof Failure) return [];
  throw error;
}

/** A run that is read again on its day says nothing twice. */
async function notify(
  writes: Writes,
  game: string,
  { id, url, format }: Subscription,
  all: readonly Spoken[],
  now: Date,
) {
  if (all.length === 0) return;
  const days = await spokenDays(writes, id);
  const fresh = all.filter(({ row }) => days.get(`${row.rule} ${row.owner} ${row.series}`) !== row.day);
  if (fresh.length === 0) return;
  const spoken = fresh.map(({ row }) => ({ subscription_id: id, ...row }));
  await putSpoken(writes, spoken);
  // A price that several rules speak of is told once.
  const moves = [...new Map(fresh.map(({ row, move }) => [`${row.owner} ${row.series}`, move])).values()];
  const day = fresh.reduce((last, { row }) => (row.day > last ? row.day : last), '');
  const event = { id: randomUUIDv7(), name: watchedName(game), created_at: now.toISOString() };
  const body = watchBody(format as Format, url, event, day, moves);
  await addEvents(writes, [{ ...event, group_id: event.id, body, only_for: id }]);
}
