/** Judges the watches of a run's changed prices, in its transaction: a message a run for each subscription that has any. */
import { randomUUIDv7 } from 'node:crypto';
import { type DayAmounts, dayText } from '../../catalog/statistics/statistics.ts';
import { Failure } from '../../failure.ts';
import { addEvents } from '../../store/events/events.ts';
import { allSubscriptions, type Subscription } from '../../store/events/subscriptions.ts';
import {
  placesOfCards,
  putSpoken,
  seriesOfOwners,
  spokenDays,
  type WatchedOwner,
  watchedCards,
  watchedProducts,
} from '../../store/events/watches.ts';
import { amountsIn } from '../../store/prices/price-history.ts';
import { seriesOfKey } from '../../store/prices/price-series.ts';
import type { Writes } from '../../store/store.ts';
import { type AskedGame, cardsLeft } from '../../store/views/listing/field-query.ts';
import { type Format, type Move, watchBody } from './chat-bodies.ts';
import { daysOf, speaks, type WatchRule } from './watch-rules.ts';

/** Cards and products whose current amounts in a currency are others than before. */
export interface ChangedPrices {
  cards: readonly string[];
  products: readonly number[];
}

/** The amount before the newest may be some weeks back. */
const BACK_DAYS = 62;

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
    if (rules.length > 0) await judge(writes, { game, currency, rules, changed: changed[currency] }, found);
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

async function judge(
  writes: Writes,
  {
    game,
    currency,
    rules,
    changed: { cards, products },
  }: { game: AskedGame; currency: 'usd' | 'eur'; rules: readonly Placed[]; changed: ChangedPrices },
  found: ReadonlyMap<string, Spoken[]>,
): Promise<void> {
  // By what is asked for: most cards of a day are in no rule.
  const by = (field: 'cards' | 'products' | 'expansions') =>
    Map.groupBy(
      // An id that a rule names twice is one.
      rules.flatMap((placed) => [...new Set<string | number>(placed.rule[field])].map((id) => ({ id, placed }))),
      ({ id }) => id,
    );
  const [byCard, byProduct, byExpansion] = [by('cards'), by('products'), by('expansions')];
  const byKey = await byFilters(writes, game, rules);
  const isByPlace = byExpansion.size + byKey.size > 0;
  const isOfPlace = ({ key, expansion_id }: { key: number; expansion_id: string }) =>
    byExpansion.has(expansion_id) || byKey.has(key);
  const placed = isByPlace ? (await placesOfCards(writes, cards)).filter(isOfPlace).map(({ id }) => id) : [];
  const owners = [
    ...(await watchedCards(writes, [...new Set([...cards.filter((id) => byCard.has(id)), ...placed])])),
    ...(await watchedProducts(
      writes,
      products.filter((id) => byProduct.has(id)),
    )),
  ];
  if (owners.length === 0) return;
  const back = Math.max(BACK_DAYS, ...rules.map(({ rule }) => daysOf(rule) + 1));
  const series = await seriesOfOwners(
    writes,
    owners.map(({ owner }) => owner),
    back,
  );
  for (const each of owners) {
    const known = series.get(each.owner);
    const own =
      'card_id' in each.id
        ? [
            ...[...(byCard.get(each.id.card_id) ?? []), ...(byExpansion.get(each.expansion_id ?? '') ?? [])],
            ...(byKey.get(each.owner / 2) ?? []).map((one) => ({ placed: one })),
          ]
        : (byProduct.get(each.id.product_id) ?? []);
    const judged = known === undefined ? [] : judgedSeries(each, known, currency);
    for (const { placed } of own) found.get(placed.id)?.push(...spokenOf(each, judged, currency, placed));
  }
}

/** The rules by filters, by the keys of cards that these leave. */
async function byFilters(
  reads: Writes,
  game: AskedGame,
  rules: readonly Placed[],
): Promise<ReadonlyMap<number, readonly Placed[]>> {
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

type Known = Awaited<ReturnType<typeof seriesOfOwners>> extends Map<number, infer One> ? One : never;

/** A series of an owner in a currency, decoded once for all rules, and only where one asks for it. */
interface JudgedSeries {
  key: number;
  variant: string;
  condition: string | undefined;
  amounts(): DayAmounts;
}

function judgedSeries({ nameOf, id }: WatchedOwner, { series, current }: Known, currency: 'usd' | 'eur') {
  const judged: JudgedSeries[] = [];
  for (const [key, months] of series) {
    const { variantId, condition } = seriesOfKey(key);
    if ((condition === undefined) !== (currency === 'eur')) continue;
    const kind = 'card_id' in id ? current.get(key)?.price_kind : 'plain';
    const variant = nameOf(variantId);
    if (variant === undefined || (currency === 'eur' && kind == null)) continue;
    let amounts: DayAmounts | undefined;
    const decoded = () => (amounts ??= amountsIn(months, currency === 'usd' ? 0 : kind === 'holo' ? 5 : 2));
    judged.push({ key, variant, condition, amounts: decoded });
  }
  return judged;
}

function spokenOf(
  { owner, id, name }: WatchedOwner,
  judged: readonly JudgedSeries[],
  currency: 'usd' | 'eur',
  { rule, at }: Placed,
): Spoken[] {
  const spoken: Spoken[] = [];
  const wanted = rule.condition ?? ('card_id' in id ? 'NM' : 'Unopened');
  for (const { key, variant, condition, amounts } of judged) {
    if ((condition ?? wanted) !== wanted || (rule.variant ?? variant) !== variant || !speaks(rule, amounts())) continue;
    const [from = 0, to = 0] = amounts().cents.subarray(-2);
    const move = {
      ...id,
      name,
      variant,
      ...(condition && { condition }),
      currency: currency.toUpperCase() as Move['currency'],
      from,
      to,
    };
    spoken.push({ row: { rule: at, owner, series: key, day: dayText(amounts().days.at(-1) ?? 0) }, move });
  }
  return spoken;
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
  await putSpoken(
    writes,
    fresh.map(({ row }) => ({ subscription_id: id, ...row })),
  );
  // A price that several rules speak of is told once.
  const moves = [...new Map(fresh.map(({ row, move }) => [`${row.owner} ${row.series}`, move])).values()];
  const day = fresh.reduce((last, { row }) => (row.day > last ? row.day : last), '');
  const event = { id: randomUUIDv7(), name: `${game}.prices.watched`, created_at: now.toISOString() };
  const body = watchBody(format as Format, url, event, day, moves);
  await addEvents(writes, [{ ...event, group_id: event.id, body, only_for: id }]);
}
