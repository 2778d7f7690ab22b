/** Pictures in further languages that are kept: each has an address of ours, and its own place at the source. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { suite, test } from 'node:test';
import type { Card } from '../../src/catalog/records.ts';
import { addressesToKeep, picturesOfCard } from '../../src/store/pictures/card-pictures.ts';
import { languagePictures } from '../../src/store/pictures/language-pictures.ts';
import { picturedCards } from '../../src/store/pictures/scan-pictures.ts';
import { tinyCatalog } from '../support/sources/tiny-catalog.ts';
import { apiOn } from '../support/stages/api.ts';
import { runGames } from '../support/stages/ingest.ts';
import { deployedIn, frenchCatalog, severalLanguages } from '../support/stages/several-languages.ts';
import { ENGINES } from '../support/stages/stores.ts';

const there = (language: string, id: string, rendition = 'high') =>
  `https://pictures.example/${language}/${id}/${rendition}.webp`;
const here = (id: string, query = '') => ({
  low: `https://cards.example/pictures/${id}/low${query}`,
  high: `https://cards.example/pictures/${id}/high${query}`,
});

async function all(portions: ReturnType<typeof addressesToKeep>) {
  const found = [];
  for await (const portion of portions) found.push(portion);
  return found;
}

for (const [engine, skip] of ENGINES) {
  suite(`pictures kept on ${engine}`, { skip }, () => {
    test('records and their texts name our addresses, and the scan those of the source', async () => {
      const pictured = (language: string, { cards, ...catalog }: ReturnType<typeof tinyCatalog>) => ({
        ...catalog,
        cards: cards.map((card) => ({ ...card, image: `https://pictures.example/${language}/${card.id}` })),
      });
      const catalogs = { en: pictured('en', tinyCatalog(2)), fr: pictured('fr', frenchCatalog(2)) };
      await using stage = await severalLanguages(engine, catalogs);
      const { store } = stage.place;
      await stage.run();
      assert.equal((await all(addressesToKeep(store.reads, 1))).length, 0);
      const { catalog } = stage.configured.sources;
      assert.ok(catalog);
      const kept = { ...stage.configured, sources: { catalog: { ...catalog, keep_pictures: true } } };
      const pictures = { folder: '', limitBytes: 1, at: 'https://cards.example' };
      const reports = await runGames(store, [kept], { pictures });
      assert.deepEqual(
        reports.map(({ outcome }) => outcome),
        ['succeeded', 'succeeded'],
      );

      await using api = await apiOn(store, { games: deployedIn(stage) });
      assert.deepEqual((await api.data<Card>('/v1/cards/ember1-1')).image, here('ember1-1'));
      assert.deepEqual((await api.data<Card>('/v1/cards/ember1-1?lang=fr')).image, here('ember1-1', '?lang=fr'));
      const [row] = (await api.data<{ items: Card[] }>('/v1/cards?q=Glimmer&limit=1')).items;
      assert.deepEqual(row?.image, here(row?.id ?? ''));

      const of = await picturesOfCard(store.reads, 'ember1-1', undefined);
      assert.deepEqual(
        of?.kept.map(({ high }) => high),
        [there('en', 'ember1-1'), there('fr', 'ember1-1')],
      );
      const inFrench = await picturesOfCard(store.reads, 'ember1-1', 'fr');
      assert.deepEqual(
        inFrench?.kept.map(({ low }) => low),
        [there('fr', 'ember1-1', 'low'), there('en', 'ember1-1', 'low')],
      );
      assert.equal(of?.elsewhere, null);

      const [own] = await picturedCards(store.reads, { after: 0, limit: 1 });
      assert.deepEqual([own?.picture, own?.isKept], [there('en', own?.id ?? ''), true]);
      const [further] = await languagePictures(store.reads, { after: 0, until: own?.key ?? 0 });
      assert.deepEqual([further?.picture, further?.isKept], [there('fr', own?.id ?? ''), true]);

      const [first = [], rest = []] = await all(addressesToKeep(store.reads, 7, 'game'));
      assert.equal(first.length, 7);
      assert.equal(new Set([...first, ...rest].map(({ high }) => high)).size, 12);
      assert.equal((await all(addressesToKeep(store.reads, 7))).flat().length, 12);
      assert.equal((await all(addressesToKeep(store.reads, 7, 'other'))).length, 0);

      // One that the source moves is fetched from where it is now.
      const cards = pictured('fr2', frenchCatalog(2)).cards;
      const file = `${String(catalog.files).replace('{language}', 'fr')}/cards.json`;
      await writeFile(new URL(file), JSON.stringify(cards));
      await runGames(store, [kept], { pictures });
      const moved = await picturesOfCard(store.reads, 'ember1-1', 'fr');
      assert.deepEqual(
        moved?.kept.map(({ high }) => high),
        [there('fr2', 'ember1-1'), there('en', 'ember1-1')],
      );
      // That of a text which is gone is kept no more.
      await writeFile(new URL(file), JSON.stringify(cards.slice(1)));
      await runGames(store, [kept], { pictures });
      assert.equal((await all(addressesToKeep(store.reads, 99))).flat().length, 11);
      await writeFile(new URL(file), JSON.stringify(catalogs.fr.cards));

      await runGames(store, [stage.configured], { pictures });
      assert.equal((await api.data<Card>('/v1/cards/ember1-1?lang=fr')).image?.high, there('fr', 'ember1-1'));
      assert.equal((await all(addressesToKeep(store.reads, 1))).length, 0);
    });
  });
}
