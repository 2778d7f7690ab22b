/** What upstream says of pictures and pages: only whole http: and https: addresses are shown, others are null and counted. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Card, CardSummary, Expansion, Series } from '../../src/catalog/records.ts';
import { tcgcsvProducts } from '../../src/upstream/markets/tcgcsv.ts';
import { isWebAddress } from '../../src/upstream/web-addresses.ts';
import { catalogFolder, tinyCatalog } from '../support/sources/tiny-catalog.ts';
import { apiOn } from '../support/stages/api.ts';
import { runCatalog } from '../support/stages/ingest.ts';
import { runScan } from '../support/stages/pictured-catalog.ts';
import { newStore } from '../support/stages/stores.ts';
import { memoryRead } from '../unit/upstream/memory-read.ts';

const BAD = [
  'javascript:alert(1)//',
  'JavaScript:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'demo:cards/fl1-2',
  'ftp://pictures.example/1',
  '/pictures/1',
  '//pictures.example/1',
  'pictures/1',
  'http:pictures.example',
  'http://user:secret@pictures.example/1',
  'https://user@pictures.example/1',
  'https://',
  'https://pictures.example/\u202e1',
];
const GOOD = [
  'https://pictures.example/1',
  'HTTP://pictures.example:8080/a%20b?c=d#e',
  'http://127.0.0.1:8080/demo/pictures/x',
  'https://pictures.example/@a/b?c=@',
];

test('an address is shown when it is a whole http: or https: one without a password', () => {
  for (const text of GOOD) assert.ok(isWebAddress(text), text);
  for (const text of BAD) assert.ok(!isWebAddress(text), JSON.stringify(text));
});

suite('a catalog with other addresses', () => {
  test('comes whole, with null in their place: cards, expansions, series, lists; and says how many', async () => {
    await using place = await newStore('sqlite');
    const catalog = tinyCatalog(BAD.length + 1);
    const [first, ...others] = catalog.cards;
    for (const [at, bad] of BAD.entries()) Object.assign(others[at] ?? {}, { image: bad });
    Object.assign(first ?? {}, { image: GOOD[0] });
    Object.assign(catalog.sets[0] ?? {}, { logo: 'data:image/svg+xml,x', symbol: 'javascript:alert(1)' });
    Object.assign(catalog.sets[1] ?? {}, { logo: GOOD[0], symbol: GOOD[0] });
    Object.assign(catalog.series[0] ?? {}, { logo: 'javascript:alert(1)' });
    await using folder = await catalogFolder(catalog);
    const report = await runCatalog(place.store, folder.files);
    assert.equal(report.outcome, 'succeeded', report.reason ?? '');
    assert.equal(report.counts.addresses_refused, BAD.length + 3);
    assert.equal(report.counts.quarantined, 0);
    assert.match(report.reason ?? '', /^19 addresses are not shown, .*; the first: javascript:alert\(1\)/);
    await using api = await apiOn(place.store);
    const { items } = await api.data<{ items: CardSummary[] }>('/v1/cards?limit=200');
    assert.equal(items.filter(({ image }) => image !== null).length, 1);
    assert.deepEqual((await api.data<Card>('/v1/cards/ember1-1')).image, {
      low: `${GOOD[0]}/low.webp`,
      high: `${GOOD[0]}/high.webp`,
    });
    const expansion = await api.data<Expansion>('/v1/expansions/ember1');
    assert.deepEqual([expansion.logo, expansion.symbol], [null, null]);
    assert.equal((await api.data<Expansion>('/v1/expansions/ember2')).symbol, `${GOOD[0]}.webp`);
    const series = await api.data<Series>('/v1/series/ember');
    assert.deepEqual([series.logo, series.expansions[0]?.symbol], [null, null]);
  });

  test('without any says nothing of it', async () => {
    await using place = await newStore('sqlite');
    await using folder = await catalogFolder(tinyCatalog());
    const { counts, reason } = await runCatalog(place.store, folder.files);
    assert.deepEqual([counts.addresses_refused, reason], [undefined, null]);
  });

  test('never leads the scan to a file, also where a release before kept its address', async () => {
    await using place = await newStore('sqlite');
    await using folder = await catalogFolder(tinyCatalog(1));
    await runCatalog(place.store, folder.files);
    const image = { low: 'file:///etc/passwd', high: 'file:///etc/passwd' };
    const cards = await place.store.reads.selectFrom('cards').select(['id', 'summary']).execute();
    for (const { id, summary } of cards) {
      const kept = JSON.stringify({ ...JSON.parse(summary), image });
      await place.store.write((writes) =>
        writes.updateTable('cards').set({ summary: kept }).where('id', '=', id).execute(),
      );
    }
    const { counts, outcome } = await runScan(place.store);
    assert.deepEqual([outcome, counts.failed, counts.described], ['succeeded', 0, 0]);
  });
});

test('a sealed marketplace product at TCGplayer has null for such a picture or page, and they are counted', async () => {
  const source = { url: 'https://market.example/tcgplayer', category: 3 };
  const product = (productId: number, imageUrl: string, url: string) => ({ productId, name: 'N', imageUrl, url });
  // Of a single card neither is shown.
  const single = { ...product(3, 'data:x', 'data:x'), extendedData: [{ name: 'Number', value: '1' }] };
  const results = [product(1, GOOD[0] ?? '', 'javascript:alert(1)'), product(2, 'data:x', GOOD[0] ?? ''), single];
  const { read } = memoryRead({ [`${source.url}/3/7/products`]: { success: true, results } });
  const { products, refused, quarantined } = await tcgcsvProducts(read, source, 7);
  assert.deepEqual(
    products.map(({ shown }) => [shown?.image?.low, shown?.url]),
    [
      [GOOD[0], null],
      [undefined, GOOD[0]],
      [undefined, undefined],
    ],
  );
  assert.deepEqual([refused, quarantined], [['javascript:alert(1)', 'data:x'], []]);
});
