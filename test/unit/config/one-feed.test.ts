/** Two sources that feed the same records are refused: each would overwrite what the other wrote. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { readConfigFile } from '../../../src/config/config-file.ts';
import { ConfigurationError } from '../../../src/config/configuration-error.ts';

let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cardstock-config-'));
});
after(() => rm(folder, { recursive: true }));

const FILES = { adapter: 'tcgdex', files: 'file:/srv/tcgdex/en' };
const CRAWL = { adapter: 'tcgdex', url: 'https://tcgdex.example/v2' };
const TCGCSV = { adapter: 'tcgcsv', url: 'https://tcgcsv.example/tcgplayer', category: 3 };
const JUSTTCG = { adapter: 'justtcg', url: 'https://justtcg.example/v1', api_key: 'k' };
const GUIDE = { adapter: 'cardmarket', prices: 'https://cardmarket.example/price_guide_6.json' };

/** What is wrong with these sources, without the place of the file. */
async function faultsOf(sources: Record<string, object>): Promise<string[]> {
  const path = join(folder, 'cardstock.config.json');
  await writeFile(path, JSON.stringify({ sources }));
  try {
    readConfigFile(path, { required: true, settings: [] });
    return [];
  } catch (error) {
    assert.ok(error instanceof ConfigurationError);
    return error.faults.map((fault) => fault.slice(path.length + 1));
  }
}

test('the four sources stand beside each other, and JustTCG beside tcgcsv', async () => {
  assert.deepEqual(await faultsOf({ catalog: CRAWL, usd: TCGCSV, conditions: JUSTTCG, eur: GUIDE }), []);
});

test('two catalogs of one language are refused, naming both', async () => {
  const [fault, ...others] = await faultsOf({ first: FILES, second: CRAWL });
  assert.equal(
    fault,
    '"sources.second": feeds the catalog in en, as "sources.first" does: each would overwrite the other; keep one of them',
  );
  assert.deepEqual(others, []);
  const named = { ...FILES, language: 'fr' };
  assert.equal((await faultsOf({ first: named, second: { ...CRAWL, language: 'fr' } })).length, 1);
  assert.equal((await faultsOf({ first: named, second: CRAWL })).length, 1, 'the language of one is that of all');
  assert.deepEqual(await faultsOf({ first: named, second: { ...FILES, language: 'ja' } }), []);
});

test('two guides of one marketplace are refused, of TCGplayer two of one category', async () => {
  assert.match(
    (await faultsOf({ one: GUIDE, two: { ...GUIDE, prices: 'file:/srv/guide.json' } }))[0] ?? '',
    /"sources.two"/,
  );
  assert.match((await faultsOf({ one: TCGCSV, two: { ...TCGCSV, url: 'file:/srv/tcgcsv' } }))[0] ?? '', /category 3/);
  assert.deepEqual(await faultsOf({ one: TCGCSV, two: { ...TCGCSV, category: 85 } }), []);
  assert.equal((await faultsOf({ one: JUSTTCG, two: { ...JUSTTCG, api_key: 'other' } })).length, 1);
});
