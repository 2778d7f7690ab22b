/** Statistics of prices on the wire. */
import Type, { type Static, type TSchema } from 'typebox';
import { day, doc, nullable, objectOf, text, textOrNull, whole } from '../field-shapes.ts';
import { Expansion, Printing, UsdPrice } from '../records.ts';

/** The windows, in days up to a series' own newest observation. */
export const STATISTIC_DAYS = [7, 30, 90, 365] as const;

const cents = (description: string) => whole(`${description}, in cents`, 2895);
const list = <Item extends TSchema>(item: Item, description: string) => Type.Array(item, doc(description));
const ratio = (description: string, example: number) => nullable(Type.Number(), description, example);
const currency = text('USD, of which the market price counts, or EUR, the trend of the side that speaks', 'USD');

export const WindowStatistics = Type.Object({
  days: Type.Integer({ enum: [...STATISTIC_DAYS], ...doc('How many days; the newest observation is the last', 30) }),
  change: objectOf('By how much it moved', {
    cents: cents('The newest amount less the first of the window'),
    ratio: Type.Number(doc('The same, of that first', 0.12)),
  }),
  lowest: cents('The least amount'),
  highest: cents('The greatest amount'),
  mean: cents('The mean of the observed days, rounded half up'),
  median: cents('The median of the observed days, rounded half up'),
  volatility: ratio('Sample standard deviation of the log ratios of successive observations; null below three', 0.021),
  days_observed: whole('Days with an amount', 28),
});

const series = {
  variant: Type.Union(
    [Printing, Type.String()],
    doc('The printing as in histories; of a product its sub type', 'normal'),
  ),
  condition: Type.Optional(UsdPrice.properties.condition),
};

const SeriesStatistics = Type.Object({
  ...series,
  currency,
  observed_on: day('Day of the newest amount'),
  now: cents('The newest amount'),
  place: ratio('Where it stands in 365 days: 0 at the lowest, 1 at the highest; null where these are equal', 0.8),
  last_change: nullable(
    Type.Object({ observed_on: day('Day of it'), from: cents('What it was'), to: cents('What it became') }),
    'The last change in all the history; null where there was none',
  ),
  windows: list(WindowStatistics, '7, 30, 90 and 365 days'),
});
export type SeriesStatistics = Static<typeof SeriesStatistics>;

const head = { id: text('Id of the record', 'fl1-2'), game: Expansion.properties.game };
const statistics = list(SeriesStatistics, 'Each printing, condition and currency with a known amount');
export const CardStatistics = Type.Object({ ...head, series: statistics });
export const ProductStatistics = Type.Object({ ...head, id: whole('Id of the product', 900_001), series: statistics });

export const PricePoint = Type.Object({
  day: day('First day of its step'),
  last: cents('The last amount'),
  lowest: cents('The least'),
  highest: cents('The greatest'),
  days: whole('Days with an amount', 7),
});
export type ChartPoint = Static<typeof PricePoint>;
const line = Type.Object({ ...series, points: list(PricePoint, 'Ascending; steps without an observation are absent') });
const drawn = {
  ...head,
  currency,
  span: text('How far back', '1y'),
  step: text('What a point stands for', 'week'),
};
export const Chart = Type.Object({
  ...drawn,
  series: list(line, 'Each printing and condition with an amount in the span'),
});

const ValuePoint = Type.Object({
  day: day('First day of its step'),
  cents: cents("Sum of each card's last amount in the span, up to the end of the step"),
  priced: whole('Cards that have an amount by then', 60),
  index: Type.Number(doc('100 at the first point; cards move it that had an amount at the point before', 104.35)),
});
export type ValuePoint = Static<typeof ValuePoint>;
export const ExpansionChart = Type.Object({
  ...drawn,
  points: list(ValuePoint, 'Ascending; steps in which no card was observed are absent'),
});

const worth = {
  cents: cents('Sum of NM market prices (USD) or trends (EUR), a printing of each card'),
  priced: whole('Cards that have an amount', 60),
  unpriced: whole('Cards that have none', 4),
};
const printing = {
  card_id: text('Id of the card', 'fl1-2'),
  name: text('Its name', 'Vultwick'),
  number: textOrNull('Collector number', '2'),
  variant: text('Short name of the printing', 'holo'),
};
const Dearest = Type.Object({ ...printing, amount: cents('What it costs') });
const Moved = Type.Object({
  ...printing,
  from: cents('What it was'),
  to: cents('What it is'),
  percent: Type.Number(doc('Change in percent', 12.5)),
});
const Market = Type.Object({
  currency,
  value: Type.Object(worth, doc("Of each card's ordinary printing")),
  by_finish: list(
    Type.Object({ finish: text('Finish', 'holo'), ...worth }),
    'The same for each finish, of cards that show any price',
  ),
  dearest: list(Dearest, 'The dearest ten printings'),
  movers: list(Moved, 'The ten printings that moved most in 7 days, of those of at least 100 cents'),
});
export const ExpansionStatistics = Type.Object({ ...head, markets: list(Market, 'USD and EUR') });
export type ExpansionStatistics = Static<typeof ExpansionStatistics>;
