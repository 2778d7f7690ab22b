/** A catalog in another language has the printings of the English one, under the same words, and so the same prices. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { CardSeed, CatalogSeed } from '../../src/catalog/seeds.ts';
import { crawlTcgdex } from '../../src/games/pokemon/tcgdex/crawl.ts';
import { readTcgdexFiles } from '../../src/games/pokemon/tcgdex/files.ts';
import { openReader } from '../../src/upstream/reader.ts';
import { fixtureSources } from '../support/sources/fixture-sources.ts';
import { type FixtureUpstream, fixturesMissing, startFixtureUpstream } from '../support/sources/fixture-upstream.ts';
import { runAll } from '../support/stages/ingest.ts';
import { newStore } from '../support/stages/stores.ts';

const manners = { userAgent: 'cardstock-test/1', pauseMs: 0, connections: 4, giveUpAfterMs: 1000 };
const HELD = { known: new Map<string, string>(), again: new Set<string>() };

async function filesOf({ base }: FixtureUpstream, language: string): Promise<CatalogSeed> {
  const { read, close } = openReader(manners, () => undefined);
  const files = `${base}/tcgdex/generated/${language}`;
  const { seed } = await readTcgdexFiles(read, { files, pictures: 'webp' }, HELD);
  await close();
  assert.ok(seed);
  return seed;
}

async function crawlOf({ rest }: FixtureUpstream, language: string): Promise<CatalogSeed> {
  const { read, close } = openReader(manners, () => undefined);
  const options = { url: rest, language, pictures: 'webp', connections: 4, prices: false } as const;
  const { seed } = await crawlTcgdex(read, options, HELD, () => undefined);
  await close();
  assert.ok(seed);
  return seed;
}

/** The printings of each card, without their ids at the marketplaces. */
const printingsOf = ({ cards }: CatalogSeed) =>
  new Map(
    [...cards].map(([id, text]) => {
      const { variants } = JSON.parse(text) as CardSeed;
      return [id, variants.map(({ external_ids, ...printing }) => JSON.stringify(printing))];
    }),
  );

/** Cards whose printings are others than in English. */
function different(seed: CatalogSeed, english: CatalogSeed): string[] {
  const expected = printingsOf(english);
  return [...printingsOf(seed)].flatMap(([id, printings]) =>
    JSON.stringify(printings) === JSON.stringify(expected.get(id)) ? [] : [id],
  );
}

suite('a catalog in another language', { skip: fixturesMissing }, () => {
  for (const language of ['fr', 'de']) {
    test(`has the printings of the English one: ${language}, from files and from the REST API`, async () => {
      await using upstream = await startFixtureUpstream('sample');
      const english = await filesOf(upstream, 'en');
      for (const seed of [await filesOf(upstream, language), await crawlOf(upstream, language)]) {
        assert.deepEqual(seed.unknown_words, []);
        assert.deepEqual(different(seed, english), []);
      }
    });
  }

  test('has as many prices as the English one has for its cards', async () => {
    await using upstream = await startFixtureUpstream('sample');
    const priced: number[][] = [];
    for (const language of ['en', 'fr', 'de']) {
      await using place = await newStore('sqlite');
      const { catalog, usd_market, eur_market } = fixtureSources(upstream.base, {
        files: `${upstream.base}/tcgdex/generated/${language}`,
      });
      const reports = await runAll(place.store, { catalog, usd_market, eur_market } as ReturnType<
        typeof fixtureSources
      >);
      priced.push(reports.slice(1).map(({ counts }) => counts.printings_priced ?? 0));
    }
    const [english] = priced;
    assert.ok((english?.[0] ?? 0) > 1700 && (english?.[1] ?? 0) > 1700);
    assert.deepEqual(priced, [english, english, english]);
  });
});
