/** Which records the drop-in serves, and of which state: English ones alone, and the state before while a run's is being made. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { answerCompat } from '../../src/api/compat/compat.ts';
import type { RouteRequest } from '../../src/api/request.ts';
import { DEFAULT_SCOPE } from '../../src/catalog/scope.ts';
import { gameOf } from '../../src/games/games.ts';
import { compatServices } from '../../src/service/configured-parts.ts';
import { bumpCatalogVersion } from '../../src/store/catalog/game-versions.ts';
import { BASE, card, dropInCatalog as catalog, set } from '../support/sources/drop-in-catalog.ts';
import { catalogFolder } from '../support/sources/tiny-catalog.ts';
import { apiOn, type TestApi } from '../support/stages/api.ts';
import { runCatalog } from '../support/stages/ingest.ts';
import { deployedIn, severalLanguages } from '../support/stages/several-languages.ts';
import { newStore } from '../support/stages/stores.ts';
import { priceVaried } from '../support/stages/varied-catalog.ts';

const game = gameOf({ catalog: { adapter: 'tcgdex' } }, DEFAULT_SCOPE);

async function dataOf(api: TestApi, path: string): Promise<unknown[]> {
  const { status, text, body } = await api.get(`${BASE}${path}`, { 'x-api-key': api.key });
  assert.equal(status, 200, `${path}: ${text}`);
  return (body as unknown as { data: unknown[] }).data;
}

const idsOf = async (api: TestApi, path: string) => ((await dataOf(api, path)) as { id: string }[]).map(({ id }) => id);

test('records that only a further language has are not served: they are asked for by their own language', async () => {
  const french = {
    series: catalog.series,
    sets: [...catalog.sets, set('2018sm-fr', 'Une collection', '2018-11-01', 'sv')],
    cards: [
      ...catalog.cards,
      card('2018sm-fr-1', { name: 'Carapuce', types: ['Eau'], set: { id: '2018sm-fr' }, localId: '1' }),
      card('sv03-099', {
        name: 'Salameche',
        types: ['Feu'],
        abilities: [{ type: 'Talent', name: 'Un', effect: 'Deux' }],
      }),
    ],
  };
  await using several = await severalLanguages('sqlite', { en: catalog, fr: french });
  for (const { outcome } of await several.run()) assert.equal(outcome, 'succeeded');
  const games = deployedIn(several);
  await using api = await apiOn(several.place.store, { games, compat: compatServices({ compat: {} }, games) });
  assert.deepEqual(await idsOf(api, '/sets'), ['base1', 'bw11', 'sv3', 'miscp']);
  assert.deepEqual(await idsOf(api, '/cards?q=set.id:sv3'), ['sv3-6', 'sv3-25']);
  assert.deepEqual(await dataOf(api, '/types'), ['Darkness', 'Fire', 'Grass', 'Psychic']);
  assert.equal((await api.get(`${BASE}/cards/sv3-99`, { 'x-api-key': api.key })).status, 404);
  assert.equal((await api.get(`${BASE}/sets/2018sm-fr`, { 'x-api-key': api.key })).status, 404);
  type Rows = { items: { id: string; lang?: string }[] };
  const { items } = await api.data<Rows>('/v1/cards?limit=200');
  const idsIn = async (lang: string) =>
    (await api.data<Rows>(`/v1/cards?filter=lang:${lang}`)).items.map(({ id }) => id);
  const told = (lang: string | undefined) => items.flatMap((each) => (each.lang === lang ? each.id : []));
  assert.deepEqual(await idsIn('fr'), told('fr'));
  assert.deepEqual(await idsIn('en'), told(undefined));
  assert.deepEqual(told('fr').toSorted(), ['2018sm-fr-1', 'sv03-099']);
});

test('while a run’s table is made the one before answers, whole; another game’s run makes none', async () => {
  await using place = await newStore('sqlite');
  await using folder = await catalogFolder(catalog);
  assert.equal((await runCatalog(place.store, folder.files)).outcome, 'succeeded');
  const games = [game.name, 'another'].map((name) => ({ name, id_prefix: name }));
  await place.store.write((writes) => writes.insertInto('games').values(games).execute());
  await priceVaried(place.store, '2026-05-01', (at) => 1234 + at);
  let snapshots = 0;
  const counted = new Proxy(place.store, {
    get: (store, name) => {
      if (name === 'snapshot') snapshots += 1;
      const value: unknown = Reflect.get(store, name);
      return typeof value === 'function' ? value.bind(store) : value;
    },
  });
  const compat = compatServices({ compat: {} }, [game]);
  type Priced = { data: { tcgplayer: { updatedAt: string; prices: { holofoil: { market: number } } } }[] };
  const ask = async (q: string) => {
    const request = { params: { '*': 'pokemontcg/v2/cards' }, query: { q } } as unknown as RouteRequest;
    const answer = await answerCompat(request, { compat, store: counted });
    return (JSON.parse(String(answer.body)) as Priced).data.map(({ tcgplayer: { updatedAt, prices } }) => {
      return { updatedAt, market: prices.holofoil.market };
    });
  };
  const old = await ask('tcgplayer.prices.holofoil.market:[12 TO 13]');
  assert.ok(old.length > 0);
  await place.store.write((writes) => bumpCatalogVersion(writes, { games: ['another'], names: true }));
  snapshots = 0;
  assert.deepEqual(await ask('tcgplayer.prices.holofoil.market:[12 TO 13]'), old);
  assert.equal(snapshots, 2, 'the version and what moved it');
  await priceVaried(place.store, '2026-05-02', (at) => 5678 + at);
  assert.deepEqual(await ask('tcgplayer.prices.holofoil.market:[12 TO 13]'), old, 'nobody waits');
  for (;;) {
    await turn();
    const rows = await ask('tcgplayer.prices.holofoil.market:[1 TO *]');
    const isOld = rows[0]?.updatedAt === old[0]?.updatedAt;
    for (const { updatedAt, market } of rows) {
      assert.deepEqual([updatedAt, market < 13], isOld ? ['2026/05/01', true] : ['2026/05/02', false]);
    }
    if (!isOld) break;
  }
  assert.deepEqual(await ask('tcgplayer.prices.holofoil.market:[12 TO 13]'), []);
});
