/** Long work on a terminal: a bar that ends full, and on Ctrl-C a quiet end that leaves nothing half done unmarked. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import type { Product } from '../../../src/catalog/records.ts';
import { putProducts } from '../../../src/store/catalog/products.ts';
import { openStore } from '../../../src/store/open-store.ts';
import { type CommandPlace, newPlace, newWorkplace } from '../../../test/support/processes/command.ts';
import { CTRL_C, openTerminal, terminalMissing, UNFIT_FOR_PEOPLE } from '../../../test/support/processes/terminal.ts';

/** Enough that a signal comes in the midst of most copies. */
const PRODUCTS = 12_000;
const FULL = /█{28} 100 %/;

const HOLO = { avg_holo: null, low_holo: null, trend_holo: null };

const line = (product_id: number) => {
  const history = [{ observed_on: '2026-03-01', avg: product_id, low: 1, trend: product_id, ...HOLO }];
  return JSON.stringify({ product_id, source: 'eur', currency: 'EUR', history });
};

/** A store of products without prices. */
async function newCatalog(dataDir: string): Promise<void> {
  mkdirSync(dataDir);
  const store = await openStore({ dataDir });
  const ids = Array.from({ length: PRODUCTS }, (_, at) => at + 1);
  const product = { name: 'Box', clean_name: 'Box', number: null, image: null, usd_market_url: null, expansions: [] };
  const none = { tcgplayer: null, cardmarket: null };
  const products = ids.map(
    (id): Product => ({ id, game: 'game', external_ids: none, ...product, usd_market: [], eur_market: null }),
  );
  await store.write((writes) => putProducts(writes, products));
  await store.close();
}

/** A place with `lines.ndjson`, and a store that holds them. */
async function filled(): Promise<CommandPlace> {
  const place = await newPlace();
  await newCatalog(join(place.directory, 'data'));
  const lines = Array.from({ length: PRODUCTS }, (_, at) => `${line(at + 1)}\n`).join('');
  writeFileSync(join(place.directory, 'lines.ndjson'), lines);
  const { code, stderr } = await place.run(['import', 'prices', 'lines.ndjson']);
  assert.equal(code, 0, stderr);
  return place;
}

/** Ends the command as soon as its bar is there; gives its exit code, which is that of the signal unless it was done by then. */
async function cutOff(t: TestContext, place: CommandPlace, args: readonly string[]): Promise<number | null> {
  const terminal = openTerminal(place, args);
  await terminal.until(/[█░]{28}/);
  terminal.type(CTRL_C);
  const code = await terminal.ended;
  const shown = terminal.shown();
  assert.ok(code === 130 || code === 0, `${args.join(' ')} ended with ${code}: ${shown}`);
  assert.doesNotMatch(shown, UNFIT_FOR_PEOPLE);
  if (code === 130) assert.match(shown, /stopped: \w/);
  t.diagnostic(`${args[0]}: ${code}`);
  return code;
}

const held = async (place: CommandPlace, ...flags: string[]): Promise<string> =>
  (await place.run(['export', 'prices', ...flags])).stdout;

suite('long work on a terminal', { skip: terminalMissing }, () => {
  test('has a bar that ends at 100 %, and what it gives is whole', async () => {
    await using place = await filled();
    for (const args of [
      ['export', 'prices', 'all.ndjson'],
      ['import', 'prices', 'all.ndjson'],
      ['backup', 'copy.db'],
      ['restore', 'copy.db', '--data', 'restored'],
      ['db', 'move', '--to', 'moved'],
    ]) {
      const terminal = openTerminal(place, args);
      assert.equal(await terminal.ended, 0, terminal.shown());
      assert.match(terminal.shown(), FULL, args.join(' '));
      assert.doesNotMatch(terminal.shown(), UNFIT_FOR_PEOPLE);
    }
    const all = readFileSync(join(place.directory, 'all.ndjson'), 'utf8');
    assert.equal(all.trimEnd().split('\n').length, PRODUCTS);
    for (const name of ['restored', 'moved']) assert.equal(await held(place, '--data', name), all, name);
  });

  test('ends quietly on Ctrl-C: no half file under the name of a whole one, no half store that opens', async (t) => {
    await using place = await filled();
    const whole = await held(place);
    const isThere = (name: string) => existsSync(join(place.directory, name));

    writeFileSync(join(place.directory, 'all.ndjson'), 'before\n');
    const exported = await cutOff(t, place, ['export', 'prices', 'all.ndjson']);
    assert.equal(readFileSync(join(place.directory, 'all.ndjson'), 'utf8'), exported === 0 ? whole : 'before\n');

    const copied = await cutOff(t, place, ['backup', 'copy.db']);
    assert.equal(isThere('copy.db'), copied === 0);
    if (copied !== 0) assert.equal((await place.run(['backup', 'copy.db'])).code, 0);

    const restored = await cutOff(t, place, ['restore', 'copy.db', '--data', 'restored']);
    assert.equal(isThere('restored/cardstock.db'), restored === 0);
    if (restored !== 0) assert.equal((await place.run(['restore', 'copy.db', '--data', 'restored'])).code, 0);

    const moved = await cutOff(t, place, ['db', 'move', '--to', 'moved']);
    if (moved !== 0) {
      const { code, stderr } = await place.run(['keys', 'list', '--data', 'moved']);
      assert.deepEqual([code, /was not finished: run cardstock db move again/.test(stderr)], [1, true], stderr);
      assert.equal((await place.run(['db', 'move', '--to', 'moved'])).code, 0);
    }

    await newCatalog(join(place.directory, 'imported'));
    await cutOff(t, place, ['import', 'prices', 'lines.ndjson', '--data', 'imported']);
    assert.equal((await place.run(['import', 'prices', 'lines.ndjson', '--data', 'imported'])).code, 0);
    for (const name of ['restored', 'moved', 'imported']) assert.equal(await held(place, '--data', name), whole, name);
    const left = readdirSync(place.directory).filter((name) => /partial|restoring/.test(name));
    assert.deepEqual(left, []);
  });

  test('that waits for its lines ends on Ctrl-C too', async () => {
    await using place = await newWorkplace();
    await newCatalog(join(place.directory, 'data'));
    const terminal = openTerminal(place, ['import', 'prices'], { env: { CARDSTOCK_LOG_LEVEL: 'info' } });
    await terminal.until(/\n/);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    terminal.type(CTRL_C);
    assert.equal(await terminal.ended, 130);
    assert.doesNotMatch(terminal.shown(), UNFIT_FOR_PEOPLE);
  });
});
