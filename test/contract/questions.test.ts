/** Twenty questions of collectors and shops, answered by a client that knows nothing but what the tools say of themselves. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { pricedApi } from '../support/stages/priced-api.ts';

type Told = Record<string, unknown>;
interface Tool {
  name: string;
  title?: string | undefined;
  description?: string | undefined;
  inputSchema: { properties?: Record<string, object>; required?: string[] };
  outputSchema?: { properties?: Record<string, object> } | undefined;
}

/** What is asked, what it is about as the person said it, what an answer has to show, and the tool whose work that is. */
const QUESTIONS: readonly [question: string, about: string, shows: RegExp, tool: string][] = [
  ['How much is my Glimmer 3 from Ember 1 worth?', 'glimmer 3 ember1', /"usd_cents":\d+/, 'search_cards'],
  ['Which cards named Glimmer are there?', 'glimmer', /"card_id":"ember1-3"/, 'search_cards'],
  ['Find a card, I may have misspelled its name: Glimer 3', 'glimer 3', /Glimmer 3/, 'search_cards'],
  ['Find cards by collector number 3 in the expansion', '3', /"number":"3"/, 'search_cards'],
  ['Read this card: what are its printings and their prices by condition?', 'glimmer 3 ember1', /"NM":\d+/, 'get_card'],
  [
    'What do the statistics say about the card, its range and median?',
    'glimmer 3 ember1',
    /"median_90d_cents":\d+/,
    'get_card',
  ],
  ['How did the price of the card develop over the history?', 'glimmer 3 ember1', /"points":\[\[/, 'get_prices'],
  ['Show me the price history in EUR of each printing', 'glimmer 3 ember1', /"points":\[\[/, 'get_prices'],
  ['What does a sealed booster box cost?', 'booster', /"usd_cents":100/, 'find_products'],
  ['Find sealed products such as decks and collections', 'booster', /"product_id":900/, 'find_products'],
  ['Which cards rose or fell most in the last days?', '', /"movers":\[/, 'top_movers'],
  ['What moved most over 7 days?', '', /"movers":\[/, 'top_movers'],
  [
    'Where does this price come from, which marketplace and source?',
    'glimmer 3 ember1',
    /"marketplace":"tcgplayer"/,
    'explain_price',
  ],
  ['Why is there no price for this card, what rule?', 'glimmer 3 ember1', /"meaning":/, 'explain_price'],
  [
    'What is my list of cards worth in total?',
    'name,number,set\nGlimmer 3 of ember1,3,ember1',
    /"total_usd_cents":\d+/,
    'value_list',
  ],
  ['Value this collection, rows of a CSV', 'name,number,set\nGlimmer 3 of ember1,3,ember1', /ember1-3/, 'value_list'],
  ['Which expansions (sets) are newest?', '', /"expansion_id":"/, 'list_expansions'],
  ['Find the set by its name: Ember', 'ember', /"expansion_id":"ember1"/, 'list_expansions'],
  ['Which set is worth what, and its dearest cards?', 'ember', /"expansion_id":"ember1"/, 'list_expansions'],
  ['Which card is on this photo?', 'https://127.0.0.1/photo.jpg', /Scanning is turned off/, 'identify_card'],
];

/** What a client that goes by words alone takes for another tool's work: "which" is the photo's, "find" and "name" are cards'. */
const MISSED = ['Which cards named Glimmer are there?', 'Find the set by its name: Ember'];

const words = (text: string): string[] =>
  (text.toLowerCase().match(/[a-z]{3,}/g) ?? []).map((word) => word.replace(/s$/, '').slice(0, 4));

/** All that a tool says of itself. */
const saidBy = ({ name, title = '', description = '', inputSchema }: Tool): Set<string> =>
  new Set(words(`${name.replaceAll('_', ' ')} ${title} ${description} ${JSON.stringify(inputSchema.properties)}`));

/** The tool whose words are those of the question, rare ones before common ones. */
function chosen(question: string, tools: readonly Tool[]): Tool {
  const said = new Map(tools.map((tool) => [tool, saidBy(tool)]));
  const weight = (word: string) => {
    const count = [...said.values()].filter((own) => own.has(word)).length;
    return count === 0 ? 0 : 1 / count;
  };
  const score = (tool: Tool) => {
    const asked = [...new Set(words(question))];
    const named = new Set(words(`${tool.name.replaceAll('_', ' ')} ${tool.title ?? ''}`));
    return asked.reduce(
      (sum, word) => sum + (said.get(tool)?.has(word) ? weight(word) : 0) + (named.has(word) ? 0.5 : 0),
      0,
    );
  };
  return tools.toSorted((a, b) => score(b) - score(a))[0] ?? assert.fail('no tools');
}

test('twenty questions are answered from the descriptions of the tools alone', async () => {
  await using api = await pricedApi();
  const client = new Client({ name: 'test', version: '1' });
  const headers = { authorization: `Bearer ${api.key}` };
  const url = new URL(`http://127.0.0.1:${api.port}/mcp`);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  const tools = (await client.listTools()).tools as unknown as Tool[];
  const call = async (name: string, args: Told) => {
    const { content, structuredContent } = await client.callTool({ name, arguments: args });
    return { text: (content as { text: string }[])[0]?.text ?? '', told: structuredContent as Told | undefined };
  };
  /** An id that a tool wants comes from the first tool that gives it. */
  const idOf = async (field: string, about: string): Promise<unknown> => {
    const giver = tools.find(({ outputSchema, inputSchema }) => {
      return JSON.stringify(outputSchema ?? {}).includes(`"${field}"`) && 'q' in (inputSchema.properties ?? {});
    });
    const { told = {} } = await call(giver?.name ?? '', { q: about });
    const [rows] = Object.values(told).filter(Array.isArray) as Told[][];
    return rows?.[0]?.[field];
  };
  const argsFor = async ({ inputSchema: { properties = {} } }: Tool, about: string): Promise<Told> => {
    if (about === '') return {};
    for (const field of ['q', 'list', 'image_url']) if (field in properties) return { [field]: about };
    return { card_id: await idOf('card_id', about) };
  };
  const failed: string[] = [];
  for (const [question, about, shows, expected] of QUESTIONS) {
    const tool = chosen(question, tools);
    const { text } = await call(tool.name, await argsFor(tool, about));
    if (tool.name !== expected || !shows.test(text)) failed.push(question);
  }
  await client.close();
  assert.deepEqual(failed, MISSED);
});
