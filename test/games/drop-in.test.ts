/** The drop-in over the recorded catalog: what the suites of others' clients ask, and the ids that they want among the answers. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { DEFAULT_SCOPE } from '../../src/catalog/scope.ts';
import { gameOf } from '../../src/games/games.ts';
import { compatServices } from '../../src/service/configured-parts.ts';
import { fixturesMissing, startFixtureUpstream } from '../support/sources/fixture-upstream.ts';
import { apiOn } from '../support/stages/api.ts';
import { runCatalog } from '../support/stages/ingest.ts';
import { newStore } from '../support/stages/stores.ts';

/** By the suite: the request, and what must be among its answers. */
const WANTED: Readonly<Record<string, readonly [string, readonly string[]][]>> = {
  Go: [
    ['/cards?q=name:jirachi types:psychic', ['g1-RC13', 'sm11-79', 'hgss2-1']],
    ['/cards?q=name:flareon hp:[70 TO *]', ['pop3-2', 'bwp-BW88', 'swshp-SWSH041', 'sm12-25']],
    ['/cards?q=supertype:trainer set.id:sm3 rarity:"Rare Ultra"', ['sm3-142', 'sm3-143', 'sm3-144', 'sm3-145']],
    ['/cards?q=supertype:trainer set.id:sm3 rarity:Rare Ultra', ['sm3-142', 'sm3-143', 'sm3-144', 'sm3-145']],
    ['/cards?q=name:gardevoir-gx', ['sma-SV75', 'sm3-93', 'sm3-140', 'sm3-159']],
    ['/cards?q=name:"gardevoir %26*"', ['sm10-130', 'sm10-204', 'sm10-205', 'sm10-225']],
    ['/cards?q=id:xyp-XY67a', ['xyp-XY67a']],
    ['/sets?q=id:base1', ['base1']],
    ['/sets?q=series:"Sun %26 Moon"', ['sm1', 'sm10', 'sm12', 'sma']],
    ['/sets?q=series:Sun %26 Moon', ['sm1', 'sm10', 'sm12', 'sma']],
    ['/sets?q=id:sma', ['sma']],
    ['/rarities', ['Amazing Rare', 'Common', 'Rare Holo VMAX']],
    ['/types', ['Fire', 'Water', 'Psychic', 'Lightning']],
    ['/supertypes', ['Energy', 'Pokémon', 'Trainer']],
    ['/subtypes', ['BREAK', 'GX', 'LEGEND', 'Stadium']],
  ],
  Python: [['/sets?q=name:steam', ['xy11']]],
  Ruby: [['/cards?q=supertype:pokemon subtypes:basic set.name:generations', ['g1-26']]],
};

suite('the drop-in over the recorded catalog', { skip: fixturesMissing }, () => {
  test('answers what the suites of its clients ask', async (t) => {
    await using upstream = await startFixtureUpstream('full');
    await using place = await newStore('sqlite');
    assert.equal((await runCatalog(place.store, upstream.files)).outcome, 'succeeded');
    const game = gameOf({ catalog: { adapter: 'tcgdex' } }, DEFAULT_SCOPE);
    await using api = await apiOn(place.store, { games: [game], compat: compatServices({ compat: {} }, [game]) });
    const data = async (path: string) =>
      ((await api.get(`/compat/pokemontcg/v2${path}`)).body as unknown as { data: unknown }).data;
    const listed = async (path: string) => (await data(path)) as ({ id: string } | string)[];
    for (const [client, requests] of Object.entries(WANTED)) {
      for (const [path, wanted] of requests) {
        const found = (await listed(path)).map((row) => (typeof row === 'string' ? row : row.id));
        const missing = wanted.filter((id) => !found.includes(id));
        assert.deepEqual(missing, [], `${client}: ${path}, among ${found.length}`);
      }
    }

    const { rarity, ...gardevoir } = (await data('/cards/xy7-54')) as Record<string, unknown>;
    const { id, supertype, subtypes, hp, evolvesFrom, convertedRetreatCost, number, artist } = gardevoir;
    assert.deepEqual(
      { id, supertype, subtypes, hp, evolvesFrom, convertedRetreatCost, number, artist },
      {
        ...{ id: 'xy7-54', supertype: 'Pokémon', subtypes: ['Stage 2'], hp: '130', evolvesFrom: 'Kirlia' },
        ...{ convertedRetreatCost: 2, number: '54', artist: 'TOKIYA' },
      },
    );
    t.diagnostic(`Python's suite wants a Rare Holo, the source says ${rarity}`);
    const { name, series, printedTotal, total, ptcgoCode } = (await data('/sets/xy11')) as Record<string, unknown>;
    assert.deepEqual(
      { name, series, printedTotal, total, ptcgoCode },
      { name: 'Steam Siege', series: 'XY', printedTotal: 114, total: 116, ptcgoCode: 'STS' },
    );
    assert.ok((await listed('/sets?q=legalities.standard:legal')).length > 0);
    assert.ok((await listed('/cards?q=supertype:pokemon subtypes:mega')).length >= 70);
    const [first] = await listed('/sets');
    assert.equal(typeof first === 'object' && first.id, 'base1');

    // A client that is strict fails a page of 250 for one key.
    const seen = new Set<unknown>();
    for (let page = 1, rows = [{}]; rows.length > 0; page += 1) {
      rows = (await data(`/cards?page=${page}`)) as Record<string, unknown>[];
      for (const row of rows as Record<string, unknown>[]) {
        seen.add(row.id);
        assert.deepEqual(lacksOf(row), [], JSON.stringify(row));
      }
    }
    t.diagnostic(`${seen.size} cards have all keys that are demanded, and no empty one`);
    assert.ok(seen.size > 20_000);
  });
});

const DEMANDED =
  'id name number supertype legalities.unlimited images.small images.large set.id set.name set.series set.printedTotal ' +
  'set.total set.legalities.unlimited set.releaseDate set.updatedAt set.images';

/** Keys of a card that are demanded and not there, or there and empty; an amount may be null, a symbol, damage or text empty. */
function lacksOf(card: Record<string, unknown>): string[] {
  const at = (path: string) =>
    path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown>)?.[name], card);
  const attacks = (card.attacks ?? []) as Record<string, unknown>[];
  return [
    ...DEMANDED.split(' ').filter((path) => at(path) === undefined || at(path) === null || at(path) === ''),
    ...Object.keys(card).filter((name) => card[name] === null || (card[name] as unknown[]).length === 0),
    ...attacks.flatMap((attack) =>
      Object.keys(attack).join() === 'name,cost,convertedEnergyCost,damage,text' &&
      typeof attack.damage === 'string' &&
      typeof attack.text === 'string'
        ? []
        : JSON.stringify(attack),
    ),
  ];
}
