/** Regional prints beside each other: neither takes the other's cards, and names of one say nothing about the other's texts. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { recordsElsewhere } from '../../src/ingest/languages/texts-elsewhere.ts';
import { tinyCard, tinyCatalog, type UpstreamCatalog } from '../support/sources/tiny-catalog.ts';
import { apiOn } from '../support/stages/api.ts';
import { deployedIn, severalLanguages } from '../support/stages/several-languages.ts';

const lineOf = (...translations: string[]) => [{ region: 'asia', language: 'ja', translations }];

/** A set of Asia's own with these cards, beside those of the catalog that `beside` names. */
function asia(cards: UpstreamCatalog['cards'], beside: string[] = []): UpstreamCatalog {
  const { series, sets } = tinyCatalog(4);
  const [own] = sets;
  assert.ok(own);
  const dawn = { ...own, id: 'DAWN1', name: '暁', serie: { id: 'ember', name: '炎' } };
  return { series, sets: [dawn, ...sets.filter(({ id }) => beside.includes(id))], cards };
}

suite('regional prints beside each other', () => {
  test('a set id that both use bears the further one’s mark there, its cards likewise; each line keeps its own', async () => {
    const made = ['DAWN1', 'frost1'].flatMap((set) => [1, 2].map((at) => tinyCard(set, at)));
    const foreign = [tinyCard('frost1', 77), { ...tinyCard('DAWN1', 3), id: 'frost1-3' }];
    const ja = asia([...made, ...foreign], ['frost1']);
    const taiwan = asia([{ ...tinyCard('frost1', 2), name: '微光' }, tinyCard('frost1', 78)], ['frost1']);
    await using s = await severalLanguages('sqlite', { en: tinyCatalog(4), ja, 'zh-tw': taiwan }, lineOf('zh-tw'));
    const shown = async () => {
      const cards = await s.place.store.reads
        .selectFrom('cards')
        .select(['id', 'expansion_id'])
        .orderBy('id')
        .execute();
      return cards.flatMap(({ id, expansion_id }) =>
        expansion_id.startsWith('ember') ? [] : [`${expansion_id} ${id}`],
      );
    };
    const all = [
      ...[1, 2].map((at) => `DAWN1 DAWN1-${at}`),
      'DAWN1 frost1-3.ja',
      ...[1, 2, 3, 4].map((at) => `frost1 frost1-${at}`),
      ...[1, 2, 77, 78].map((at) => `frost1.ja frost1.ja-${at}`),
    ].sort();
    for (let run = 0; run < 2; run += 1) {
      for (const { outcome, reason } of await s.run()) assert.deepEqual([outcome, reason], ['succeeded', null]);
      assert.deepEqual((await shown()).sort(), all);
    }
    const texts = await s.place.store.reads
      .selectFrom('translations')
      .select('id')
      .where('name', '=', '微光')
      .execute();
    assert.deepEqual(texts, [{ id: 'frost1.ja-2' }]);
    await using api = await apiOn(s.place.store, { games: deployedIn(s) });
    const resolved = await api.data<{ items: { card_id: string }[] }>('/v1/resolve?source=tcgdex&id=frost1-2');
    assert.deepEqual(
      resolved.items.map(({ card_id }) => card_id),
      ['frost1-2', 'frost1.ja-2'],
    );
  });

  test('a line that comes before the catalog’s own takes its mark when that comes', async () => {
    const ja = asia([tinyCard('frost1', 1)], ['frost1']);
    const en = tinyCatalog(4);
    await using s = await severalLanguages('sqlite', { en, ja }, lineOf());
    const sets = en.sets.splice(0, en.sets.length, ...en.sets.filter(({ id }) => id !== 'frost1'));
    const cards = en.cards.splice(0, en.cards.length, ...en.cards.filter(({ set }) => set.id !== 'frost1'));
    await s.run();
    Object.assign(en, { sets, cards });
    for (let run = 0; run < 2; run += 1) await s.run();
    const rows = await s.place.store.reads
      .selectFrom('cards')
      .select('id')
      .where('id', 'like', 'frost1%')
      .orderBy('id')
      .execute();
    assert.deepEqual(
      rows.map(({ id }) => id),
      [...[1, 2, 3, 4].map((at) => `frost1-${at}`), 'frost1.ja-1'],
    );
  });

  test('a card that any language of a line has is a card, in the first language that has it, its expansion likewise', async () => {
    const [en, fr, de] = [tinyCatalog(2), tinyCatalog(4), tinyCatalog(5)];
    const own = { ...(fr.sets[0] as (typeof fr.sets)[number]), id: 'braise9', name: 'Braise' };
    fr.sets.push(own);
    fr.cards.push({ ...tinyCard('braise9', 1), name: 'Lueur' });
    await using s = await severalLanguages('sqlite', { en, fr, de });
    for (const { outcome, reason } of await s.run()) assert.deepEqual([outcome, reason], ['succeeded', null]);
    await using api = await apiOn(s.place.store, { games: deployedIn(s) });
    const lang = async (id: string, asked = '') =>
      (await api.data<{ lang?: string }>(`/v1/cards/${id}${asked}`)).lang ?? null;
    const langs = [];
    for (const at of [2, 4, 5]) langs.push(await lang(`ember1-${at}`));
    assert.deepEqual(langs, [null, 'fr', 'de']);
    assert.deepEqual(
      [await lang('braise9-1'), await lang('braise9-1', '?lang=en'), await lang('ember1-4', '?lang=de')],
      ['fr', 'fr', 'de'],
    );
    assert.equal((await api.data<{ name: string; lang: string }>('/v1/expansions/braise9')).lang, 'fr');
    // What an earlier language brings takes the place of a later one's, whose text it then has.
    en.cards.push(...tinyCatalog(4).cards.filter(({ id }) => id === 'ember1-4'));
    fr.cards.push(...tinyCatalog(5).cards.filter(({ id }) => id === 'ember1-5'));
    for (const { outcome, reason } of await s.run()) assert.deepEqual([outcome, reason], ['succeeded', null]);
    assert.deepEqual([await lang('ember1-4'), await lang('ember1-5')], [null, 'fr']);
  });

  test('a text is of another line where its id is a record of that; one of no record may yet be of its own', async () => {
    const ja = asia([tinyCard('DAWN1', 1)]);
    await using s = await severalLanguages('sqlite', { en: tinyCatalog(4), ja }, lineOf());
    await s.run();
    const [game = assert.fail()] = deployedIn(s);
    const isElsewhere = (await s.place.store.write((writes) => recordsElsewhere(writes, game)))('ja');
    const ids = ['ember1-1', 'DAWN1-1', 'nothing-1'];
    assert.deepEqual(
      ids.map((id) => isElsewhere('card', id)),
      [true, false, false],
    );
  });

  test('texts are judged by the names of their own line: a creature may be called otherwise in the other', async () => {
    const drawn = (set: string, at: number, species: number) => ({
      ...tinyCard(set, at),
      name: `Glimmer ${at}`,
      dexId: [species],
    });
    const numbers = [1, 2, 3, 4];
    const en = tinyCatalog(4);
    // The other line calls other species by the very names.
    en.cards = en.cards.map((card) => ({
      ...card,
      name: `Glimmer ${card.localId}`,
      dexId: [100 + Number(card.localId)],
    }));
    const ja = asia(numbers.map((at) => drawn('DAWN1', at, at)));
    const taiwan = asia(numbers.map((at) => ({ ...drawn('DAWN1', at, at), name: `微光 ${at}` })));
    await using s = await severalLanguages('sqlite', { en, ja, 'zh-tw': taiwan }, lineOf('zh-tw'));
    for (const { outcome, reason } of await s.run()) assert.equal(outcome, 'succeeded', reason ?? '');
    const texts = await s.place.store.reads
      .selectFrom('translations')
      .select(['id', 'withheld'])
      .where('kind', '=', 'card')
      .orderBy('id')
      .execute();
    assert.deepEqual(
      texts,
      numbers.map((at) => ({ id: `DAWN1-${at}`, withheld: null })),
    );
  });
});
