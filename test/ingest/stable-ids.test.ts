/** Cards whose ids follow from what stands beside them keep the id under which they came first, whatever comes or goes. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Card } from '../../src/catalog/records.ts';
import type { Store } from '../../src/store/store.ts';
import {
  type MadeUpGroup,
  type MadeUpProduct,
  type TcgcsvFolder,
  tcgcsvFolder,
} from '../support/sources/tcgcsv-folder.ts';
import { apiOn } from '../support/stages/api.ts';
import { runAll } from '../support/stages/ingest.ts';
import { ENGINES, newStore } from '../support/stages/stores.ts';

const marketProduct = (productId: number, number: string | null, more: Partial<MadeUpProduct> = {}): MadeUpProduct => ({
  productId,
  name: `Article ${productId}`,
  number,
  ...more,
});
/** Marketplace products that are there on every day, so that no day is a shrunk one. */
const OTHERS = Array.from({ length: 20 }, (_, at) => marketProduct(1000 + at, `T1-${100 + at}`));
const group = (products: readonly MadeUpProduct[], more: Partial<MadeUpGroup> = {}): MadeUpGroup => ({
  groupId: 7,
  name: 'Tide',
  abbreviation: 'T1',
  publishedOn: '2026-01-02T00:00:00',
  products: [...products, ...OTHERS],
  ...more,
});

async function run({ sources }: TcgcsvFolder, store: Store): Promise<Record<string, number>[]> {
  const reports = await runAll(store, sources);
  for (const { source, outcome, reason } of reports) assert.equal(outcome, 'succeeded', `${source}: ${reason}`);
  return reports.map(({ counts }) => counts);
}

/** The ids of all cards but the others, by the number of their marketplace product. */
async function idsOf({ reads }: Store): Promise<Record<string, string>> {
  const rows = await reads.selectFrom('cards').select(['id', 'body']).orderBy('id').execute();
  const cards = rows.map(({ id, body }) => [id, JSON.parse(body) as Card] as const);
  return Object.fromEntries(
    cards
      .map(([id, { variants }]) => [String(variants[0]?.external_ids.tcgplayer), id] as const)
      .filter(([product]) => product.length < 4),
  );
}

for (const [engine, skip] of ENGINES) {
  suite(`ids that last, on ${engine}`, { skip }, () => {
    test('a card keeps its id when another of its number comes, and when it goes nobody takes it over', async () => {
      await using folder = await tcgcsvFolder();
      await using place = await newStore(engine);
      const { store } = place;
      await folder.write('2026-05-01', [group([marketProduct(1, 'T1-001')])]);
      await run(folder, store);
      assert.deepEqual(await idsOf(store), { 1: 'T1-T1-001' });

      // Of the same name too, so that nothing but the marketplace product tells them apart.
      await folder.write('2026-05-02', [
        group([marketProduct(1, 'T1-001'), marketProduct(2, 'T1-001', { name: 'Article 1' })]),
      ]);
      await run(folder, store);
      assert.deepEqual(await idsOf(store), { 1: 'T1-T1-001', 2: '2' });

      await folder.write('2026-05-03', [group([marketProduct(2, 'T1-001', { name: 'Article 1' })])]);
      await run(folder, store);
      assert.deepEqual(await idsOf(store), { 1: 'T1-T1-001', 2: '2' }, 'the first is missing and stays what it is');

      await folder.write('2026-05-04', [group([marketProduct(3, 'T1-001')])]);
      await run(folder, store);
      assert.deepEqual(await idsOf(store), { 1: 'T1-T1-001', 2: '2', 3: '3' }, 'a third is alone, and the id is taken');
      await using api = await apiOn(store);
      assert.equal((await api.data<Card>('/v1/cards/1')).id, 'T1-T1-001', 'a card answers to its article');
      assert.equal((await api.data<Card>('/v1/cards/3')).name, 'Article 3');
    });

    test('a card that gets another number, and a group another abbreviation, keep their ids', async () => {
      await using folder = await tcgcsvFolder();
      await using place = await newStore(engine);
      const { store } = place;
      await folder.write('2026-05-01', [group([marketProduct(1, 'T1-001')], { abbreviation: null })]);
      await run(folder, store);
      assert.deepEqual(await idsOf(store), { 1: '1' });
      await folder.write('2026-05-02', [group([marketProduct(1, 'T1-009'), marketProduct(2, 'T1-001')])]);
      const [{ cards_new, expansions_new } = {}] = await run(folder, store);
      assert.deepEqual([cards_new, expansions_new], [1, 0]);
      assert.deepEqual(await idsOf(store), { 1: '1', 2: 'T1-T1-001' });
      await using api = await apiOn(store);
      const { number, expansion_id } = await api.data<Card>('/v1/cards/1');
      assert.deepEqual([number, expansion_id], ['T1-009', '7']);
    });

    test('a printing whose price is missing for a day stays, and one that comes later joins it', async () => {
      await using folder = await tcgcsvFolder();
      await using place = await newStore(engine);
      const { store } = place;
      const printings = async (day: string, sold: string[]) => {
        await folder.write(day, [group([marketProduct(1, 'T1-001', { sold })])]);
        await run(folder, store);
        await using api = await apiOn(store);
        const { variants, ...card } = await api.data<Card>('/v1/cards/T1-T1-001');
        assert.ok(!('lacks_printings' in card), 'a note of the run is no field of the card');
        return variants.map(({ type, usd_market }) => `${type} ${usd_market[0]?.observed_on ?? '-'}`);
      };
      assert.deepEqual(await printings('2026-05-01', ['Normal']), ['normal 2026-05-01']);
      assert.deepEqual(await printings('2026-05-02', []), ['normal 2026-05-01']);
      assert.deepEqual(await printings('2026-05-03', ['Foil']), ['normal 2026-05-01', 'foil 2026-05-03']);
      assert.deepEqual(await printings('2026-05-04', ['Foil']), ['normal 2026-05-01', 'foil 2026-05-04']);
      assert.deepEqual(await printings('2026-05-05', ['Foil', 'Normal']), ['normal 2026-05-05', 'foil 2026-05-05']);
    });

    test('a group whose file is cut keeps its cards and printings, and the others are published', async () => {
      await using folder = await tcgcsvFolder();
      await using place = await newStore(engine);
      const { store } = place;
      const small = (products: MadeUpProduct[]) => ({
        ...group([]),
        groupId: 8,
        name: 'Ebb',
        abbreviation: 'T2',
        products,
      });
      const tide = [marketProduct(1, 'T1-001')];
      await folder.write('2026-05-01', [group(tide), small([marketProduct(2, 'T2-001')])]);
      await run(folder, store);
      const before = await idsOf(store);
      for (const [day, file] of [
        ['2026-05-02', 'products'],
        ['2026-05-03', 'prices'],
      ] as const) {
        const more = marketProduct(day.endsWith('2') ? 3 : 4, 'T2-002');
        await folder.write(day, [group(tide), small([marketProduct(2, 'T2-001'), more])]);
        // The larger of the two: nine tenths of all cards.
        await folder.cut(7, file);
        const [report] = await runAll(store, { catalog: folder.sources.catalog });
        assert.equal(report?.outcome, 'succeeded', report?.reason ?? '');
        assert.match(
          report.reason ?? '',
          new RegExp(`^expansions left out until they can be read: 1 × .*/7/${file} is not whole JSON`),
        );
        assert.deepEqual([report.counts.expansions_left_out, (await idsOf(store))[1]], [1, before[1]]);
        await using api = await apiOn(store);
        const { variants } = await api.data<Card>('/v1/cards/T1-T1-001');
        assert.deepEqual(
          variants.map(({ type }) => type),
          ['normal'],
        );
      }
      await run(folder, store).catch(() => undefined);
      await folder.write('2026-05-03', [group([...tide, marketProduct(5, 'T1-005')]), small([])]);
      const [report] = await runAll(store, { catalog: folder.sources.catalog });
      assert.equal(report?.counts.cards_new, 1, 'what was cut is read again, the same day');
    });
  });
}
