/** The resolver: ids of marketplaces and of other catalogs lead to our cards, printings and products. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { addAliases } from '../../src/store/catalog/aliases.ts';
import { putCards } from '../../src/store/catalog/cards.ts';
import type { TestApi } from '../support/stages/api.ts';
import { pricedApi } from '../support/stages/priced-api.ts';

interface Found {
  card_id: string | null;
  product_id: number | null;
  name: string;
  variants: { id: number; type: string }[];
}

let api: TestApi;
before(async () => {
  api = await pricedApi();
});
after(() => api[Symbol.asyncDispose]());

const resolve = async (source: string, id: string) => {
  const query = new URLSearchParams({ source, id });
  const { items, next_cursor } = await api.data<{ items: Found[]; next_cursor: null }>(`/v1/resolve?${query}`);
  assert.equal(next_cursor, null);
  return items;
};
const idsOf = async (source: string, id: string) =>
  (await resolve(source, id)).map(({ card_id, product_id }) => card_id ?? product_id);

suite('GET /v1/resolve', () => {
  test('a marketplace id leads to the card and its printings, or to the sealed product', async () => {
    const [card, ...more] = await resolve('tcgplayer', '3');
    assert.deepEqual(more, []);
    assert.equal(card?.card_id, 'ember1-3');
    assert.equal(card.product_id, null);
    const detail = await api.data<{ variants: { id: number }[] }>('/v1/cards/ember1-3');
    assert.deepEqual(
      card.variants.map(({ id }) => id),
      detail.variants.map(({ id }) => id),
    );
    assert.deepEqual(await idsOf('cardmarket', '1003'), ['ember1-3']);
    assert.deepEqual(await idsOf('tcgplayer', '900'), [900]);
    assert.deepEqual(await idsOf('cardmarket', '1900'), [900]);
  });

  test('several cards that carry one id are all given, each with the printings that do; none is an empty list', async () => {
    const template = await api.data<{ variants: object[] }>('/v1/cards/ember1-5');
    const at = (id: string, market: object[]) => {
      const variants = template.variants.map((variant, index) => ({ ...variant, external_ids: market[index] }));
      return { id, body: JSON.stringify({ ...template, id, variants }) };
    };
    const row = {
      name: 'x',
      number: '5',
      expansion_id: 'ember1',
      sort_date: '',
      number_sort: 'z',
      summary: '{}',
      digest: '',
    };
    const none = { tcgplayer: null, cardmarket: null };
    const both = [{ tcgplayer: 77777, cardmarket: null }, none];
    await api.store.write((writes) =>
      putCards(writes, [
        { ...row, ...at('two', both) },
        { ...row, ...at('one', both) },
      ]),
    );
    const found = await resolve('tcgplayer', '77777');
    assert.deepEqual(
      found.map(({ card_id, variants }) => [card_id, variants.map(({ type }) => type)]),
      [
        ['one', ['normal']],
        ['two', ['normal']],
      ],
    );
    await api.store.write((writes) => putCards(writes, [{ ...row, ...at('two', [none, none]) }]));
    assert.deepEqual(await idsOf('tcgplayer', '77777'), ['one'], 'an id that a card gave up leads there no longer');
    for (const [source, id] of [
      ['tcgplayer', '424242'],
      ['cardmarket', '3'],
      ['tcgdex', 'nothing-1'],
      ['tcgdex', 'nothing'],
      ['pokemontcg', 'base1-4'],
    ] as const) {
      assert.deepEqual(await resolve(source, id), [], id);
    }
  });

  test("a card's own id, an old one, and one padded otherwise lead to it", async () => {
    await api.store.write((writes) => addAliases(writes, 'card', new Map([['old-7', 'ember2-7']])));
    await api.store.write((writes) => addAliases(writes, 'expansion', new Map([['e2', 'ember2']])));
    for (const id of ['ember2-7', 'ember2-007', 'EMBER2-7', 'ember02-07', 'old-7', 'e2-7', ' ember2-7 ']) {
      assert.deepEqual(await idsOf('tcgdex', id), ['ember2-7'], id);
    }
    assert.equal((await resolve('tcgdex', 'ember2-7'))[0]?.variants.length, 2);
    assert.deepEqual(await idsOf('pokemontcg', 'ember2-7'), ['ember2-7']);
  });

  test('an id of a catalog leads to no card of another game, whatever that one is called here', async () => {
    const card = { ...(await api.data<object>('/v1/cards/ember1-6')), id: 'other-ember1-6', game: 'other' };
    const names = { id: card.id, game: card.game, name: 'Else', number: '6', expansion_id: 'other-ember1' };
    const sort = { sort_date: '2021-03-01', number_sort: '6', summary: JSON.stringify(names), digest: '' };
    const row = { ...names, ...sort, body: JSON.stringify(card) };
    await api.store.write((writes) => putCards(writes, [row]));
    assert.equal((await api.get('/v1/cards/other-ember1-6')).status, 200);
    assert.deepEqual(await resolve('tcgdex', 'other-ember1-6'), []);
    assert.deepEqual(await idsOf('tcgdex', 'ember1-6'), ['ember1-6']);
    assert.deepEqual(await resolve('lorcast', 'ember1-6'), [], 'a catalog of a game that is not configured');
  });

  test('a source that is not known and text that is no id answer 400', async () => {
    for (const query of [
      '',
      '?source=tcgplayer',
      '?id=3',
      '?source=ebay&id=3',
      '?source=constructor&id=3',
      '?source=tcgdex&id=',
      '?source=tcgdex&id=%20',
      '?source=tcgplayer&id=x',
      '?source=tcgplayer&id=99999999999',
      `?source=tcgdex&id=${'x'.repeat(101)}`,
      '?source=tcgdex&id=%00',
    ]) {
      const { status, body } = await api.get(`/v1/resolve${query}`);
      assert.deepEqual([status, body.error?.code], [400, 'bad_request'], query);
    }
    assert.match((await api.get('/v1/resolve')).body.error?.message ?? '', /tcgplayer, cardmarket, tcgdex, pokemontcg/);
  });
});
