/** The look-up of lists where a row says more of the printing than of the card, or more than is known of any. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { gameOf } from '../../src/games/games.ts';
import type { ListedRow } from '../../src/lookup/listed-row.ts';
import { tinyCatalog } from '../support/sources/tiny-catalog.ts';
import { lookedUp, type TestApi, tinyApi } from '../support/stages/api.ts';
import { GAME } from '../support/stages/game.ts';
import { pricedApi } from '../support/stages/priced-api.ts';

interface Item {
  product: { id: number } | null;
  usd_market: object | null;
  eur_market: object | null;
  confidence: number;
  card: { id: string } | null;
  variant: { type: string; size: string; stamps: string[]; foil: string | null } | null;
  is_certain: boolean;
  is_variant_certain: boolean;
  problem: string | null;
}

const ask = (api: TestApi, row: ListedRow) => lookedUp<Item>(api, row);

suite('words of printings behind a name', () => {
  const catalog = tinyCatalog();
  const [quillback, holo] = catalog.cards;
  assert.ok(quillback && holo);
  Object.assign(quillback, { name: 'Quillback' });
  Object.assign(holo, { name: 'Quillback Reverse' });

  test('what shops put behind a name is understood, misspelt or not', async () => {
    const alone = { ...catalog, cards: catalog.cards.filter((card) => card !== holo) };
    await using api = await tinyApi(alone);
    const unsaid = (await ask(api, { name: 'Quilback' })).confidence;
    for (const name of ['Quilback reverse', 'Quilback Reverse Holo', 'Quilback (Reverse Holo)']) {
      const { card, variant, confidence } = await ask(api, { name });
      assert.deepEqual([card?.id, variant?.type], ['ember1-1', 'reverse'], name);
      assert.equal(confidence, unsaid, `${name} says no less of the card`);
    }
    assert.equal((await ask(api, { name: 'Quillback [secret] reverse' })).card?.id, 'ember1-1');
    const placed = { expansion: 'Ember Dawn', number: '1/12' };
    const { is_certain, is_variant_certain } = await ask(api, { name: 'Quilback Reverse Holo', ...placed });
    assert.deepEqual([is_certain, is_variant_certain], [true, true]);
  });

  test('a card that has such words in its name is meant rather than one without them', async () => {
    await using api = await tinyApi(catalog);
    for (const name of ['Quillback Reverse', 'Quilback Reverse']) {
      assert.equal((await ask(api, { name })).card?.id, 'ember1-2', name);
    }
    assert.equal((await ask(api, { name: 'Quillback' })).card?.id, 'ember1-1');
  });
});

test('a card that lacks the printing which the row names is no rival of one that has it, and makes no other card certain', async () => {
  const catalog = tinyCatalog();
  const [plain, parallel] = catalog.cards;
  assert.ok(plain && parallel);
  Object.assign(plain, { name: 'Brindle', variants_detailed: [{ type: 'normal', size: 'standard' }] });
  Object.assign(parallel, { name: 'Brindle (Parallel)', localId: '1' });
  Object.assign(parallel, { variants_detailed: [{ type: 'holo', size: 'standard' }] });
  await using api = await tinyApi(catalog);
  const row = { name: 'Brindle', number: '1', expansion: 'Ember Dawn' };
  for (const [printing, isCertain] of [
    ['', false],
    ['Normal', true],
    ['Holo', false],
    ['Galaxy', false],
  ] as const) {
    const { card, is_certain } = await ask(api, { ...row, printing });
    assert.deepEqual([card?.id, is_certain], ['ember1-1', isCertain], printing);
  }
});

test('a rarity behind the name tells which of several cards of that name is meant, and makes none certain', async () => {
  const catalog = tinyCatalog();
  const rarities = ['Common', 'Double rare', 'Ultra Rare', 'Special illustration rare', 'Illustration rare'];
  const named = catalog.cards.filter(({ id }) => id.startsWith('ember1-')).slice(0, rarities.length);
  for (const [at, card] of named.entries()) Object.assign(card, { name: 'Brindle', rarity: rarities[at] });
  await using api = await tinyApi(catalog);
  for (const [name, id] of [
    ['Brindle SIR', 'ember1-4'],
    ['Brindle (Special Illustration Rare)', 'ember1-4'],
    ['Brindle IR', 'ember1-5'],
    ['Brindle UR', 'ember1-3'],
    ['Brindle HR', undefined],
  ] as const) {
    const { card, is_certain } = await ask(api, { name, expansion: 'Ember Dawn' });
    assert.deepEqual([card?.id, is_certain], [id, false], name);
  }
});

test('a rarity behind the name that is not the rarity of the card at its number makes none certain', async () => {
  const catalog = tinyCatalog();
  for (const card of catalog.cards.slice(0, 2)) Object.assign(card, { name: 'Brindle', rarity: 'Double rare' });
  Object.assign(catalog.cards[2] ?? {}, { name: 'Quillback', rarity: undefined });
  await using api = await tinyApi(catalog);
  for (const [name, number, isCertain] of [
    ['Brindle', '1', true],
    ['Brindle (Double Rare)', '1', true],
    ['Brindle (Swirl)', '1', true],
    ['Brindle (Special Illustration Rare)', '1', false],
    ['Brindle - SIR', '1', false],
    ['Brindle alternate full art', '1', false],
    // The catalog tells none of this card.
    ['Quillback SIR', '3', true],
  ] as const) {
    const { card, is_certain } = await ask(api, { name, number: `${number}/12`, expansion: 'Ember Dawn' });
    assert.deepEqual([card?.id, is_certain], [`ember1-${number}`, isCertain], name);
  }
});

test('a name amid other words is found by its number, and certain where those are what shops put there', async () => {
  const catalog = tinyCatalog();
  Object.assign(catalog.cards[0] ?? {}, { name: 'Brindle' });
  await using api = await tinyApi(catalog);
  for (const [name, isCertain] of [
    ['Mint Condition Brindle 1/12 Ember Dawn', true],
    ['Brindle 1/12 Ember Dawn Near Mint', true],
    ['Gloomy Brindle 1/12 Ember Dawn', false],
    // Words of other cards' names, and what is no card.
    ['Brindle VMAX 1/12 Ember Dawn', false],
    ['Brindle 1/12 Ember Dawn Playmat', false],
    ['Brindle 1/12 Ember Dawn Sturdy', true],
  ] as const) {
    const { card, is_certain } = await ask(api, { name });
    assert.deepEqual([card?.id, is_certain], ['ember1-1', isCertain], name);
  }
});

test('words in place of the rest of a name are those of another card, whatever the number', async () => {
  const catalog = tinyCatalog();
  Object.assign(catalog.cards[0] ?? {}, { name: 'Brindle - Keeper of Tides' });
  await using api = await tinyApi(catalog);
  for (const [name, isCertain] of [
    ['Brindle - Keeper of Tides', true],
    ['Brindle', true],
    ['Brindle - Keeper of Tides (Swirl)', true],
    ['Brindle - Warden of Frost', false],
  ] as const) {
    const { card, is_certain } = await ask(api, { name, number: '1/12', expansion: 'Ember Dawn' });
    assert.deepEqual([card?.id, is_certain], ['ember1-1', isCertain], name);
  }
});

test('a rarity in brackets is explained by the card that has it, and is no word of printings where no card is answered', async () => {
  const catalog = tinyCatalog();
  const named = catalog.cards.filter(({ id }) => id.startsWith('ember1-')).slice(0, 3);
  for (const [at, card] of named.entries()) Object.assign(card, { name: ['Brindle', 'Quill', 'Quill'][at] });
  for (const card of named)
    Object.assign(card, { rarity: 'Rare Holo', variants_detailed: [{ type: 'holo', size: 'standard' }] });
  await using api = await tinyApi(catalog);
  for (const [name, id, isCertain] of [
    ['Brindle (Rare Holo)', 'ember1-1', true],
    ['Brindle (Holo Rare)', 'ember1-1', true],
    ['Brindle (Secret Rare)', 'ember1-1', false],
    ['Brindle (Rare Holo) (Staff)', 'ember1-1', false],
    ['Quill (Rare Holo)', undefined, false],
  ] as const) {
    const { card, is_certain, problem } = await ask(api, { name, expansion: 'Ember Dawn' });
    assert.deepEqual([card?.id, is_certain], [id, isCertain], name);
    if (id === undefined) assert.match(problem ?? '', /^Several cards may be meant: /);
  }
});

test('a number that stands in the name is the row’s, where it has no other', async () => {
  const catalog = tinyCatalog();
  const [quillback, numbered] = catalog.cards;
  assert.ok(quillback && numbered);
  Object.assign(quillback, { name: 'Quillback' });
  Object.assign(numbered, { name: 'Engine 12/3' });
  await using api = await tinyApi(catalog);
  for (const name of [
    'Quillback 1/12',
    'Quillback (1/12)',
    'Quillback - 001/012',
    'Quillback 1/12 Reverse Holo',
    '#1 Quillback',
  ]) {
    const { card, is_certain } = await ask(api, { name, expansion: 'Ember Dawn' });
    assert.deepEqual([card?.id, is_certain], ['ember1-1', true], name);
  }
  const { variant } = await ask(api, { name: 'Quillback 1/12 Reverse Holo' });
  assert.equal(variant?.type, 'reverse');
  assert.notEqual(
    (await ask(api, { name: 'Quillback 1/12', number: '7' })).card?.id,
    'ember1-7',
    'told apart, it is of the name',
  );
  const { card, is_certain } = await ask(api, { name: 'Engine 12/3', number: '2', expansion: 'Ember Dawn' });
  assert.deepEqual([card?.id, is_certain], ['ember1-2', true]);
});

test('where a number is one card’s, one with the code of its expansion is a place, dash or not', async () => {
  const catalog = tinyCatalog();
  const [card] = catalog.cards;
  const [set] = catalog.sets;
  assert.ok(card && set);
  Object.assign(card, { localId: 'EMD-EN005' });
  Object.assign(set, { abbreviation: { official: 'EMD' } });
  await using api = await tinyApi(catalog);
  for (const number of ['EMD-EN005', 'EMDEN005', 'emd en005']) {
    const { card, is_certain } = await ask(api, { number });
    assert.deepEqual([card?.id, is_certain], ['ember1-1', true], number);
  }
  for (const name of ['EMD-EN005', `EMD-EN005 ${card.name}`]) {
    const { card, is_certain } = await ask(api, { name });
    assert.deepEqual([card?.id, is_certain], ['ember1-1', true], name);
  }
  const second = catalog.cards[1]?.name;
  for (const name of [`${second} EMD-2`, `${second} EMD002`, `${second?.toLowerCase()} emd 2`]) {
    const { card, is_certain } = await ask(api, { name });
    assert.deepEqual([card?.id, is_certain], ['ember1-2', true], name);
  }
  assert.equal((await ask(api, { number: 'EMD-EN006' })).is_certain, false);
});

test('first editions and reverse printings are known by what collectors of Europe, and in a hurry, write', async () => {
  const catalog = tinyCatalog();
  const [card] = catalog.cards;
  assert.ok(card);
  const printings = [
    { type: 'normal', size: 'standard' },
    { type: 'normal', size: 'standard', stamp: ['1st-edition'] },
    { type: 'reverse', size: 'standard' },
  ];
  Object.assign(card, { name: 'Quillback & Thorn', variants_detailed: printings });
  await using api = await tinyApi(catalog);
  const row = { name: 'Quillback and Thorn', number: '1/12' };
  for (const printing of [
    '1. Edition',
    '1. Auflage',
    '1ère édition',
    '1a edizione',
    '1st ed.',
    '1st',
    'First Edition',
  ]) {
    const { variant, is_certain, is_variant_certain } = await ask(api, { ...row, printing });
    assert.deepEqual([variant?.stamps, is_certain, is_variant_certain], [['1st-edition'], true, true], printing);
  }
  for (const printing of ['RH', 'rev holo', 'Reverse', 'Reversed', 'Mirror Holo']) {
    const { variant, is_variant_certain } = await ask(api, { ...row, printing });
    assert.deepEqual([variant?.type, is_variant_certain], ['reverse', true], printing);
  }
});

test('an edition that the catalog does not tell leaves the printing open, the card not', async () => {
  const yugioh = gameOf({ catalog: { adapter: 'ygoprodeck' } }, { game: GAME.name, idPrefix: '', language: 'en' });
  const catalog = tinyCatalog();
  const [card] = catalog.cards;
  assert.ok(card);
  Object.assign(card, { name: 'Quillback', variants_detailed: [{ type: 'normal', size: 'standard' }] });
  await using api = await tinyApi(catalog, { games: [yugioh] });
  const row = { name: 'Quillback', number: '1/12', expansion: 'Ember Dawn' };
  const plain = await ask(api, row);
  assert.deepEqual([plain.is_certain, plain.is_variant_certain], [true, true]);
  for (const said of [
    { printing: '1st Edition' },
    { printing: 'Unlimited' },
    { printing: 'Limited' },
    { condition: 'Near Mint 1st Edition' },
    { name: 'Quillback (1st Ed)' },
    { name: 'Quillback Unlimited Edition' },
    { expansion: 'Ember Dawn (Unlimited)' },
  ]) {
    const { card: found, variant, is_certain, is_variant_certain } = await ask(api, { ...row, ...said });
    assert.deepEqual(
      [found?.id, variant?.type, is_certain, is_variant_certain],
      ['ember1-1', 'normal', true, false],
      JSON.stringify(said),
    );
  }
});

suite('words of printings that the catalog itself has', () => {
  const row = { name: 'Quillback', number: '1/12', expansion: 'Ember Dawn' };
  const catalog = tinyCatalog();
  const [card] = catalog.cards;
  assert.ok(card);
  const printings = [
    { type: 'normal', size: 'standard' },
    { type: 'reverse', size: 'standard' },
    { type: 'reverse', size: 'standard', foil: 'masterball' },
    { type: 'normal', size: 'standard', stamp: ['staff'] },
    { type: 'normal', size: 'jumbo' },
  ];
  Object.assign(card, { name: 'Quillback', variants_detailed: printings });

  test('a pattern that is named outranks the finish, and what leaves one printing is certain', async () => {
    await using api = await tinyApi(catalog);
    for (const said of [
      { name: 'Quillback (Master Ball Pattern)', printing: 'Holofoil' },
      { name: 'Quillback (Master Ball Pattern)' },
      { printing: 'Masterball Reverse Holofoil' },
      { expansion: 'Ember Dawn (Master Ball)' },
    ]) {
      const { variant, is_variant_certain, problem } = await ask(api, { ...row, ...said });
      const is = [variant?.type, variant?.foil, is_variant_certain, problem];
      assert.deepEqual(is, ['reverse', 'masterball', true, null], JSON.stringify(said));
    }
    for (const printing of ['Normal Master Ball', 'Master Ball Normal', 'Non Holo Masterball']) {
      const { variant, is_variant_certain } = await ask(api, { ...row, printing });
      assert.deepEqual([variant?.foil, is_variant_certain], ['masterball', false], `${printing}: none is both`);
    }
    const normal = await ask(api, { ...row, printing: 'Normal' });
    assert.deepEqual(
      [normal.variant?.size, normal.is_variant_certain],
      ['standard', false],
      'a stamped one is normal too',
    );
    const jumbo = await ask(api, { ...row, printing: 'Jumbo' });
    assert.deepEqual([jumbo.variant?.size, jumbo.is_variant_certain], ['jumbo', true]);
  });

  test('a word that is left over stands in problem, and no printing is certain', async () => {
    await using api = await tinyApi(catalog);
    for (const [said, word] of [
      [{ printing: 'Staff Winner' }, 'winner'],
      [{ name: 'Quillback (Poke Ball Pattern)' }, 'poke'],
      [{ expansion: 'Ember Dawn (Shadowless)' }, 'shadowless'],
      [{ condition: 'Near Mint Gold' }, 'gold'],
    ] as const) {
      const { card: found, is_certain, is_variant_certain, problem } = await ask(api, { ...row, ...said });
      assert.deepEqual([found?.id, is_certain, is_variant_certain], ['ember1-1', true, false], JSON.stringify(said));
      assert.match(problem ?? '', new RegExp(`“${word}”`));
    }
  });
});

suite('what a row says beside the card', () => {
  test('null in a field is the same as leaving it out', async () => {
    await using api = await tinyApi(tinyCatalog());
    const row = { name: 'Glimmer 1 of ember1', number: '1', expansion: 'Ember Dawn' };
    const nulls = { game: null, lang: null, printing: null, condition: null, quantity: null, external_id: null };
    const answer = await api.post('/v1/lookup', { rows: [{ ...row, ...nulls }] });
    assert.deepEqual(answer.body, (await api.post('/v1/lookup', { rows: [row] })).body);
  });

  test('a list as text is read as a file is: heads that were not read are named, and may keep all rows from certainty', async () => {
    await using api = await tinyApi(tinyCatalog());
    const post = async (text: string) => {
      const headers = { authorization: `Bearer ${api.key}`, 'content-type': 'text/plain' };
      const answer = await api.send('POST', '/v1/lookup', headers, text);
      return answer.body.data as { items: Item[]; unread: string[] };
    };
    const row = 'Glimmer 1 of ember1,1,Ember Dawn,x';
    const sure = await post(`Name,Number,Set,Shelf\n${row}`);
    assert.deepEqual([sure.unread, sure.items[0]?.card?.id, sure.items[0]?.is_certain], [['Shelf'], 'ember1-1', true]);
    const unsure = await post(`Name,Number,Set,Grade mark\n${row}`);
    assert.deepEqual([unsure.unread, unsure.items[0]?.is_certain], [['Grade mark'], false]);
    const line = await post('2 Glimmer 1 of ember1 (ember1) 1');
    assert.deepEqual([line.unread, line.items[0]?.card?.id], [[], 'ember1-1']);
  });

  test('a graded card has no amount, wherever its grade stands, and problem names it', async () => {
    await using api = await pricedApi();
    const row = { name: 'Glimmer 3 of ember1', number: '3', expansion: 'Ember Dawn' };
    const plain = await ask(api, row);
    assert.notEqual(plain.usd_market, null);
    for (const said of [
      { condition: 'PSA 10' },
      { condition: 'Graded 9.5 BGS' },
      { printing: 'CGC 9.5 Gem Mint' },
      { name: `${row.name} (SGC 8)` },
      { expansion: `${row.expansion} (PSA 10)` },
      { condition: 'AP 9' },
    ]) {
      const { card, usd_market, eur_market, problem } = await ask(api, { ...row, ...said });
      assert.deepEqual([card?.id, usd_market, eur_market], ['ember1-3', null, null], JSON.stringify(said));
      assert.match(problem ?? '', /graded \(.*\d/);
    }
    const proxy = await ask(api, { ...row, printing: 'proxy' });
    assert.deepEqual([proxy.card?.id, proxy.usd_market, proxy.eur_market], ['ember1-3', null, null]);
    assert.match(proxy.problem ?? '', /It is a proxy/);
  });

  test('what is neither card nor product has a problem', async () => {
    await using api = await tinyApi(tinyCatalog());
    const { card, product, problem } = await ask(api, { name: 'Nothing of the kind' });
    assert.deepEqual([card, product], [null, null]);
    assert.match(problem ?? '', /No card and no sealed product/);
  });
});
