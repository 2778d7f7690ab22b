/** What 10,000 rules of watches add to a day of 450,000 observations, and whether what they say is true. */
// Days are written with and without the rules in turn, so that the ratio is of one run; each move is compared with an
// evaluation of its own over the days as they were made. SQLite, or PostgreSQL with `postgres`.
// Usage: node bench/prices/watches.ts [engine = sqlite] [cards = 25000] [rules = 10000].
import assert from 'node:assert/strict';
import type { CardPriceRow } from '../../src/catalog/price-rows.ts';
import type { Move } from '../../src/events/watches/chat-bodies.ts';
import { noChanges, noteBefore } from '../../src/ingest/changes.ts';
import { recordChanges } from '../../src/ingest/price-day-events.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Engine } from '../../src/store/store.ts';
import { type Point, speaksOf } from '../../test/support/plain/plain-watches.ts';
import { writeCardPrices } from '../../test/support/sources/price-days.ts';
import { GAME } from '../../test/support/stages/game.ts';
import { newLocation } from '../../test/support/stages/stores.ts';
import { line } from '../report.ts';
import { dayName, Market } from './price-market.ts';
import { drawnRules, mean, type Seconds, secondsOf, watched } from './watch-rules.ts';

const EXPANSIONS = 100;
const VARIANTS = ['type-1', 'type-2', 'type-3'];
const DAYS_BEFORE = 6;
const DAYS_MEASURED = 6;
const MOVING = 0.3;

const nameOf = (row: CardPriceRow, first: number) => `type-${row.variant_id - first + 1}`;
const centsOf = ({ amounts, market }: CardPriceRow) =>
  'trend' in amounts && market === 'eur' ? amounts.trend : 'market' in amounts ? amounts.market : null;
const keyOf = (card: string, variant: string, market: string, condition: string) =>
  [card, variant, market, condition].join('|');

async function measure(engine: Engine, cardCount: number, ruleCount: number): Promise<void> {
  await using place = await newLocation(engine);
  const store = await openStore(place.location);
  const market = new Market(MOVING);
  for (let at = 1; at <= EXPANSIONS; at += 1) {
    await market.addCards(store, `x${at}`, { cards: cardCount / EXPANSIONS, variantsPerCard: 3, conditions: 5 });
  }
  line('series', String(market.seriesCount));
  const expansions = Array.from({ length: EXPANSIONS }, (_, at) => `x${at + 1}`);
  const rules = drawnRules(ruleCount, { cards: market.cardIds, expansions, variants: VARIANTS });
  const history = new Map<string, Point[]>();
  const [plain, withRules]: [Seconds[], Seconds[]] = [[], []];
  let [told, number] = [0, 0];
  const writeDay = async (isWatched: boolean) => {
    const [rows, observed_on] = [market.nextDay(), dayName(number)];
    number += 1;
    const moved = new Set<string>();
    for (const [card, prices] of rows) {
      const first = Math.min(...prices.map(({ variant_id }) => variant_id));
      for (const row of prices) {
        const key = keyOf(card, nameOf(row, first), row.market, row.market === 'usd' ? row.condition : '');
        const [cents, known] = [centsOf(row), history.get(key) ?? []];
        if (cents != null) history.set(key, [...known, { day: observed_on, cents }]);
        if (known.length > 0 && known.at(-1)?.cents !== cents) moved.add(key);
      }
    }
    // What a run does once it has read its source: rows, digests of the day's files, events, and the watches with them.
    const publish = () =>
      store.write(async (writes) => {
        const written = await writeCardPrices(writes, { source: 'bench', observed_on }, rows);
        const changes = noChanges();
        for (const each of ['usd', 'eur'] as const) {
          noteBefore(changes.prices[each].cards, written[each]);
          changes.days[each].add(observed_on);
        }
        await recordChanges(writes, { game: 'game' }, GAME, changes, new Date(`${observed_on}T12:00:00Z`));
      });
    (isWatched ? withRules : plain).push(await secondsOf(publish));
    if (isWatched) told += await compare(observed_on, moved);
  };
  const compare = async (day: string, moved: ReadonlySet<string>): Promise<number> => {
    const events = await store.reads
      .selectFrom('events')
      .select(['body', 'only_for'])
      .where('only_for', 'is not', null)
      .execute();
    const said = new Set<string>();
    for (const { body, only_for } of events) {
      const { data } = JSON.parse(body) as { data: { day: string; moves: Move[] } };
      if (data.day !== day) continue;
      for (const { card_id = '', variant, currency, condition = '', from, to } of data.moves) {
        said.add(`${only_for} ${keyOf(card_id, variant, currency.toLowerCase(), condition)} ${from} ${to}`);
      }
    }
    const expected = new Set<string>();
    for (const [id, own] of rules) {
      for (const rule of own) {
        const cards =
          rule.cards ?? market.cardIds.filter((card) => rule.expansions?.includes(card.split('-')[0] ?? ''));
        for (const card of new Set(cards)) {
          for (const variant of rule.variant ? [rule.variant] : VARIANTS) {
            const usd = rule.currency === 'usd';
            const key = keyOf(card, variant, usd ? 'usd' : 'eur', usd ? (rule.condition ?? 'NM') : '');
            const points = history.get(key) ?? [];
            if (!moved.has(key) || !speaksOf(rule, points)) continue;
            expected.add(`${id} ${key} ${points.at(-2)?.cents} ${points.at(-1)?.cents}`);
          }
        }
      }
    }
    assert.deepEqual(
      [...expected].filter((each) => !said.has(each)),
      [],
      `missed on ${day}`,
    );
    assert.deepEqual(
      [...said].filter((each) => !expected.has(each)),
      [],
      `invented on ${day}`,
    );
    return said.size;
  };
  for (let day = 0; day < DAYS_BEFORE; day += 1) await writeDay(false);
  plain.length = 0;
  for (let day = 0; day < DAYS_MEASURED; day += 1) {
    if (day % 2 === 1) await writeDay(false);
    else await watched(store, rules, () => writeDay(true));
  }
  line(`${engine}, a day without rules`, `${mean(plain).toFixed(2)} s`);
  line(
    `${engine}, with ${ruleCount} rules`,
    `${mean(withRules).toFixed(2)} s, ratio ${(mean(withRules) / mean(plain)).toFixed(2)}, by the clock ${(mean(withRules, 'clock') / mean(plain, 'clock')).toFixed(2)} (of what a run does once its source is read)`,
  );
  line('moves that were told, none missed, none invented', String(told));
  await store.close();
}

await measure(
  (process.argv[2] ?? 'sqlite') as Engine,
  Number(process.argv[3] ?? 25_000),
  Number(process.argv[4] ?? 10_000),
);
