/** Lines of the documents that ask for a price from nothing installed: at most three each, and the price they tell is true. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, suite, test } from 'node:test';
import { promisify } from 'node:util';
import { addDays, dayOf } from '../../src/catalog/days.ts';
import { startDeliveries } from '../../src/events/deliver.ts';
import { createSubscription, type SubscriptionService } from '../../src/events/manage-subscriptions.ts';
import { sealUnder } from '../../src/events/sealed-secrets.ts';
import { PYTHON_MISSING } from '../support/clients/python.ts';
import { documentBlocks } from '../support/house/document-blocks.ts';
import { startReceiver } from '../support/servers/receiver.ts';
import { marketFolder, tinyMarket } from '../support/sources/tiny-market.ts';
import type { TestApi } from '../support/stages/api.ts';
import { GAME } from '../support/stages/game.ts';
import { runAll } from '../support/stages/ingest.ts';
import { pricedApi } from '../support/stages/priced-api.ts';

const run = promisify(execFile);

let api: TestApi;
before(async () => {
  api = await pricedApi();
});
after(() => api[Symbol.asyncDispose]());

/** The block of a page that has this in it, on the catalog of the test: at most three lines. */
function linesOf(page: string, part: string): string {
  const { text } =
    documentBlocks().find((block) => block.page === page && block.text.includes(part)) ?? assert.fail(page);
  assert.ok(text.split('\n').filter((line) => line.trim() !== '').length <= 3, text);
  return text
    .replace('http://127.0.0.1:8080', `http://127.0.0.1:${api.port}`)
    .replace('cs_live_…', api.key)
    .replace('fl1-2', 'ember1-3')
    .replace(/vultwi(ck|k)/, 'glimmer 3 ember1');
}

const inShell = async (text: string) =>
  (await run('bash', ['-c', text], { env: { ...process.env, CARDSTOCK_KEY: api.key } })).stdout;

/** The market price of the plain printing, near mint, in cents. */
async function truth(id: string): Promise<number> {
  type Priced = { items: { prices: { variant: string; condition?: string; market: number }[] }[] };
  const { items } = await api.data<Priced>(`/v1/cards?ids=${id}&include=prices`);
  const found = items[0]?.prices.find(({ variant, condition }) => variant === 'normal' && condition === 'NM');
  return found?.market ?? assert.fail(id);
}

suite('a price in three lines', () => {
  test('an assistant: one request', async () => {
    const answer = await inShell(linesOf('docs/assistants.md', '/mcp'));
    const { result } = JSON.parse(answer.slice(answer.indexOf('{')));
    const [card] = result.structuredContent.cards;
    assert.deepEqual([card.card_id, card.prices[0].usd_cents], ['ember1-3', await truth('ember1-3')]);
  });

  test('the shell: a list as CSV', { skip: PYTHON_MISSING }, async () => {
    const answer = await inShell(linesOf('docs/csv.md', 'csv.DictReader'));
    assert.ok(answer.includes(`ember1-3 normal ${(await truth('ember1-3')) / 100}`), answer);
  });

  test('Python: the client as it stands', { skip: PYTHON_MISSING }, async () => {
    const env = { ...process.env, PYTHONPATH: 'client-python/src', PYTHONDONTWRITEBYTECODE: '1' };
    const { stdout } = await run('python3', ['-c', linesOf('client-python/README.md', 'iter_cards(q=')], { env });
    assert.match(stdout, new RegExp(`^ember1-3 .*\\b${await truth('ember1-3')}\\b`));
  });

  test('Discord: the rule of the document, posted with the amounts of the run', async () => {
    const [, given = ''] = /--watch '(.*?)'/.exec(linesOf('docs/events.md', '--format discord')) ?? [];
    const watch = JSON.parse(given);
    await using receiver = await startReceiver();
    const network = { resolve: async () => [], totalMs: 2000 };
    const service: SubscriptionService = {
      store: api.store,
      games: ['game'],
      asked: [GAME],
      seal: sealUnder('x'),
      network,
    };
    const asked = { url: receiver.url, events: [], allowPrivate: true, format: 'discord' as const };
    await createSubscription(service, {
      ...asked,
      watch: [{ ...watch[0], below: undefined, moved: { amount: 1, days: 7 } }],
    });
    const before = await truth('ember1-3');
    await using market = await marketFolder();
    const content = tinyMarket(addDays(dayOf(Date.now()), 0), 36);
    for (const row of content.usd) row.marketPrice = Number(row.marketPrice) + 1;
    await market.write(content);
    await runAll(api.store, market.sources);
    const parts = { store: api.store, seal: service.seal, network, userAgent: 't', keptDays: 30 };
    const deliveries = startDeliveries({ ...parts, onFault: (fault) => assert.fail(String(fault)) });
    await receiver.got(1);
    await deliveries.stop();
    const { content: message } = JSON.parse(receiver.received[0]?.body ?? '');
    const now = await truth('ember1-3');
    assert.notEqual(now, before);
    const money = (cents: number) => `$${(cents / 100).toFixed(2)}`;
    assert.ok(message.includes(`(normal, NM): ${money(before)} → ${money(now)}`), message);
  });
});
