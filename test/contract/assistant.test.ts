/** The tools for assistants: by the kit's own client in both eras, and what the kit leaves open. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { TSchema } from 'typebox';
import { Check } from 'typebox/value';
import { issueKey } from '../../src/keys/issue.ts';
import type { TestApi } from '../support/stages/api.ts';
import { pricedApi } from '../support/stages/priced-api.ts';

let api: TestApi;
let client: Client;

const connected = async (key = api.key): Promise<Client> => {
  const made = new Client({ name: 'test', version: '1' });
  const url = new URL(`http://127.0.0.1:${api.port}/mcp`);
  await made.connect(
    new StreamableHTTPClientTransport(url, { requestInit: { headers: { authorization: `Bearer ${key}` } } }),
  );
  return made;
};

before(async () => {
  api = await pricedApi();
  client = await connected();
});
after(async () => {
  await client.close();
  await api[Symbol.asyncDispose]();
});

const HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const post = (body: unknown, headers: Record<string, string> = {}) =>
  api.send(
    'POST',
    '/mcp',
    { authorization: `Bearer ${api.key}`, ...HEADERS, ...headers },
    typeof body === 'string' ? body : JSON.stringify(body),
  );

/** A request of the revision of 2026. */
const modern = (method: string, params: Record<string, unknown> = {}, headers: Record<string, string> = {}) => {
  const about = 'io.modelcontextprotocol/';
  const _meta = { [`${about}protocolVersion`]: '2026-07-28', [`${about}clientCapabilities`]: {} };
  const name: Record<string, string> = typeof params.name === 'string' ? { 'mcp-name': params.name } : {};
  const said = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, ...name, ...headers };
  return post({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } }, said);
};

interface Found {
  card_id: string;
  prices: { variant: string; usd_cents: number }[];
}
type Structured = Record<string, unknown> & { cards?: Found[] };
async function use(name: string, args: object): Promise<Structured> {
  const result = await client.callTool({ name, arguments: args as Record<string, unknown> });
  assert.ok(!result.isError, JSON.stringify(result.content));
  const [content] = result.content as { text: string }[];
  assert.deepEqual(JSON.parse(content?.text ?? ''), result.structuredContent, 'the same as text, for older clients');
  assert.ok((content?.text.length ?? 0) <= 8000, `${name}: about 2,000 tokens at most`);
  return result.structuredContent as Structured;
}

suite('tools for assistants', () => {
  test('at most nine, described with their units, in one order; a photo only for keys that may scan', async () => {
    const { tools } = await client.listTools();
    assert.ok(tools.length === 9);
    for (const { name, description = '', inputSchema, outputSchema, annotations } of tools) {
      assert.match(name, /^[a-z_]{1,64}$/);
      if (name !== 'identify_card') assert.match(description, /integer cents/, name);
      assert.ok(inputSchema.type === 'object' && outputSchema !== undefined);
      assert.equal(annotations?.readOnlyHint, true);
      for (const [field, schema] of Object.entries(inputSchema.properties ?? {})) {
        assert.ok((schema as { description?: string }).description, `${name}.${field}`);
      }
    }
    const { key } = await issueKey(api.store, { name: 'reader', scopes: ['read'], rate: 0, expires_at: null });
    const reader = await connected(key);
    const listed = (await reader.listTools()).tools.map(({ name }) => name);
    await reader.close();
    assert.deepEqual(
      listed,
      tools.map(({ name }) => name).filter((name) => name !== 'identify_card'),
    );
  });

  test('each gives true, priced answers that fit its schema', async () => {
    const { tools } = await client.listTools();
    const [card] = (await use('search_cards', { q: 'glimmer 3 ember1', limit: 3 })).cards ?? [];
    const { items } = await api.data<{ items: { id: string; prices: Record<string, unknown>[] }[] }>(
      '/v1/cards?ids=ember1-3&include=prices',
    );
    assert.equal(card?.card_id, 'ember1-3');
    const market = items[0]?.prices.find(
      ({ variant, condition }) => variant === 'normal' && condition === 'NM',
    )?.market;
    const [normal] = card?.prices ?? [];
    assert.deepEqual([normal?.variant, normal?.usd_cents], ['normal', market]);
    const card_id = 'ember1-3';
    const calls: [string, object][] = [
      ['search_cards', { sort: '-usd', limit: 50 }],
      ['get_card', { card_id }],
      ['get_prices', { card_id }],
      ['get_prices', { card_id, currency: 'eur', span: 'all', variant: 'normal' }],
      ['get_prices', { product_id: 900 }],
      ['find_products', { q: 'booster' }],
      ['top_movers', { days: 1, currency: 'eur', min_cents: 0 }],
      ['explain_price', { card_id }],
      ['value_list', { list: 'name,number,set\nGlimmer 3 of ember1,3,ember1\nnothing like it,,' }],
      ['list_expansions', {}],
      ['list_expansions', { q: 'ember' }],
      ['list_expansions', { expansion_id: 'ember1' }],
    ];
    for (const [name, args] of calls) {
      const output = tools.find((tool) => tool.name === name)?.outputSchema as unknown as TSchema;
      const told =
        name === 'search_cards' || (name === 'list_expansions' && 'expansion_id' in args)
          ? ((await client.callTool({ name, arguments: args as Record<string, unknown> }))
              .structuredContent as Structured)
          : await use(name, args);
      assert.ok(Check(output, told), `${name}: ${JSON.stringify(told)}`);
    }
    const worn = await use('get_prices', { card_id, condition: 'DMG' });
    assert.deepEqual([worn.series, worn.note], [[], 'No such price in this span; there are NM.']);
    const valued = await use('value_list', { list: 'name,number,set,quantity\nGlimmer 3 of ember1,3,ember1,2' });
    assert.equal(valued.total_usd_cents as unknown, 2 * Number(market));
    const unpriced = await use('value_list', { list: 'nothing like it' });
    assert.deepEqual([unpriced.total_usd_cents, unpriced.total_eur_cents], [null, null], 'no price is no sum of 0');
    const mixed = await use('value_list', { list: 'name,number,set\nGlimmer 3 of ember1,3,ember1\nnothing like it,,' });
    const told = (mixed.rows as unknown as { row: number; card: string | null }[]).map(({ row, card }) => [
      row,
      card === null,
    ]);
    assert.deepEqual(
      told,
      [
        [2, true],
        [1, false],
      ],
      'an unsure row says which of the list it is',
    );
    assert.deepEqual((await use('search_cards', { expansion_id: 'ember1', q: 'no such card' })).cards, []);
  });

  test('wrong arguments and what is not there are tool errors in words of ours', async () => {
    const wrong: [string, object, RegExp][] = [
      ['search_cards', { q: 5 }, /^q must be string\.$/],
      ['search_cards', { query: 'x' }, /takes q, game, .*it has no query\./],
      ['search_cards', { limit: 500 }, /^limit /],
      ['search_cards', { q: 'x'.repeat(10_000) }, /^q /],
      ['get_card', {}, /card_id must be given/],
      ['get_card', { card_id: 'no-such-card' }, /There is no card with this id/],
      ['get_card', { card_id: '../../admin/keys' }, /There is no card with this id/],
      ['get_card', { card_id: 'ember1-1', lang: 'xx' }, /lang/],
      ['get_prices', { card_id: 'x', product_id: 1 }, /one of them/],
      ['identify_card', { image_url: 'https://127.0.0.1/a.jpg' }, /./],
      ['identify_card', {}, /one of them/],
      ['get_card', { card_id: '\ud800' }, /^get_card takes card_id, lang; card_id holds half of a character\.$/],
      ['value_list', { list: 'Glimmer 3 \udfff' }, /list holds half of a character/],
      ['search_cards', { expansion_id: 'Ember One' }, /^There is no expansion with this id/],
      ['find_products', { expansion_id: 'Ember One' }, /^There is no expansion with this id/],
      ['search_cards', { rarity: 'Shiny', q: 'glimmer' }, /^There is no rarity Shiny here; there are /],
      ['search_cards', { sort: 'hp' }, /^sort must be one of name, released, /],
      ['top_movers', { min_cents: 1e300 }, /^min_cents must be <= 2147483647\.$/],
      ['top_movers', { days: 2 }, /^days must be one of 1, 7, 30\.$/],
      ['search_cards', { game: 'chess' }, /^There is no game chess here; there are game\.$/],
      [
        'get_prices',
        { card_id: 'ember1-3', variant: 'golden' },
        /^There is no priced printing golden here; there are /,
      ],
      ['explain_price', { card_id: 'ember1-3', variant: 'golden' }, /^There is no printing golden here; there are /],
    ];
    for (const [name, args, words] of wrong) {
      const result = await client.callTool({ name, arguments: args as Record<string, unknown> });
      const [content] = result.content as { text: string }[];
      assert.equal(result.isError, true, JSON.stringify(args));
      assert.match(content?.text ?? '', words);
    }
    await assert.rejects(client.callTool({ name: 'no_tool', arguments: {} }), /no_tool/);
  });

  test('the revision of 2026 is answered in JSON, announces nothing, and may be kept by its key', async () => {
    const discovered = JSON.parse((await modern('server/discover')).text).result;
    assert.deepEqual(discovered.capabilities, { tools: {} });
    assert.ok(discovered.supportedVersions.includes('2026-07-28'));
    const listed = await modern('tools/list');
    assert.match(String(listed.headers['content-type']), /^application\/json/);
    const { ttlMs, cacheScope } = JSON.parse(listed.text).result;
    assert.ok(ttlMs > 0);
    assert.equal(cacheScope, 'private');
    const called = await modern('tools/call', { name: 'get_card', arguments: { card_id: 'ember1-1' } });
    assert.equal(JSON.parse(called.text).result.structuredContent.card.card_id, 'ember1-1');
    const mismatched = await modern('tools/list', {}, { 'mcp-method': 'tools/call' });
    assert.deepEqual([mismatched.status, JSON.parse(mismatched.text).error.code], [400, -32020]);
    for (const method of ['subscriptions/listen', 'nothing/there']) {
      const { status, text } = await modern(method);
      assert.deepEqual([status, JSON.parse(text).error.code], [404, -32601], method);
    }
  });

  test('params that do not fit are told without the words of a validator, and under the id of the request', async () => {
    const fitless: [string, unknown][] = [
      ['initialize', undefined],
      ['initialize', { protocolVersion: 5, capabilities: [], clientInfo: 'x' }],
      ['tools/list', { cursor: 5 }],
      ['tools/call', { name: 'get_card', arguments: null }],
      ['tools/call', { name: 'get_card', arguments: [] }],
      ['tools/call', {}],
    ];
    for (const [method, params] of fitless) {
      const { text } = await post({ jsonrpc: '2.0', id: 'mine', method, params });
      const { id, error } = JSON.parse(text.replace(/^event: .*\ndata: /, ''));
      assert.deepEqual([id, error.code], ['mine', -32602], text);
      assert.doesNotMatch(text, /expected|invalid_type/);
    }
    const modernly = await modern('tools/list', { cursor: 5 });
    assert.equal(JSON.parse(modernly.text).error.code, -32602, modernly.text);
  });

  test('what is no request of one caller is refused in the forms of the norm', async () => {
    const code = (text: string) => JSON.parse(text).error.code;
    for (const [body, status, expected] of [
      ['[]', 400, -32600],
      ['{', 400, -32700],
      // Whoever walks it would have no room left for its own calls.
      [`${'['.repeat(100_000)}${']'.repeat(100_000)}`, 400, -32700],
      ['null', 400, -32600],
      ['{"jsonrpc":"2.0","id":1,"method":"tools/call"}', 400, -32602],
      ['{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":5}}', 400, -32602],
      ['{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_card","arguments":"x"}}', 400, -32602],
    ] as const) {
      const answer = await post(body);
      assert.deepEqual([answer.status, code(answer.text)], [status, expected], body);
      assert.doesNotMatch(answer.text, /expected|invalid_type/, 'no words of a validator');
    }
    for (const method of ['GET', 'DELETE']) {
      const { status, headers } = await api.send(method, '/mcp', { authorization: `Bearer ${api.key}`, ...HEADERS });
      assert.deepEqual([status, headers.allow], [405, 'POST']);
    }
    assert.equal((await post({ jsonrpc: '2.0', method: 'notifications/initialized' })).status, 202);
    const large = await post(`"${'x'.repeat(4 * 1024 * 1024)}"`);
    assert.deepEqual([large.status, code(large.text)], [413, -32600]);
    assert.equal((await post({}, { origin: 'https://evil.example' })).status, 403);
    assert.equal((await post({}, { origin: 'null' })).status, 403);
    const keyless = await api.send('POST', '/mcp', HEADERS, '{}');
    assert.deepEqual([keyless.status, keyless.headers['www-authenticate']], [401, 'Bearer']);
    const { key } = await issueKey(api.store, { name: 'poor', scopes: ['read'], rate: 1, expires_at: null });
    const authorization = `Bearer ${key}`;
    const spent = [await post({}, { authorization }), await post({}, { authorization })].map(({ status }) => status);
    assert.equal(spent[1], 429);
  });
});
