/** Regional prints: cards of a region with numbers of their own stand beside the others, in a language of their own. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Card, CardSummary, Expansion, Series } from '../../src/catalog/records.ts';
import type { CatalogScope } from '../../src/catalog/scope.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { gameOf } from '../../src/games/games.ts';
import { openLog } from '../../src/log.ts';
import { leaderElectionOn } from '../../src/service/background-work.ts';
import { claimLanguages } from '../../src/service/claim-languages.ts';
import { putTexts } from '../../src/store/catalog/translations.ts';
import { renameGame } from '../../src/store/games.ts';
import { RUN_TABLES, storedDigests } from '../support/oracles/stored.ts';
import { tinyCard, tinyCatalog, type UpstreamCatalog } from '../support/sources/tiny-catalog.ts';
import { apiOn, type TestApi } from '../support/stages/api.ts';
import { runGames } from '../support/stages/ingest.ts';
import type { SeveralLanguages } from '../support/stages/several-languages.ts';
import { deployedIn, frenchCatalog, severalLanguages } from '../support/stages/several-languages.ts';
import { ENGINES } from '../support/stages/stores.ts';

interface Page<Row> {
  items: (Row & { lang?: string })[];
}

const LINES = [{ region: 'asia', language: 'ja', translations: ['zh-tw'] }];

/** Two expansions of Asia's own, and one that upstream has under one id in both. */
function asianCatalog(word: string): UpstreamCatalog {
  const { series, sets, cards } = tinyCatalog(4);
  const [own, other, shared] = sets;
  assert.ok(own && other && shared);
  const dawn = { ...own, id: 'DAWN1', name: `${word}の夜明け`, serie: { id: 'DAWN', name: `${word}編` } };
  const dusk = { ...other, id: 'DAWN2', name: `${word}の黄昏`, serie: { id: 'DAWN', name: `${word}編` } };
  const made = ['DAWN1', 'DAWN2'].flatMap((set) => [1, 2, 3, 4].map((at) => tinyCard(set, at)));
  const all = [...made, ...cards.filter(({ set }) => set.id === 'frost1')];
  return {
    series: [{ id: 'DAWN', name: `${word}編` }, ...series.filter(({ id }) => id === 'frost')],
    sets: [dawn, dusk, { ...shared, name: `${word}の門` }],
    cards: all.map((card) => ({ ...card, name: `${word}${card.localId} ${card.set.id}` })),
  };
}

const catalogs = () => ({
  en: tinyCatalog(),
  fr: frenchCatalog(),
  ja: asianCatalog('炎'),
  'zh-tw': asianCatalog('火'),
});

/** A text as a release wrote it that had no regional prints. */
const STRAY = {
  ...{ kind: 'card' as const, id: 'DAWN1-1', game: 'game', language: 'ja' },
  ...{ name: '炎1 DAWN1', body: '{}', facts: '{}', digest: 'before' },
};

/** What a process that stands for the work does, until all that was due at its start is done. */
async function worked({ place: { store, location }, configured }: SeveralLanguages): Promise<void> {
  const { dataDir, databaseUrl } = location;
  const env = { CARDSTOCK_SCAN_PROCESSES: '0', ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) };
  const flags = { data: dataDir };
  const config = { ...loadConfig({ flags, env, directory: dataDir, version: '1' }), games: [configured] };
  const followers = { onProgress: () => undefined, onReport: () => undefined };
  const election = leaderElectionOn(store, config, 'http://127.0.0.1', openLog('silent'), followers);
  await election.settled;
  await election.stop();
}

for (const [engine, skip] of ENGINES) {
  suite(`regional prints on ${engine}`, { skip }, () => {
    let s: SeveralLanguages;
    let api: TestApi;
    before(async () => {
      s = await severalLanguages(engine, catalogs(), LINES);
      const reports = await s.run();
      assert.deepEqual(
        reports.map(({ source, outcome }) => [source, outcome]),
        ['catalog', 'catalog.fr', 'catalog.ja', 'catalog.zh-tw'].map((source) => [source, 'succeeded']),
      );
      api = await apiOn(s.place.store, { games: deployedIn(s) });
    });
    after(async () => {
      await api[Symbol.asyncDispose]();
      await s[Symbol.asyncDispose]();
    });

    test('a region’s cards are cards, its expansions say the region, and the others stay byte for byte', async () => {
      const { items } = await api.data<Page<CardSummary>>('/v1/cards?expansion_id=DAWN1');
      assert.deepEqual(
        items.map(({ id, name }) => [id, name]),
        [1, 2, 3, 4].map((at) => [`DAWN1-${at}`, `炎${at} DAWN1`]),
      );
      const { region, name } = await api.data<Expansion>('/v1/expansions/DAWN1');
      assert.deepEqual([region, name], ['asia', '炎の夜明け']);
      const { expansions } = await api.data<Series>('/v1/series/DAWN');
      assert.deepEqual(
        expansions.map(({ id }) => id),
        ['DAWN1', 'DAWN2'],
      );
      await using alone = await severalLanguages(engine, { en: catalogs().en });
      await alone.run();
      await using plain = await apiOn(alone.place.store, { games: deployedIn(alone) });
      for (const path of ['/v1/expansions/frost1', '/v1/cards/frost1-3', '/v1/cards/ember1-3']) {
        const { names: _, ...shown } = (await api.data<Card | Expansion>(path)) as Card;
        assert.equal(JSON.stringify(shown), JSON.stringify(await plain.data(path)), path);
      }
    });

    test('without lang a card stands in its line’s language; with it the line’s translations are shown, and no others', async () => {
      for (const [path, lang, name, shownIn] of [
        ['DAWN1-2', 'ja', '炎2 DAWN1', 'ja'],
        ['DAWN1-2', 'zh-tw', '火2 DAWN1', 'zh-tw'],
        ['DAWN1-2', 'en', '炎2 DAWN1', 'ja'],
        ['DAWN1-2', 'fr', '炎2 DAWN1', 'ja'],
        ['ember1-2', 'ja', 'Glimmer 2 of ember1', 'en'],
        ['ember1-2', 'fr', 'Lueur 2 of ember1', 'fr'],
      ] as const) {
        const { status, body, headers } = await api.get(`/v1/cards/${path}?lang=${lang}`);
        const card = body.data as Card;
        assert.deepEqual([status, card.name, card.lang], [200, name, shownIn], `${path} ${lang}`);
        assert.equal(headers['content-language'], shownIn);
      }
      const { names } = await api.data<Card>('/v1/cards/DAWN1-2?lang=en');
      assert.deepEqual(names, { ja: '炎2 DAWN1', 'zh-tw': '火2 DAWN1' });
      const { items } = await api.data<Page<CardSummary>>('/v1/cards?lang=zh-tw&limit=200');
      assert.deepEqual(
        new Set(items.map(({ id, lang }) => [id.startsWith('DAWN') ? 'asia' : id.split('-')[0], lang].join(' '))),
        new Set(['asia zh-tw', 'ember1 en', 'ember2 en', 'frost1 en', 'frost1.ja zh-tw']),
        'a set id that both lines have is two expansions, and the further one’s bears its mark',
      );
      const { items: expansions } = await api.data<Page<Expansion>>('/v1/expansions?lang=zh-tw');
      assert.equal(expansions.find(({ id }) => id === 'DAWN2')?.name, '火の黄昏');
      const { items: series } = await api.data<Page<Series>>('/v1/series?lang=ja');
      assert.deepEqual(series.map(({ id, lang }) => [id, lang]).sort(), [
        ['DAWN', 'ja'],
        ['ember', 'en'],
        ['frost', 'en'],
      ]);
    });

    test('a card is found by the names of its line', async () => {
      for (const q of ['火2 DAWN1', '炎2 dawn1']) {
        const { items } = await api.data<Page<CardSummary>>(`/v1/cards?q=${encodeURIComponent(q)}`);
        assert.equal(items[0]?.id, 'DAWN1-2', q);
      }
    });

    test('a run of one line leaves the other alone, and an unchanged one writes nothing', async () => {
      const before = await storedDigests(s.place.store, RUN_TABLES);
      for (const report of await s.run()) assert.deepEqual([report.outcome, report.counts], ['succeeded', {}]);
      assert.deepEqual(await storedDigests(s.place.store, RUN_TABLES), before);
    });
  });

  suite(`regional prints as they change on ${engine}`, { skip }, () => {
    test('an expansion of one line is not taken for one of the other that went, nor the other’s cards for gone', async () => {
      await using s = await severalLanguages(engine, catalogs(), LINES);
      await s.run();
      const { ja, en } = s.catalogs;
      assert.ok(ja && en);
      // Upstream renames an Asian set, and takes an English card away: each is its own line's affair.
      for (const set of ja.sets) if (set.id === 'DAWN1') set.id = 'DAWN1a';
      for (const card of ja.cards) {
        if (card.set.id === 'DAWN1')
          Object.assign(card, { id: card.id.replace('DAWN1', 'DAWN1a'), set: { id: 'DAWN1a' } });
      }
      en.cards = en.cards.filter(({ id }) => id !== 'ember1-12');
      const reports = await s.run();
      assert.ok(reports.every(({ outcome }) => outcome === 'succeeded'));
      await using api = await apiOn(s.place.store, { games: deployedIn(s) });
      assert.equal((await api.data<Expansion>('/v1/expansions/DAWN1a')).id, 'DAWN1');
      assert.equal((await api.data<Card>('/v1/cards/DAWN1a-2')).id, 'DAWN1-2');
      const { items } = await api.data<Page<CardSummary>>('/v1/cards?limit=200');
      assert.equal(items.length, 36 + 12);
    });

    test('a translation that becomes a line’s own language is refused, unless the line has no records yet', async () => {
      await using s = await severalLanguages(engine, catalogs(), LINES);
      await s.run();
      const { store } = s.place;
      const regionalPrints = [{ region: 'asia', language: 'zh-tw', translations: ['ja'] }];
      const swapped = { ...s.configured, scope: { ...s.configured.scope, regionalPrints } };
      await assert.rejects(claimLanguages(store, { games: [swapped] }), /in another language than zh-tw/);
      await using early = await severalLanguages(engine, catalogs());
      await early.run();
      const removed = await claimLanguages(early.place.store, { games: [s.configured] });
      assert.deepEqual(
        removed.map(({ language }) => language),
        ['ja'],
        'of when its texts were those of the other cards',
      );
    });

    test('a language whose texts were read before it was a line’s own brings its cards from documents that did not change', async () => {
      await using s = await severalLanguages(engine, catalogs(), LINES);
      const { store } = s.place;
      await s.run('none, but the files are written');
      const asTranslations = { game: 'game', idPrefix: '', language: 'en', translations: ['ja', 'zh-tw'] };
      await runGames(store, [{ ...s.configured, scope: asTranslations }]);
      await worked(s);
      const japanese = store.reads.selectFrom('cards').select('id').where('expansion_id', 'like', 'DAWN%.ja').execute();
      assert.equal((await japanese).length, 8);
    });

    test('texts in a line’s own language that a process of the release before brings back go, and nothing is refused', async () => {
      await using s = await severalLanguages(engine, catalogs(), LINES);
      const { store } = s.place;
      await s.run();
      const asTranslations = { game: 'game', idPrefix: '', language: 'en', translations: ['ja'] };
      await runGames(store, [{ ...s.configured, scope: asTranslations }], { only: 'catalog.ja' });
      await store.write((writes) => putTexts(writes, [STRAY]));
      const removed = await claimLanguages(store, { games: [s.configured] });
      assert.ok(removed.some(({ language }) => language === 'ja'));
      const again = await s.run('catalog.ja');
      assert.ok(Number(again[0]?.counts.cards) > 0, 'what that process read stands for nothing that the line has read');
    });

    test('an expansion that the catalog’s own line takes over keeps no card of the other line, and none is told of as it', async () => {
      const { ja, ...others } = catalogs();
      ja.cards.push(...Array.from({ length: 30 }, (_, at) => tinyCard('frost1', 101 + at)));
      await using s = await severalLanguages(engine, { ...others, ja }, LINES);
      const { store } = s.place;
      await s.run('catalog.ja');
      const printings = await store.reads
        .selectFrom('variants')
        .select('id')
        .where('card_id', 'like', 'frost1-%')
        .execute();
      const seen = await store.reads.selectFrom('events').select('id').execute();
      for (const only of ['catalog', 'catalog', 'catalog.ja', 'catalog.ja']) {
        for (const { outcome, reason } of await s.run(only)) assert.equal(outcome, 'succeeded', reason ?? '');
      }
      await using api = await apiOn(store, { games: deployedIn(s) });
      const { items } = await api.data<Page<CardSummary>>('/v1/cards?expansion_id=frost1&limit=200&lang=en');
      assert.deepEqual(
        items.map(({ name, lang }) => [name, lang]).sort(),
        Array.from({ length: 12 }, (_, at) => [`Glimmer ${at + 1} of frost1`, 'en']).sort(),
      );
      assert.equal((await api.get('/v1/cards/frost1-101')).status, 404);
      assert.equal((await api.get('/v1/cards/DAWN1-2')).status, 200);
      const told = await store.reads.selectFrom('events').select(['id', 'body']).orderBy('seq').execute();
      const events = told
        .filter(({ id }) => !seen.some((each) => each.id === id))
        .map(({ body }) => JSON.parse(String(body)) as { name: string; data: Record<string, unknown[]> });
      const namesOf = (name: string) =>
        events.flatMap((event) => (event.name === `game.${name}` ? Object.values(event.data).flat() : []));
      assert.deepEqual(
        namesOf('cards.deleted').sort(),
        Array.from({ length: 30 }, (_, at) => `frost1-${101 + at}`).sort(),
        'a card that another of the same id took the place of is told of as that',
      );
      assert.deepEqual(
        namesOf('card_variants.deleted').map(Number).sort(),
        printings.map(({ id }) => Number(id)).sort(),
      );
    });

    test('a line keeps the language that it was published in first, though it has no texts: another is refused by name', async () => {
      const { en, ja } = catalogs();
      await using s = await severalLanguages(engine, { en, ja }, [
        { region: 'asia', language: 'ja', translations: [] },
      ]);
      await s.run();
      const { store } = s.place;
      const claim = (scope: Partial<CatalogScope>, game = 'game') =>
        claimLanguages(store, {
          games: [{ ...s.configured, scope: { game, idPrefix: '', language: 'en', ...scope } }],
        });
      const asia = (language: string) => [{ region: 'asia', language, translations: [] }];
      await assert.rejects(
        claim({ regionalPrints: asia('ko') }),
        /regional print of asia of game .* than ko: name ja in "languages" /,
      );
      const international = [{ region: 'international', language: 'en', translations: [] }];
      await assert.rejects(
        claim({ language: 'ja', regionalPrints: international }),
        /catalog of game .* than ja: name en first in "languages"/,
      );
      await assert.rejects(claim({ language: 'ja' }), /than ja/);
      await claim({});
      await assert.rejects(claim({ regionalPrints: asia('ko') }), /than ko/, 'while it was left out too');
      assert.deepEqual(await claim({ regionalPrints: asia('ja') }), []);
      await store.write((writes) => renameGame(writes, 'game', 'cards'));
      await assert.rejects(claim({ regionalPrints: asia('ko') }, 'cards'), /than ko/);
    });

    test('printed codes of an expansion that both lines name are those of the catalog’s own', async () => {
      const { en, ja } = catalogs();
      for (const set of en.sets) if (set.id === 'frost1') set.abbreviation = { official: 'FG1' };
      await using s = await severalLanguages(engine, { en, ja }, [
        { region: 'asia', language: 'ja', translations: [] },
      ]);
      const codes = () =>
        s.place.store.reads.selectFrom('expansions').select('codes').where('id', '=', 'frost1').execute();
      await s.run();
      assert.deepEqual(
        (await codes()).map((row) => row.codes),
        ['["FG1"]'],
      );
    });

    test('records of a line that left the configuration stand in no language that is named', async () => {
      await using s = await severalLanguages(engine, catalogs(), LINES);
      await s.run();
      const { sources, scope } = s.configured;
      for (const translations of [undefined, ['fr']]) {
        const { regionalPrints: _, ...own } = { ...scope, translations: translations ?? [] };
        await using api = await apiOn(s.place.store, { games: [gameOf(sources, own)] });
        for (const path of ['cards/DAWN1-2', 'expansions/DAWN1', 'series/DAWN']) {
          const { body, headers } = await api.get(`/v1/${path}?lang=en`);
          assert.deepEqual([(body.data as Card).lang, headers['content-language']], ['und', 'und'], path);
        }
        assert.deepEqual((await api.data<Card>('/v1/cards/DAWN1-2?lang=en')).names?.und, '炎2 DAWN1');
        assert.equal((await api.data<Card>('/v1/cards/ember1-2?lang=en')).lang, 'en');
      }
    });

    test('a series that holds expansions of several lines is the catalog’s own, whichever stands first', async () => {
      const { en, ja } = catalogs();
      const [dawn] = ja.sets;
      assert.ok(dawn);
      ja.sets.push({ ...dawn, id: 'FROST0', serie: { id: 'frost' }, releaseDate: '2001-01-01' });
      ja.cards.push(tinyCard('FROST0', 1));
      await using s = await severalLanguages(engine, { en, ja }, [
        { region: 'asia', language: 'ja', translations: [] },
      ]);
      await s.run();
      await using api = await apiOn(s.place.store, { games: deployedIn(s) });
      const { lang, expansions } = await api.data<Series & { lang: string }>('/v1/series/frost?lang=en');
      assert.deepEqual([lang, expansions.map(({ id }) => id)], ['en', ['FROST0', 'frost1', 'frost1.ja']]);
    });

    test('texts of a line that came before the catalog’s own record of their id take the mark of the line when it comes', async () => {
      const { en, fr: _, ...others } = catalogs();
      const gate = tinyCatalog();
      gate.sets = gate.sets.filter(({ id }) => id !== 'frost1');
      gate.series = gate.series.filter(({ id }) => id !== 'frost');
      gate.cards = gate.cards.filter(({ set }) => set.id !== 'frost1');
      await using s = await severalLanguages(engine, { en: gate, ...others }, LINES);
      await s.run();
      const { store } = s.place;
      const texts = store.reads.selectFrom('translations').select(['kind', 'id']).where('language', '=', 'zh-tw');
      const chinese = () => texts.where('id', 'like', 'frost%').execute();
      assert.equal((await chinese()).length, 6);
      Object.assign(s.catalogs.en ?? {}, en);
      for (let run = 0; run < 2; run += 1) {
        await s.run();
        assert.deepEqual((await chinese()).map(({ id }) => id).sort(), [
          'frost1.ja',
          ...[1, 2, 3, 4].map((at) => `frost1.ja-${at}`),
        ]);
      }
    });

    test('an id by which the catalog’s own records answer too is left to them', async () => {
      const { en, ja } = catalogs();
      await using s = await severalLanguages(engine, { en, ja }, [
        { region: 'asia', language: 'ja', translations: [] },
      ]);
      s.catalogs.ja = {
        ...ja,
        sets: ja.sets.filter(({ id }) => id !== 'frost1'),
        cards: ja.cards.filter(({ set }) => set.id !== 'frost1'),
      };
      await s.run();
      // Upstream renames an international set; the new id is one that Asia has too, for a set and cards of its own.
      for (const set of en.sets) if (set.id === 'ember2') set.id = 'gate';
      for (const card of en.cards) {
        if (card.set.id === 'ember2')
          Object.assign(card, { id: card.id.replace('ember2', 'gate'), set: { id: 'gate' } });
      }
      await s.run('catalog');
      const [dawn] = ja.sets;
      assert.ok(dawn && s.catalogs.ja);
      s.catalogs.ja.sets.push({ ...dawn, id: 'gate', name: '門' });
      s.catalogs.ja.cards.push({ ...tinyCard('gate', 2), name: '門2' });
      for (const { outcome, reason } of await s.run()) assert.equal(outcome, 'succeeded', reason ?? '');
      await using api = await apiOn(s.place.store, { games: deployedIn(s) });
      for (const id of ['ember2-2', 'gate-2']) {
        assert.equal((await api.data<Card>(`/v1/cards/${id}`)).name, 'Glimmer 2 of ember2', id);
      }
      assert.equal((await api.data<Expansion>('/v1/expansions/gate')).name, 'Ember Tide');
      assert.equal((await api.data<Card>('/v1/cards/gate.ja-2')).name, '門2');
    });

    test('an id that both lines name is the catalog’s own, whichever of them came first', async () => {
      await using s = await severalLanguages(engine, catalogs(), LINES);
      await s.run('catalog.ja');
      await s.run('catalog');
      await using there = await severalLanguages(engine, catalogs(), LINES);
      await there.run();
      await there.run();
      await using api = await apiOn(s.place.store, { games: deployedIn(s) });
      await using other = await apiOn(there.place.store, { games: deployedIn(there) });
      for (const path of ['/v1/expansions', '/v1/series', '/v1/cards?limit=200', '/v1/cards?lang=zh-tw&limit=200']) {
        assert.deepEqual((await api.get(path)).body.data, (await other.get(path)).body.data, path);
      }
    });
  });
}
