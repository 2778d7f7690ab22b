/** The look-up of lists: each row answered by itself, with what it costs, how sure that is, and what else it may be. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { Check } from 'typebox/value';
import { LookupAnswer } from '../../src/api/catalog/lookup.ts';
import { issueKey } from '../../src/keys/issue.ts';
import type { ListedRow } from '../../src/lookup/listed-row.ts';
import { ROWS_MAX } from '../../src/lookup/lookup.ts';
import type { TestApi } from '../support/stages/api.ts';
import { pricedApi } from '../support/stages/priced-api.ts';

interface Item {
  confidence: number;
  card: { id: string; name: string; expansion: { id: string; name: string } } | null;
  variant: { id: number; type: string } | null;
  usd_market: { condition: string; currency: string; market: number } | null;
  eur_market: { currency: string; price_kind: string; trend: number; trend_holo: number } | null;
  is_certain: boolean;
  is_variant_certain: boolean;
  condition: string | null;
  quantity: number | null;
  problem: string | null;
  candidates: { card: { id: string }; variant: { type: string }; confidence: number }[];
  differ_in: string[];
}

let api: TestApi;
before(async () => {
  api = await pricedApi();
});
after(() => api[Symbol.asyncDispose]());

async function lookUp(...rows: object[]): Promise<Item[]> {
  const answer = await api.post('/v1/lookup', { rows });
  assert.equal(answer.status, 200, answer.text);
  assert.ok(Check(LookupAnswer, answer.body.data), answer.text);
  const { items } = answer.body.data as { items: Item[] };
  assert.equal(items.length, rows.length);
  return items;
}

async function one(row: ListedRow): Promise<Item> {
  const [item] = await lookUp(row);
  return item as Item;
}

async function refusal(body: unknown): Promise<string> {
  const answer = await api.post('/v1/lookup', body);
  assert.equal(answer.status, 400, answer.text);
  assert.equal(answer.body.error?.code, 'bad_request');
  return answer.body.error?.message ?? '';
}

const glimmer3 = { name: 'Glimmer 3 of ember1', number: '3/12', expansion: 'Ember Dawn' };

suite('POST /v1/lookup', () => {
  test('name, number and expansion settle on one card, with its printing and its current price in both currencies', async () => {
    const item = await one({ ...glimmer3, printing: 'Normal', condition: 'Near Mint', quantity: 4 });
    assert.equal(item.card?.id, 'ember1-3');
    assert.deepEqual(item.card.expansion, { id: 'ember1', name: 'Ember Dawn' });
    assert.ok(item.is_certain && item.is_variant_certain && item.confidence >= 0.95, JSON.stringify(item));
    assert.equal(item.variant?.type, 'normal');
    const { market, condition, currency } = item.usd_market ?? assert.fail();
    assert.deepEqual({ market, condition, currency }, { market: 300, condition: 'NM', currency: 'USD' });
    assert.equal(item.eur_market?.price_kind, 'plain');
    assert.equal(item.quantity, 4);
    assert.deepEqual(item.candidates, []);
    assert.equal(item.problem, null);
  });

  test('rows are answered in their order, each by itself', async () => {
    const numbers = ['5', '1', '12', '7'];
    const items = await lookUp(
      ...numbers.map((number) => ({ number, expansion: 'ember1', name: `Glimmer ${number} of ember1` })),
    );
    assert.deepEqual(
      items.map(({ card }) => card?.id),
      numbers.map((number) => `ember1-${number}`),
    );
  });

  test('the words of a list tell the printing, in the condition as well', async () => {
    for (const [printing, condition] of [
      ['Reverse Holo', 'NM'],
      ['reverse', 'near_mint'],
      ['', 'Near Mint Reverse Holofoil'],
      ['Foil', 'NearMint'],
    ] as const) {
      const item = await one({ ...glimmer3, printing, condition });
      assert.equal(item.variant?.type, 'reverse', `${printing} ${condition}`);
      assert.equal(item.usd_market?.market, 350);
      assert.equal(item.eur_market?.price_kind, 'holo');
      assert.equal(item.condition, 'NM');
    }
  });

  test('without words for the printing the plainest stands in, and the others are told', async () => {
    const item = await one(glimmer3);
    assert.equal(item.variant?.type, 'normal');
    assert.deepEqual([item.is_certain, item.is_variant_certain], [true, false]);
    assert.deepEqual(
      item.candidates.map(({ card, variant }) => [card.id, variant.type]),
      [
        ['ember1-3', 'normal'],
        ['ember1-3', 'reverse'],
      ],
    );
    assert.deepEqual(item.differ_in, ['printing']);
  });

  test('a condition without a price is priced as NM, and says so; one whose words are not known is not priced in USD', async () => {
    const played = await one({ ...glimmer3, condition: 'Good (Lightly Played)' });
    assert.deepEqual([played.condition, played.usd_market?.condition], ['LP', 'NM']);
    const unknown = await one({ ...glimmer3, condition: 'well loved' });
    assert.deepEqual([unknown.condition, unknown.usd_market], [null, null]);
    assert.equal(unknown.card?.id, 'ember1-3');
    assert.match(unknown.problem ?? '', /condition/);
  });

  test('an id of a marketplace, of another catalog, or of ours leads to the card, whatever else is left out', async () => {
    for (const external_id of ['tcgplayer:3', 'cardmarket:1003', 'tcgdex:ember1-3', 'ember1-3']) {
      const item = await one({ external_id });
      assert.equal(item.card?.id, 'ember1-3', external_id);
      assert.equal(item.is_certain, true, external_id);
    }
  });

  test('an id that contradicts name and number does not make certain', async () => {
    const item = await one({ ...glimmer3, external_id: 'tcgplayer:30' });
    assert.notEqual(item.card?.id, 'frost1-6');
    const wrong = await one({ name: 'Something else entirely', external_id: 'tcgplayer:3' });
    assert.equal(wrong.is_certain, false);
  });

  test('a mistyped name is found by its number and expansion, by name, id, or nearly', async () => {
    for (const expansion of ['Ember Dawn', 'ember1', 'EMB01: Ember Dawn', 'Embr Dawn']) {
      const item = await one({ name: 'Glimer 3 of ember1', number: '#003', expansion });
      assert.equal(item.card?.id, 'ember1-3', expansion);
    }
  });

  test('where several cards fit, none is told as certain, and up to three candidates say what they differ in', async () => {
    const item = await one({ number: '3/12' });
    assert.equal(item.card, null);
    assert.deepEqual([item.confidence, item.is_certain], [0, false]);
    assert.deepEqual(
      item.candidates.map(({ card }) => card.id),
      ['ember1-3', 'ember2-3', 'frost1-3'],
    );
    assert.deepEqual(item.differ_in, ['name', 'expansion']);
  });

  test('a game is known by its name here, and by what shops make of it', async () => {
    for (const game of ['game', 'Game', 'Game TCG']) {
      assert.equal((await one({ ...glimmer3, game })).card?.id, 'ember1-3', game);
    }
  });

  test('a row that means nothing here has no card, price or candidate', async () => {
    for (const row of [{}, { name: '' }, { name: 'Zzyzx Quorum' }, { ...glimmer3, game: 'chess' }]) {
      const item = await one(row);
      assert.deepEqual([item.card, item.variant, item.usd_market, item.eur_market], [null, null, null, null]);
      assert.deepEqual([item.confidence, item.candidates, item.differ_in], [0, [], []]);
    }
  });

  test('what cannot be taken of a row is left out and told, and loses no other row', async () => {
    const [long, none, good] = await lookUp(
      { ...glimmer3, name: 'x'.repeat(301), quantity: 1.5 },
      { name: 'a\u0000b' },
      glimmer3,
    );
    assert.match(long?.problem ?? '', /name.*300.*quantity/);
    assert.equal(long?.quantity, null);
    assert.equal(long?.card?.id, 'ember1-3', 'number and expansion are left');
    assert.match(none?.problem ?? '', /name is no text/);
    assert.equal(good?.card?.id, 'ember1-3');
    const odd = await lookUp(
      ...['constructor', '__proto__', 'toString', '%', '\u202e'].map((text) => ({
        name: text,
        number: text,
        expansion: text,
        lang: text,
        printing: text,
        condition: text,
        external_id: `${text}:${text}`,
      })),
    );
    assert.ok(odd.every(({ card }) => card === null));
  });

  test('a body that is malformed answers 400, naming row and field', async () => {
    assert.match(await refusal({ rows: [glimmer3, { nam: 'x' }] }), /^rows\.1\.nam is no field of a row/);
    assert.match(await refusal({ rows: [{ number: 3 }] }), /^rows\.0\.number /);
    assert.match(await refusal({ rows: 'x' }), /^rows /);
    assert.match(await refusal({ rows: [] }), /^rows /);
    assert.match(await refusal({}), /rows/);
    assert.match(await refusal({ rows: Array.from({ length: ROWS_MAX + 1 }, () => ({})) }), /^rows /);
    assert.equal((await lookUp(...Array.from({ length: ROWS_MAX }, () => ({})))).length, ROWS_MAX);
  });

  test('a body that is no JSON answers 400, one that is too large 413', async () => {
    const headers = { authorization: `Bearer ${api.key}`, 'content-type': 'application/json' };
    for (const [body, status] of [
      ['{"rows":', 400],
      ['', 400],
      [`{"rows":[${'['.repeat(100_000)}${']'.repeat(100_000)}]}`, 400],
      [`{"rows":[{"name":"${'x'.repeat(3 * 1024 * 1024)}"}]}`, 413],
    ] as const) {
      assert.equal((await api.send('POST', '/v1/lookup', headers, body)).status, status);
    }
    const text = { ...headers, 'content-type': 'text/csv' };
    assert.equal((await api.send('POST', '/v1/lookup', text, 'name')).status, 400);
  });

  test('as many rows as are allowed, each text as long as it may be, fit into a body, whatever its letters', async () => {
    for (const letter of ['é', '\u0001', '\u20ac']) {
      const text = letter.repeat(300);
      const row = {
        name: text,
        number: text,
        expansion: text,
        game: text,
        lang: text,
        printing: text,
        condition: text,
      };
      const items = await lookUp(
        ...Array.from({ length: ROWS_MAX }, () => ({ ...row, external_id: text, quantity: 1_000_000 })),
      );
      assert.equal(items[0]?.card, null);
    }
  });

  test('it is answered whole whatever the caller holds', async () => {
    const headers = { authorization: `Bearer ${api.key}`, 'content-type': 'application/json', 'if-none-match': '*' };
    assert.equal((await api.send('POST', '/v1/lookup', headers, '{"rows":[{}]}')).status, 200);
  });

  test('it needs a key that may read', async () => {
    const { key } = await issueKey(api.store, { name: 's', scopes: ['scan'], rate: 0, expires_at: null });
    const headers = { 'content-type': 'application/json' };
    for (const authorization of [{}, { authorization: `Bearer ${key}` }]) {
      const answer = await api.send('POST', '/v1/lookup', { ...headers, ...authorization }, '{"rows":[{}]}');
      assert.equal(answer.status, 401);
    }
  });
});
