/** Watches: against an independent evaluation over runs, and what each sink is sent. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { addDays, dayOf } from '../../src/catalog/days.ts';
import { startDeliveries } from '../../src/events/deliver.ts';
import {
  createSubscription,
  requireSubscription,
  type SubscriptionService,
  sendSample,
  shown,
  triggerSample,
} from '../../src/events/manage-subscriptions.ts';
import { sealUnder } from '../../src/events/sealed-secrets.ts';
import { type Move, postAddress, watchBody } from '../../src/events/watches/chat-bodies.ts';
import type { WatchRule } from '../../src/events/watches/watch-rules.ts';
import { addAliases } from '../../src/store/catalog/aliases.ts';
import { type Point, speaksOf } from '../support/plain/plain-watches.ts';
import { startReceiver } from '../support/servers/receiver.ts';
import { catalogFolder, tinyCatalog } from '../support/sources/tiny-catalog.ts';
import { marketFolder, tinyMarket } from '../support/sources/tiny-market.ts';
import { apiOn } from '../support/stages/api.ts';
import { GAME } from '../support/stages/game.ts';
import { runAll, runCatalog } from '../support/stages/ingest.ts';
import { stage } from '../support/stages/market-stage.ts';
import { ENGINES, newStore } from '../support/stages/stores.ts';

const DAYS = 12;
const URL_OF = 'http://127.0.0.1:9/hook';

function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

suite('watches', () => {
  const truth = 'of many rules over many days none is missed and none invented, against an independent evaluation';
  for (const [engine, skip] of ENGINES)
    test(`${truth}: ${engine}`, { skip }, async () => {
      await using place = await newStore(engine);
      const { store } = place;
      const catalog = tinyCatalog();
      for (const [at, card] of catalog.cards.entries()) card.thirdParty = { tcgplayer: at + 1, cardmarket: 1001 + at };
      await using folder = await catalogFolder(catalog);
      await using market = await marketFolder();
      await runCatalog(store, folder.files);
      await using api = await apiOn(store);
      const next = numbers(11);
      const pick = <Of>(of: readonly Of[]): Of => of[Math.floor(next() * of.length)] as Of;
      const service: SubscriptionService = {
        store,
        games: ['game'],
        asked: [GAME],
        seal: sealUnder('x'),
        network: { resolve: async () => [] },
      };
      const filtered = new Map<string, Set<string>>();
      for (const filter of ['number<=2 -name:glimmer', 'rarity:* or set:ember1', 'name:"no such card"']) {
        const { items } = await api.data<{ items: { id: string }[] }>(
          `/v1/cards?limit=200&filter=${encodeURIComponent(filter)}`,
        );
        filtered.set(filter, new Set(items.map(({ id }) => id)));
      }
      const cards = (await api.data<{ items: { id: string; expansion_id: string }[] }>('/v1/cards?limit=200')).items;
      // An id that upstream uses now answers too, and a rule may have been written with it.
      await store.write(async (writes) => {
        await addAliases(writes, 'card', new Map(cards.map(({ id }) => [`up-${id}`, id])));
        const expansions = cards.map(({ expansion_id }): [string, string] => [`up-${expansion_id}`, expansion_id]);
        await addAliases(writes, 'expansion', new Map(expansions));
      });
      const named = (id: string) => (next() < 0.3 ? `up-${id}` : id);
      const isNamed = (ids: readonly string[] | undefined, id: string | undefined) =>
        ids?.some((each) => each === id || each === `up-${id}`);
      const ruleOf = (): WatchRule => ({
        ...(next() < 0.5
          ? { cards: [named(pick(cards).id), named(pick(cards).id)] }
          : next() < 0.5
            ? { expansions: [named(pick(cards).expansion_id)] }
            : { filter: pick([...filtered.keys()]) }),
        currency: pick(['usd', 'eur']),
        ...(next() < 0.4 && { variant: pick(['normal', 'reverse']) }),
        ...pick([
          { above: Math.floor(next() * 3000) },
          { below: Math.floor(next() * 3000) },
          { moved: { percent: 1 + Math.floor(next() * 30), days: pick([1, 3, 7]) } },
          { moved: { amount: 1 + Math.floor(next() * 300), days: pick([2, 5]) } },
          { new_low: pick([1, 3, 7, 30]) },
          { new_high: pick([2, 5, 30]) },
        ]),
      });
      const watching = await Promise.all(
        Array.from({ length: 8 }, async () => {
          const watch = Array.from({ length: 25 }, ruleOf);
          const { id } = await createSubscription(service, { url: URL_OF, events: [], allowPrivate: true, watch });
          return { id, watch };
        }),
      );
      const known = new Map<string, Point[]>();
      const amounts = new Map<string, number>();
      const walk = (name: string, start: number) => {
        const before = amounts.get(name) ?? start;
        const now = next() < 0.4 ? before : Math.max(5, Math.round(before * (0.85 + next() * 0.3)));
        amounts.set(name, now);
        return now / 100;
      };
      let told = 0;
      const seen = new Set<string>();
      const yesterday = addDays(dayOf(Date.now()), -1);
      for (let back = DAYS - 1; back >= 0; back -= 1) {
        const day = addDays(yesterday, -back);
        const content = tinyMarket(day, cards.length);
        for (const row of content.usd)
          row.marketPrice = walk(`${row.productId} ${row.subTypeName}`, Number(row.marketPrice) * 100);
        for (const row of content.eur) {
          row.trend = walk(`${row.idProduct} plain`, Number(row.trend) * 100);
          row['trend-holo'] = walk(`${row.idProduct} holo`, Number(row['trend-holo']) * 100);
        }
        await market.write(content);
        for (const report of await runAll(store, market.sources))
          assert.equal(report.outcome, 'succeeded', report.reason ?? '');
        // Read again on its day: nothing is said twice.
        if (back % 4 === 0) await runAll(store, market.sources);
        type Priced = { id: string; prices: Record<string, string | number | null>[] };
        const { items } = await api.data<{ items: Priced[] }>('/v1/cards?include=prices&limit=200');
        const changed = new Set<string>();
        for (const { id, prices } of items) {
          for (const { variant, currency, condition, market: usd, price_kind, trend, trend_holo } of prices) {
            const cents =
              currency === 'USD' ? (condition === 'NM' ? usd : null) : price_kind === 'holo' ? trend_holo : trend;
            if (typeof cents !== 'number') continue;
            const key = `${id}|${variant}|${currency}`;
            const points = known.get(key) ?? [];
            if (points.length > 0 && points.at(-1)?.cents !== cents) changed.add(key);
            known.set(key, [...points, { day, cents }]);
          }
        }
        const placeOf = new Map(cards.map(({ id, expansion_id }) => [id, expansion_id]));
        const rows = await store.reads
          .selectFrom('events')
          .select(['id', 'name', 'body', 'only_for'])
          .where('only_for', 'is not', null)
          .execute();
        const fresh = rows.filter(({ id }) => !seen.has(id));
        for (const { id } of fresh) seen.add(id);
        for (const { id, watch } of watching) {
          const expected = [...known].flatMap(([key, points]) => {
            const [card = '', variant, currency = ''] = key.split('|');
            const speaks = watch.some(
              (rule) =>
                rule.currency === currency.toLowerCase() &&
                (rule.variant ?? variant) === variant &&
                (isNamed(rule.cards, card) ||
                  isNamed(rule.expansions, placeOf.get(card)) ||
                  filtered.get(rule.filter ?? '')?.has(card)) &&
                changed.has(key) &&
                speaksOf(rule, points),
            );
            return speaks ? [`${key} ${points.at(-2)?.cents}→${points.at(-1)?.cents}`] : [];
          });
          const bodies = fresh.filter(({ only_for }) => only_for === id).map(({ body }) => JSON.parse(body));
          assert.ok(bodies.length <= 2, 'one a run: USD and EUR are runs of their own');
          const moves = bodies.flatMap(({ name, data }) => {
            assert.deepEqual([name, data.day], ['game.prices.watched', day]);
            return data.moves as Move[];
          });
          const got = moves.map(
            ({ card_id, variant, currency, from, to }) => `${card_id}|${variant}|${currency} ${from}→${to}`,
          );
          assert.deepEqual(got.sort(), expected.sort(), `${day} ${id}`);
          told += got.length;
        }
      }
      assert.ok(told > 100, `${told} moves`);
    });

  test('of several filters that leave a card each rule speaks', async () => {
    await using s = await stage('sqlite');
    const network = { resolve: async () => [] };
    const service = { store: s.store, games: ['game'], asked: [GAME], seal: sealUnder('x'), network };
    const ids: string[] = [];
    for (const filter of ['number:3', 'set:ember1']) {
      const request = { url: 'http://127.0.0.1:1/', events: [], allowPrivate: true, watch: [{ filter, above: 400 }] };
      ids.push((await createSubscription(service, request)).id);
    }
    await s.run('2026-03-01');
    await s.run('2026-03-02', ({ usd }) => {
      for (const row of usd) if (row.productId === 3) row.marketPrice = 5;
    });
    const events = s.store.reads.selectFrom('events').select('only_for').where('name', '=', 'game.prices.watched');
    const told = (await events.execute()).map(({ only_for }) => only_for);
    assert.deepEqual(told.sort(), ids.sort());
  });

  test('a subscriber gets the body signed, a chat its own form at its own address, and a 404 disables it', async () => {
    await using place = await newStore('sqlite');
    let path = '';
    await using receiver = await startReceiver((response, _, request) => {
      path = request.url ?? '';
      response.writeHead(404).end();
    });
    const topic = new URL('/topic', receiver.url).href;
    const { store } = place;
    const network = { resolve: async () => [], totalMs: 2000 };
    const service: SubscriptionService = { store, games: ['game'], seal: sealUnder('x'), network };
    const watch: WatchRule[] = [{ cards: ['ember1-1'], above: 1 }];
    const { id } = await createSubscription(service, {
      url: topic,
      events: [],
      allowPrivate: true,
      watch,
      format: 'ntfy',
    });
    const { url, format } = shown(await requireSubscription(service, id));
    assert.deepEqual([url, format], [`${new URL(receiver.url).origin}/…`, 'ntfy'], 'the topic is a secret');
    const event = { id: 'e1', name: 'game.prices.watched', created_at: '2026-01-01T00:00:00.000Z' };
    const body = watchBody('ntfy', topic, event, '2026-01-01', [MOVE]);
    await store.write((writes) =>
      writes
        .insertInto('events')
        .values({ ...event, group_id: 'g', body, position: null, only_for: id })
        .execute(),
    );
    const deliveries = startDeliveries({
      store,
      seal: service.seal,
      network,
      userAgent: 't',
      keptDays: 30,
      onFault: (fault) => assert.fail(String(fault)),
    });
    await receiver.got(1);
    await deliveries.stop();
    const [received] = receiver.received;
    assert.equal(path, '/');
    assert.equal(JSON.parse(received?.body ?? '').topic, 'topic');
    assert.match((await requireSubscription(service, id)).reason ?? '', /404/);
    await using api = await apiOn(store);
    const { items } = await api.data<{ items: { id: string }[] }>(`/admin/subscriptions/${id}/deliveries`);
    const told = await api.data<{ body: string }>(`/admin/deliveries/${items[0]?.id}`);
    assert.equal(told.body, body.replace('"topic":"topic"', '"topic":"…"'), 'nor does a delivery tell it');
  });

  test('a sample of what rules post is sent where a subscription takes no events, in the form of its chat', async () => {
    await using place = await newStore('sqlite');
    await using receiver = await startReceiver();
    const network = { resolve: async () => [], totalMs: 2000 };
    const service: SubscriptionService = { store: place.store, games: ['game'], seal: sealUnder('x'), network };
    const watch: WatchRule[] = [{ cards: ['ember1-1'], above: 1 }];
    const request = { url: new URL('/topic', receiver.url).href, events: [], allowPrivate: true, watch };
    const { id } = await createSubscription(service, request);
    const chat = await createSubscription(service, { ...request, format: 'ntfy' });
    for (const each of [id, chat.id]) {
      const sent = await sendSample(service, each);
      assert.deepEqual([sent.name, sent.error], ['game.prices.watched', null]);
    }
    const bodies = receiver.received.map(({ body }) => JSON.parse(body));
    assert.deepEqual(
      bodies.map(({ data, topic }) => data?.moves[0].name ?? topic),
      ['Sample Card', 'topic'],
    );
    assert.equal((await triggerSample(service, 'game.prices.watched')).length, 2);
    await assert.rejects(sendSample(service, chat.id, 'game.cards.updated'), /known are game\.prices\.watched/);
    const plain = await createSubscription(service, { ...request, events: ['game.*'], watch: [] });
    await assert.rejects(sendSample(service, plain.id, 'game.prices.watched'), /no event game\.prices\.watched/);
  });

  test('what rules name and nothing has, by no id of today or before, is told where the watch is made', async () => {
    await using place = await newStore('sqlite');
    const { store } = place;
    await using folder = await catalogFolder(tinyCatalog());
    await runCatalog(store, folder.files);
    await store.write((writes) => addAliases(writes, 'card', new Map([['up-1', 'ember1-1']])));
    const service = {
      store,
      games: ['game'],
      asked: [GAME],
      seal: sealUnder('x'),
      network: { resolve: async () => [] },
    };
    const made = (...watch: WatchRule[]) =>
      createSubscription(service, { url: URL_OF, events: [], allowPrivate: true, watch });
    const { unmatched } = await made(
      { cards: ['ember1-1', 'up-1', 'ember1-99'], above: 1 },
      { cards: ['ember1-99'], below: 1 },
      { products: [7], above: 1 },
      { expansions: ['ember1', 'ember9'], above: 1 },
    );
    assert.deepEqual(unmatched, ['cards=ember1-99', 'products=7', 'expansions=ember9']);
    assert.equal((await made({ cards: ['ember1-1'], above: 1 })).unmatched, undefined);
  });

  test('rules and addresses that say nothing are refused, with the rule named', async () => {
    await using place = await newStore('sqlite');
    const service: SubscriptionService = {
      store: place.store,
      games: ['game'],
      asked: [GAME],
      seal: sealUnder('x'),
      network: { resolve: async () => [] },
    };
    const wrong: [WatchRule[], object, RegExp][] = [
      [[{ above: 1 }], {}, /watch\.0 must have one of cards, products, expansions, filter/],
      [[{ filter: 'hp>=', above: 1 }], {}, /hp>=/],
      [[{ filter: 'hp>1', cards: ['a'], above: 1 }], {}, /watch\.0 must have one of cards/],
      [[{ filter: 'rarityy:x', above: 1 }], {}, /rarityy is no field here \(rarity is\)/],
      [[{ cards: ['a'], above: 1 }, { cards: ['a'] }], {}, /watch\.1 must have one of above/],
      [[{ cards: ['a'], products: [1], above: 1 }], {}, /watch\.0/],
      [[{ cards: ['a'], above: 1, below: 2 }], {}, /watch\.0/],
      [[{ cards: ['a'], currency: 'eur', condition: 'LP', above: 1 }], {}, /watch\.0\.condition is of USD/],
      [[{ cards: ['a'], moved: { days: 7 } }], {}, /percent or amount/],
      [[{ cards: ['a'], above: 1 }], { format: 'discord', events: ['game.*'] }, /no events/],
      [[{ cards: ['a'], above: 1 }], { format: 'telegram' }, /chat_id/],
      [[{ cards: ['a'], above: 1 }], { format: 'ntfy' }, /topic/],
      [[], {}, /event/],
    ];
    for (const [watch, more, words] of wrong) {
      const request = { url: 'http://127.0.0.1:9/', events: [], allowPrivate: true, watch, ...more };
      await assert.rejects(createSubscription(service, request), words);
    }
  });
});

const MOVE: Move = {
  card_id: 'a',
  name: 'Vult & <wick>',
  variant: 'holo',
  condition: 'NM',
  currency: 'USD',
  from: 1000,
  to: 1250,
};

suite('messages', () => {
  const event = { id: 'e1', name: 'game.prices.watched', created_at: '2026-01-01T00:00:00.000Z' };
  const many = Array.from(
    { length: 14 },
    (_, at): Move => ({ ...MOVE, name: `Card ${at} ${'x'.repeat(300)}`, to: 1000 + at * 10 }),
  );
  const body = (
    format: Parameters<typeof watchBody>[0],
    moves: readonly Move[],
    url = 'https://chat.example/a?chat_id=-5',
  ) => JSON.parse(watchBody(format, url, event, '2026-01-01', moves));

  test('ten moves, the greatest first, then literally how many more, within the limits of each chat', () => {
    const discord = body('discord', many);
    assert.deepEqual(discord.allowed_mentions, { parse: [] });
    assert.ok(discord.content.length <= 2000);
    assert.match(discord.content, /Card 13 .*\n.*Card 12 /);
    assert.ok(discord.content.endsWith('\nand 4 more'));
    const fallen = { ...MOVE, name: 'Fallen', from: 1000, to: 100 };
    assert.match(body('discord', [...many, fallen]).content, /^[^\n]*\nFallen .*\nCard 13 /, 'up or down');
    const slack = body('slack', many);
    assert.ok(slack.text.endsWith('and 4 more'));
    assert.equal(slack.blocks[0].text.text, slack.text);
    // An ampersand is five characters as an entity.
    const entities = [40, 90].map((signs) => body('slack', Array(10).fill({ ...MOVE, name: '&'.repeat(signs) })));
    assert.deepEqual(
      entities.map(({ text, blocks }) => [text.length > 3000, blocks !== undefined]),
      [
        [false, true],
        [true, false],
      ],
      'more than a section takes',
    );
    const ntfy = body('ntfy', many, 'https://ntfy.example/my-topic');
    assert.equal(ntfy.topic, 'my-topic');
    assert.ok(Buffer.byteLength(ntfy.message) <= 4096);
    assert.equal(postAddress('ntfy', 'https://ntfy.example/my-topic'), 'https://ntfy.example/');
    assert.equal(postAddress('ntfy', 'https://ntfy.example/my-topic?auth=x'), 'https://ntfy.example/?auth=x');
    const telegram = body('telegram', many);
    assert.equal(telegram.chat_id, '-5');
    assert.ok(telegram.text.length <= 4096 && telegram.text.endsWith('and 4 more'));
  });

  test('signs that mean something are escaped where they do, and nowhere else', () => {
    assert.match(body('slack', [MOVE]).text, /Vult &amp; &lt;wick&gt; \(holo, NM\): \$10\.00 → \$12\.50 \(\+25 %\)/);
    assert.match(body('telegram', [MOVE]).text, /Vult &amp; &lt;wick&gt;/);
    assert.match(body('discord', [MOVE]).content, /Vult & <wick>/);
    const named = (name: string) =>
      body('discord', [{ ...MOVE, name }])
        .content.split('\n')[1]
        .split(' (holo')[0];
    assert.equal(named('_____ Goblin*'), '\\_\\_\\_\\_\\_ Goblin\\*', 'underscores that stand for a word');
    assert.equal(
      named('[x](https://a.example) `y` ||z|| ~w~ \\'),
      '\\[x\\](https://a.example) \\`y\\` \\|\\|z\\|\\| \\~w\\~ \\\\',
    );
    assert.deepEqual(['# Big', '> said', '- first', 'Ho-Oh'].map(named), ['\\# Big', '\\> said', '\\- first', 'Ho-Oh']);
    const signs = body('discord', Array(10).fill({ ...MOVE, name: '*'.repeat(90) })).content;
    assert.ok(signs.length <= 2000 && signs.includes('*'.repeat(90)), 'more than a message takes goes as it is');
    assert.ok(body('discord', [{ ...MOVE, name: '🂡'.repeat(60) }]).content.isWellFormed(), 'no half of a sign');
    assert.deepEqual(body('standard', [MOVE]), { ...event, data: { day: '2026-01-01', moves: [MOVE] } });
  });
});
