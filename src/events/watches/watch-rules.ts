/** Rules of watches: of which prices, and when each speaks. What is true is judged by the statistics of a series. */
import Type, { type Static } from 'typebox';
import { doc, optionalText, whole } from '../../catalog/field-shapes.ts';
import { CONDITIONS } from '../../catalog/price-rows.ts';
import { type DayAmounts, firstSince } from '../../catalog/statistics/statistics.ts';
import { Failure } from '../../failure.ts';
import { type AskedGame, FieldQuery } from '../../store/views/listing/field-query.ts';

const IDS_MAX = 500;
export const RULES_MAX = 200;

const days = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: 365, ...doc(description, 30) }));
const ids = <Id extends Type.TString | Type.TInteger>(id: Id, description: string, example: unknown) =>
  Type.Optional(Type.Array(id, { minItems: 1, maxItems: IDS_MAX, ...doc(description, [example]) }));
const cents = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, ...doc(`${description}, in cents`, 5000) }));

export const WatchRule = Type.Object(
  {
    cards: ids(Type.String(), 'Ids of cards; this, products, expansions or filter', 'fl1-2'),
    products: ids(Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 }), 'Ids of sealed products', 900_001),
    expansions: ids(Type.String(), 'Ids of expansions: all their cards', 'fl1'),
    filter: optionalText('Cards by field terms, as /v1/cards takes them; amounts as before the run', 'rarity:rare'),
    currency: optionalText('Market price in USD, trend in EUR; by default usd', undefined, { enum: ['usd', 'eur'] }),
    variant: optionalText('Only this printing, by its short name; by default each', 'holo'),
    condition: optionalText('In USD only this condition; by default NM, of products Unopened', undefined, {
      enum: [...CONDITIONS],
    }),
    above: cents('Speaks when the amount comes to lie above'),
    below: cents('Speaks when the amount comes to lie below'),
    moved: Type.Optional(
      Type.Object(
        {
          percent: Type.Optional(
            Type.Number({ exclusiveMinimum: 0, ...doc('At least so many percent, up or down', 20) }),
          ),
          amount: Type.Optional(Type.Integer({ minimum: 1, ...doc('At least so many cents, up or down', 500) })),
          days: whole('Within so many days up to the newest, as in statistics', 7),
        },
        { additionalProperties: false, ...doc('Speaks when it has moved so far: percent or amount') },
      ),
    ),
    new_low: days('Speaks when the amount comes to lie below all others of so many days'),
    new_high: days('Speaks when the amount comes to lie above all others of so many days'),
  },
  {
    additionalProperties: false,
    ...doc('A rule: of which prices, and one of above, below, moved, new_low and new_high'),
  },
);
export type WatchRule = Static<typeof WatchRule>;

const OF = ['cards', 'products', 'expansions', 'filter'] as const;
const WHEN = ['above', 'below', 'moved', 'new_low', 'new_high'] as const;

/**
 * @param games whose fields filters may name
 * @throws Failure bad_request, naming the rule, where it does not say of what or when it speaks
 */
export async function checkRules(rules: readonly WatchRule[], games: readonly AskedGame[]): Promise<void> {
  for (const [at, rule] of rules.entries()) {
    for (const names of [OF, WHEN]) {
      if (names.filter((name) => rule[name] !== undefined).length === 1) continue;
      throw new Failure('bad_request', `watch.${at} must have one of ${names.join(', ')}.`);
    }
    const { filter, moved, currency, condition } = rule;
    if (currency === 'eur' && condition !== undefined)
      throw new Failure('bad_request', `watch.${at}.condition is of USD: in EUR a printing has one price.`);
    const query = { filter, sort: undefined };
    // A run asks its own game alone, where a field means one thing: one that takes the filter is enough.
    const alone = games.map(async (game) => new FieldQuery([game], query));
    await Promise.any(alone).catch(() => new FieldQuery(games, query));
    const isHalf = moved && (moved.percent === undefined) === (moved.amount === undefined);
    if (isHalf || (moved && (moved.days < 1 || moved.days > 365)))
      throw new Failure('bad_request', `watch.${at}.moved must have percent or amount, and 1 to 365 days.`);
  }
}

/** How many days a rule looks back. One day means against the day before. */
export const daysOf = ({ moved, new_low, new_high }: WatchRule): number =>
  Math.max(2, moved?.days ?? new_low ?? new_high ?? 2);

/** Whether the rule is true of a series as it stands at its newest amount. */
export function isTrue(rule: WatchRule, { days: known, cents: amounts }: DayAmounts): boolean {
  const [newest, now] = [known.at(-1), amounts.at(-1)];
  if (newest === undefined || now === undefined) return false;
  const { above, below, moved, new_low } = rule;
  if (above !== undefined) return now > above;
  if (below !== undefined) return now < below;
  const window = amounts.subarray(firstSince(known, newest - daysOf(rule) + 1));
  const first = window[0] ?? now;
  const distance = Math.abs(now - first);
  if (moved?.amount !== undefined) return distance >= moved.amount;
  if (moved?.percent !== undefined) return distance * 100 >= moved.percent * first;
  const others = window.subarray(0, -1);
  return others.length > 0 && others.every((each) => (new_low === undefined ? now > each : now < each));
}

/**
 * Whether the rule speaks: it is true, was not at the amount before, and the amount is another. A series that is seen for the
 * first time says nothing.
 */
export function speaks(rule: WatchRule, { days: known, cents: amounts }: DayAmounts): boolean {
  if (amounts.length < 2 || amounts.at(-1) === amounts.at(-2)) return false;
  // Most rules are false of most series, and the rest needs not be looked at.
  if (!isTrue(rule, { days: known, cents: amounts })) return false;
  return !isTrue(rule, { days: known.subarray(0, -1), cents: amounts.subarray(0, -1) });
}
