/** `languages` of the configuration file: the first is the catalog's own; what cannot be is refused with its place. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { ConfigurationError } from '../../../src/config/configuration-error.ts';
import { loadConfig } from '../../../src/config/load-config.ts';
import { configuredSources, sourcesNamed } from '../../../src/ingest/configured-sources.ts';

let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cardstock-languages-'));
});
after(() => rm(folder, { recursive: true }));

const FILES = { adapter: 'tcgdex', files: 'file:/srv/tcgdex/{language}' };
const REST = { adapter: 'tcgdex', url: 'https://api.tcgdex.example/v2' };

async function configOf(content: object) {
  const path = join(folder, 'cardstock.config.json');
  await writeFile(path, JSON.stringify(content));
  return loadConfig({ flags: {}, env: {}, directory: folder, version: '1' });
}

async function faultsOf(content: object): Promise<string[]> {
  try {
    await configOf(content);
    return [];
  } catch (error) {
    assert.ok(error instanceof ConfigurationError);
    return error.faults.map((fault) => fault.slice(join(folder, 'cardstock.config.json').length + 1));
  }
}

const sourcesIn = async (content: object) => {
  const { games, userAgent } = await configOf(content);
  return configuredSources({ games, userAgent, publicUrl: '' });
};

test('the first language is the catalog’s own, in both forms, from files and from REST', async () => {
  for (const [catalog, address] of [
    [FILES, 'file:/srv/tcgdex/fr/series.json'],
    [REST, 'https://api.tcgdex.example/v2/fr/series'],
  ] as const) {
    const game = { languages: ['fr', 'de', 'pt-br'], sources: { catalog } };
    for (const content of [game, { games: { ember: game } }]) {
      const [first] = await sourcesIn(content);
      assert.equal(first?.scope.language, 'fr');
      assert.deepEqual(first?.scope.translations, ['de', 'pt-br']);
      assert.equal(first?.probe.address, address);
    }
  }
});

test('languages of another region are a regional print: the first is its own, the others are its translations', async () => {
  for (const [languages, tasks, regionalPrints] of [
    [
      ['en', 'ja', 'fr', 'zh-tw'],
      ['catalog', 'catalog.fr', 'catalog.ja', 'catalog.zh-tw'],
      [{ region: 'asia', language: 'ja', translations: ['zh-tw'] }],
    ],
    [['ja', 'zh-tw'], ['catalog', 'catalog.zh-tw'], undefined],
    [['ja', 'en'], ['catalog', 'catalog.en'], [{ region: 'international', language: 'en', translations: [] }]],
  ] as const) {
    const sources = await sourcesIn({ languages, sources: { catalog: FILES } });
    assert.deepEqual(
      sources.map(({ name }) => name),
      tasks,
    );
    const [first, last] = [sources[0], sources.at(-1)];
    assert.deepEqual(first?.scope.regionalPrints, regionalPrints);
    assert.deepEqual(first?.scope.region, undefined);
    assert.equal(last?.scope.region, regionalPrints?.[0]?.region);
    assert.equal(last?.probe.address, `file:/srv/tcgdex/${last?.scope.language}/series.json`);
  }
});

test('without languages nothing changes: the source says the language, and its digest is that of before', async () => {
  const own = (content: object) => sourcesIn(content).then(([first]) => first);
  const named = await own({ sources: { catalog: { ...REST, language: 'fr' } } });
  assert.equal(named?.scope.language, 'fr');
  assert.ok(named && !('translations' in named.scope));
  const chosen = await own({ languages: ['fr'], sources: { catalog: { ...REST, language: 'fr' } } });
  assert.equal(chosen?.configured, named.configured);
  const plain = await own({ sources: { catalog: REST } });
  assert.equal((await own({ languages: ['en'], sources: { catalog: REST } }))?.configured, plain?.configured);
  // Another own language is another catalog: it is read anew.
  const french = await own({ languages: ['fr'], sources: { catalog: REST } });
  assert.notEqual(french?.configured, plain?.configured);
});

test('further languages are read after the sources of all games, and a source is meant by its own name alone', async () => {
  const game = { languages: ['en', 'fr'], sources: { catalog: REST } };
  const names = (await sourcesIn({ games: { ember: game, frost: game } })).map(({ name }) => name);
  assert.deepEqual(names, ['ember.catalog', 'frost.catalog', 'ember.catalog.fr', 'frost.catalog.fr']);
  assert.deepEqual(sourcesNamed(names, 'ember.catalog'), ['ember.catalog']);
  assert.deepEqual(sourcesNamed(names, 'ember'), ['ember.catalog', 'ember.catalog.fr']);
  assert.deepEqual(sourcesNamed(names, 'all'), names);
  assert.deepEqual(sourcesNamed(names, 'em'), []);
});

test('each fault is told with its place', async () => {
  const sources = { catalog: FILES };
  for (const [content, fault] of [
    [{ languages: 'fr', sources }, /^"languages": must be array/],
    [{ languages: [], sources }, /^"languages": must not have fewer than 1/],
    [{ languages: ['en', 'French'], sources }, /^"languages" "1": must be a language such as en/],
    [{ languages: ['en', 'fr', 'en'], sources }, /^"languages": en is there twice/],
    [{ languages: ['en', 'fr'] }, /^"languages": need "sources"; the demo has one language/],
    [
      { languages: ['en', 'fr'], sources: { catalog: { ...FILES, language: 'fr' } } },
      /^"sources.catalog" "language": "fr" is not en, the first of "languages": leave it out/,
    ],
    [
      { languages: ['en', 'fr'], sources: { catalog: { adapter: 'tcgdex', files: 'file:/srv/en' } } },
      /^"sources.catalog" "files" must hold \{language\} for several languages/,
    ],
    [
      { languages: ['en', 'fr'], sources: { catalog: { adapter: 'lorcast', url: 'https://lorcast.example' } } },
      /^"sources.catalog" "adapter": lorcast reads one language/,
    ],
    [
      { languages: ['en', 'fr', 'th'], sources: { catalog: { adapter: 'scryfall', url: 'https://scryfall.example' } } },
      /^"sources.catalog" "adapter": scryfall has es, .*zh-tw, not th$/,
    ],
    [
      { languages: ['de'], sources: { catalog: { adapter: 'scryfall', url: 'https://scryfall.example' } } },
      /^"sources.catalog" "adapter": scryfall reads English and, beside it, .* not de alone/,
    ],
    [{ games: { ember: { languages: ['en', 'en'], sources } } }, /^"games.ember" "languages": en is there twice/],
    [{ games: { ember: { sources } }, languages: ['en'] }, /^"languages": stands in "games"/],
  ] as const) {
    const [first] = await faultsOf(content);
    assert.match(first ?? 'no fault', fault);
  }
});
