/** The search rules: similarity scores, ties by id, typos and numbers found, and walks that see every row once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Hit, SearchIndex, type SearchRequest } from '../../../src/search/search-index.ts';
import type { SearchRow } from '../../../src/search/tables/index-columns.ts';
import { buildIndexData } from '../../../src/search/tables/index-data.ts';
import { fc } from '../../support/made/properties.ts';

const OFFICIAL = new Map([
  ['first', 102],
  ['second', 130],
  ['gallery', 30],
]);

function card(id: string, name: string, number: string | null = null): SearchRow {
  return { id, name, number, groups: [id.split('-')[0] ?? ''] };
}

const CARDS = [
  card('first-4', 'Emberling', '4'),
  card('first-25', 'Frost Warden', '25'),
  card('first-5', 'Emberling', '5'),
  card('first-6', 'Emberling-EX', '6'),
  card('first-4a', 'Reed Crab', '4a'),
  card('second-004', 'Tidal Élan', '004'),
  card('second-025', "Keeper's Oath", '025'),
  card('second-7', 'Warden of the Frost Gate', '7'),
  card('gallery-TG12', 'Emberling ☆', 'TG12'),
  card('gallery-TG25', 'Nimbus♀', 'TG25'),
  card('gallery-PR020', 'Oak', 'PR020'),
];

function indexOf(rows: readonly SearchRow[], integerIds = false): SearchIndex {
  return new SearchIndex(
    buildIndexData({
      rows,
      officialCounts: OFFICIAL,
      integerIds,
      hasNumbers: rows.some(({ number }) => number !== null),
    }),
  );
}

const index = indexOf(CARDS);
const all = (query: string, request: Partial<SearchRequest> = {}) => index.search({ query, limit: 1_000, ...request });
const ids = (query: string, request: Partial<SearchRequest> = {}) => all(query, request).map(({ id }) => id);
const topIds = (query: string) => {
  const hits = all(query);
  return hits.filter(({ score }) => score === hits[0]?.score).map(({ id }) => id);
};

test('an equal name scores 1 however accents, apostrophes, case, width and characters are typed', () => {
  const spellings = {
    'second-004': ['Tidal Élan', 'tidal elan', 'TIDAL ELAN', 'Tidal-Elan', 'Ｔｉｄａｌ Elan'],
    'second-025': ['keepers oath', 'Keeper’s Oath', "KEEPER'S OATH"],
    'gallery-TG12': ['emberling star', 'Emberling ★'],
    'gallery-TG25': ['nimbus female', 'Nimbus ♀', 'Nimbus F'],
  };
  for (const [id, queries] of Object.entries(spellings)) {
    for (const query of queries) assert.deepEqual(all(query)[0], { id, score: 1 }, query);
  }
});

test('a name is equal as its signs are said, and by each of its faces', () => {
  const said = indexOf([
    card('first-1', 'Ash & Ember'),
    card('first-2', 'Nimbus♂'),
    card('first-3', 'Reed Crab // Tidal Wrath'),
  ]);
  for (const [query, id] of [
    ['ash and ember', 'first-1'],
    ['nimbus m', 'first-2'],
    ['reed crab', 'first-3'],
    ['Tidal Wrath', 'first-3'],
  ] as const) {
    const [hit] = said.search({ query, limit: 1 });
    assert.deepEqual([hit?.id, hit?.score], [id, 1], query);
  }
});

test('only an equal name or an equal number scores 1', () => {
  for (const query of ['Emberlin', 'Emberlings', 'ling ember', 'warden frost', 'emberling x', 'e', 'TG26', '4/103']) {
    for (const { id, score } of all(query)) assert.ok(score < 1, `${query}: ${id} ${score}`);
  }
});

test('rows of one score stand in order of id, integers in numeric order', () => {
  assert.deepEqual(ids('emberling').slice(0, 2), ['first-4', 'first-5']);
  const products = indexOf(
    [10, 9, 101].map((id) => ({ id: String(id), name: 'Box', number: null, groups: [] })),
    true,
  );
  assert.deepEqual(
    products.search({ query: 'box', limit: 9 }).map(({ id }) => id),
    ['9', '10', '101'],
  );
});

test('a misspelling still finds its card', () => {
  const typos = {
    'first-25': ['Frost Wraden', 'fros warden', 'frrost warden', 'frost qarden', 'frostwarden', 'warden frost'],
    'second-004': ['tidl elan', 'tidal elam', 'itdal elan', 'elan tidal'],
    'second-7': ['warden of frost gate', 'warden of the forst gat'],
  };
  for (const [id, queries] of Object.entries(typos))
    for (const query of queries) assert.equal(ids(query)[0], id, query);
});

test('a number finds the cards that bear it before all others, in every printed form', () => {
  for (const query of ['25', '025', '#25']) assert.deepEqual(topIds(query), ['first-25', 'second-025'], query);
  for (const query of ['4/102', '004/102', '4 / 102']) assert.deepEqual(topIds(query), ['first-4'], query);
  for (const query of ['TG12', 'tg12', 'tg12/tg30', 'TG12/30'])
    assert.deepEqual(topIds(query), ['gallery-TG12'], query);
  for (const query of ['PR020', 'pr20', 'PR 20']) assert.deepEqual(topIds(query), ['gallery-PR020'], query);
  assert.deepEqual(topIds('4a'), ['first-4a']);
});

test('a number without its prefix, or with the wrong total, still finds the card, below the exact ones', () => {
  assert.deepEqual(all('20')[0], { id: 'gallery-PR020', score: 0.5 });
  assert.deepEqual(all('4/999')[0], { id: 'first-4', score: 0.5 });
  assert.ok(ids('25').indexOf('gallery-TG25') === 2);
});

test('a name with a number finds that card first, then the other cards of the name', () => {
  for (const query of ['emberling 5', '5/102 emberling', 'Emberling #005']) {
    assert.deepEqual(ids(query).slice(0, 2), ['first-5', 'first-4'], query);
    assert.equal(all(query)[0]?.score, 1, query);
  }
  assert.equal(ids('embreling 5')[0], 'first-5');
});

test('a row with another number never stands above one that bears the number and whose name begins like the query', () => {
  const family = indexOf([
    card('first-1', 'Emberling', '1'),
    card('first-2', 'Emberling', '2'),
    card('second-215', 'Emberling VMAX', '215'),
    card('second-216', 'Emberling & Tidal Élan Tag Team', '216'),
    card('gallery-215', 'Emberling V', '215'),
  ]);
  const found = (query: string) => family.search({ query, limit: 9 });
  for (const query of ['emberling 215/130', '215/130 Emberling', 'ember 215/130', 'EMBERLING VM #215/130']) {
    const [first, second] = found(query);
    assert.equal(first?.id, 'second-215', query);
    assert.ok(
      (first?.score ?? 1) < 1 && (first?.score ?? 0) > (second?.score ?? 0),
      `${query}: 1 is for equal names only`,
    );
  }
  assert.equal(found('emberling 216')[0]?.id, 'second-216', 'however long the name goes on');
  assert.deepEqual(
    found('emberling 215')
      .slice(0, 2)
      .map(({ id }) => id)
      .sort(),
    ['gallery-215', 'second-215'],
  );
  const letters = fc.stringMatching(/^[a-e]{1,6}( [a-e]{1,4})?$/);
  const numbered = fc.uniqueArray(fc.tuple(letters, fc.constantFrom('4', '25', 'TG4')), {
    minLength: 1,
    maxLength: 12,
  });
  fc.assert(
    fc.property(numbered, letters, fc.constantFrom('4', '25', 'TG4'), (drawn, query, number) => {
      const rows = drawn.map(([name, bears], i) => card(`first-${i}`, name, bears));
      const hits = indexOf(rows).search({ query: `${query} ${number}`, limit: 99 });
      const place = (row: SearchRow) => hits.findIndex(({ id }) => id === row.id);
      const others = rows.filter((row) => row.number !== number && place(row) >= 0).map(place);
      for (const row of rows) {
        if (row.number !== number || !row.name.startsWith(query)) continue;
        assert.ok(place(row) >= 0 && place(row) < Math.min(...others, hits.length), row.name);
      }
    }),
    { numRuns: 1_000 },
  );
});

test('a name that begins with the text stands before one that is a typo away from it', () => {
  const two = indexOf([
    card('first-1', 'Ombe', '1'),
    card('first-2', 'Emberling', '2'),
    card('first-3', 'Dark Ombe', '3'),
  ]);
  assert.deepEqual(
    two.search({ query: 'embe', limit: 9 }).map(({ id }) => id),
    ['first-2', 'first-1', 'first-3'],
  );
  const word = fc.uniqueArray(fc.constantFrom(...'abcdefghijklmnop'), { minLength: 3, maxLength: 14 });
  fc.assert(
    fc.property(word, fc.nat(13), fc.constantFrom('insert', 'delete', 'replace', 'swap'), (typed, place, edit) => {
      const at = place % typed.length;
      const typo = typed.slice();
      if (edit === 'insert') typo.splice(at, 0, 'z');
      else if (edit === 'delete') typo.splice(at, 1);
      else if (edit === 'replace') typo[at] = 'z';
      else typo.splice(at, 2, ...typo.slice(at, at + 2).reverse());
      if (typo.join('') === typed.join('')) return;
      const rows = [card('first-1', typo.join('')), card('first-2', `${typed.join('')}ling of the tidal gate`)];
      assert.equal(indexOf(rows).search({ query: typed.join(''), limit: 9 })[0]?.id, 'first-2');
    }),
    { numRuns: 1_000 },
  );
});

test('one and two characters find the beginnings of words', () => {
  assert.deepEqual(new Set(ids('w')), new Set(['first-25', 'second-7']));
  assert.deepEqual(new Set(ids('em')), new Set(['first-4', 'first-5', 'first-6', 'gallery-TG12']));
  assert.deepEqual(ids('oa'), ['gallery-PR020', 'second-025']);
});

test('a number that is a symbol finds its card, as every printed number does', () => {
  const signs = indexOf([...CARDS, card('first-!', 'Emberling', '!'), card('first-?', 'Emberling', '?')]);
  for (const sign of ['!', '?', ' ! '])
    assert.deepEqual(signs.search({ query: sign, limit: 9 }), [{ id: `first-${sign.trim()}`, score: 1 }]);
  assert.equal(signs.search({ query: 'Emberling ?', limit: 1 })[0]?.id, 'first-?');
});

test('only symbols or spaces find nothing', () => {
  for (const query of ['', ' ', '!?', '—', '☃', '\u0301', "'"]) assert.deepEqual(ids(query), [], query);
});

test('a filter leaves scores as they are, and an unknown one finds nothing', () => {
  const unfiltered = all('emberling').filter(({ id }) => id.startsWith('first-'));
  assert.deepEqual(all('emberling', { groups: ['first'] }), unfiltered);
  assert.deepEqual(all('emberling', { groups: ['none'] }), []);
});

const PARTS = ['ember', 'emb', 'frost', 'frots', 'warden', 'ex', 'oak', 'é', '2', '4/102', '25', "'", 'x'];
const phrase = fc.array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 3 }).map((parts) => parts.join(' '));
const catalog = fc.uniqueArray(
  fc.tuple(phrase, fc.constantFrom('4', '04', '25', 'TG25', null), fc.constantFrom('first', 'second'), fc.nat(99)),
  { selector: ([, , group, n]) => `${group}-${n}`, maxLength: 30 },
);
const rowsOf = (drawn: [string, string | null, string, number][]): SearchRow[] =>
  drawn.map(([name, number, group, n]) => ({ id: `${group}-${n}`, name, number, groups: [group] }));

function walk(on: () => SearchIndex, query: string, limit: number, groups: string[] = []): Hit[] {
  const walked: Hit[] = [];
  for (;;) {
    const page = on().search({ query, limit, groups, after: walked.at(-1) });
    walked.push(...page);
    if (page.length < limit) return walked;
  }
}

test('pages of any size walk the whole ranked set once, in order, under any filter', () => {
  fc.assert(
    fc.property(catalog, phrase, fc.integer({ min: 1, max: 7 }), fc.boolean(), (drawn, query, limit, filtered) => {
      const built = indexOf(rowsOf(drawn));
      const groups = filtered ? ['first'] : [];
      const whole = built.search({ query, limit: 1_000, groups });
      assert.deepEqual(
        walk(() => built, query, limit, groups),
        whole,
      );
      const sorted = whole.toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
      assert.deepEqual(whole, sorted);
      assert.equal(new Set(whole.map(({ id }) => id)).size, whole.length);
      for (const { score } of whole) assert.ok(score > 0 && score <= 1);
    }),
    { numRuns: 1_000 },
  );
});

test('a stable row is seen exactly once while other rows come and go', () => {
  fc.assert(
    fc.property(catalog, catalog, phrase, (stable, changing, query) => {
      const stay = rowsOf(stable);
      const others = rowsOf(changing).filter((row) => !stay.some(({ id }) => id === row.id));
      const without = indexOf(stay);
      const between = indexOf([...stay, ...others]);
      let turn = 0;
      const seen = walk(() => (turn++ % 2 === 0 ? without : between), query, 2);
      const stayed = seen.filter(({ id }) => stay.some((row) => row.id === id));
      assert.deepEqual(stayed, without.search({ query, limit: 1_000 }));
    }),
    { numRuns: 1_000 },
  );
});

test('any text up to 200 characters is answered', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (query) => {
      for (const { score } of all(query)) assert.ok(score > 0 && score <= 1);
    }),
    { numRuns: 1_000 },
  );
});

test("a list's name is found whole, mistyped, or with more or less behind it, and by no other order of its words", () => {
  const listed = (query: string, listedNumber = '') => ids(query, { listedNumber });
  assert.deepEqual(listed('frost warden'), ['first-25']);
  assert.deepEqual(listed('frost wardn'), ['first-25']);
  assert.deepEqual(listed('frost warden foil from my binder'), ['first-25']);
  assert.deepEqual(listed('gate'), [], 'a word that the name ends with');
  assert.deepEqual(listed('warden frost'), []);
  assert.deepEqual(listed('emberling'), ['first-4', 'first-5', 'first-6', 'gallery-TG12'], 'then what begins so');
  assert.deepEqual(listed('emberling', '5')[0], 'first-5');
  assert.deepEqual(listed('emberling', 'TG12/TG30')[0], 'gallery-TG12');
  assert.deepEqual(listed('frost warden', '4'), ['first-25'], 'no other name for the number');
  assert.deepEqual(listed(Array.from({ length: 40 }, () => 'oak').join(' ')), ['gallery-PR020']);
  // The same text is another question where it is typed.
  assert.deepEqual(topIds('warden frost'), ['first-25']);
  assert.deepEqual(listed('warden frost'), []);
});
