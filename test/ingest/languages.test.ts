/** A card in each language it was printed in: what a language's runs write, withhold, tell and leave alone. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Card } from '../../src/catalog/records.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { auditReport } from '../../src/ingest/audit/audit-report.ts';
import { noChanges } from '../../src/ingest/changes.ts';
import { REASONS } from '../../src/ingest/languages/language-audit.ts';
import { publishTranslations } from '../../src/ingest/languages/publish-translations.ts';
import { openLog } from '../../src/log.ts';
import { leaderElectionOn } from '../../src/service/background-work.ts';
import { claimGames } from '../../src/service/claim-games.ts';
import { claimLanguages } from '../../src/service/claim-languages.ts';
import { putTexts } from '../../src/store/catalog/translations.ts';
import { addGame } from '../../src/store/games.ts';
import { catalogVersion } from '../../src/store/meta.ts';
import { registerTasks, tasks } from '../../src/store/runs.ts';
import type { Store } from '../../src/store/store.ts';
import { SeedCollector } from '../../src/upstream/seed-collector.ts';
import type { SourceSettings } from '../../src/upstream/source-fields.ts';
import { RUN_TABLES, storedDigests, UNSERVED_TABLES } from '../support/oracles/stored.ts';
import { tinyCard, tinyCatalog, type UpstreamCatalog } from '../support/sources/tiny-catalog.ts';
import { runGames } from '../support/stages/ingest.ts';
import { configuredIn, deployedIn, frenchCatalog, severalLanguages } from '../support/stages/several-languages.ts';
import { ENGINES, newStore, type TestStore } from '../support/stages/stores.ts';

interface Told {
  name: string;
  data: { cards?: Card[] };
}

async function toldBy(store: Store, run: () => Promise<unknown>): Promise<Told[]> {
  const seen = new Set((await store.reads.selectFrom('events').select('id').execute()).map(({ id }) => id));
  await run();
  const rows = await store.reads.selectFrom('events').select(['id', 'body']).orderBy('seq').execute();
  return rows.filter(({ id }) => !seen.has(id)).map(({ body }) => JSON.parse(String(body)) as Told);
}

const textOf = async (store: Store, id: string, kind: 'card' | 'expansion' | 'series' = 'card') =>
  (
    await store.reads
      .selectFrom('translations')
      .select(['name', 'withheld'])
      .where('kind', '=', kind)
      .where('id', '=', id)
      .where('language', '=', 'fr')
      .execute()
  )[0];

/** A configuration of the store at this place, without the games. */
const configAt = ({ location }: TestStore) => {
  const { dataDir, databaseUrl } = location;
  const env = { CARDSTOCK_SCAN_PROCESSES: '0', ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) };
  return loadConfig({ flags: { data: dataDir }, env, directory: dataDir, version: '1' });
};

const card = ({ cards }: UpstreamCatalog, id: string) => {
  const found = cards.find((each) => each.id === id);
  assert.ok(found);
  return found;
};

/** Four species that stand in two sets each, so that the game says how their names are paired. */
function withSpecies(catalog: UpstreamCatalog, word: string): UpstreamCatalog {
  for (const [at, species] of ['Ash', 'Brine', 'Cinder', 'Dew'].entries()) {
    for (const set of ['ember1', 'ember2']) {
      Object.assign(card(catalog, `${set}-${at + 1}`), { name: `${species}${word}`, dexId: [at + 1] });
    }
  }
  return catalog;
}

for (const [engine, skip] of ENGINES) {
  suite(`languages on ${engine}`, { skip }, () => {
    test('each further language is a task of its own, which leaves the catalog’s own records as they are', async () => {
      await using s = await severalLanguages(engine);
      const { store } = s.place;
      const [own] = await s.run('catalog');
      assert.equal(own?.outcome, 'succeeded');
      const reports = await s.run();
      assert.deepEqual(
        reports.map(({ source, outcome }) => [source, outcome]),
        [
          ['catalog', 'succeeded'],
          ['catalog.fr', 'succeeded'],
        ],
      );
      assert.equal((await textOf(store, 'ember1-3'))?.name, 'Lueur 3 of ember1');
      assert.equal((await textOf(store, 'ember1', 'expansion'))?.name, 'Ember Dawn fr');
      assert.equal((await textOf(store, 'ember', 'series'))?.name, 'Ember fr');
      const tasks = await store.reads.selectFrom('tasks').select(['name', 'last_error']).execute();
      assert.deepEqual(tasks.map(({ name }) => name).sort(), ['catalog', 'catalog.fr']);
    });

    test('a language’s first load tells nobody and moves the version; a changed text tells its card, with its names', async () => {
      await using s = await severalLanguages(engine);
      const { store } = s.place;
      const french = s.catalogs.fr as UpstreamCatalog;
      s.catalogs.fr = french;
      await s.run('catalog');
      card(french, 'ember1-3').name = 'Lueur retouchée';
      const version = await catalogVersion(store.reads);
      const told = await toldBy(store, () => s.run());
      assert.equal(told.length, 1);
      assert.equal(told[0]?.name, 'game.cards.updated');
      const [record] = told[0]?.data.cards ?? [];
      assert.equal(record?.name, 'Glimmer 3 of ember1', 'the record is in the catalog’s own language');
      assert.deepEqual(record?.names, { en: 'Glimmer 3 of ember1', fr: 'Lueur retouchée' });
      assert.equal(await catalogVersion(store.reads), version + 1);
      await using fresh = await severalLanguages(engine);
      assert.deepEqual(
        (await toldBy(fresh.place.store, () => fresh.run('catalog'))).flatMap(({ data }) => data.cards ?? []).length,
        36,
        'only the catalog’s own run tells its cards',
      );
    });

    test('texts that have not changed write nothing', async () => {
      await using s = await severalLanguages(engine);
      const { store } = s.place;
      await s.run();
      const before = await storedDigests(store, RUN_TABLES);
      for (const report of await s.run()) assert.deepEqual(report.counts, {});
      // The same texts in another order of fields of another document.
      s.catalogs.fr?.cards.reverse();
      const [, french] = await s.run();
      assert.equal(french?.counts.texts_changed, 0);
      const { documents: _, ...after } = await storedDigests(store, RUN_TABLES);
      const { documents: __, ...was } = before;
      assert.deepEqual(after, was);
    });

    test('what is served depends on what the sources say now, not on the way', async () => {
      await using s = await severalLanguages(engine);
      const { en: english, fr: french } = s.catalogs;
      assert.ok(english && french);
      // A text before its card, a card before its text, a name that is the same in both languages, and one that goes.
      french.cards.push({ ...tinyCard('ember2', 13), name: 'Lueur 13' });
      english.cards.push(tinyCard('frost1', 13));
      card(french, 'ember1-1').name = card(english, 'ember1-1').name;
      await s.run('catalog.fr');
      await s.run('catalog');
      english.cards.push(tinyCard('ember2', 13));
      french.cards.push({ ...tinyCard('frost1', 13), name: 'Lueur 13 de frost1' });
      french.cards.splice(french.cards.indexOf(card(french, 'ember1-5')), 1);
      card(english, 'ember1-1').name = 'Glimmer the First';
      await s.run('catalog.fr');
      await s.run('catalog');
      await using fresh = await severalLanguages(engine, s.catalogs);
      await fresh.run();
      // The last two say when a card changed.
      const skipped = [...UNSERVED_TABLES, 'variants', 'cards', 'card_facts', 'list_columns'];
      assert.deepEqual(await storedDigests(s.place.store, skipped), await storedDigests(fresh.place.store, skipped));
      assert.equal((await textOf(s.place.store, 'ember2-13'))?.name, 'Lueur 13');
      assert.equal((await textOf(s.place.store, 'ember1-1'))?.name, 'Glimmer 1 of ember1');
      assert.equal(await textOf(s.place.store, 'ember1-5'), undefined);
    });

    test('a language that fails is left out by itself; one that lacks cards, sets or series does not fail', async () => {
      await using s = await severalLanguages(engine, { en: tinyCatalog(), fr: frenchCatalog(), de: frenchCatalog() });
      const { store } = s.place;
      const { fr, de } = s.catalogs;
      assert.ok(fr && de);
      de.series.splice(1, 1);
      de.sets.splice(2, 1);
      fr.cards = [];
      const reports = await s.run();
      assert.deepEqual(
        reports.map(({ source, outcome }) => [source, outcome]),
        [
          ['catalog', 'succeeded'],
          ['catalog.fr', 'failed'],
          ['catalog.de', 'succeeded'],
        ],
      );
      const texts = await store.reads
        .selectFrom('translations')
        .select('id')
        .where('language', '=', 'de')
        .where('kind', '=', 'card')
        .execute();
      assert.equal(texts.length, 36, 'the cards of the set that has no name in it have their texts');
      assert.equal(await textOf(store, 'ember1-3'), undefined);
    });

    test('the text of another card is withheld, counted and listed with its reason, and shown once it is right', async () => {
      await using s = await severalLanguages(engine, {
        en: withSpecies(tinyCatalog(), ''),
        fr: withSpecies(frenchCatalog(), ' fr'),
      });
      const { store } = s.place;
      const { fr: french } = s.catalogs;
      assert.ok(french);
      card(french, 'ember2-2').name = 'Cinder fr';
      const [, report] = await s.run();
      assert.equal(report?.counts.texts_withheld, 1);
      const { texts } = await auditReport(store.reads, deployedIn(s));
      assert.deepEqual(texts, [
        { game: 'game', language: 'fr', card_id: 'ember2-2', name: 'Brine', text: 'Cinder fr', reason: REASONS.name },
      ]);
      card(french, 'ember2-2').name = 'Brine fr';
      const told = await toldBy(store, () => s.run());
      assert.deepEqual(
        told[0]?.data.cards?.map(({ id, names }) => [id, names]),
        [['ember2-2', { en: 'Brine', fr: 'Brine fr' }]],
      );
      assert.equal((await textOf(store, 'ember2-2'))?.withheld, null);
    });

    test('a card that the language alone has is no evidence against the text of another that is called so in it', async () => {
      await using s = await severalLanguages(engine);
      const { fr } = s.catalogs;
      assert.ok(fr);
      fr.cards.push({ ...card(fr, 'ember1-3'), id: 'ember1-99', localId: '99' });
      const [, report] = await s.run();
      assert.equal(report?.counts.cards_of_language, 1);
      assert.equal(report?.counts.texts_withheld, 0);
    });

    test('the catalog’s own run judges anew: a card that becomes another loses the text that was the old one’s', async () => {
      await using s = await severalLanguages(engine, {
        en: withSpecies(tinyCatalog(), ''),
        fr: withSpecies(frenchCatalog(), ' fr'),
      });
      const { store } = s.place;
      await s.run();
      const { en: english } = s.catalogs;
      assert.ok(english);
      Object.assign(card(english, 'ember2-2'), { name: 'Dew', dexId: [4] });
      const told = await toldBy(store, () => s.run('catalog'));
      assert.equal((await textOf(store, 'ember2-2'))?.withheld, REASONS.name);
      assert.deepEqual(
        told[0]?.data.cards?.map(({ id, names }) => [id, names]),
        [['ember2-2', { en: 'Dew' }]],
      );
    });

    test('a language that left the configuration goes with its texts, and may come again', async () => {
      await using s = await severalLanguages(engine);
      const { store } = s.place;
      await s.run();
      assert.deepEqual(await claimLanguages(store, { games: [s.configured] }), []);
      const alone = { ...s.configured, scope: { game: 'game', idPrefix: '', language: 'en' } };
      const version = await catalogVersion(store.reads);
      assert.deepEqual(await toldBy(store, () => claimLanguages(store, { games: [alone] })), []);
      assert.equal(await catalogVersion(store.reads), version + 1);
      assert.equal(await textOf(store, 'ember1-3'), undefined);
      const tasks = await store.reads.selectFrom('tasks').select('name').execute();
      assert.deepEqual(tasks, [{ name: 'catalog' }]);
      assert.deepEqual(await toldBy(store, () => s.run()), []);
      assert.equal((await textOf(store, 'ember1-3'))?.name, 'Lueur 3 of ember1');
    });

    test('a language that never brought a text, or left while its game was renamed, leaves no task behind', async () => {
      await using s = await severalLanguages(engine);
      const { store } = s.place;
      await store.write((writes) => addGame(writes, { name: 'game', id_prefix: '' }));
      await store.write((writes) => registerTasks(writes, ['catalog', 'catalog.de', 'catalog.fr'], '2026-01-01'));
      assert.deepEqual(await claimLanguages(store, { games: [s.configured] }), []);
      const names = async () => (await tasks(store.reads)).map(({ name }) => name);
      assert.deepEqual(await names(), ['catalog', 'catalog.fr']);
      const renamed = {
        scope: { game: 'ember', idPrefix: '', language: 'en' },
        sources: { 'ember.catalog': s.configured.sources.catalog as SourceSettings },
      };
      await claimGames(store, { games: [renamed] });
      await claimLanguages(store, { games: [renamed] });
      assert.deepEqual(await names(), ['ember.catalog']);
    });

    test('a text of no card that is here goes without a word: no read showed it', async () => {
      await using place = await newStore(engine);
      const { store } = place;
      const text = { kind: 'card' as const, id: 'a', game: 'game', language: 'fr', name: 'Un', body: '{}' };
      await store.write((writes) => putTexts(writes, [{ ...text, facts: '{}', digest: '' }]));
      const [game = assert.fail()] = deployedIn({ configured: configuredIn('file:///nowhere', ['en', 'fr']) });
      const changes = noChanges();
      const nothing = new SeedCollector().seed;
      await store.write((writes) =>
        publishTranslations({ writes, game, language: 'fr', changes, kept: undefined }, nothing),
      );
      assert.deepEqual([await textOf(store, 'a'), changes.cards.length], [undefined, 0]);
      assert.equal(await catalogVersion(store.reads), 0);
    });

    test('texts of an origin stay in all its languages, whichever the follower names', async () => {
      await using place = await newStore(engine);
      const text = { kind: 'card' as const, id: 'a', game: 'game', language: 'fr', name: 'Un', body: '{}' };
      await place.store.write((writes) => putTexts(writes, [{ ...text, facts: '{}', digest: '' }]));
      const origin = { adapter: 'cardstock', url: 'http://origin.example' } as SourceSettings;
      const follower = { scope: { game: 'game', idPrefix: '', language: 'en' }, sources: { origin } };
      assert.deepEqual(await claimLanguages(place.store, { games: [follower] }), []);
      assert.equal((await textOf(place.store, 'a'))?.name, 'Un');
    });

    test('texts that a process of another configuration brings back go when this one works', async () => {
      await using s = await severalLanguages(engine);
      await s.run();
      const alone = { ...s.configured, scope: { game: 'game', idPrefix: '', language: 'en' } };
      const config = { ...configAt(s.place), games: [alone] };
      const followers = { onProgress: () => undefined, onReport: () => undefined };
      const election = leaderElectionOn(s.place.store, config, 'http://127.0.0.1', openLog('silent'), followers);
      await election.settled;
      await election.stop();
      assert.equal(await textOf(s.place.store, 'ember1-3'), undefined);
    });

    test('a series that alone is found under a new id keeps its texts', async () => {
      await using s = await severalLanguages(engine);
      const { store } = s.place;
      const { en, fr } = s.catalogs;
      assert.ok(en && fr);
      await s.run();
      const renamed = ({ series, sets }: UpstreamCatalog) => {
        for (const each of series) if (each.id === 'ember') each.id = 'embers';
        for (const { serie } of sets) if (serie.id === 'ember') serie.id = 'embers';
      };
      renamed(fr);
      await s.run('catalog.fr');
      assert.equal(await textOf(store, 'ember', 'series'), undefined);
      renamed(en);
      const before = await catalogVersion(store.reads);
      await s.run('catalog.fr');
      await s.run('catalog');
      assert.equal((await textOf(store, 'ember', 'series'))?.name, 'Ember fr');
      assert.ok((await catalogVersion(store.reads)) > before);
    });

    test('by REST a text that is away for one crawl is read again from a document that did not change', async () => {
      await using place = await newStore(engine);
      const cards = ['e1-1', 'e1-2', 'e1-3', 'e1-4'];
      const listed = { en: cards, fr: cards };
      const documentOf = (language: 'en' | 'fr', path: string) => {
        const word = { en: 'Glimmer', fr: 'Lueur' }[language];
        const set = { id: 'e1', name: `Ember ${language}`, serie: { id: 's1' }, cardCount: { total: 4, official: 4 } };
        const [kind, id = ''] = path.split('/');
        if (kind === 'series') return [{ id: 's1', name: 'Series' }];
        if (kind === 'sets')
          return id === '' ? [{ id: 'e1' }] : { ...set, cards: listed[language].map((each) => ({ id: each })) };
        return { id, localId: id.split('-')[1], name: `${word} ${id}`, set: { id: 'e1' } };
      };
      const demo = (path: string) => {
        const [, language, ...rest] = path.split('/');
        return JSON.stringify(documentOf(language as 'en' | 'fr', rest.join('/')));
      };
      const scope = { game: 'game', idPrefix: '', language: 'en', translations: ['fr'] };
      const sources = { catalog: { adapter: 'tcgdex', url: 'demo:rest' } };
      const run = async () => {
        for (const { outcome, reason } of await runGames(place.store, [{ scope, sources }], { demo })) {
          assert.equal(outcome, 'succeeded', reason ?? '');
        }
        return (await textOf(place.store, 'e1-2'))?.name;
      };
      assert.equal(await run(), 'Lueur e1-2');
      listed.fr = cards.filter((id) => id !== 'e1-2');
      assert.equal(await run(), undefined);
      listed.fr = cards;
      assert.equal(await run(), 'Lueur e1-2');
    });

    test('a further language that is put first is refused: the records stand in another', async () => {
      await using s = await severalLanguages(engine);
      await s.run();
      const french = { ...s.configured, scope: { game: 'game', idPrefix: '', language: 'fr', translations: ['en'] } };
      await assert.rejects(
        claimLanguages(s.place.store, { games: [french] }),
        /the catalog of game in this store stands in another language than fr/,
      );
      assert.equal((await textOf(s.place.store, 'ember1-3'))?.name, 'Lueur 3 of ember1');
    });

    test('texts that are gone are read again from documents that did not change', async () => {
      await using s = await severalLanguages(engine);
      const { store } = s.place;
      await s.run();
      await store.write((writes) => writes.deleteFrom('translations').execute());
      await s.run();
      assert.equal((await textOf(store, 'ember1-3'))?.name, 'Lueur 3 of ember1');
    });
  });
}
