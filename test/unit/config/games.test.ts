/** The `games` of the configuration file: both forms, and what is refused with the line that is wrong. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { ConfigurationError } from '../../../src/config/configuration-error.ts';
import { loadConfig } from '../../../src/config/load-config.ts';

let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cardstock-games-'));
});
after(() => rm(folder, { recursive: true }));

const CATALOG = { adapter: 'tcgdex', files: 'file:/srv/tcgdex/en' };
const TCGCSV = { adapter: 'tcgcsv', url: 'https://tcgcsv.example/tcgplayer', category: 3 };

async function configOf(content: object | string) {
  const path = join(folder, 'cardstock.config.json');
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return loadConfig({ flags: {}, env: {}, directory: folder, version: '1' });
}

/** What is wrong with the file, without its place. */
async function faultsOf(content: object | string): Promise<string[]> {
  try {
    await configOf(content);
    return [];
  } catch (error) {
    assert.ok(error instanceof ConfigurationError);
    return error.faults.map((fault) => fault.slice(join(folder, 'cardstock.config.json').length + 1));
  }
}

test('games stand in the order of the file, their tasks called GAME.SOURCE, their ids behind GAME- or what is said', async () => {
  const sources = { catalog: CATALOG, usd: TCGCSV };
  const french = { catalog: { ...CATALOG, language: 'fr' } };
  const { games, isDemo } = await configOf({
    games: { ember: { id_prefix: '', sources }, frost: { sources: french } },
  });
  assert.deepEqual(
    games.map(({ scope, sources: named }) => [scope, Object.keys(named)]),
    [
      [{ game: 'ember', idPrefix: '', language: 'en' }, ['ember.catalog', 'ember.usd']],
      [{ game: 'frost', idPrefix: 'frost-', language: 'fr' }, ['frost.catalog']],
    ],
  );
  assert.equal(isDemo, false);
});

test('the form of one game means what it meant: bare ids, tasks by their own names, the two games of the demo without sources', async () => {
  const named = await configOf({ game: 'ember', sources: { catalog: CATALOG } });
  assert.deepEqual(named.games, [
    { scope: { game: 'ember', idPrefix: '', language: 'en' }, sources: { catalog: CATALOG } },
  ]);
  for (const [content, name] of [
    [{}, 'game'],
    [{ game: 'ember' }, 'ember'],
  ] as const) {
    const { isDemo, games } = await configOf(content);
    assert.deepEqual(
      [isDemo, ...games.map(({ scope }) => [scope.game, scope.idPrefix])],
      [true, [name, ''], ['orbwright', 'orbwright-']],
    );
    assert.deepEqual(
      games.map(({ scope, sources }) => Object.keys(sources).every((task) => task.startsWith(`${scope.game}.`))),
      [true, true],
    );
  }
});

test('a game of any name is read from its category at the marketplace, one that has rules of its own too', async () => {
  const catalog = { adapter: 'tcgcsv_catalog', url: 'https://tcgcsv.example/tcgplayer', category: 68 };
  assert.deepEqual(
    await faultsOf({ games: { one_piece: { sources: { catalog } }, lorcana: { sources: { catalog } } } }),
    [],
  );
});

test('each fault is told with its place', async () => {
  const game = { sources: { catalog: CATALOG } };
  for (const [content, fault] of [
    [{ games: {} }, /^"games": must be an object of games/],
    [{ games: { Ember: game } }, /^"games.Ember": must be a short lower-case name such as magic/],
    [{ games: { ember: { sources: { usd: TCGCSV } } } }, /^"games.ember": has no catalog among its sources/],
    [
      { games: { ember: { sources: { catalog: { adapter: 'tcgdex' } } } } },
      /^"games.ember.sources.catalog": needs a "url"/,
    ],
    [{ games: { ember: game, frost: { id_prefix: 'ember-', ...game } } }, /"ember-" is that of "games.ember" as well/],
    [{ games: { ember: { id_prefix: 'a b', ...game } } }, /^"games.ember" "id_prefix": must be written as in ember-/],
    [{ games: { ember: { prefix: 'a', ...game } } }, /^"games.ember"/],
    [{ games: { scan: game } }, /^"games.scan": the name is reserved for a task of the service/],
    [{ games: { all: game } }, /^"games.all": the name is reserved/],
    [
      {
        games: {
          ember: { sources: { catalog: CATALOG, usd: TCGCSV } },
          frost: { sources: { catalog: CATALOG, market: TCGCSV } },
        },
      },
      /^"games.frost.sources.market": feeds the products of category 3, as "games.ember.sources.usd" does/,
    ],
    [{ games: { lorcana: game } }, /^"games.lorcana" "sources.catalog" "adapter": tcgdex reads another game/],
    [{ games: { ember: game }, sources: { catalog: CATALOG } }, /^"sources": stands in "games"/],
    [{ games: { ember: game }, game: 'ember' }, /^"game": stands in "games"/],
    [`{"games":{"ember":${JSON.stringify(game)},"ember":${JSON.stringify(game)}}}`, /^"games.ember": is there twice/],
    [
      `{"games":{"ember":${JSON.stringify(game)}, "\\u0065mber" : ${JSON.stringify(game)}}}`,
      /^"games.ember": is there twice/,
    ],
    [`{"sources":{"a":${JSON.stringify(CATALOG)},"a":${JSON.stringify(TCGCSV)}}}`, /^"sources.a": is there twice/],
    [{ sources: { a: { adapter: 'cardstock' } } }, /^"sources.a" "url": is missing$/],
    [
      { sources: { a: { ...CATALOG, every: '0h' } } },
      /^"sources.a" "every": must be a span such as 90s, 5m, 6h or 2d$/,
    ],
    [{ files: '5 elephants', games: { ember: game } }, /^"files": .*must be off, a directory, a size such as 20GB/],
  ] as const) {
    const [first] = await faultsOf(content);
    assert.match(first ?? 'no fault', fault);
  }
});
