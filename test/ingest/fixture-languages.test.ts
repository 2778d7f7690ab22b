/** A catalog in another language has the printings of the English one, under the same words, and so the same prices. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { DEFAULT_SCOPE } from '../../src/catalog/scope.ts';
import type { CardSeed, CatalogSeed } from '../../src/catalog/seeds.ts';
import { languagesOf } from '../../src/config/languages.ts';
import type { CatalogReading } from '../../src/games/game.ts';
import { crawlTcgdex } from '../../src/games/pokemon/tcgdex/crawl.ts';
import { readTcgdexFiles } from '../../src/games/pokemon/tcgdex/files.ts';
import { openReader } from '../../src/upstream/reader.ts';
import { SourceClock } from '../../src/upstream/source-clock.ts';
import { fixtureSources } from '../support/sources/fixture-sources.ts';
import { type FixtureUpstream, fixturesMissing, startFixtureUpstream } from '../support/sources/fixture-upstream.ts';
import { runAll, runGames } from '../support/stages/ingest.ts';
import { newStore } from '../support/stages/stores.ts';

const crawlPolicy = { userAgent: 'cardstock-test/1', pauseMs: 0, connections: 4, giveUpAfterMs: 1000 };
const HELD = { known: new Map<string, string>(), again: new Set<string>() };

async function filesOf({ base }: FixtureUpstream, language: string): Promise<CatalogSeed> {
  const { read, close } = openReader(crawlPolicy, () => undefined);
  const files = `${base}/tcgdex/generated/${language}`;
  const { seed } = await readTcgdexFiles(files, 'webp', { read, held: HELD } as unknown as CatalogReading);
  await close();
  assert.ok(seed);
  return seed;
}

async function crawlOf({ rest }: FixtureUpstream, language: string): Promise<CatalogSeed> {
  const { read, close } = openReader(crawlPolicy, () => undefined);
  const { seed } = await crawlTcgdex(rest, 'webp', {
    ...{ read, held: HELD, scope: { language }, connections: 4, prices: false, onProgress: () => undefined },
    clock: new SourceClock(() => new Date()),
  } as unknown as CatalogReading);
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

  test('every card that the files of any language hold is served, under its id or that with its line’s mark', async (t) => {
    const data = (process.env.CARDSTOCK_FIXTURE_DATA ?? 'sample') as 'sample' | 'full';
    const lines =
      data === 'full'
        ? [['en', 'fr'], ['ja']]
        : [
            ['en', 'fr', 'de'],
            ['ja', 'zh-tw'],
          ];
    await using upstream = await startFixtureUpstream(data);
    await using place = await newStore('sqlite');
    const files = `${upstream.base}/tcgdex/generated/{language}`;
    const sources = { catalog: { adapter: 'tcgdex', files } };
    const scope = { ...DEFAULT_SCOPE, ...languagesOf(lines.flat(), sources) };
    const reports = await runGames(place.store, [{ scope, sources }]);
    for (const { source, outcome, reason } of reports) assert.equal(outcome, 'succeeded', `${source}: ${reason}`);
    const served = new Set((await place.store.reads.selectFrom('cards').select('id').execute()).map(({ id }) => id));
    let held = 0;
    for (const [at, languages] of lines.entries()) {
      const ids = new Set<string>();
      for (const language of languages) {
        for (const { id, set } of await upstream.json<{ id: string; set: { id: string } }[]>(
          `${upstream.base}/tcgdex/generated/${language}/cards.json`,
        )) {
          const marked = [`${set.id}.ja${id.slice(set.id.length)}`, `${id}.ja`];
          const own = at === 0 ? id : (marked.find((each) => served.has(each)) ?? id);
          assert.ok(served.has(own), `${language} ${id}`);
          ids.add(own);
        }
      }
      held += ids.size;
    }
    t.diagnostic(`${held} cards in the files of ${lines.flat().join(', ')} (${data}), ${served.size} served`);
    assert.equal(served.size, held);
  });

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
    assert.ok((english?.[0] ?? 0) > 1700 && (english?.[1] ?? 0) > 1600);
    assert.deepEqual(priced, [english, english, english]);
  });
});
