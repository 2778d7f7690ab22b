/** Watches of series with gaps, of days that come late and of rules made in between, against a plain evaluation. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { printingIdentity } from '../../src/catalog/changes.ts';
import { addDays } from '../../src/catalog/days.ts';
import type { CardPriceRow } from '../../src/catalog/price-rows.ts';
import type { Move } from '../../src/events/watches/chat-bodies.ts';
import type { WatchRule } from '../../src/events/watches/watch-rules.ts';
import { recordWatched } from '../../src/events/watches/watch-run.ts';
import { putCards } from '../../src/store/catalog/cards.ts';
import { addVariants } from '../../src/store/catalog/variants.ts';
import { addSubscription } from '../../src/store/events/subscriptions.ts';
import { writeCardPriceDays } from '../../src/store/prices/price-days.ts';
import type { Store } from '../../src/store/store.ts';
import { type Point, speaksOf } from '../support/plain/plain-watches.ts';
import { GAME } from '../support/stages/game.ts';
import { ENGINES, newStore } from '../support/stages/stores.ts';

const RUNS = 24;
/** Days between two runs: the longer ones leave months without any. */
const STEPS = [1, 1, 1, 2, 5, 29, 63, 130, 400];
const CARDS = ['a', 'b', 'c'];
const PRINTINGS = ['normal', 'holo'];

function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** The ids of their printings. */
async function withCards(store: Store): Promise<Map<string, number[]>> {
  return store.write(async (writes) => {
    const printings = PRINTINGS.map((type) => ({ type, subtype: null, size: 'standard', stamps: [], foil: null }));
    const wanted = CARDS.flatMap((card_id) =>
      printings.map((printing) => ({ card_id, identity: printingIdentity(printing), ordinal: 0 })),
    );
    const made = Map.groupBy(await addVariants(writes, wanted), ({ card_id }) => card_id);
    const rest = { expansion_id: 'x', sort_date: '', number_sort: '', name: 'x', number: null, digest: '' };
    const cards = CARDS.map((id) => {
      const variants = made.get(id)?.map((variant, at) => ({ id: variant.id, ...printings[at] }));
      return { ...rest, id, summary: '{}', body: JSON.stringify({ id, name: id, expansion_id: 'x', variants }) };
    });
    await putCards(writes, cards);
    return new Map([...made].map(([card, variants]) => [card, variants.map(({ id }) => id)]));
  });
}

async function subscribe(store: Store, id: string, watch: readonly WatchRule[]): Promise<void> {
  const none = { reason: null, previous_secret: null, previous_until: null, last_success_at: null };
  const state = { ...none, failing_since: null, hold_until: null, state: 'active' as const, created_at: '2020' };
  const rest = { patterns: [], allow_private: false, secret: 's', format: 'standard', ordered: false };
  await store.write((writes) => addSubscription(writes, { ...rest, ...state, id, url: 'https://x.invalid/', watch }));
}

suite('watches of series with gaps', () => {
  for (const [engine, skip] of ENGINES)
    test(`whatever the gaps, each rule speaks as over all days at once: ${engine}`, { skip }, async () => {
      await using place = await newStore(engine);
      const { store } = place;
      const variants = await withCards(store);
      const next = numbers(5);
      const pick = <Of>(of: readonly Of[]): Of => of[Math.floor(next() * of.length)] as Of;
      const ruleOf = (): WatchRule => ({
        ...(next() < 0.7 ? { cards: [pick(CARDS)] } : { expansions: ['x'] }),
        currency: pick(['usd', 'eur'] as const),
        ...(next() < 0.3 && { variant: pick(PRINTINGS) }),
        ...(next() < 0.2 && { condition: 'LP' }),
        ...pick<Partial<WatchRule>>([
          { above: pick([150, 250]) },
          { below: pick([150, 250]) },
          { moved: { percent: pick([10, 60]), days: pick([1, 7, 100, 365]) } },
          { moved: { amount: 100, days: pick([2, 90]) } },
          { new_low: pick([2, 30, 70, 365]) },
          { new_high: pick([5, 64, 365]) },
        ]),
      });
      const rules = new Map<string, WatchRule[]>();
      const known = new Map<string, Point[]>();
      const [seen, read] = [new Set<string>(), new Set<string>()];
      let [day, told] = ['2021-01-01', 0];
      for (let run = 0; run < RUNS; run += 1) {
        // Rules that are made in between say nothing of what was before them.
        if (run % 10 === 0) {
          const watch = Array.from({ length: 40 }, ruleOf);
          rules.set(`s${run}`, watch);
          await subscribe(store, `s${run}`, watch);
        }
        day = addDays(day, pick(STEPS));
        // A day that comes late is brought with the newest one, or alone.
        const late = [addDays(day, -pick([1, 3, 40]))].filter((each) => !read.has(each) && next() < 0.4);
        const days = late.length > 0 && next() < 0.4 ? late : [...late, day];
        for (const each of days) read.add(each);
        const written = days.map((observed_on) => {
          const rows = new Map<string, CardPriceRow[]>();
          const note = (card: string, variant: number, currency: string, condition: string, cents: number) => {
            const key = [card, PRINTINGS[variant], currency, condition].join('|');
            const others = (known.get(key) ?? []).filter((point) => point.day !== observed_on);
            if (cents > 0) others.push({ day: observed_on, cents });
            known.set(
              key,
              others.sort((a, b) => (a.day < b.day ? -1 : 1)),
            );
          };
          for (const card of CARDS) {
            for (const [at, variant_id] of (variants.get(card) ?? []).entries()) {
              const own = rows.get(card) ?? [];
              for (const condition of ['NM', 'LP'] as const) {
                if (next() < 0.4) continue;
                const market = pick([0, 100, 200, 200, 300]);
                own.push({
                  variant_id,
                  market: 'usd',
                  condition,
                  amounts: { market, low: 1, high: Math.ceil(next() * 9) },
                });
                note(card, at, 'USD', condition, market);
              }
              if (next() < 0.6) {
                const [trend, trend_holo] = [pick([100, 200, 300]), pick([100, 200, 300])];
                const amounts = { avg: 1, low: 1, trend, avg_holo: 1, low_holo: 1, trend_holo };
                own.push({ variant_id, market: 'eur', price_kind: at === 0 ? 'plain' : 'holo', amounts });
                note(card, at, 'EUR', '', at === 0 ? trend : trend_holo);
              }
              rows.set(card, own);
            }
          }
          return { observed_on, rows };
        });
        await store.write(async (writes) => {
          await writeCardPriceDays(writes, { source: 'test' }, written);
          const changed = { cards: CARDS, products: [], days: new Set(days) };
          await recordWatched(writes, { ...GAME, name: 'game' }, { usd: changed, eur: changed }, new Date());
        });
        const events = await store.reads.selectFrom('events').select(['id', 'body', 'only_for']).execute();
        const fresh = events.filter(({ id }) => !seen.has(id));
        for (const { id } of fresh) seen.add(id);
        for (const [id, watch] of rules) {
          let last = '';
          const expected = [...known].flatMap(([key, points]) => {
            const [card = '', variant, currency = '', condition] = key.split('|');
            const isOf = (rule: WatchRule) =>
              rule.currency === currency.toLowerCase() &&
              (rule.variant ?? variant) === variant &&
              (currency === 'EUR' || (rule.condition ?? 'NM') === condition) &&
              (rule.cards?.includes(card) ?? true);
            const isNew = days.includes(points.at(-1)?.day ?? '');
            const isSaid = isNew && watch.some((rule) => isOf(rule) && speaksOf(rule, points));
            if (isSaid) last = [last, points.at(-1)?.day ?? ''].sort()[1] ?? '';
            return isSaid ? [`${key} ${points.at(-2)?.cents}→${points.at(-1)?.cents}`] : [];
          });
          const bodies = fresh.filter(({ only_for }) => only_for === id).map(({ body }) => JSON.parse(body));
          for (const { data } of bodies) assert.equal(data.day, last, 'the newest day of its moves');
          const moves = bodies.flatMap(({ data }) => data.moves as Move[]);
          const got = moves.map(
            ({ card_id, variant, currency, condition = '', from, to }) =>
              `${[card_id, variant, currency, condition].join('|')} ${from}→${to}`,
          );
          assert.deepEqual(got.sort(), expected.sort(), `run ${run} of ${days}: ${id}`);
          told += got.length;
        }
      }
      assert.ok(told > 150, `${told} moves`);
    });

  /** What rules of a card's NM price say of runs that each write days, one after another. */
  async function saidOf(watch: readonly Partial<WatchRule>[], runs: readonly Record<string, number>[]) {
    await using place = await newStore('sqlite');
    const { store } = place;
    const [variant_id = 0] = (await withCards(store)).get('a') ?? [];
    const rules = watch.map((rule): WatchRule => ({ cards: ['a'], ...rule }));
    await subscribe(store, 's', rules);
    const said: number[] = [];
    for (const run of runs) {
      const written = Object.entries(run).map(([observed_on, market]) => {
        const amounts = { market, low: 1, high: 1 };
        const row: CardPriceRow = { variant_id, market: 'usd', condition: 'NM', amounts };
        return { observed_on, rows: new Map([['a', [row]]]) };
      });
      const before = (await store.reads.selectFrom('events').select('id').execute()).length;
      await store.write(async (writes) => {
        await writeCardPriceDays(writes, { source: 'test' }, written);
        const usd = { cards: ['a'], products: [], days: new Set(Object.keys(run)) };
        const eur = { cards: [], products: [], days: new Set<string>() };
        await recordWatched(writes, { ...GAME, name: 'game' }, { usd, eur }, new Date());
      });
      said.push((await store.reads.selectFrom('events').select('id').execute()).length - before);
    }
    return said;
  }

  test('a rule that spoke of a day says nothing of it again where the day is read anew with another amount', async () => {
    const runs = [{ '2021-03-01': 100 }, { '2021-03-02': 300 }, { '2021-03-02': 320 }, { '2021-03-03': 310 }];
    assert.deepEqual(await saidOf([{ above: 250 }], runs), [0, 1, 0, 0]);
    // False in between, it speaks of another day.
    const back = [...runs, { '2021-03-04': 100 }, { '2021-03-05': 300 }];
    assert.deepEqual(await saidOf([{ above: 250 }], back), [0, 1, 0, 0, 0, 1]);
  });

  test('days of a rule reach into the month before, to the first of them and no further', async () => {
    const runs = [{ '2021-01-31': 100 }, { '2021-02-02': 120 }, { '2021-02-03': 151 }];
    assert.deepEqual(await saidOf([{ moved: { amount: 50, days: 4 } }], runs), [0, 0, 1]);
    assert.deepEqual(await saidOf([{ moved: { amount: 50, days: 3 } }], runs), [0, 0, 0]);
  });
});
