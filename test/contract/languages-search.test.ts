/** `q` over several languages: found by any of its names, shown in the language asked for, and followed as texts come and go. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { CardSummary, Expansion } from '../../src/catalog/records.ts';
import { claimLanguages } from '../../src/service/claim-languages.ts';
import { servedState } from '../../src/store/catalog/game-versions.ts';
import { addGame } from '../../src/store/games.ts';
import { tinyCatalog, type UpstreamCatalog } from '../support/sources/tiny-catalog.ts';
import { apiOn, type TestApi } from '../support/stages/api.ts';
import { runGames } from '../support/stages/ingest.ts';
import {
  deployedIn,
  frenchCatalog,
  type SeveralLanguages,
  severalLanguages,
} from '../support/stages/several-languages.ts';
import { ENGINES } from '../support/stages/stores.ts';

interface Page<Row> {
  items: (Row & { score: number; lang?: string })[];
}

const named = (catalog: UpstreamCatalog, id: string, name: string) => {
  Object.assign(catalog.cards.find((card) => card.id === id) ?? assert.fail(id), { name });
};

function catalogs() {
  const [en, fr, ja] = [tinyCatalog(), frenchCatalog(), tinyCatalog()];
  named(fr, 'ember1-3', 'Lueur du Foyer');
  named(ja, 'ember1-3', '暖炉のともしビ');
  named(ja, 'ember1-4', 'ともしビ');
  for (const set of fr.sets) if (set.id === 'ember2') set.name = 'Marée des Braises';
  for (const set of ja.sets) if (set.id === 'ember1') set.name = '炎の夜明け';
  for (const each of ja.series) if (each.id === 'frost') each.name = '霜';
  return { en, fr, ja };
}

for (const [engine, skip] of ENGINES) {
  suite(`q over several languages on ${engine}`, { skip }, () => {
    let s: SeveralLanguages;
    let api: TestApi;
    const found = async (q: string, more = '', list = 'cards') =>
      (await api.data<Page<CardSummary>>(`/v1/${list}?q=${encodeURIComponent(q)}${more}`)).items;
    before(async () => {
      s = await severalLanguages(engine, catalogs());
      await s.run();
      api = await apiOn(s.place.store, { games: deployedIn(s) });
    });
    after(async () => {
      await api[Symbol.asyncDispose]();
      await s[Symbol.asyncDispose]();
    });

    test('a row tells the name in another language that was typed, in full, begun or mistyped, under a sort too', async () => {
      for (const [q, name] of [
        ['Lueur du Foyer', 'Lueur du Foyer'],
        ['lueur fo', 'Lueur du Foyer'],
        ['Luuer du Foyer', 'Lueur du Foyer'],
        ['Lueur du Foyer 3', 'Lueur du Foyer'],
        ['暖炉ノトモシび', '暖炉のともしビ'],
        ['Glimmer 3 of ember1', undefined],
        ['glimmer of', undefined],
      ] as const) {
        for (const sort of ['', '&sort=number']) {
          const row = (await found(q, sort)).find(({ id }) => id === 'ember1-3');
          assert.deepEqual([row?.name, row?.matched_name], ['Glimmer 3 of ember1', name], q + sort);
        }
      }
    });

    test('words of a card’s name in another language and of its expansion’s name find it', async () => {
      for (const q of ['marée des braises', 'lueur 3 marée braises', 'lueur braises 3', 'lueur ember tide 3']) {
        const [first] = await found(q);
        assert.equal(first?.id, q === 'marée des braises' ? 'ember2-1' : 'ember2-3', q);
      }
      assert.ok((await found('marée braises')).every(({ id }) => id.startsWith('ember2-')));
    });

    test('a card is found by its name in every language, with score 1, whatever language it is shown in', async () => {
      for (const q of ['Lueur du Foyer', '暖炉のともしビ', '暖炉ノトモシび', 'Glimmer 3 of ember1']) {
        for (const [lang, name] of [
          ['', 'Glimmer 3 of ember1'],
          ['&lang=fr', 'Lueur du Foyer'],
          ['&lang=ja', '暖炉のともしビ'],
        ] as const) {
          const [first, ...others] = await found(q, lang);
          assert.deepEqual([first?.id, first?.name, first?.score], ['ember1-3', name, 1], q);
          assert.ok(others.every(({ id, score }) => id !== 'ember1-3' && score < 1));
        }
      }
    });

    test('misspelt, in part, and with its number it is found too, and filters hold', async () => {
      for (const q of ['Luer du Foyer', '暖炉のともびし', '暖炉 3', '暖', 'foyer lueur', 'lueur du foyer 003']) {
        assert.equal((await found(q))[0]?.id, 'ember1-3', q);
      }
      assert.deepEqual(
        (await found('ともしび')).map(({ id, score }) => [id, score === 1]),
        [
          ['ember1-4', true],
          ['ember1-3', false],
        ],
      );
      assert.deepEqual(await found('ともしび', '&expansion_id=ember2'), []);
    });

    test('expansions and series are found by their names in every language', async () => {
      const groups = async (list: string, q: string, lang = '') =>
        (await api.data<Page<Expansion>>(`/v1/${list}?q=${encodeURIComponent(q)}${lang}`)).items;
      assert.deepEqual(
        (await groups('expansions', '炎ノ夜明ケ', '&lang=fr')).map(({ id, name, score }) => [id, name, score]),
        [['ember1', 'Ember Dawn fr', 1]],
      );
      assert.equal((await groups('series', '霜'))[0]?.id, 'frost');
    });

    test('a walk of the ranked set shows each row once, page by page', async () => {
      for (const q of ['lueur', 'ember1', 'ともしび 3']) {
        const path = `/v1/cards?q=${encodeURIComponent(q)}&lang=ja`;
        const rows: CardSummary[] = [];
        for (let cursor: string | null = ''; cursor !== null; ) {
          const page: Page<CardSummary> & { next_cursor: string | null } = await api.data(
            `${path}&limit=7&cursor=${cursor}`,
          );
          rows.push(...page.items);
          cursor = page.next_cursor;
        }
        assert.deepEqual(
          rows.map(({ id }) => id),
          (await found(q, '&lang=ja&limit=200')).map(({ id }) => id),
        );
        assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length);
      }
    });
  });

  suite(`the names that are searched follow the languages on ${engine}`, { skip }, () => {
    test('the names’ version moves with a language’s load, its names and its end, and with nothing else', async () => {
      await using s = await severalLanguages(engine, catalogs());
      const { store } = s.place;
      await store.write((writes) => addGame(writes, { name: 'game', id_prefix: '' }));
      const names = async () => (await servedState(store)).names;
      const version = async () => (await servedState(store)).version;
      await s.run('none');
      const { translations: _, ...scope } = s.configured.scope;
      await runGames(store, [{ ...s.configured, scope }]);
      const own = await names();
      await s.run('catalog.fr');
      const loaded = await names();
      assert.ok(loaded > own, 'a load');
      await s.run('catalog.fr');
      const before = await version();
      Object.assign(s.catalogs.fr?.cards[0] ?? {}, { rarity: 'Rare', description: 'Un autre texte.' });
      await s.run('catalog.fr');
      assert.ok((await version()) > before);
      assert.equal(await names(), loaded, 'another text under the same name');
      named(s.catalogs.fr as UpstreamCatalog, 'ember1-3', 'Lueur ravivée');
      await s.run('catalog.fr');
      const renamed = await names();
      assert.ok(renamed > loaded, 'another name');
      const [game] = [s.configured];
      await claimLanguages(store, { games: [{ ...game, scope: { ...game.scope, translations: ['ja'] } }] });
      assert.ok((await names()) > renamed, 'its end');
      await using api = await apiOn(store, { games: deployedIn(s) });
      assert.deepEqual((await api.data<Page<CardSummary>>('/v1/cards?q=Lueur+raviv%C3%A9e')).items, []);
    });

    test('a name that is withheld is not searched', async () => {
      const texts = catalogs();
      for (const [at, id] of ['ember1-1', 'ember2-1', 'frost1-1'].entries()) {
        const card = (of: UpstreamCatalog) => of.cards.find((each) => each.id === id) ?? assert.fail(id);
        Object.assign(card(texts.en), { name: at < 2 ? 'Ash' : 'Brine', dexId: [at < 2 ? 1 : 2] });
        Object.assign(card(texts.ja), { name: 'アッシュ' });
      }
      for (const id of ['ember1-2', 'ember2-2']) {
        Object.assign(texts.en.cards.find((each) => each.id === id) ?? {}, { name: 'Brine', dexId: [2] });
        Object.assign(texts.ja.cards.find((each) => each.id === id) ?? {}, { name: 'ブライン' });
      }
      await using s = await severalLanguages(engine, texts);
      await s.run();
      await using api = await apiOn(s.place.store, { games: deployedIn(s) });
      const { items } = await api.data<Page<CardSummary>>(`/v1/cards?q=${encodeURIComponent('アッシュ')}`);
      assert.deepEqual(
        items.map(({ id }) => id),
        ['ember1-1', 'ember2-1'],
        'frost1-1 is called Brine, and its text is that of Ash',
      );
    });
  });
}
