/** The drop-in for clients of pokemontcg.io v2: its paths, parameters, envelope, errors, ids and keys, over records of ours. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { DEFAULT_SCOPE } from '../../src/catalog/scope.ts';
import { gameOf } from '../../src/games/games.ts';
import { compatServices } from '../../src/service/configured-parts.ts';
import { BASE, dropInCatalog as catalog } from '../support/sources/drop-in-catalog.ts';
import { catalogFolder } from '../support/sources/tiny-catalog.ts';
import { apiOn, type TestApi } from '../support/stages/api.ts';
import { runCatalog } from '../support/stages/ingest.ts';
import { ENGINES, newStore } from '../support/stages/stores.ts';
import { priceVaried } from '../support/stages/varied-catalog.ts';

interface Answered {
  data: Record<string, unknown>[];
  page: number;
  pageSize: number;
  count: number;
  totalCount: number;
}

const game = gameOf({ catalog: { adapter: 'tcgdex' } }, DEFAULT_SCOPE);

async function compatApi(engine: 'sqlite' | 'postgres', settings: object = {}) {
  await using folder = await catalogFolder(catalog);
  const place = await newStore(engine);
  assert.equal((await runCatalog(place.store, folder.files)).outcome, 'succeeded');
  await priceVaried(place.store, '2026-05-01', (at) => 1234 + at);
  const api = await apiOn(place.store, {
    games: [game],
    compat: compatServices({ compat: { pokemontcg: settings } }, [game]),
  });
  const close = async () => {
    await api[Symbol.asyncDispose]();
    await place[Symbol.asyncDispose]();
  };
  return { api, [Symbol.asyncDispose]: close };
}

async function asked(api: TestApi, path: string): Promise<Answered> {
  const { status, text, body } = await api.get(`${BASE}${path}`, { 'x-api-key': api.key });
  assert.equal(status, 200, `${path}: ${text}`);
  return body as unknown as Answered;
}

const idsOf = ({ data }: Answered) => data.map(({ id }) => id);

/** Requests as real code sends them, and the ids that they must give. */
const FORMS: readonly [string, string[]][] = [
  ['/cards?q=name:charizard', ['base1-4', 'base1-5', 'sv3-6']],
  ['/cards?q=name:"charizard ex"', ['sv3-6']],
  ['/cards?q=name:char*', ['base1-4', 'base1-5', 'sv3-6']],
  ['/cards?q=name:"mr*"', ['sv3-25']],
  ['/cards?q=name:*rizard', ['base1-4', 'base1-5', 'sv3-6']],
  ['/cards?q=!name:charizard', ['base1-4']],
  ['/cards?q=name:mr. mime', ['sv3-25']],
  ['/cards?q=!name:"mr. mime"', ['sv3-25']],
  ['/cards?q=set.id:base1', ['base1-4', 'base1-5', 'base1-70', 'base1-98']],
  ['/cards?q=set.id:base', []],
  ['/cards?q=set.id:sv3', ['sv3-6', 'sv3-25']],
  ['/cards?q=set.id:sv03', ['sv3-6', 'sv3-25']],
  ['/cards?q=set.id:bw11', ['bw11-1', 'bw11-RC1']],
  ['/cards?q=set.id:rc', ['bw11-RC1']],
  ['/cards?q=id:rc-RC1', ['bw11-RC1']],
  ['/sets?q=id:rc', ['bw11']],
  ['/sets?q=total:2', ['bw11', 'sv3']],
  ['/cards?q=set.id:base1 number:4', ['base1-4']],
  ['/cards?q=id:base1\\-4', ['base1-4']],
  ['/cards?q=!name:mr\\.\\ mime OR id:sv3\\-6', ['sv3-6', 'sv3-25']],
  ['/cards?q=set.ptcgoCode:OBF number:6', ['sv3-6']],
  ['/cards?q=name:"charizard" number:4 set.printedTotal:100', ['base1-4']],
  ['/cards?q=name:"charizard" set.name:"Base Set"', ['base1-4', 'base1-5']],
  ['/cards?q=set.name:Flames of Night', ['sv3-6', 'sv3-25']],
  ['/cards?q=set.series:Scarlet %26 Violet name:charizard', ['sv3-6']],
  ['/cards?q=nationalPokedexNumbers:6', ['base1-4', 'base1-5', 'sv3-6']],
  ['/cards?q=nationalPokedexNumbers:[100 TO 130]', ['bw11-1', 'sv3-25']],
  ['/cards?q=hp:[150 TO *]', ['sv3-6']],
  ['/cards?q=hp:{80 TO 120}', ['sv3-25']],
  ['/cards?q=hp:[* TO 30]', ['miscp-1']],
  ['/cards?q=hp:[* to 30]', ['miscp-1']],
  ['/cards?q=name: mr. mime', ['sv3-25']],
  ['/cards?q=types:Fire -subtypes:"Stage 2"', ['base1-5']],
  ['/cards?q=types:(fire OR grass) hp:80', ['base1-5', 'bw11-1']],
  ['/cards?q=supertype:pokemon name:charizard', ['base1-4', 'base1-5', 'sv3-6']],
  ['/cards?q=supertype:Pokémon set.id:bw11', ['bw11-1', 'bw11-RC1']],
  ['/cards?q=(subtypes:ex OR subtypes:VMAX)', ['sv3-6']],
  ['/cards?q=subtypes:v', []],
  ['/cards?q=rarity:"Rare Holo" OR rarity:"Ultra Rare"', ['base1-4', 'sv3-6']],
  ['/cards?q=name:charizard hp:120 attacks.name:spin', ['base1-4']],
  ['/cards?q=attacks.convertedEnergyCost:[2 TO 4]', ['base1-4']],
  ['/cards?q=legalities.standard:legal', ['sv3-6']],
  ['/cards?q=regulationMark:"G"', ['sv3-6']],
  ['/cards?q=evolvesFrom:charmeleon', ['base1-4']],
  ['/cards?q=set.releaseDate:[2024-01-01 TO *]', []],
  ['/cards?q=set.releaseDate:[2023/01/01 TO *]', ['sv3-6', 'sv3-25']],
  ['/cards?q=tcgplayer.prices.holofoil.market:[9999 TO *] set.id:sv3', []],
  ['/cards?q=level:40', []],
  ['/cards?q=subtypes:VMAX', []],
  ['/cards?q=types:fire subtypes:"Stage 2"', ['base1-4']],
  ['/cards?q=set.id:base1 -subtypes:basic -subtypes:item', ['base1-4']],
  ['/cards?q=nationalPokedexNumbers:[1 TO 100] -set.id:base1', ['sv3-6']],
  ['/cards?q=name:charizard set.id:sv3 legalities.standard:legal', ['sv3-6']],
  ['/cards?q=', ['miscp-1', 'base1-4', 'base1-5', 'base1-70', 'base1-98', 'bw11-1', 'bw11-RC1', 'sv3-6', 'sv3-25']],
  ['/cards?q=name:charizard&orderBy=-set.releaseDate,-number', ['sv3-6', 'base1-5', 'base1-4']],
  ['/cards?q=set.id:bw11&orderBy=-number', ['bw11-RC1', 'bw11-1']],
  ['/cards?q=-types:fire supertype:pokemon -set.id:miscp', ['bw11-1', 'bw11-RC1', 'sv3-6', 'sv3-25']],
  ['/cards?q=name:"Basic Fire Energy"', ['base1-98']],
  ['/cards?q=id:sv3-6', ['sv3-6']],
  ['/cards?q=id:sv03-006', ['sv3-6']],
  ['/cards?q=set.id:base1&orderBy=-number', ['base1-98', 'base1-70', 'base1-5', 'base1-4']],
  ['/cards?q=name:charizard&orderBy=-set.releaseDate,number', ['sv3-6', 'base1-4', 'base1-5']],
  ['/cards?q=%2Bname:charizard %2Bset.id:base1 -number:4', ['base1-5']],
  ['/cards?q=name:charizard %26%26 set.id:base1', ['base1-4', 'base1-5']],
  ['/cards?q=id:base1-4 || name:mr. mime || id:sv3-6', ['base1-4', 'sv3-6', 'sv3-25']],
  ['/cards?q=name:charizard&orderBy=hp', ['base1-5', 'base1-4', 'sv3-6']],
  ['/cards?q=name:charizard&orderBy=%2Bname', ['base1-4', 'sv3-6', 'base1-5']],
  ['/cards?q=set.id:bw11&orderBy=set.id,set.series,set.name,-number', ['bw11-RC1', 'bw11-1']],
  ['/cards?q=attacks.cost:fire&orderBy=attacks.damage', ['base1-5', 'miscp-1', 'base1-4']],
  ['/cards?q=attacks.cost:fire&orderBy=-attacks.damage', ['base1-5', 'base1-4', 'miscp-1']],
  ['/cards?q=name:charizard&orderBy=-level', ['base1-4', 'base1-5', 'sv3-6']],
  ['/cards?q=name:charizard&language=fr&limit=750&orderBy=random', ['base1-4', 'base1-5', 'sv3-6']],
  ['//cards?q=name:mime', ['sv3-25']],
  ['/cards/?q=name:mime', ['sv3-25']],
  ['/sets?q=id:base1', ['base1']],
  ['/sets?q=name:"base set"', ['base1']],
  ['/sets?q=series:Scarlet %26 Violet', ['sv3']],
  ['/sets?q=(ptcgoCode:OBF OR id:OBF)', ['sv3']],
  ['/sets?q=(ptcgoCode:BS OR id:BS)&select=id,name,ptcgoCode', ['base1']],
  ['/sets?q=legalities.standard:legal', ['sv3']],
  ['/sets?orderBy=-releaseDate&pageSize=250', ['sv3', 'bw11', 'base1', 'miscp']],
  ['/sets', ['base1', 'bw11', 'sv3', 'miscp']],
];

for (const [engine, skip] of ENGINES) {
  suite(`the drop-in on ${engine}`, { skip }, () => {
    test('answers requests as real code sends them with the right ids', async () => {
      await using place = await compatApi(engine);
      for (const [path, ids] of FORMS) assert.deepEqual(idsOf(await asked(place.api, path)), ids, path);
    });
  });
}

test('a card and a set have the keys and words of that interface, data first, and nothing invented', async () => {
  await using place = await compatApi('sqlite');
  const { api } = place;
  const { data } = (await asked(api, '/cards/base1-4')) as unknown as { data: Record<string, unknown> };
  const { set: ofSet, tcgplayer, cardmarket, images, ...rest } = data as Record<string, Record<string, unknown>>;
  assert.deepEqual(rest, {
    id: 'base1-4',
    name: 'Charizard',
    supertype: 'Pokémon',
    subtypes: ['Stage 2'],
    hp: '120',
    types: ['Fire'],
    evolvesFrom: 'Charmeleon',
    abilities: [{ name: 'Energy Burn', text: 'Turn all into Fire.', type: 'Pokémon Power' }],
    attacks: [
      {
        name: 'Fire Spin',
        cost: ['Fire', 'Fire', 'Fire', 'Fire'],
        convertedEnergyCost: 4,
        damage: '100',
        text: 'Discard 2.',
      },
    ],
    weaknesses: [{ type: 'Water', value: '×2' }],
    retreatCost: ['Colorless', 'Colorless', 'Colorless'],
    convertedRetreatCost: 3,
    number: '4',
    artist: 'Ada Quill',
    rarity: 'Rare Holo',
    flavorText: 'Spits fire.',
    nationalPokedexNumbers: [6],
    legalities: { unlimited: 'Legal', expanded: 'Legal' },
  });
  assert.deepEqual(images, { small: '/pictures/base1-4/low', large: '/pictures/base1-4/high' });
  assert.equal(tcgplayer ?? 'absent', tcgplayer === undefined ? 'absent' : tcgplayer);
  const { updatedAt, ...shown } = ofSet ?? {};
  assert.match(String(updatedAt), /^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d$/);
  assert.deepEqual(shown, {
    ...{ id: 'base1', name: 'Base Set', series: 'Base', printedTotal: 100, total: 4 },
    ...{ legalities: { unlimited: 'Legal', expanded: 'Legal' }, ptcgoCode: 'BS', releaseDate: '1999/01/09' },
    images: { symbol: '', logo: '' },
  });
  const priced = (await asked(api, '/cards?q=tcgplayer.prices.holofoil.market:[1 TO *]&pageSize=1')).data[0] as {
    tcgplayer: { url: string; updatedAt: string; prices: Record<string, Record<string, number | null>> };
  };
  assert.equal(priced.tcgplayer.updatedAt, '2026/05/01');
  const { market, mid } = priced.tcgplayer.prices.holofoil ?? {};
  assert.equal(mid, null);
  assert.ok(Number(market) > 12 && Number(market) < 13, `${market} is decimal`);
  const [euro] = (await asked(api, '/cards?q=cardmarket.prices.trendPrice:[1 TO *]&pageSize=1')).data as {
    cardmarket: { prices: Record<string, number | null> };
  }[];
  assert.equal(Object.keys(euro?.cardmarket.prices ?? {}).length, 15);
  assert.equal(cardmarket === undefined || typeof cardmarket === 'object', true);
  const { text } = await api.get(`${BASE}/cards/sv3-6`, { 'x-api-key': api.key });
  assert.ok(text.startsWith('{"data":{'), 'data is the first key');
  const ex = (JSON.parse(text) as { data: Record<string, unknown> }).data;
  assert.deepEqual(ex.subtypes, ['Basic', 'ex']);
  assert.equal(ex.regulationMark, 'G');
  assert.ok(!('retreatCost' in ex) && !('attacks' in ex) && !('weaknesses' in ex));
  assert.deepEqual(Object.keys((await asked(api, '/cards?q=id:base1-98')).data[0] ?? {}).includes('rarity'), false);
  const [nameless = {}] = (await asked(api, '/cards?q=id:miscp-1')).data;
  assert.ok(!('ancientTrait' in nameless) && !('abilities' in nameless), 'a trait of which nothing is told is none');
});

test('cards are found and ordered by prices, those without one last in both directions', async () => {
  await using place = await compatApi('sqlite');
  const { api } = place;
  type Priced = { id: string; tcgplayer?: { prices: Record<string, { market: number }> } };
  const marketOf = ({ tcgplayer }: Priced) => tcgplayer?.prices.holofoil?.market;
  const all = (await asked(api, '/cards')).data as unknown as Priced[];
  const [least] = all.flatMap((card) => marketOf(card) ?? []).sort((a, b) => a - b);
  assert.ok(least !== undefined && all.some((card) => marketOf(card) === undefined));
  const dearer = all.filter((card) => (marketOf(card) ?? 0) > least).map(({ id }) => id);
  const range = `tcgplayer.prices.holofoil.market:{${least} TO *]`;
  assert.deepEqual(idsOf(await asked(api, `/cards?q=${range}`)), dearer);
  for (const sign of [1, -1]) {
    const path = `${sign < 0 ? '-' : ''}tcgplayer.prices.holofoil.market,-tcgplayer.prices.normal.market,id`;
    const markets = ((await asked(api, `/cards?orderBy=${path}`)).data as unknown as Priced[]).map(marketOf);
    const known = markets.filter((market) => market !== undefined);
    assert.deepEqual(
      markets.slice(0, known.length),
      known.toSorted((a, b) => sign * (a - b)),
    );
    assert.equal(markets.length, all.length);
  }
  const select = 'id,tcgplayer';
  const { data } = await asked(api, `/cards?select=${select}`);
  assert.deepEqual(
    data,
    all.map(({ id, tcgplayer }) => ({ id, ...(tcgplayer && { tcgplayer }) })),
    'and select shows the same',
  );
});

test('pages, lists, select and errors are as that interface has them', async () => {
  await using place = await compatApi('sqlite');
  const { api } = place;
  const first = await asked(api, '/cards?pageSize=4&select=id,name,nothing');
  assert.deepEqual([first.page, first.pageSize, first.count, first.totalCount], [1, 4, 4, 9]);
  assert.deepEqual(Object.keys(first.data[0] ?? {}), ['id', 'name']);
  const seen = new Set<unknown>();
  for (let page = 1; page <= 3; page += 1) {
    for (const id of idsOf(await asked(api, `/cards?pageSize=4&page=${page}`))) seen.add(id);
  }
  assert.equal(seen.size, 9);
  const past = await asked(api, '/cards?page=9');
  assert.deepEqual([past.data, past.count, past.totalCount], [[], 0, 9]);
  assert.equal((await asked(api, '/cards?pageSize=9999')).pageSize, 250);
  assert.deepEqual((await asked(api, '/types')).data, ['Darkness', 'Fire', 'Grass', 'Psychic']);
  assert.deepEqual((await asked(api, '/supertypes')).data, ['Energy', 'Pokémon', 'Trainer']);
  assert.deepEqual((await asked(api, '/subtypes')).data, ['Basic', 'Item', 'Stage 2', 'ex']);
  assert.deepEqual((await asked(api, '/rarities')).data, ['Common', 'Rare Holo', 'Ultra Rare']);
  assert.deepEqual(Object.keys(await asked(api, '/types')), ['data']);
  assert.deepEqual((await asked(api, '/cards?page=99999999999')).data, [], 'however far past the end');
  assert.deepEqual((await asked(api, '/cards?select=__proto__,toString&pageSize=1')).data, [{}]);
  const [nested] = (await asked(api, '/cards?select=id,set.name,images.small&pageSize=1')).data as object[];
  assert.deepEqual(Object.keys(nested ?? {}), ['id', 'set', 'images'], 'what names a part has the whole');
  for (const path of ['/cards/zzzz', '/sets/zzzz', '/decks', '/cards/base1-4/x', '/types/x']) {
    const { status, body } = await api.get(`${BASE}${path}`, { 'x-api-key': api.key });
    assert.deepEqual([status, body], [404, { error: { message: 'The requested resource was not found.', code: 404 } }]);
  }
  for (const q of ['name:pikachu OR', 'name:pikachu AND', 'name:pikachu NOT', '(name:pikachu OR)', 'name:*.*']) {
    const { status } = await api.get(`${BASE}/cards?q=${q}`, { 'x-api-key': api.key });
    assert.equal(status, 400, q);
  }
  const bad = await api.get(`${BASE}/cards?q=name:"open`, { 'x-api-key': api.key });
  assert.equal(bad.status, 400);
  const { error } = bad.body as unknown as { error: { code: number; message: string } };
  assert.equal(error.code, 400);
  assert.match(error.message, /^q at 6: a quote is not closed/);
});

test('a key of ours comes as X-Api-Key; without one the path says so in its own form, or answers where it is opened', async () => {
  await using closed = await compatApi('sqlite');
  const { status, body } = await closed.api.get(`${BASE}/sets`, {});
  assert.equal(status, 401);
  const { error } = body as unknown as { error: { code: number; message: string } };
  assert.equal(error.code, 401);
  assert.match(error.message, /X-Api-Key/);
  assert.equal((await closed.api.get(`${BASE}/sets`, { 'x-api-key': 'an-old-key' })).status, 401);
  assert.equal((await closed.api.get(`${BASE}/sets`)).status, 200, 'a bearer key works too');
  await using open = await compatApi('sqlite', { keyless: true, pocket: true, at: ['/v2', '/mirror/v2'] });
  assert.equal((await open.api.get(`${BASE}/sets`, {})).status, 200);
  assert.equal((await open.api.get('/v2/sets', { 'x-api-key': 'an-old-key' })).status, 200);
  assert.equal((await open.api.get('/mirror/v2//cards/A1-1', {})).status, 200, 'what pocket adds is there');
  assert.equal((await open.api.get('/v2x/sets', {})).status, 404);
  const preflight = await open.api.send('OPTIONS', '/v2/cards', {
    ...{ origin: 'https://shop.example', 'access-control-request-method': 'GET' },
    'access-control-request-headers': 'x-api-key',
  });
  assert.equal(preflight.status, 204);
  assert.match(String(preflight.headers['access-control-allow-headers']), /X-Api-Key/);
});
