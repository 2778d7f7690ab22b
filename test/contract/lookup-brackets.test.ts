/** Cards of one number whose names only brackets tell apart: which of them a row means, and where it is certain. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { gameOf } from '../../src/games/games.ts';
import type { ListedRow } from '../../src/lookup/listed-row.ts';
import { tcgcsvFolder } from '../support/sources/tcgcsv-folder.ts';
import { apiOn, lookedUp, type TestApi } from '../support/stages/api.ts';
import { runAll } from '../support/stages/ingest.ts';
import { newStore } from '../support/stages/stores.ts';

interface Item {
  confidence: number;
  card: { name: string } | null;
  is_certain: boolean;
  is_variant_certain: boolean;
  problem: string | null;
  candidates: { card: { name: string } }[];
}

const ask = (api: TestApi, row: ListedRow) => lookedUp<Item>(api, row);

suite('names that only brackets tell apart', () => {
  let api: TestApi;
  let close: () => Promise<void>;
  before(async () => {
    const folder = await tcgcsvFolder();
    const place = await newStore('sqlite');
    const named = (productId: number, name: string, number: string) => ({ productId, name, number });
    const products = [
      named(1, 'Brindle', 'T1-058'),
      named(2, 'Brindle (Parallel)', 'T1-058'),
      named(3, 'Quillback', 'T1-067'),
      named(4, 'Quillback (Parallel)', 'T1-067'),
      named(5, 'Mossgrave', 'T1-009'),
      named(7, 'Dolor.D.Mossgrave', 'T1-070'),
      named(8, 'Umberfall', 'T1-080'),
      named(6, 'Thornwick (001) (Parallel) (p2)', 'T1-001'),
      ...Array.from({ length: 20 }, (_, at) => named(100 + at, `Article ${at}`, `T1-${100 + at}`)),
    ];
    const promo = { groupId: 8, name: 'Tide Gifts', abbreviation: 'TG', products: [named(9, 'Umberfall', 'T1-080')] };
    await folder.write('2026-05-01', [{ groupId: 7, name: 'Tide War', abbreviation: 'T1', products }, promo]);
    const reports = await runAll(place.store, folder.sources);
    assert.ok(reports.every(({ outcome }) => outcome === 'succeeded'));
    // Beside it a game in which a number is one card's: that says nothing of this one's numbers.
    const other = gameOf({ catalog: { adapter: 'tcgdex' } }, { game: 'other', idPrefix: 'other-', language: 'en' });
    const games = [gameOf(folder.sources, { game: 'game', idPrefix: '', language: 'en' }), other];
    api = await apiOn(place.store, { games });
    close = async () => {
      await api[Symbol.asyncDispose]();
      await place[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    };
  });
  after(() => close());
  const asked = (name: string, number: string) => ask(api, { name, number, expansion: 'TIDE WAR' });

  test('the whole text outweighs what is left of it without its brackets, mistyped or not', async () => {
    for (const [name, number, is] of [
      ['Brindle (Parallel)', 'T1-058', 'Brindle (Parallel)'],
      ['Brindle [parallel]', 'T1-058', 'Brindle (Parallel)'],
      ['Brindle (Alternate Art)', 'T1-058', 'Brindle (Parallel)'],
      ['Brindle - Alt Art', 'T1-058', 'Brindle (Parallel)'],
      ['Quillback (Parllel)', 'T1-067', 'Quillback (Parallel)'],
      ['Qillback (Parallel)', 'T1-067', 'Quillback (Parallel)'],
      ['Thornwick (001) (Parallel) (p2)', 'T1-001', 'Thornwick (001) (Parallel) (p2)'],
      ['Thornwick (Parallel) (p2)', 'T1-001', 'Thornwick (001) (Parallel) (p2)'],
      ['Thornwik (Parallel) (p2)', 'T1-001', 'Thornwick (001) (Parallel) (p2)'],
      ['Thornwick (Alternate Art) (p2)', 'T1-001', 'Thornwick (001) (Parallel) (p2)'],
    ] as const) {
      const { card, is_certain, confidence } = await asked(name, number);
      assert.deepEqual([card?.name, is_certain], [is, true], `${name} ${confidence}`);
    }
    const { candidates, is_certain } = await asked('Brindle', 'T1-058');
    assert.deepEqual([candidates[0]?.card.name, is_certain], ['Brindle', false], 'who leaves it out may mean either');
  });

  test('the search finds the parallel by how pictures of parallels are numbered', async () => {
    const first = async (q: string) =>
      (await api.data<{ items: { name: string }[] }>(`/v1/cards?q=${q}&limit=1`)).items[0]?.name;
    assert.deepEqual(
      [await first('T1-058_p1'), await first('T1-058_r1'), await first('T1-058')],
      ['Brindle (Parallel)', 'Brindle', 'Brindle'],
    );
  });

  test('a number that a promo of another expansion bears too leaves both', async () => {
    const { candidates, is_certain } = await ask(api, { name: 'Umberfall', number: 'T1-080' });
    assert.deepEqual([candidates.map(({ card }) => card.name), is_certain], [['Umberfall', 'Umberfall'], false]);
    assert.equal((await ask(api, { number: 'T1-080' })).is_certain, false);
    assert.equal((await asked('Umberfall', 'T1-080')).is_certain, true);
  });

  test('who is called by the last word is found by the number, and never certain', async () => {
    for (const [name, number, is] of [
      ['Mossgrave', 'T1-070', 'Dolor.D.Mossgrave'],
      ['D Mossgrave', 'T1-070', 'Dolor.D.Mossgrave'],
      ['Mossgrave', 'T1-009', 'Mossgrave'],
      ['Grave', 'T1-070', undefined],
    ] as const) {
      const { card, is_certain, candidates } = await ask(api, { name, number });
      const isAmong = is !== undefined && candidates.some((each) => each.card.name === is);
      assert.equal(card?.name === is || isAmong, true, `${name} ${number}`);
      assert.equal(is_certain, is === 'Mossgrave', `${name} ${number}`);
    }
  });

  test('a number without the code of its expansion is that number', async () => {
    for (const [name, number] of [
      ['Mossgrave', '009'],
      ['Mossgrave', '9'],
      ['Mossgrave (009)', '#009'],
      ['Brindle (Parallel)', '058'],
    ] as const) {
      const { card, is_certain, confidence } = await asked(name, number);
      assert.deepEqual([card?.name.startsWith(name.slice(0, 7)), is_certain], [true, true], `${name} ${confidence}`);
    }
    for (const number of ['T1067', 'T1-067', 't1 067']) {
      const { card, is_certain } = await ask(api, { name: 'Quillback (Parallel)', number });
      assert.deepEqual([card?.name, is_certain], ['Quillback (Parallel)', true], number);
    }
    assert.equal((await ask(api, { number: 'T1-009' })).is_certain, false, 'a promo of another expansion may bear it');
    for (const [name, is] of [
      ['T1-009', 'Mossgrave'],
      ['T1-058', 'Brindle'],
      ['T1-067_p1', undefined],
      ['T1-067 Quillback (Parallel)', 'Quillback (Parallel)'],
    ] as const) {
      const { card, confidence } = await ask(api, { name });
      if (is !== undefined) assert.equal(card?.name, is, `${name} ${confidence}`);
      else assert.notEqual(card?.name, 'Quillback', name);
    }
    const { candidates, is_certain } = await ask(api, { name: 'T1-058' });
    assert.deepEqual([candidates.map(({ card }) => card.name), is_certain], [['Brindle', 'Brindle (Parallel)'], false]);
    // The digits of the code are none of the number's.
    for (const number of ['1', '10', '067', 'T2-009'])
      assert.equal((await asked('Mossgrave', number)).is_certain, false);
    assert.equal((await asked('Brindle', '058')).is_certain, false, 'who leaves the brackets out may mean either');
  });

  test('a bracketed word that no card explains blocks certainty, and one that repeats number or set does not', async () => {
    for (const [name, number] of [
      ['Mossgrave (Parallel)', 'T1-009'],
      ['Mosgrave (Parallel)', 'T1-009'],
      ['Mossgrave - Alternate Art', 'T1-009'],
      ['Thornwick (001) (Parallel) (p3)', 'T1-001'],
      ['Thornwick', 'T1-001'],
    ] as const) {
      assert.equal((await asked(name, number)).is_certain, false, name);
    }
    for (const name of ['Mossgrave (009)', 'Mossgrave (T1-009)', 'Mossgrave [Tide War]', 'Mossgrave - T1-009']) {
      const { card, is_certain } = await asked(name, 'T1-009');
      assert.deepEqual([card?.name, is_certain], ['Mossgrave', true], name);
    }
  });
});
