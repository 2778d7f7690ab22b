/** Names in scripts that are written without spaces, and names in further languages: what is typed for them finds them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldEastern } from '../../../src/search/scripts/fold-eastern.ts';
import { SearchIndex } from '../../../src/search/search-index.ts';
import { buffersOf, buildIndexData } from '../../../src/search/tables/index-data.ts';
import { fc } from '../../support/made/properties.ts';
import { rankedByRule } from '../../support/oracles/ranking-rule.ts';

const NAMES = [
  { id: 'a-1', own: 'Charizard ex', names: ['リザードンex', 'Dracaufeu-ex', '噴火龍ex', '리자몽 ex', 'ลิซาร์ดอน ex'] },
  { id: 'a-2', own: 'Charmeleon', names: ['リザード', 'Reptincel', '火恐龍', '리자드', 'ลิซาร์โด'] },
  { id: 'a-3', own: 'Pikachu', names: ['ピカチュウ', 'Pikachu', '皮卡丘', '피카츄', 'พิคาชู'] },
  {
    id: 'a-4',
    own: "Team Rocket's Mewtwo",
    names: ['ロケット団のミュウツー', 'Mewtu de Team Rocket', '火箭隊的超夢', '로켓단의 뮤츠'],
  },
  { id: 'a-5', own: 'Moltres', names: ['ファイヤー', 'Sulfura', '火焰鳥', '파이어', 'ไฟเยอร์'] },
  { id: 'a-6', own: 'Gardevoir', names: ['ｻｰﾅｲﾄ'] },
  { id: 'a-7', own: 'Kirlia', names: ['キルリア', '奇魯莉安', '킬리아'] },
  { id: 'b-1', own: 'Pikachu', names: ['ピカチュウ', '皮卡丘', '피카츄'] },
];

const DATA = buildIndexData({
  rows: NAMES.map(({ id, own }) => ({
    id,
    name: own,
    number: id.split('-')[1] ?? null,
    groups: [id.split('-')[0] ?? ''],
  })),
  officialCounts: new Map([['a', 102]]),
  integerIds: false,
  hasNumbers: true,
  furtherNames: NAMES.flatMap(({ id, names }) => names.map((name) => ({ id, name }))),
});
const index = new SearchIndex(DATA);
const found = (query: string) => index.search({ query, limit: 50 });
const firstOf = (query: string) => found(query)[0]?.id;

test('every name of a row finds it with score 1, and a row comes once', () => {
  for (const { own, names } of NAMES) {
    for (const query of [own, ...names]) {
      const bearers = NAMES.filter((row) => [row.own, ...row.names].includes(query)).map(({ id }) => id);
      const hits = found(query);
      assert.deepEqual(
        hits.filter(({ score }) => score === 1).map(({ id }) => id),
        bearers,
        query,
      );
      assert.equal(new Set(hits.map(({ id }) => id)).size, hits.length, query);
    }
  }
});

test('hiragana and katakana, half width, small letters of another width and the marks typed for a long one are one', () => {
  for (const [typed, id] of [
    ['りざーどんex', 'a-1'],
    ['リザードン ＥＸ', 'a-1'],
    ['ﾘｻﾞｰﾄﾞﾝex', 'a-1'],
    ['リザ―ドンex', 'a-1'],
    ['リザ〜ドンex', 'a-1'],
    ['さーないと', 'a-6'],
    ['ろけっと団のみゅうつー', 'a-4'],
    ['파이어', 'a-5'],
    ['파이어'.normalize('NFD'), 'a-5'],
  ] as const) {
    assert.deepEqual(found(typed)[0], { id, score: 1 }, typed);
  }
});

test('a name in kana is found by how it sounds in Latin letters, and by the loan that it was made of', () => {
  for (const [typed, id, least] of [
    ['Lizardon', 'a-1', 0.8],
    ['rizadon ex', 'a-1', 1],
    ['lizardon ex', 'a-1', 1],
    ['Sanaito', 'a-6', 1],
    ['pikachuu', 'a-3', 1],
    ['kirulia', 'a-7', 0.8],
  ] as const) {
    const hits = found(typed);
    assert.ok((hits.find((hit) => hit.id === id)?.score ?? 0) >= least, `${typed}: ${JSON.stringify(hits)}`);
    assert.ok(hits[0]?.id === id || hits[0]?.id === 'a-2', typed);
  }
});

test('a long mark or small kana typed otherwise is a typo, less than another letter', () => {
  for (const [typed, other, id] of [
    ['フアイヤー', 'フメイヤー', 'a-5'],
    ['ピカチユウ', 'ピカチメウ', 'a-3'],
    ['リサード', 'リノード', 'a-2'],
    ['ファイヤ', 'ファイー', 'a-5'],
  ] as const) {
    const [typo] = found(typed);
    assert.equal(typo?.id, id, typed);
    assert.ok(typo.score < 1 && typo.score > (found(other)[0]?.score ?? 0), typed);
  }
});

test('a part of a name finds it, one letter too; parts between spaces may come in any order', () => {
  assert.deepEqual(
    found('リザ').map(({ id }) => id),
    ['a-2', 'a-1'],
    'the shorter of two that begin so is more like it',
  );
  assert.equal(firstOf('ミュウツー'), 'a-4');
  assert.equal(firstOf('ミュウツー ロケット団'), 'a-4');
  assert.equal(firstOf('超夢'), 'a-4');
  assert.equal(firstOf('뮤츠'), 'a-4');
  assert.equal(firstOf('ซาร์ดอน'), 'a-1');
  assert.deepEqual(
    found('火')
      .map(({ id }) => id)
      .sort(),
    ['a-1', 'a-2', 'a-4', 'a-5'],
  );
  assert.deepEqual(
    found('鳥').map(({ id }) => id),
    ['a-5'],
  );
});

test('a Korean name is found while its last syllable is being typed', () => {
  for (const typed of ['ㅍ', '피', '핔', '피카', '피캋', '피카ㅊ', '피카츄']) {
    const [first, second] = found(typed);
    assert.ok(typed === 'ㅍ' || (first?.id === 'a-3' && second?.id === 'b-1'), typed);
    assert.ok(
      found(typed).some(({ id }) => id === 'a-3'),
      typed,
    );
  }
});

test('a name in any language goes with a number, of which the right one stands first', () => {
  for (const query of ['ピカチュウ 3', '3 ぴかちゅう', '피카츄 3/102', '皮卡丘 003', 'ピカチユウ #3']) {
    const [first, second] = found(query);
    assert.deepEqual([first?.id, second?.id], ['a-3', 'b-1'], query);
    assert.ok((first?.score ?? 0) > (second?.score ?? 0), query);
  }
  assert.equal(found('Dracaufeu-ex 1/102')[0]?.score, 1);
  assert.equal(firstOf('リザードン 1/102'), 'a-1');
});

test('folding is idempotent, for any text', () => {
  const units = fc.constantFrom(...'ぁアｱﾞガーｰ-〜~ンッ々〇火龍각ㄱㅏᆨพำิ Aδ☆・ 1'.split(''));
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: units }), fc.string({ unit: 'grapheme' })), (text) => {
      const folded = foldEastern(text);
      assert.equal(foldEastern(folded), folded);
    }),
    { numRuns: 2_000 },
  );
});

test('a list without further names or eastern letters has an index as it ever was', () => {
  const source = { officialCounts: new Map(), integerIds: false, hasNumbers: true };
  const rows = NAMES.map(({ id, own }) => ({ id, name: own, number: null, groups: [] }));
  assert.equal(buildIndexData({ ...source, rows }).further, undefined);
  const buffers = buffersOf(DATA);
  assert.equal(new Set(buffers).size, buffers.length, 'each buffer is moved once');
});

test('a name of the list in kana stands first for its own letters: marks tell ガラガラ from カラカラ, alone and with a number', () => {
  const names = ['カラカラ', 'ガラガラ', 'ハハコモリ', 'パパコモリ', 'ガラガラ', 'バオッキー', 'ヒコ', 'ビゴ'];
  const rows = names.map((name, at) => ({ id: `k-${at}`, name, number: '5', groups: ['k'] }));
  const kana = new SearchIndex(
    buildIndexData({ rows, officialCounts: new Map(), integerIds: false, hasNumbers: true }),
  );
  for (const name of names) {
    const ids = rows.flatMap((row) => (row.name === name ? [row.id] : []));
    for (const query of [name, `${name} 5`]) {
      const hits = kana.search({ query, limit: 50 });
      assert.deepEqual(
        hits.filter(({ score }) => score === 1).map(({ id }) => id),
        ids,
        query,
      );
      assert.deepEqual(
        hits.slice(0, ids.length).map(({ id }) => id),
        ids,
        query,
      );
    }
  }
});

test('where the catalog’s own names are eastern, what other rows are called in further languages moves no rank', () => {
  const own = [
    ...NAMES.flatMap(({ names }) => names),
    'Latios ex（デルタ種）',
    'ガラガラ',
    'カラカラ',
    'ﾋﾟｶﾁｭｳ',
    'Pikachu',
  ];
  const rows = own.map((name, at) => ({ id: `o-${at + 10}`, name, number: String(at % 7), groups: ['o'] }));
  const source = { rows, officialCounts: new Map([['o', 7]]), integerIds: false, hasNumbers: true };
  const further = { ...source, rows: [...rows, { id: 'z', name: 'Zzyzzx', number: '99', groups: ['z'] }] };
  const alone = new SearchIndex(buildIndexData(source));
  const spoken = new SearchIndex(
    buildIndexData({
      ...further,
      furtherNames: ['ジズィックス', '지직스', 'Zezicse'].map((name) => ({ id: 'z', name })),
    }),
  );
  const typed = fc
    .tuple(fc.constantFrom(...own), fc.nat(9), fc.constantFrom('', 'ー', 'ex', ' 3', ' 3/7', ' δ'), fc.boolean())
    .map(([name, cut, end, isBare]) => {
      const text = [...name].filter((_, at) => at !== cut).join('') + end;
      return isBare ? text.normalize('NFKD').replace(/\p{M}/gu, '') : text;
    })
    .filter((text) => text.trim() !== '');
  fc.assert(
    fc.property(typed, (query) => {
      const hits = spoken.search({ query, limit: 200 }).filter(({ id }) => id !== 'z');
      assert.deepEqual(hits, alone.search({ query, limit: 200 }));
      assert.deepEqual(hits, rankedByRule(source, { query, limit: 200 }).slice(0, 200));
    }),
    { numRuns: 200 },
  );
});
