/** What a row states and the card does not bear out keeps the look-up from being certain. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { ListedRow } from '../../src/lookup/listed-row.ts';
import { lookUp } from '../../src/lookup/lookup.ts';
import { namesOf } from '../../src/lookup/name-fit.ts';
import { tinyCard, tinyCatalog } from '../support/sources/tiny-catalog.ts';
import { apiOn, lookedUp, type TestApi, tinyApi } from '../support/stages/api.ts';
import { GAME } from '../support/stages/game.ts';
import { pricedApi } from '../support/stages/priced-api.ts';
import { searchNow } from '../support/stages/search.ts';
import { deployedIn, frenchCatalog, severalLanguages } from '../support/stages/several-languages.ts';

interface Item {
  confidence: number;
  card: { id: string; name: string } | null;
  variant: { subtype: string | null; stamps: string[] } | null;
  is_certain: boolean;
  is_variant_certain: boolean;
  problem: string | null;
  candidates: { card: { name: string } }[];
}

const ask = (api: TestApi, row: ListedRow) => lookedUp<Item>(api, row);

suite('a row that contradicts the card', () => {
  let api: TestApi;
  before(async () => {
    api = await pricedApi();
  });
  after(() => api[Symbol.asyncDispose]());
  const glimmer3 = { name: 'Glimmer 3 of ember1', number: '3', expansion: 'Ember Dawn' };

  test('a number, a printed count or an expansion that is another is never certain', async () => {
    assert.equal((await ask(api, glimmer3)).is_certain, true);
    for (const change of [
      { number: '987' },
      { number: '3/987' },
      { expansion: 'Frost Gate' },
      { expansion: 'Tempest of Glass' },
    ]) {
      const { card, is_certain, confidence } = await ask(api, { ...glimmer3, ...change });
      assert.equal(card === null || card.id === 'ember1-3', true, JSON.stringify(change));
      assert.ok(!is_certain && confidence < 0.95, JSON.stringify({ change, confidence }));
    }
  });

  test('what the row states otherwise than the card is told', async () => {
    for (const [change, says] of [
      [{ number: '987' }, "Its number is not this card's."],
      [{ number: '3/987' }, "Its printed count is not that of this card's expansion."],
      [{ expansion: 'Frost Gate' }, "Its expansion is not this card's."],
      [{ expansion: 'Tempest of Glass' }, 'Its expansion is not known here.'],
    ] as const) {
      const { card, problem } = await ask(api, { ...glimmer3, ...change });
      if (card !== null) assert.equal(problem, says, JSON.stringify(change));
    }
    assert.equal((await ask(api, { ...glimmer3, number: '987' })).card?.id, 'ember1-3');
    assert.equal((await ask(api, { ...glimmer3, expansion: 'Tempest of Glass' })).card?.id, 'ember1-3');
    const { items } = await api.data<{ items: { name: string }[] }>('/v1/cards?q=frost&limit=1');
    const other = { ...glimmer3, external_id: 'ember1-3', name: items[0]?.name ?? assert.fail() };
    const { card, is_certain, problem } = await ask(api, other);
    assert.deepEqual([card?.id, is_certain], ['ember1-3', false], 'the name of another card beside an id');
    assert.match(problem ?? '', /Its name is another card's\./);
  });

  test('a name that tells another number than its column is never certain, and says so', async () => {
    for (const name of ['Glimmer 3 of ember1 - 03/12', 'Glimmer 3 of ember1 (#3/12)']) {
      const { card, is_certain, problem } = await ask(api, { ...glimmer3, name });
      assert.deepEqual([card?.id, is_certain, problem], ['ember1-3', true, null], name);
    }
    const { is_certain, problem } = await ask(api, { ...glimmer3, name: 'Glimmer 3 of ember1 - 4/12' });
    assert.equal(is_certain, false);
    assert.match(problem ?? '', /Its name tells another number/);
  });

  test('a category that is no game, but what an expansion is called, is the expansion where the row has none', async () => {
    const { number, name } = glimmer3;
    const { card, is_certain, problem } = await ask(api, { name, number, game: 'Ember Dawn' });
    assert.deepEqual([card?.id, is_certain, problem], ['ember1-3', true, null]);
    for (const row of [
      { ...glimmer3, game: 'Ember Dawn' },
      { name, number, game: 'Tempest of Glass' },
    ])
      assert.match((await ask(api, row)).problem ?? '', /Its game is not served here/, JSON.stringify(row));
  });

  test('words in brackets behind a number are of the printing, known or not', async () => {
    const { card, is_certain, problem } = await ask(api, { ...glimmer3, number: '3/12 (Moonlit)' });
    assert.deepEqual([card?.id, is_certain], ['ember1-3', true]);
    assert.match(problem ?? '', /“moonlit”/);
    assert.equal((await ask(api, { ...glimmer3, number: '3/12 (normal)' })).problem, null);
    assert.match((await ask(api, { ...glimmer3, number: '3/12 (PSA 9)' })).problem ?? '', /It is graded \(PSA 9\)/);
  });

  test('a letter that is the number of one card is told behind its name, where no card of the expansion is called so', async () => {
    const catalog = tinyCatalog();
    const [first, second, third] = catalog.cards;
    const other = catalog.cards.find(({ id }) => id === 'frost1-1');
    assert.ok(first && second && third && other);
    Object.assign(first, { name: 'Runeglyph', localId: 'M' });
    Object.assign(second, { name: 'Runeglyph', localId: 'N' });
    Object.assign(other, { name: 'Runeglyph M' });
    await using api = await tinyApi(catalog);
    for (const row of [{ name: 'Runeglyph [M]' }, { name: 'Runeglyph M', number: 'M/28' }, { name: 'Runeglyph (m)' }]) {
      const { card, is_certain } = await ask(api, { ...row, expansion: 'Ember Dawn' });
      assert.deepEqual([card?.id, is_certain], [first.id, true], JSON.stringify(row));
    }
    assert.equal((await ask(api, { name: 'Runeglyph [M]', expansion: 'Frost Gate' })).card?.id, other.id);
    assert.equal((await ask(api, { name: 'Runeglyph [Q]', expansion: 'Ember Dawn' })).is_certain, false);
  });

  test('a number alone is never certain in an expansion whose name is only like the one that is written', async () => {
    assert.equal((await ask(api, { number: '3', expansion: 'Ember Dawn' })).is_certain, true);
    assert.equal((await ask(api, { number: '3', expansion: 'Ember Dwan' })).is_certain, false);
    assert.equal((await ask(api, { ...glimmer3, expansion: 'Ember Dwan' })).is_certain, true);
    assert.equal(
      (await ask(api, { ...glimmer3, expansion: 'ember3' })).is_certain,
      false,
      'digits tell expansions apart',
    );
  });

  test('a count that a part of the expansion prints is no contradiction', async () => {
    const catalog = tinyCatalog();
    const [card, other] = catalog.cards;
    assert.ok(card && other);
    card.localId = 'H1';
    card.thirdParty = { tcgplayer: 78 };
    other.thirdParty = { tcgplayer: 77 };
    await using api = await tinyApi(catalog);
    const h1 = { name: card.name, expansion: 'Ember Dawn' };
    for (const number of ['H1', 'H1/H32', 'h01 / H32', 'H1/32']) {
      const { card: found, is_certain } = await ask(api, { ...h1, number });
      assert.deepEqual([found?.id, is_certain], [card.id, true], number);
    }
    const counted = { name: other.name, number: '2/32', expansion: 'Ember Dawn' };
    assert.equal((await ask(api, counted)).is_certain, false, 'a count without letters');
    assert.equal((await ask(api, { ...counted, external_id: 'tcgplayer:77' })).is_certain, true, 'number and id agree');
    assert.equal((await ask(api, { ...counted, number: '3/32', external_id: 'tcgplayer:77' })).is_certain, false);
    // Digits that may be those of `H1` bear out no other count, whatever the id says.
    const digits = { ...h1, external_id: 'tcgplayer:78' };
    assert.equal((await ask(api, { ...digits, number: '1' })).is_certain, true);
    assert.equal((await ask(api, { ...digits, number: '1/32' })).is_certain, false);
  });

  test('an id of another card, in this game or in one that is not asked, is told and never certain', async () => {
    const { card, is_certain, problem } = await ask(api, { ...glimmer3, external_id: 'tcgplayer:30' });
    assert.deepEqual([card?.id, is_certain], ['ember1-3', false]);
    assert.match(problem ?? '', /external_id is another card's/);
    assert.equal((await ask(api, { ...glimmer3, external_id: 'tcgplayer:3' })).problem, null);
  });

  test('an id that leads nowhere, and one that is none, are told; the rest of the row is looked up', async () => {
    for (const [external_id, said] of [
      ['foo:12', /names no catalog/],
      ['tcgplayer:x12', /is no number/],
      ['tcgplayer:99999999999', /is no number/],
      ['cardmarket:4000000000', /is no number/],
      ['tcgplayer:2147483648', /is no number/],
      ['tcgplayer:2147483647', /leads to no card/],
      ['tcgplayer:777777', /leads to no card/],
      ['nothing-9', /leads to no card/],
    ] as const) {
      const { card, is_certain, problem } = await ask(api, { ...glimmer3, external_id });
      assert.deepEqual([card?.id, is_certain], ['ember1-3', true], external_id);
      assert.match(problem ?? '', said, external_id);
    }
    const { card, problem } = await ask(api, { external_id: 'TCGplayer:3' });
    assert.deepEqual([card?.id, problem], ['ember1-3', null]);
  });
});

test('a card of the name in the expansion that is stated is meant, not one elsewhere that has the number', async () => {
  const catalog = tinyCatalog();
  const [old, , , reprint] = catalog.cards;
  const [, second] = catalog.sets;
  assert.ok(old && reprint && second);
  Object.assign(old, { name: 'Vultwick', localId: '4' });
  Object.assign(reprint, { name: 'Vultwick', localId: 'CC2', set: { id: 'ember2' }, id: 'ember2-CC2' });
  Object.assign(second, { name: 'Ember Dawn Classics', cardCount: { official: 3, total: 13 } });
  await using api = await tinyApi(catalog);
  const said = await ask(api, { name: 'Vultwick', number: '4/12', expansion: 'Ember Dawn: Classics' });
  assert.deepEqual([said.card?.id ?? null, said.is_certain], ['ember2-CC2', false]);
  assert.equal((await ask(api, { name: 'Vultwick', number: '4/12', expansion: 'Ember Dawn' })).card?.id, 'ember1-1');
});

test('each face of a card is its name, in its expansion or alone', async () => {
  const catalog = tinyCatalog();
  Object.assign(catalog.cards[0] ?? {}, { name: 'Vultwick // Night of Wicks' });
  Object.assign(catalog.cards[20] ?? {}, { name: 'Night of Lamps' });
  await using api = await tinyApi(catalog);
  const placed = await ask(api, { name: 'Night of Wicks', expansion: 'Ember Dawn' });
  assert.deepEqual([placed.card?.id, placed.is_certain], ['ember1-1', true]);
  assert.equal((await ask(api, { name: 'Night of Wicks' })).card?.id, 'ember1-1');
  const elsewhere = await ask(api, { name: 'Night of Wicks', expansion: 'Frost Gate' });
  assert.equal(elsewhere.is_certain, false);
});

test('a sure card that goes before it is read is no longer sure', async () => {
  await using api = await tinyApi();
  const { reads } = api.store;
  const index = await searchNow(api.store).index();
  const row = { name: 'Glimmer 3 of ember1', number: '3', expansion: 'Ember Dawn' };
  let reading = 0;
  const gone = (table: 'cards') => {
    if (table === 'cards') reading += 1;
    // The first finds the card at its place, the second reads it.
    return reading > 1 ? reads.selectFrom(table).where('id', '=', '') : reads.selectFrom(table);
  };
  const parts = { index, games: [GAME] };
  const [sure] = await lookUp([row], { ...parts, reads });
  assert.equal(sure?.isCertain, true);
  const going = Object.create(reads, {
    selectFrom: { value: gone },
    executeQuery: { value: reads.executeQuery.bind(reads) },
  });
  const [found] = await lookUp([row], { ...parts, reads: going });
  assert.deepEqual([found?.best, found?.isCertain, found?.isPrintingCertain], [undefined, false, false]);
});

test('a language without its region is compared with the names of every region', () => {
  const card = { card: { name: 'Glimmer', number: '1' }, translated: { 'pt-br': 'Brilho', fr: 'Lueur' } };
  assert.deepEqual(namesOf(card, { lang: 'pt', names: [] }), ['glimmer', 'brilho']);
  assert.deepEqual(namesOf(card, { lang: 'p', names: [] }), ['glimmer']);
});

test('the name that a market gives an expansion tells the printing too', async () => {
  const catalog = tinyCatalog();
  const printing = (more: object) => ({ type: 'holo', size: 'standard', ...more });
  const [card] = catalog.cards;
  assert.ok(card);
  card.variants_detailed = [
    printing({ subtype: 'unlimited' }),
    printing({ subtype: 'shadowless' }),
    printing({ subtype: 'shadowless', stamp: ['1st-edition'] }),
  ];
  await using api = await tinyApi(catalog);
  const row = { name: card.name, number: '1' };
  for (const [expansion, printing, is] of [
    ['Ember Dawn (Shadowless)', 'Unlimited Holofoil', 'shadowless'],
    ['Ember Dawn (Shadowless)', '1st Edition Holofoil', 'shadowless 1st-edition'],
    ['Ember Dawn (Unlimited)', 'Holofoil', 'unlimited'],
  ] as const) {
    const { variant, is_variant_certain, card: found } = await ask(api, { ...row, expansion, printing });
    assert.equal(found?.id, 'ember1-1', expansion);
    assert.equal([variant?.subtype, ...(variant?.stamps ?? [])].join(' '), is, `${expansion} ${printing}`);
    assert.equal(is_variant_certain, true, `${expansion} ${printing}`);
  }
  const other = { name: 'Glimmer 2 of ember1', number: '2', expansion: 'Ember Dawn (Shadowless)', printing: 'Normal' };
  assert.equal((await ask(api, other)).is_variant_certain, false, 'a printing that is not here');
});

test('words of printings in the names that card and expansion have in other languages tell none', async () => {
  const [en, fr] = [tinyCatalog(), frenchCatalog()];
  const [card, set] = [fr.cards[0], fr.sets[0]];
  assert.ok(card && set);
  card.name = 'Lueur Reverse';
  set.name = 'Aube Reverse';
  await using stage = await severalLanguages('sqlite', { en, fr });
  await stage.run();
  await using api = await apiOn(stage.place.store, { games: deployedIn(stage) });
  for (const row of [
    { name: 'Lueur Reverse', number: '1', expansion: 'Ember Dawn' },
    { name: 'Lueur Reverse', number: '1', expansion: 'Ember Dawn', lang: 'fr' },
    { name: 'Glimmer 1 of ember1', number: '1', expansion: 'Aube Reverse' },
  ]) {
    const { card: found, is_certain, is_variant_certain } = await ask(api, row);
    assert.deepEqual([found?.id, is_certain, is_variant_certain], ['ember1-1', true, false], JSON.stringify(row));
  }
  const { is_variant_certain } = await ask(api, { name: 'Lueur Reverse', number: '1', printing: 'Reverse Holofoil' });
  assert.equal(is_variant_certain, true, 'asked for as a printing');
});

test('a card of another region is known by what one that shows the same is called, and never certain', async () => {
  const [en, ja] = [tinyCatalog(4), tinyCatalog(4)];
  const strong = { dexId: [9], hp: 200, types: ['Fire'], retreat: 2 };
  const weak = { ...strong, hp: 110 };
  const [first, second, third] = en.cards;
  assert.ok(first && second && third);
  Object.assign(first, strong, { name: 'Charcoal ex' });
  Object.assign(second, weak, { name: 'Charcoal' });
  Object.assign(third, weak, { name: 'Dark Charcoal' });
  const [set] = ja.sets;
  assert.ok(set);
  ja.sets = [{ ...set, id: 'DAWN1', name: '夜明け' }];
  const said = [
    ['リザードンex', strong],
    ['リザードン', weak],
    ['わるいリザードン', weak],
    ['リザードンex', weak],
  ] as const;
  ja.cards = said.map(([name, facts], at) => ({ ...tinyCard('DAWN1', at + 1), ...facts, name }));
  await using stage = await severalLanguages('sqlite', { en, ja }, [
    { region: 'asia', language: 'ja', translations: [] },
  ]);
  await stage.run();
  await using api = await apiOn(stage.place.store, { games: deployedIn(stage) });
  for (const [row, id] of [
    [{ name: 'Charcoal ex' }, 'DAWN1-1'],
    [{ name: 'Charcoal ex', number: '1/4', lang: 'ja' }, 'DAWN1-1'],
    [{ name: 'Charcoal' }, 'DAWN1-2'],
  ] as const) {
    const { card, is_certain, problem } = await ask(api, { ...row, expansion: 'DAWN1' });
    assert.deepEqual([card?.id, is_certain, problem], [id, false, null], JSON.stringify(row));
  }
  const sounding = await ask(api, { name: 'Lizardon ex', number: '1', expansion: 'DAWN1' });
  assert.deepEqual([sounding.card?.id, sounding.is_certain], ['DAWN1-1', true], 'its own name, as it sounds');
  for (const row of [
    { name: 'Dark Charcoal' },
    { name: 'Charcoal', number: '3' },
    { name: 'Charcoal ex', number: '4' },
    { name: 'Emberwright', number: '1' },
  ]) {
    const { problem, is_certain } = await ask(api, { ...row, expansion: 'DAWN1' });
    assert.equal(is_certain || problem === null, false, JSON.stringify(row));
  }
});
