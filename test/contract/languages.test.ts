/** `lang=`: texts field by field in that language, the rest in the catalog's own, and without it the bytes of before. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { LookupAnswer } from '../../src/api/catalog/lookup.ts';
import { scanAnswer } from '../../src/api/catalog/scan.ts';
import type { Card, CardSummary, Expansion, Series } from '../../src/catalog/records.ts';
import { walkList } from '../support/oracles/walk.ts';
import { tinyCatalog } from '../support/sources/tiny-catalog.ts';
import { apiOn, type TestApi } from '../support/stages/api.ts';
import {
  configuredIn,
  deployedIn,
  frenchCatalog,
  type SeveralLanguages,
  severalLanguages,
} from '../support/stages/several-languages.ts';
import { ENGINES } from '../support/stages/stores.ts';

type Page<Row> = { items: Row[]; next_cursor: string | null };

const PATHS = ['/v1/cards/ember1-3', '/v1/expansions/ember1', '/v1/series/ember'];
const LISTS = ['/v1/cards', '/v1/expansions', '/v1/series'];

function catalogs() {
  const [en, fr] = [tinyCatalog(), frenchCatalog()];
  const of = (cards: typeof en.cards, id: string) => cards.find((card) => card.id === id) ?? assert.fail(id);
  const attacks = [
    { name: 'Hearthlight', cost: ['Ember'], damage: 40, effect: 'Heal 20 damage.' },
    { name: 'Snuff', cost: ['Ember'], damage: '10+' },
  ];
  Object.assign(of(en.cards, 'ember1-3'), {
    attacks,
    description: 'It roosts.',
    retreat: 2,
    weaknesses: [{ type: 'Tide', value: '×2' }],
  });
  Object.assign(of(fr.cards, 'ember1-3'), {
    attacks: [
      { name: 'Lueur du foyer', cost: ['Braise'], damage: 40, effect: 'Soignez 20 dégâts.' },
      { cost: ['Braise'], damage: '10+' },
    ],
    retreat: 2,
    weaknesses: [{ type: 'Marée', value: '×2' }],
    variants_detailed: [{ type: 'Normal', size: 'Standard' }],
    image: 'https://pictures.example/fr/ember1/3',
  });
  // A card, a set and a series that French lacks.
  fr.cards = fr.cards.filter(({ id, set }) => id !== 'ember1-5' && set.id !== 'frost1');
  fr.sets = fr.sets.filter(({ id }) => id !== 'frost1');
  fr.series = fr.series.filter(({ id }) => id !== 'frost');
  return { en, fr };
}

for (const [engine, skip] of ENGINES) {
  suite(`lang= on ${engine}`, { skip }, () => {
    let s: SeveralLanguages;
    let api: TestApi;
    before(async () => {
      s = await severalLanguages(engine, catalogs());
      await s.run();
      api = await apiOn(s.place.store, { games: deployedIn(s) });
    });
    after(async () => {
      await api[Symbol.asyncDispose]();
      await s[Symbol.asyncDispose]();
    });

    test('a card is shown field by field in the language, with its printings, numbers and ids as they are', async () => {
      const own = await api.data<Card>('/v1/cards/ember1-3');
      const french = await api.data<Card>('/v1/cards/ember1-3?lang=fr');
      assert.deepEqual(french, {
        ...own,
        name: 'Lueur 3 of ember1',
        rarity: 'Commune',
        category: 'Créature',
        image: {
          low: 'https://pictures.example/fr/ember1/3/low.webp',
          high: 'https://pictures.example/fr/ember1/3/high.webp',
        },
        metadata: {
          ...own.metadata,
          types: ['Braise'],
          attacks: [
            { name: 'Lueur du foyer', cost: ['Braise'], damage: '40', text: 'Soignez 20 dégâts.' },
            { name: 'Snuff', cost: ['Braise'], damage: '10+', text: '' },
          ],
          weaknesses: [{ type: 'Marée', modifier: '×2' }],
        },
        lang: 'fr',
        names: { en: 'Glimmer 3 of ember1', fr: 'Lueur 3 of ember1' },
      });
      assert.equal(french.metadata.description, 'It roosts.', 'what French does not say stands in the catalog’s own');
    });

    test('what a language lacks stands in the catalog’s own, and says so', async () => {
      const own = await api.data<Card>('/v1/cards/ember1-5');
      const names = { en: own.name };
      assert.deepEqual(await api.data<Card>('/v1/cards/ember1-5?lang=fr'), { ...own, lang: 'en', names });
      const named = await api.data<Card>('/v1/cards/ember1-3?lang=en');
      assert.deepEqual(
        [named.name, named.lang, Object.keys(named.names ?? {})],
        ['Glimmer 3 of ember1', 'en', ['en', 'fr']],
      );
      const frost = await api.data<Expansion>('/v1/expansions/frost1?lang=fr');
      assert.deepEqual([frost.name, frost.lang], ['Frost Gate', 'en']);
    });

    test('lists, expansions and series are in the language; a series’ expansions with it', async () => {
      const cards = await walkList<CardSummary>(
        { data: (asked) => api.data(asked.replace(/(\?.*)\?/, '$1&')) },
        '/v1/cards?lang=fr&expansion_id=ember1',
        5,
      );
      assert.deepEqual(
        cards.map(({ name, lang }) => [name.split(' ')[0], lang]),
        cards.map(({ id }) => (id === 'ember1-5' ? ['Glimmer', 'en'] : ['Lueur', 'fr'])),
      );
      assert.equal(cards.length, 12);
      const expansions = (await api.data<Page<Expansion>>('/v1/expansions?lang=fr')).items;
      assert.deepEqual(
        expansions.map(({ name, lang }) => [name, lang]),
        [
          ['Frost Gate', 'en'],
          ['Ember Dawn fr', 'fr'],
          ['Ember Tide fr', 'fr'],
        ],
      );
      const ember = await api.data<Series>('/v1/series/ember?lang=fr');
      assert.deepEqual(
        [ember.name, ember.lang, ember.expansions.map(({ name }) => name)],
        ['Ember fr', 'fr', ['Ember Dawn fr', 'Ember Tide fr']],
      );
      const [found] = (await api.data<Page<CardSummary>>('/v1/cards?q=glimmer+3&expansion_id=ember1&lang=fr')).items;
      assert.deepEqual([found?.id, found?.name, found?.lang], ['ember1-3', 'Lueur 3 of ember1', 'fr']);
      assert.equal(typeof found?.score, 'number');
      const [priced] = (await api.data<Page<CardSummary>>('/v1/cards?include=prices&lang=fr&expansion_id=ember1'))
        .items;
      assert.deepEqual([priced?.lang, priced?.prices], ['fr', []]);
    });

    test('Content-Language tells the languages of the names, and only where one is asked for', async () => {
      const language = async (path: string) => (await api.get(path)).headers['content-language'];
      assert.equal(await language('/v1/cards/ember1-3?lang=fr'), 'fr');
      assert.equal(await language('/v1/cards/ember1-5?lang=fr'), 'en');
      assert.equal(await language('/v1/expansions?lang=fr'), 'fr, en');
      assert.equal(await language('/v1/cards?lang=fr&expansion_id=none'), 'fr');
      for (const path of [...PATHS, ...LISTS]) assert.equal(await language(path), undefined, path);
    });

    test('an unknown language is 400 and names the known ones', async () => {
      for (const path of [...PATHS, ...LISTS]) {
        for (const lang of ['de', '', 'FRE', '%00', '%ff']) {
          const { status, body } = await api.get(`${path}?lang=${lang}`);
          assert.equal(status, 400, `${path} ${lang}`);
          assert.equal(body.error?.message, 'lang must be a language that is served here: en, fr.');
        }
      }
      assert.equal((await api.get('/v1/products?lang=de')).status, 200, 'products have one language');
      for (const path of [...PATHS, ...LISTS]) {
        assert.equal((await api.get(`${path}?lang=FR`)).text, (await api.get(`${path}?lang=fr`)).text, path);
      }
    });

    test('each language is an answer of its own: in the cache, by its tag, by its cursor', async () => {
      for (const path of PATHS) {
        const [plain, french] = [await api.get(path), await api.get(`${path}?lang=fr`)];
        assert.notEqual(plain.headers.etag, french.headers.etag);
        const again = await api.get(`${path}?lang=fr`);
        assert.deepEqual([again.text, again.headers['content-language']], [french.text, 'fr']);
        assert.equal((await api.get(path)).text, plain.text);
        const held = { authorization: `Bearer ${api.key}`, 'if-none-match': String(french.headers.etag) };
        assert.deepEqual(
          [(await api.get(`${path}?lang=fr`, held)).status, (await api.get(path, held)).status],
          [304, 200],
        );
      }
      for (const path of [...LISTS, '/v1/cards?q=glimmer']) {
        const join = path.includes('?') ? '&' : '?';
        const { next_cursor } = await api.data<Page<Card>>(`${path}${join}limit=1&lang=fr`);
        const first = await api.data<Page<Card>>(`${path}${join}limit=1`);
        const other = await api.data<Page<Card>>(`${path}${join}limit=1&cursor=${next_cursor}`);
        assert.deepEqual(other.items, first.items, `${path}: a cursor of French is none here`);
      }
    });

    test('an export has each record as its detail shows it in the language', async () => {
      const recordsOf = (text: string) =>
        text
          .trim()
          .split('\n')
          .slice(1, -1)
          .map((line) => JSON.parse(line) as Card);
      for (const list of ['cards', 'expansions', 'series']) {
        const records = recordsOf((await api.get(`/export/${list}.ndjson?lang=fr`)).text);
        assert.ok(records.length > 1);
        for (const record of records) {
          assert.deepEqual(record, await api.data(`/v1/${list}/${record.id}?lang=fr`), `${list} ${record.id}`);
        }
        assert.ok(records.some(({ lang }) => lang === 'fr'));
        assert.equal((await api.get(`/export/${list}.ndjson?lang=de`)).status, 400);
        const [plain] = recordsOf((await api.get(`/export/${list}.ndjson`)).text);
        assert.ok(plain && !('lang' in plain) && !('names' in plain));
      }
      assert.equal((await api.get('/export/products.ndjson?lang=de')).status, 200, 'products have one language');
    });

    test('a list is looked up in the language: cards, what they may be instead, and their expansions', async () => {
      const rows = [{ name: 'Glimmer 3 of ember1' }, { name: 'Glimmer 5 of ember1' }, { number: '3' }];
      const shown = async (query: string) => {
        const { body } = await api.post(`/v1/lookup${query}`, { rows });
        return (body as { data: LookupAnswer }).data.items;
      };
      const [plain, french] = [await shown(''), await shown('?lang=fr')];
      assert.deepEqual(
        french.map(({ card }) => card && [card.id, card.name, card.rarity, card.expansion.name, card.lang]),
        [
          ['ember1-3', 'Lueur 3 of ember1', 'Commune', 'Ember Dawn fr', 'fr'],
          ['ember1-5', 'Glimmer 5 of ember1', 'Common', 'Ember Dawn fr', 'en'],
          null,
        ],
      );
      assert.ok(french[2]?.candidates.length);
      for (const { card } of french[2]?.candidates ?? []) assert.match(card.name, card.lang === 'fr' ? /^L/ : /^G/);
      const withoutTexts = (items: typeof plain) => items.map(({ card: _, candidates: __, ...rest }) => rest);
      assert.deepEqual(withoutTexts(french), withoutTexts(plain), 'prices and printings are the same');
      assert.ok(!JSON.stringify(plain).includes('"lang"'));
      const { headers } = await api.post('/v1/lookup?lang=fr', { rows });
      assert.equal(headers['content-language'], 'fr, en');
      assert.equal((await api.post('/v1/lookup', { rows })).headers['content-language'], undefined);
      assert.equal((await api.post('/v1/lookup?lang=de', { rows })).status, 400);
    });

    test('what a photo shows is told in the language', async () => {
      const { store } = s.place;
      const rows = await store.reads.selectFrom('cards').select(['key', 'id']).execute();
      const keyOf = (id: string) => rows.find((row) => row.id === id)?.key ?? assert.fail(id);
      const matches = [{ row: keyOf('ember1-3'), score: 1 }];
      const found = { matches, cards: [{ corners: [], matches: [{ row: keyOf('ember1-5'), score: 1 }] }] };
      const context = { reads: store.reads, games: deployedIn(s) };
      const { matches: shown, cards } = await scanAnswer(context, found as never, 'fr');
      assert.deepEqual(
        [...shown, ...(cards?.[0]?.matches ?? [])].map(({ card }) => [card.name, card.category, card.expansion.name]),
        [
          ['Lueur 3 of ember1', 'Créature', 'Ember Dawn fr'],
          ['Glimmer 5 of ember1', 'Creature', 'Ember Dawn fr'],
        ],
      );
      assert.deepEqual([shown[0]?.card.lang, cards?.[0]?.matches[0]?.card.lang], ['fr', 'en']);
      assert.ok(!('lang' in ((await scanAnswer(context, found as never, undefined)).matches[0]?.card ?? {})));
    });

    test('without lang nothing changes, byte for byte, but that a card bears its names', async () => {
      await using alone = await severalLanguages(engine, { en: catalogs().en });
      await alone.run();
      await using plain = await apiOn(alone.place.store, { games: deployedIn(alone) });
      for (const path of [...PATHS, ...LISTS, '/v1/cards?q=glimmer+3', '/v1/cards?include=prices']) {
        const [here, there] = [await api.get(path), await plain.get(path)];
        if (/^\/v1\/cards\/[^/?]+$/.test(path)) {
          const { names, ...card } = (here.body as { data: Card }).data;
          assert.equal(JSON.stringify({ data: card, error: null }), there.text, path);
          assert.deepEqual(names, (await api.data<Card>(`${path}?lang=fr`)).names, path);
          continue;
        }
        assert.equal(here.text, there.text, path);
        assert.equal(here.headers.etag, there.headers.etag, path);
      }
      assert.equal((await plain.get('/v1/cards?lang=fr')).status, 400);
      assert.equal((await plain.data<Page<CardSummary>>('/v1/cards?lang=en')).items[0]?.lang, 'en');
    });

    test('a game that has no such language is served in its own beside one that has', async () => {
      const [game] = deployedIn(s);
      const [other] = deployedIn({
        configured: {
          ...configuredIn('', ['ja', 'ko']),
          scope: { game: 'other', idPrefix: 'other-', language: 'ja', translations: ['ko'] },
        },
      });
      assert.ok(game && other);
      await using both = await apiOn(s.place.store, { games: [game, other] });
      assert.deepEqual([(await both.data<Card>('/v1/cards/ember1-3?lang=ko')).lang], ['en']);
      const { body } = await both.get('/v1/cards?lang=it');
      assert.equal(body.error?.message, 'lang must be a language that is served here: en, fr, ja, ko.');
    });
  });
}
