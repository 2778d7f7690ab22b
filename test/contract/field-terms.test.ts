/** `filter=`: every operator against a plain twin over generated queries, on both engines; its limits, faults, sorts and cursors. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Card, CardSummary } from '../../src/catalog/records.ts';
import { DEFAULT_SCOPE } from '../../src/catalog/scope.ts';
import { gameOf } from '../../src/games/games.ts';
import { everyRow } from '../../src/store/views/listing/field-filter.ts';
import { FieldQuery } from '../../src/store/views/listing/field-query.ts';
import { listColumns } from '../../src/store/views/listing/read-columns.ts';
import { fc } from '../support/made/properties.ts';
import { readEverything } from '../support/oracles/walk.ts';
import { FIELDS, fitsTree, NUMBERS, type PlainTree, sortNumber, written } from '../support/plain/plain-filter.ts';
import { apiOn, type TestApi } from '../support/stages/api.ts';
import { ENGINES, newStore } from '../support/stages/stores.ts';
import { deployed, twoGames } from '../support/stages/two-games.ts';
import { fillVaried, variedCatalog } from '../support/stages/varied-catalog.ts';

/** On each engine; where the recorded upstreams are, the whole proof. */
const QUERIES = process.env.CARDSTOCK_FIXTURES ? 10_000 : 500;

const NAMES = ['Farfetch’d', 'Ho-Oh EX', 'Glimmer', 'Mr. Mime', 'Flabébé', 'Glimmer Tide', 'Type: Null'];
const TEXTS = ['Flip a coin. If heads, draw a card.', 'Draw two cards.', 'This attack does 10 more damage.', ''];
const DAMAGES = [10, '40+', '30×', undefined, 120, '?'];

/** The varied catalog with all that fields ask for, on some of its cards. */
function fieldCatalog() {
  const catalog = variedCatalog(20);
  for (const [at, card] of catalog.cards.entries()) {
    const attack = (of: number) => ({
      name: ['Ember Wall', 'Fire Spin'][of % 2],
      cost: Array.from({ length: of % 4 }, (_, cost) => (cost === 0 ? 'Ember' : 'Colorless')),
      effect: TEXTS[of % 4] || undefined,
      damage: DAMAGES[of % 6],
    });
    Object.assign(card, {
      name: NAMES[at % 7],
      hp: at % 6 === 0 ? undefined : 30 + (at % 9) * 10,
      retreat: at % 4 === 3 ? undefined : at % 4,
      dexId: at % 5 === 0 ? undefined : [at % 8, (at % 8) + 3],
      stage: ['Basic', 'Stage1', undefined][at % 3],
      evolveFrom: at % 3 === 1 ? NAMES[at % 5] : undefined,
      effect: at % 7 === 0 ? TEXTS[at % 3] : undefined,
      attacks: at % 7 === 0 ? undefined : [attack(at), ...(at % 2 ? [attack(at + 3)] : [])],
      localId: at % 11 === 0 ? `TG${at}` : String(at + 1),
    });
  }
  return catalog;
}

const word = fc.constantFrom(
  ...[
    'glimmer',
    'Glimmer',
    'ho-oh',
    'tide',
    'flabebe',
    "farfetch'd",
    'rare',
    'holo',
    'basic',
    'stage1',
    'draw',
    'coin',
  ],
  ...[
    'ember',
    'common',
    'gl*',
    '*e',
    'f*e*',
    '*l*m*e*',
    'g*mm*r',
    '*a*d',
    'quill',
    'jun',
    'cards',
    'reverse',
    'standard',
    'frost1',
    'spin',
    'TG11',
    '*',
  ],
);
const phrase = fc.constantFrom(
  ...[
    'glimmer tide',
    'ho-oh ex',
    'Mr. Mime',
    'draw a card',
    'fire spin',
    'rare holo',
    'Ember Dawn',
    'more damage',
    'oh ex',
  ],
);
const number = fc.constantFrom('0', '1', '2', '3', '10', '40', '60', '120', '7', '205');
const words = fc.constantFrom(
  ...FIELDS.filter((name) => !NUMBERS.includes(name) && name !== 'released' && name !== 'is'),
);
const equal = fc.constantFrom(':', '=', '!=');
const compare = fc.constantFrom(':', '=', '!=', '<', '<=', '>', '>=');
const numbers = fc.constantFrom(...NUMBERS);
const bound = fc.oneof(number, fc.constant('*'));
const term: fc.Arbitrary<PlainTree> = fc.oneof(
  fc.record({ field: words, op: fc.constant(':'), value: word }),
  fc.record({ field: words, op: equal, value: word.filter((text) => !text.includes('*')) }),
  fc.record({ field: words, op: equal, value: phrase, isQuoted: fc.constant(true) }),
  fc.record({ field: numbers, op: compare, value: number }),
  fc.record({ field: numbers, op: equal, value: fc.constantFrom('TG11', '40+', '?'), isQuoted: fc.constant(true) }),
  fc.record({ field: numbers, op: fc.constant(':'), value: fc.constant('*') }),
  fc.record({
    field: numbers,
    from: bound,
    to: bound,
    open: fc.constantFrom('[' as const, '{' as const),
    close: fc.constantFrom(']' as const, '}' as const),
  }),
  fc.record({
    field: fc.constant('released'),
    op: compare,
    value: fc.constantFrom('2021', '2021-03', '2022-05-06', '2020-07-09'),
  }),
  fc.record({ field: fc.constant('is'), op: fc.constant(':'), value: fc.constantFrom('holo', 'reverse') }),
);
const { tree } = fc.letrec<{ tree: PlainTree }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    term,
    fc.record({ not: tie('tree') }).filter(({ not }) => !('not' in not)),
    fc.record({
      join: fc.constantFrom('AND' as const, 'OR' as const),
      parts: fc.array(tie('tree'), { minLength: 2, maxLength: 3 }),
    }),
  ),
}));

const game = gameOf({ catalog: { adapter: 'tcgdex' } }, DEFAULT_SCOPE);
const filtered = (api: TestApi, filter: string, more = '') =>
  api.data<{ items: CardSummary[]; next_cursor: string | null }>(
    `/v1/cards?filter=${encodeURIComponent(filter)}${more}`,
  );

for (const [engine, skip] of ENGINES) {
  suite(`field terms on ${engine}`, { skip }, () => {
    test(`${QUERIES} generated queries leave what a plain pass over the records leaves`, async (t) => {
      await using place = await newStore(engine);
      await fillVaried(place.store, fieldCatalog());
      await using api = await apiOn(place.store, { games: [game] });
      const { cards: details, expansions } = await readEverything(api);
      const cards = [...details.values()];
      const placeOf = new Map(expansions.map((expansion) => [expansion.id, expansion]));
      const expansionOf = ({ expansion_id }: Card) => placeOf.get(expansion_id) ?? assert.fail(expansion_id);
      const [columns] = await listColumns(place.store.reads, 'cards', 'game');
      assert.ok(columns);
      const seen = { none: 0, some: 0 };
      await fc.assert(
        fc.asyncProperty(tree, async (asked) => {
          const filter = written(asked);
          const query = new FieldQuery([game], { filter, sort: undefined });
          const rows = await query.leaves(place.store.reads, columns, everyRow(columns));
          const left = columns.ids.filter((_, row) => rows[row] === 1).sort();
          const plain = cards.filter((card) => fitsTree(asked, card, expansionOf(card))).map(({ id }) => id);
          assert.deepEqual(left, plain.sort(), filter);
          seen[left.length === 0 ? 'none' : 'some'] += 1;
        }),
        { numRuns: QUERIES },
      );
      assert.ok(seen.some > seen.none, JSON.stringify(seen));
      t.diagnostic(`${seen.some + seen.none} queries on ${engine}, ${seen.some} of which leave rows: 0 differ`);

      for (const sort of ['hp', '-hp', 'attack.damage', '-attack.damage', '-dex', 'retreat']) {
        const rows = await walked(api, `/v1/cards?filter=-number%3A*TG*&sort=${sort}`);
        const field = sort.replace('-', '');
        const of = ({ id }: { id: string }) => {
          const card = details.get(id) ?? assert.fail(id);
          return sortNumber(field, sort !== field, card, expansionOf(card));
        };
        const values = rows.map(of);
        const sign = sort === field ? 1 : -1;
        const known = values.filter((value) => value !== null);
        assert.deepEqual(
          known,
          known.toSorted((a, b) => sign * (a - b)),
          sort,
        );
        assert.deepEqual(values.slice(0, known.length), known, 'rows without a number stand last');
        assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length);
      }
    });
  });
}

async function walked(api: TestApi, path: string): Promise<CardSummary[]> {
  const rows: CardSummary[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: { items: CardSummary[]; next_cursor: string | null } = await api.data(
      `${path}&limit=7${cursor && `&cursor=${cursor}`}`,
    );
    rows.push(...page.items);
    cursor = page.next_cursor;
  }
  return rows;
}

test('what cannot be read is refused with its place and what was meant', async () => {
  await using place = await newStore('sqlite');
  await fillVaried(place.store, fieldCatalog());
  await using api = await apiOn(place.store, { games: [game] });
  const faults: Record<string, RegExp> = {
    '': /at 1.*a term is missing/,
    'hp>=': /at 5.*hp>= lacks its value/,
    'hp >= 100': /at 4: an operator stands alone/,
    'hpp>=100': /at 1: hpp is no field here \(hp is\)/,
    'type:ember OR': /a term is missing/,
    'OR type:ember': /at 1: AND and OR stand between/,
    '(type:ember': /at 1: a bracket is not closed/,
    'type:ember)': /at 11: a \) closes no bracket/,
    'name:"open': /at 6: a quote is not closed/,
    'hp:[1 5]': /a range is not read/,
    'hp:[a TO 5]': /at 1: hp is a number, and a is none/,
    'hp>much': /hp is a number, and much is none/,
    'rarity>rare': /at 1: rarity is no number or date/,
    'name:tide rarity>rare': /at 11: rarity/,
    'released>soon': /released is a date, and soon is none/,
    'released>=2024-13': /released is a date, and 2024-13 is none/,
    'released>=2024-02-30': /released is a date, and 2024-02-30 is none/,
    'is:foo': /is:foo is no field here/,
    '!-rarity:rare': /at 2: a - stands before a !/,
    'hp:100..120': /at 1: 100\.\.120 is no range: write \[1 TO 5\]/,
    'type:ember|tide': /at 1: ember\|tide is no list: write type:\(a OR b\)/,
    'type:ember,tide': /at 1: ember,tide is no list: write type:\(a OR b\)/,
    'type:ember;hp>50': /ember;hp>50 is no list/,
    'name:tide type!=ember,tide': /at 11: ember,tide is no list/,
    'name:/^gl/': /is a regular expression: write a pattern such as name:char\*/,
    'name:gl?mmer': /gl\?mmer is no pattern: write \* for letters/,
    'name:%glim%': /is no pattern/,
    'name:glimmer^2': /is no pattern/,
    'hp:100-120': /at 1: 100-120 is no range: write hp:\[1 TO 5\]/,
    'attack.damage=40-60': /write attack\.damage:\[1 TO 5\]/,
    'hp:much': /at 1: hp is a number, and much is none/,
    'hp!=100hp': /hp is a number, and 100hp is none/,
    'hp:100+': /hp is a number, and 100\+ is none/,
    'dex:glimmer': /dex is a number/,
    'attack.cost:RRC': /attack\.cost is a number/,
    'number:4/102': /at 1: 4\/102 holds a count: write number:4, and the set/,
    'number:#4/102': /write number:4/,
    'usd:$5': /at 1: usd counts whole cents, and \$5 is no such number/,
    'usd<5.00': /usd counts whole cents, and 5\.00 is no such number/,
    'eur:[1.5 TO *]': /eur counts whole cents/,
    'usd:1,000': /usd counts whole cents/,
    'lang:english': /english is no value of lang: it is written as in lang:en/,
    'mark:g,h': /write regulation_mark:\(a OR b\)/,
    'mark:GH': /GH is no value of regulation_mark: it is written as in mark:\(G OR H\)/,
    'attack.energy:R': /R is no value of attack\.energy/,
    'type:ember ||': /a term is missing/,
    '&& type:ember': /at 1: AND and OR stand between/,
    'name:*&*': /at 1: \*&\* holds no letter and no digit/,
    'name:?*': /holds no letter and no digit/,
    'text:*.*': /holds no letter and no digit/,
    [`name:${'x'.repeat(2000)}`]: /at most 2000 letters/,
    [Array.from({ length: 101 }, () => 'a').join(' ')]: /at most 100 terms/,
    [`${'('.repeat(33)}a${')'.repeat(33)}`]: /at most 32 brackets deep/,
    ['('.repeat(3000)]: /at most 2000 letters/,
  };
  for (const [filter, message] of Object.entries(faults)) {
    const { status, body } = await api.get(`/v1/cards?filter=${encodeURIComponent(filter)}`);
    const { error } = body as { error: { code: string; message: string } | null };
    assert.equal(status, 400, filter);
    assert.equal(error?.code, 'bad_request');
    assert.match(error?.message ?? '', message, filter.slice(0, 50));
  }
  const deepest = `${'('.repeat(32)}${Array.from({ length: 100 }, () => 'text:draw').join(' OR ')}${')'.repeat(32)}`;
  assert.equal((await filtered(api, deepest)).items.length > 0, true);
  const beside = Array.from({ length: 40 }, () => '(text:draw)').join(' OR ');
  assert.equal((await filtered(api, beside)).items.length > 0, true, 'brackets that are closed are not deep');
  assert.deepEqual(await walked(api, '/v1/cards?sort=-HP'), await walked(api, '/v1/cards?sort=-hp'));
  const { status, body } = await api.get('/v1/cards?sort=stage');
  assert.equal(status, 400);
  assert.match(JSON.stringify(body), /sort must be one of .*a field of numbers/);
});

test('brackets, NOT and what stands before brackets are read as they are written', async () => {
  await using place = await newStore('sqlite');
  await fillVaried(place.store, fieldCatalog());
  await using api = await apiOn(place.store, { games: [game] });
  const ids = async (filter: string) => (await filtered(api, filter, '&limit=200')).items.map(({ id }) => id);
  const same: [string, string][] = [
    ['type:(ember OR tide)', 'type:ember OR type:tide'],
    ['NOT type:ember', '-type:ember'],
    ['hp>60 AND type:tide', 'hp>60 type:tide'],
    ['hp>60 && type:tide', 'hp>60 type:tide'],
    ['(hp>60 || type:tide)', 'hp>60 OR type:tide'],
    ['type:ember OR type:tide hp>60', 'type:ember OR (type:tide AND hp>60)'],
    ['glimmer tide', 'name:glimmer name:tide'],
    ['"glimmer tide"', 'name:"glimmer tide"'],
    ['!glimmer', 'name=glimmer'],
    ['!name:"ho-oh ex"', 'name="HO-OH EX"'],
    ['t:ember mark:*', 'type:ember regulation_mark:*'],
    ['--hp>60', 'hp>60'],
    ['is!=holo', '-is:holo'],
    ['hp>60 hp<=90', 'hp:{60 TO 90]'],
    ['released>=2021/03/01', 'released:[2021-03-01 TO *]'],
    ['year>=2021', 'released>=2021'],
    ['number:#4', 'number:4'],
    ['name:“glimmer tide”', 'name:"glimmer tide"'],
    ['name:„ho-oh ex“', 'name:"ho-oh ex"'],
    ['name:«glimmer tide»', 'name:"glimmer tide"'],
    ["name:'glimmer tide' hp>60", 'name:"glimmer tide" hp>60'],
    ["name:farfetch'd", 'name:"farfetch\'d"'],
  ];
  for (const [one, other] of same) assert.deepEqual(await ids(one), await ids(other), one);
  assert.deepEqual(await ids('attack.damage="40+"'), await ids('attack.damage:40'));
  assert.deepEqual(await ids('attack.damage:40+'), await ids('attack.damage="40+"'));
  assert.deepEqual(await ids('hp:"much" OR number:TG999 OR name:1,000'), [], 'in quotes, or of a form that cards have');
  assert.notDeepEqual(await ids('attack.damage="?"'), []);
  assert.deepEqual(await ids('attack.damage="?" attack.damage="?" -attack.damage:"?"'), []);
});

test('a filter stands with q, with a sort and other filters, and is part of its cursor', async () => {
  await using place = await newStore('sqlite');
  await fillVaried(place.store, fieldCatalog());
  await using api = await apiOn(place.store, { games: [game] });
  const first = await filtered(api, 'hp>=50', '&limit=3');
  const others = await filtered(api, 'hp>=60', `&limit=3&cursor=${first.next_cursor}`);
  assert.deepEqual(
    others,
    await filtered(api, 'hp>=60', '&limit=3'),
    'a cursor of another filter gives the first page',
  );
  const [words, both] = [
    await walked(api, '/v1/cards?q=glimmer'),
    await walked(api, '/v1/cards?q=glimmer&filter=hp%3E60'),
  ];
  const kept = new Set((await walked(api, '/v1/cards?filter=hp%3E60')).map(({ id }) => id));
  assert.deepEqual(
    both,
    words.filter(({ id }) => kept.has(id)),
  );
  assert.ok(both.length > 0 && both.every(({ score }) => score !== undefined));
  const sorted = await walked(api, '/v1/cards?q=glimmer&filter=hp%3E60&sort=-hp');
  assert.deepEqual(sorted.map(({ id }) => id).sort(), both.map(({ id }) => id).sort());
});

test('/v1/fields lists fields with type, example and how many cards bear them', async () => {
  await using place = await newStore('sqlite');
  await fillVaried(place.store, fieldCatalog());
  await using api = await apiOn(place.store, { games: [game] });
  type Item = { name: string; type: string; games: string[]; example: string; count: number };
  const { items } = await api.data<{ items: Item[] }>('/v1/fields?game=game');
  for (const { name, type, games, example, count } of items) {
    assert.deepEqual(games, ['game']);
    const asked = type === 'flag' ? `is:${name}` : `${name}:*`;
    const rows = await walked(api, `/v1/cards?filter=${encodeURIComponent(asked)}`);
    assert.equal(rows.length, count, name);
    const found = await walked(api, `/v1/cards?filter=${encodeURIComponent(example)}`);
    assert.ok(found.length > 0 || count === 0, `${name}: ${example} finds nothing`);
  }
  assert.ok(items.length > 35);
  assert.deepEqual((await api.data<{ items: Item[] }>('/v1/fields?game=chess')).items, []);
});

test('a field that games mean other things by asks for the game; what one of them has alone does not', async () => {
  await using two = await twoGames('sqlite');
  await two.run('ember.catalog');
  await two.run('frost.catalog');
  const [ember, frost] = deployed(two);
  assert.ok(ember && frost);
  const [own] = frost.fields ?? [];
  assert.ok(own);
  const games = [ember, { ...frost, fields: [{ ...own, title: 'Something else', columns: ['retreat'] }] }];
  await using api = await apiOn(two.place.store, { games });
  const { status, body } = await api.get('/v1/cards?filter=hp%3E50');
  assert.equal(status, 400);
  assert.match(JSON.stringify(body), /at 1: hp means other things in other games: add game=/);
  assert.equal((await filtered(api, 'hp>50', '&game=ember&limit=200')).items.length, 36);
  assert.equal((await filtered(api, 'stage:* OR type:ember', '&limit=200')).items.length, 36);
  assert.equal((await filtered(api, '-type:ember', '&limit=200')).items.length, 36);
  assert.deepEqual((await filtered(api, 'nothing:of', '&game=chess')).items, []);
});
