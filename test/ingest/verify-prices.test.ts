/** The ledger of documents that said prices, their bytes for as long as these are kept, and amounts derived anew from them. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { DEFAULT_SCOPE } from '../../src/catalog/scope.ts';
import { explainCard } from '../../src/ingest/audit/explain-card.ts';
import { verifyPrices } from '../../src/ingest/audit/verify-prices.ts';
import { configuredSources } from '../../src/ingest/configured-sources.ts';
import { forgetPrices } from '../../src/ingest/runs/forget-prices.ts';
import { pricedCards } from '../../src/store/prices/current-prices.ts';
import { keptBytes, keptDocuments } from '../../src/store/sources/source-documents.ts';
import type { Engine, Store } from '../../src/store/store.ts';
import { tinyMarket } from '../support/sources/tiny-market.ts';
import { GAME } from '../support/stages/game.ts';
import { runAll } from '../support/stages/ingest.ts';
import { PRICED_CARD, stage } from '../support/stages/market-stage.ts';
import { ENGINES } from '../support/stages/stores.ts';

const [FIRST, SECOND] = ['2026-03-01', '2026-03-02'];
const CARDS = 36;

/** A priced catalog whose sources keep their documents. */
async function keptStage(engine: Engine, keep_documents: string | null = '30d') {
  const s = await stage(engine);
  const sources = Object.fromEntries(
    Object.entries(s.market.sources).map(([name, source]) => [
      name,
      keep_documents === null ? source : { ...source, keep_documents },
    ]),
  );
  const day = async (
    observed_on: string,
    change: (market: ReturnType<typeof tinyMarket>) => void = () => undefined,
  ) => {
    const content = tinyMarket(observed_on, CARDS);
    change(content);
    await s.market.write(content);
    for (const { outcome, reason } of await runAll(s.store, sources)) assert.equal(outcome, 'succeeded', reason ?? '');
  };
  return { ...s, day, keptSources: sources, [Symbol.asyncDispose]: () => s[Symbol.asyncDispose]() };
}

/** The plain printing's price in USD, and the document that said it. */
async function explainedUsd(store: Store) {
  const explained = await explainCard(store.reads, PRICED_CARD, [GAME]);
  const [price] = explained?.variants.find(({ variant }) => variant === 'normal')?.usd_market.prices ?? [];
  return { price: price?.market, document: price?.document };
}

const verify = (store: Store, sample = 10_000) => verifyPrices(store.reads, [GAME], sample);

/** Changes what is stored of a card's current prices behind the back of the service. */
const plant = (store: Store, from: string, to: string, id = PRICED_CARD) =>
  store.write(async (writes) => {
    const card = await writes.selectFrom('cards').select('key').where('id', '=', id).executeTakeFirstOrThrow();
    const of = writes
      .selectFrom('current_prices')
      .select('body')
      .where('owner', '=', card.key * 2);
    const { body } = await of.executeTakeFirstOrThrow();
    assert.ok(body.includes(from), `${body} lacks ${from}`);
    const planted = { body: body.replace(from, to) };
    await writes
      .updateTable('current_prices')
      .set(planted)
      .where('owner', '=', card.key * 2)
      .execute();
  });

for (const [engine, skip] of ENGINES) {
  suite(`documents of prices on ${engine}`, { skip }, () => {
    test('each is known by day, address and SHA-256, and kept as it was where keep_documents gives a span', async () => {
      await using s = await keptStage(engine);
      await s.day(FIRST);
      await s.day(SECOND);
      const kept = await keptDocuments(s.store.reads);
      assert.deepEqual(
        kept.map(({ source, observed_on }) => `${observed_on} ${source}`).sort(),
        [FIRST, SECOND].flatMap((day) => [`${day} eur`, `${day} usd`]),
      );
      for (const { source, observed_on, address, sha256 } of kept) {
        const bytes = Buffer.from(await keptBytes(s.store.reads, source, sha256));
        assert.equal(createHash('sha256').update(bytes).digest('hex'), sha256);
        // The address holds the newest alone.
        if (observed_on === SECOND) assert.deepEqual(bytes, await readFile(fileURLToPath(address)));
      }
    });

    test('none is kept where nothing says so, and those kept go when their span is over or the setting is gone', async () => {
      await using s = await keptStage(engine, null);
      await s.day(FIRST);
      assert.deepEqual(await keptDocuments(s.store.reads), []);
      const known = await s.store.reads.selectFrom('source_documents').selectAll().execute();
      assert.equal(known.length, 2);
      await runAll(s.store, { usd: { ...s.market.sources.usd, keep_documents: '1s' } });
      assert.equal((await keptDocuments(s.store.reads)).length, 1);
      await new Promise((resolve) => setTimeout(resolve, 1100));
      await runAll(s.store, { eur: { ...s.market.sources.eur, keep_documents: '30d' } });
      assert.deepEqual(
        (await keptDocuments(s.store.reads)).map(({ source }) => source),
        ['eur'],
      );
      await s.day(SECOND);
      assert.deepEqual(await keptDocuments(s.store.reads), []);
      await assert.rejects(verify(s.store), { message: /no document of prices is kept/ });
    });

    test('every current amount is what the documents say by the plain rules, whatever was held back', async () => {
      await using s = await keptStage(engine);
      await s.day(FIRST);
      await s.day(SECOND, ({ usd, eur }) => {
        // Fewer than ten amounts: more of them would be the file's, which is left out whole.
        for (const row of usd) if (row.productId % 10 === 0) row.marketPrice = Number(row.marketPrice) * 90;
        for (const row of eur) if (row.idProduct % 7 === 0) row.trend = null;
        usd.splice(0, 1);
      });
      const { amounts, differ } = await verify(s.store);
      assert.deepEqual(differ, []);
      assert.ok(amounts > CARDS * 2 * 8, `${amounts} amounts`);
      assert.equal((await verify(s.store, 20)).amounts, 20);
    });

    test('of addresses that hold days each has its own, and equal documents of several days are kept once', async () => {
      await using s = await keptStage(engine);
      for (const day of [FIRST, SECOND]) await s.market.write({ ...tinyMarket(FIRST, CARDS), day });
      const daily = Object.entries(s.market.dailySources(1)).map(([name, source]) => [
        name,
        { ...source, keep_documents: '30d' },
      ]);
      const reports = await runAll(s.store, Object.fromEntries(daily), { days: { from: FIRST, to: SECOND } });
      assert.deepEqual(
        reports.map(({ outcome }) => outcome),
        ['succeeded', 'succeeded'],
      );
      const known = await keptDocuments(s.store.reads);
      assert.deepEqual(
        known.map(({ address }) => address.slice(s.market.place.length)).sort(),
        [FIRST, SECOND].flatMap((day) => [`/${day}/3/7/prices`, `/${day}/guide.json`]),
      );
      const kept = await s.store.reads.selectFrom('kept_documents').select(['source', 'sha256']).execute();
      assert.deepEqual(kept.map(({ source }) => source).sort(), ['eur', 'eur', 'usd']);
      assert.deepEqual((await verify(s.store)).differ, []);
      const { price, document } = await explainedUsd(s.store);
      assert.deepEqual([price, document?.day], [300, SECOND]);
    });

    test('a day that was left out has its document once it is taken, and a day that is forgotten has none', async () => {
      await using s = await keptStage(engine);
      await s.day(FIRST);
      const spoil = ({ usd }: ReturnType<typeof tinyMarket>) => {
        for (const row of usd)
          Object.assign(row, { marketPrice: Number(row.marketPrice) * 3, lowPrice: 1e4, highPrice: 1e5 });
      };
      const content = tinyMarket(SECOND, CARDS);
      spoil(content);
      await s.market.write(content);
      const [held] = await runAll(s.store, s.keptSources);
      assert.equal(held?.outcome, 'failed');
      assert.equal((await explainedUsd(s.store)).document?.day, FIRST);
      assert.deepEqual((await verify(s.store)).differ, []);
      await runAll(s.store, s.keptSources, { acceptPrune: true });
      const taken = await explainedUsd(s.store);
      assert.deepEqual([taken.price, taken.document?.day], [900, SECOND]);
      assert.deepEqual((await verify(s.store)).differ, []);
      const sources = configuredSources({
        games: [{ scope: DEFAULT_SCOPE, sources: s.keptSources }],
        userAgent: 'cardstock-test/1',
        publicUrl: 'http://127.0.0.1:1',
      });
      await forgetPrices(s.store, sources, { source: 'usd', day: SECOND, isDry: false });
      const left = await explainedUsd(s.store);
      assert.deepEqual([left.price, left.document?.day], [300, FIRST]);
      assert.deepEqual((await verify(s.store)).differ, []);
    });

    test('of a published day that comes again with too few rows these are served as its first document says', async () => {
      await using s = await keptStage(engine);
      await s.day(FIRST);
      const change = ({ usd }: ReturnType<typeof tinyMarket>) => {
        for (const row of usd) row.marketPrice = Number(row.marketPrice) + 1;
      };
      await s.day(SECOND, change);
      const again = tinyMarket(SECOND, CARDS);
      change(again);
      again.usd.splice(2);
      await s.market.write(again);
      await s.store.write((writes) => writes.deleteFrom('documents').where('task', '=', 'usd').execute());
      const reports = await runAll(s.store, s.keptSources);
      assert.ok(
        reports.some(({ reason }) => reason?.includes('left out until')),
        JSON.stringify(reports),
      );
      assert.equal((await explainedUsd(s.store)).price, 400);
      assert.deepEqual((await verify(s.store)).differ, []);
    });

    test('a published day that comes again in another unit is held, and what was published is what its first document says', async () => {
      await using s = await keptStage(engine);
      await s.day(FIRST);
      await s.day(SECOND, ({ usd }) => {
        for (const row of usd) row.marketPrice = Number(row.marketPrice) + 1;
      });
      const again = tinyMarket(SECOND, CARDS);
      for (const row of again.usd)
        Object.assign(row, { marketPrice: Number(row.marketPrice) * 100, lowPrice: 1e4, highPrice: 1e5 });
      await s.market.write(again);
      // As after a change of the catalog: the day is read once more.
      await s.store.write((writes) => writes.deleteFrom('documents').where('task', '=', 'usd').execute());
      const outcomes = (await runAll(s.store, s.keptSources)).map(({ outcome }) => outcome);
      assert.ok(outcomes.includes('failed'), outcomes.join());
      assert.equal((await explainedUsd(s.store)).price, 400);
      assert.deepEqual((await verify(s.store)).differ, []);
      await plant(s.store, '[400,150,600]', '[401,150,600]');
      assert.deepEqual(
        (await verify(s.store)).differ.map(({ card_id, field }) => `${card_id} ${field}`),
        [`${PRICED_CARD} market`],
      );
    });

    test('a planted wrong cent, currency, day and link are each found', async () => {
      await using s = await keptStage(engine);
      await s.day(FIRST);
      await s.day(SECOND);
      const cards = await pricedCards(s.store.reads);
      assert.equal(cards.length, CARDS);
      const found = async () => (await verify(s.store)).differ.map(({ card_id, field }) => `${card_id} ${field}`);
      const planted = async (from: string, to: string, expected: string) => {
        assert.deepEqual(await found(), []);
        await plant(s.store, from, to);
        const differing = await found();
        assert.ok(differing.includes(`${PRICED_CARD} ${expected}`), differing.join(', '));
        await plant(s.store, to, from);
      };
      await planted('[300,150,600]', '[301,150,600]', 'market');
      // Of another row: the next card's.
      await planted('[300,150,600]', '[400,200,800]', 'low');
      // The EUR amounts of the product under USD.
      await planted('[300,150,600]', '[350,150,300]', 'high');
      await planted(`"${SECOND}","usd"`, `"${FIRST}","usd"`, 'observed_on');
      await planted(`"${SECOND}","eur"`, '"2026-03-03","eur"', 'observed_on');
      await planted('"plain"', '"holo"', 'price_kind');
      const relink = (product_id: number, was: number) =>
        s.store.write((writes) =>
          writes
            .updateTable('price_links')
            .set({ product_id })
            .where('card_id', '=', PRICED_CARD)
            .where('market', '=', 'usd')
            .where('product_id', '=', was)
            .execute(),
        );
      await relink(4, 3);
      assert.deepEqual(new Set(await found()), new Set([`${PRICED_CARD} row`]));
    });
  });
}
