/** A copy in one language: an export under `lang=`, then the feed under it, ends up with what the reads show. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { isWanted } from '../../src/events/event-names.ts';
import { numberEvents } from '../../src/store/events/events.ts';
import { apiOn, type TestApi } from '../support/stages/api.ts';
import { deployedIn, severalLanguages } from '../support/stages/several-languages.ts';
import { ENGINES } from '../support/stages/stores.ts';

type Told = { id: string; lang?: string; names?: Record<string, string>; name: string };
interface Feed {
  items: { id: string; name: string; data: Record<string, Told[]> }[];
  next_cursor: string | null;
}
const LISTS = ['cards', 'expansions', 'series'] as const;

/** The records of an export by their ids, and where to go on in the feed. */
async function loaded(api: TestApi, list: string) {
  const { text } = await api.get(`/export/${list}.ndjson?lang=fr`);
  const [head, ...lines] = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return { after: head.head.after as string, records: new Map<string, Told>(lines.slice(0, -1).map((r) => [r.id, r])) };
}

for (const [engine, skip] of ENGINES) {
  suite(`a copy in one language on ${engine}`, { skip }, () => {
    test('the feed takes lang: a copy kept by export and events in it equals the reads in it', async () => {
      await using s = await severalLanguages(engine);
      const numbered = async () => {
        while ((await numberEvents(s.place.store, new Date().toISOString(), isWanted)) > 0);
      };
      await s.run();
      await numbered();
      await using api = await apiOn(s.place.store, { games: deployedIn(s) });
      const copies = { cards: new Map(), expansions: new Map(), series: new Map() } as Record<
        string,
        Map<string, Told>
      >;
      let after = '';
      for (const list of LISTS) {
        const { after: place, records } = await loaded(api, list);
        copies[list] = records;
        after = place;
      }
      const { en, fr } = s.catalogs;
      assert.ok(en && fr);
      const of = (catalog: typeof en, id: string) => catalog.cards.find((card) => card.id === id) ?? assert.fail(id);
      of(fr, 'ember1-3').name = 'Braise vive';
      for (const catalog of [en, fr]) of(catalog, 'ember1-4').illustrator = 'Somebody Else';
      Object.assign(fr.sets.find(({ id }) => id === 'ember1') ?? {}, { name: 'Aube de braise' });
      Object.assign(fr.series.find(({ id }) => id === 'ember') ?? {}, { name: 'Braise' });
      await s.run();
      await numbered();

      const feed: Feed = await api.data(`/v1/events?after=${after}&lang=fr`);
      const told = feed.items.flatMap(({ data }) => Object.entries(data));
      for (const [list, records] of told) for (const record of records) copies[list]?.set(record.id, record);
      for (const list of LISTS) {
        for (const [id, record] of copies[list] ?? []) {
          assert.deepEqual(record, await api.data(`/v1/${list}/${id}?lang=fr`), `${list} ${id}`);
        }
      }
      assert.deepEqual(
        ['ember1-3', 'ember1-4'].map((id) => copies.cards?.get(id)?.name),
        ['Braise vive', 'Lueur 4 of ember1'],
      );
      assert.equal(copies.expansions?.get('ember1')?.name, 'Aube de braise');
    });

    test('in the feed too an unknown language is 400, and a cursor and Content-Language are of one language', async () => {
      await using s = await severalLanguages(engine);
      s.catalogs.fr?.cards.pop();
      await s.run();
      while ((await numberEvents(s.place.store, new Date().toISOString(), isWanted)) > 0);
      await using api = await apiOn(s.place.store, { games: deployedIn(s) });
      assert.equal((await api.get('/v1/events?lang=de')).status, 400);
      const [plain, french] = [await api.get('/v1/events?limit=1'), await api.get('/v1/events?limit=1&lang=fr')];
      assert.deepEqual([plain.headers['content-language'], french.headers['content-language']], [undefined, 'fr']);
      assert.equal((await api.get('/v1/events?lang=fr')).headers['content-language'], 'fr, en');
      assert.ok(!plain.text.includes('"lang"'));
      const { next_cursor } = (french.body as { data: Feed }).data;
      const other: Feed = await api.data(`/v1/events?limit=1&cursor=${next_cursor}`);
      assert.deepEqual(other.items, (plain.body as { data: Feed }).data.items, 'a cursor of French is none here');
    });
  });
}
