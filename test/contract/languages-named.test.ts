/** `lang=` where rows name cards among sealed products: what moved most, and what external ids stand for. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { addDays } from '../../src/catalog/days.ts';
import { tinyCatalog } from '../support/sources/tiny-catalog.ts';
import { type MarketFolder, marketFolder, tinyMarket } from '../support/sources/tiny-market.ts';
import { apiOn, type TestApi } from '../support/stages/api.ts';
import {
  deployedIn,
  frenchCatalog,
  type SeveralLanguages,
  severalLanguages,
} from '../support/stages/several-languages.ts';
import { ENGINES } from '../support/stages/stores.ts';

interface Named {
  card_id: string | null;
  product_id: number | null;
  name: string;
  image?: { low: string } | null;
  lang?: string;
}

const LAST = '2026-03-31';
const MOVERS = '/v1/movers?days=1';
const RESOLVE = '/v1/resolve?source=tcgplayer&ids=3,5,900';

/** The third card has a French text and picture; the fifth is one that French lacks. */
function catalogs() {
  const [en, fr] = [tinyCatalog(), frenchCatalog()];
  for (const { cards } of [en, fr]) for (const [at, card] of cards.entries()) card.thirdParty = { tcgplayer: at + 1 };
  Object.assign(fr.cards[2] ?? {}, { image: 'https://pictures.example/fr/ember1/3' });
  return { en, fr: { ...fr, cards: fr.cards.filter(({ id }) => id !== 'ember1-5') } };
}

/** Two days, between which two cards and a sealed product got dearer. */
async function runDays(s: SeveralLanguages, market: MarketFolder): Promise<void> {
  Object.assign(s.configured.sources, market.sources);
  for (const [day, cents] of [
    [addDays(LAST, -1), 1000],
    [LAST, 1500],
  ] as const) {
    const content = tinyMarket(day, s.catalogs.en?.cards.length ?? 0);
    for (const row of content.usd) if (row.subTypeName === 'Normal') Object.assign(row, { marketPrice: 8 });
    for (const row of content.usd.filter(({ productId }) => [3, 5].includes(productId))) {
      if (row.subTypeName === 'Normal') Object.assign(row, { marketPrice: cents / 100 + row.productId / 10 });
    }
    content.usd.push({ productId: 900, subTypeName: 'Normal', lowPrice: 9, highPrice: 20, marketPrice: cents / 100 });
    await market.write(content);
    const failed = (await s.run()).find(({ outcome }) => outcome === 'failed');
    assert.equal(failed?.reason, undefined);
  }
}

for (const [engine, skip] of ENGINES) {
  suite(`lang= of rows that name cards on ${engine}`, { skip }, () => {
    let s: SeveralLanguages;
    let market: MarketFolder;
    let api: TestApi;
    before(async () => {
      s = await severalLanguages(engine, catalogs());
      market = await marketFolder();
      await runDays(s, market);
      api = await apiOn(s.place.store, { games: deployedIn(s) });
    });
    after(async () => {
      await api[Symbol.asyncDispose]();
      await market[Symbol.asyncDispose]();
      await s[Symbol.asyncDispose]();
    });
    const items = (path: string) => api.data<{ items: Named[] }>(path).then((page) => page.items);
    const told = (rows: readonly Named[]) =>
      rows.map(({ card_id, product_id, name, lang }) => [card_id ?? product_id, name, lang]);

    test('cards are called as in the language, products as ever; all else is the same', async () => {
      for (const path of [MOVERS, RESOLVE]) {
        const [own, french] = [await items(path), await items(`${path}&lang=fr`)];
        const product = own.find(({ product_id }) => product_id === 900)?.name;
        assert.deepEqual(
          told(french).sort(),
          [
            [900, product, undefined],
            ['ember1-3', 'Lueur 3 of ember1', 'fr'],
            ['ember1-5', 'Glimmer 5 of ember1', 'en'],
          ],
          path,
        );
        const withoutTexts = (rows: readonly Named[]) => rows.map(({ name: _, image: __, lang: ___, ...row }) => row);
        assert.deepEqual(withoutTexts(french), withoutTexts(own), path);
        assert.ok(!JSON.stringify(own).includes('"lang"'), path);
      }
      const pictures = (await items(`${MOVERS}&lang=fr`)).map(({ image }) => image?.low);
      assert.ok(pictures.includes('https://pictures.example/fr/ember1/3/low.webp'));
      assert.ok((await items(`${RESOLVE}&lang=fr`)).every((row) => !('image' in row)));
    });

    test('one external id leads to the card as it is called in the language', async () => {
      const path = '/v1/resolve?source=tcgdex&id=ember1-3&lang=fr';
      assert.deepEqual(told(await items(path)), [['ember1-3', 'Lueur 3 of ember1', 'fr']]);
      assert.deepEqual(await items('/v1/resolve?source=tcgplayer&id=424242&lang=fr'), []);
    });

    test('Content-Language tells the languages of the cards’ names, and only where one is asked for', async () => {
      const language = async (path: string) => (await api.get(path)).headers['content-language'];
      for (const path of [MOVERS, RESOLVE]) {
        assert.equal(await language(`${path}&lang=fr`), 'fr, en');
        assert.equal(await language(path), undefined);
      }
    });

    test('an unknown language is 400 and names the known ones', async () => {
      for (const path of [MOVERS, RESOLVE]) {
        for (const lang of ['de', '', 'frr', '%00', '%ff']) {
          const { status, body } = await api.get(`${path}&lang=${lang}`);
          assert.equal(status, 400, `${path} ${lang}`);
          assert.equal(body.error?.message, 'lang must be a language that is served here: en, fr.');
        }
      }
    });

    test('each language is an answer of its own, in the cache and by its tag', async () => {
      for (const path of [MOVERS, RESOLVE]) {
        const [plain, french] = [await api.get(path), await api.get(`${path}&lang=fr`)];
        assert.notEqual(plain.headers.etag, french.headers.etag);
        const again = await api.get(`${path}&lang=fr`);
        assert.deepEqual([again.text, again.headers['content-language']], [french.text, 'fr, en']);
        assert.equal((await api.get(path)).text, plain.text);
        assert.equal(french.headers.vary, plain.headers.vary);
        const held = { authorization: `Bearer ${api.key}`, 'if-none-match': String(french.headers.etag) };
        const statuses = [(await api.get(`${path}&lang=fr`, held)).status, (await api.get(path, held)).status];
        assert.deepEqual(statuses, [304, 200]);
      }
    });

    test('without lang nothing changes, byte for byte', async () => {
      await using alone = await severalLanguages(engine, { en: catalogs().en });
      await using folder = await marketFolder();
      await runDays(alone, folder);
      await using plain = await apiOn(alone.place.store, { games: deployedIn(alone) });
      for (const path of [MOVERS, RESOLVE]) {
        const [here, there] = [await api.get(path), await plain.get(path)];
        assert.equal(here.text, there.text, path);
        assert.equal(here.headers.etag, there.headers.etag, path);
      }
    });
  });
}
