/** What a run of one game reads of the store does not grow with the others: nothing passes over what all games have. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import Database from 'better-sqlite3';
import { newStore } from '../support/stages/stores.ts';
import { twoGames } from '../support/stages/two-games.ts';

/** Tables with a row or more for each card, printing or marketplace product of every game. */
const GROWING = [
  ...['cards', 'variants', 'card_claims', 'settled_claims', 'external_ids', 'price_links', 'article_sub_types'],
  ...['current_prices', 'price_months', 'price_entries', 'card_facts', 'lowest_prices'],
];

/** The statements that `work` prepares on any embedded store, once each, and what it comes to. */
async function statementsOf<Done>(work: () => Promise<Done>): Promise<{ done: Done; texts: Set<string> }> {
  const texts = new Set<string>();
  const { prepare } = Database.prototype;
  Database.prototype.prepare = function (this: Database.Database, text: string) {
    texts.add(text);
    return prepare.call(this, text) as never;
  };
  const done = await work().finally(() => {
    Database.prototype.prepare = prepare;
  });
  return { done, texts };
}

test('a run of one game passes over no table that grows with the other games', async () => {
  // The steps of the schema, which pass over everything once, are behind the first store of a process.
  await using _ = await newStore('sqlite');
  const { done, texts } = await statementsOf(async () => {
    const games = await twoGames('sqlite');
    await games.run();
    await games.run('ember', '2026-03-02');
    return games;
  });
  await using s = done;
  const store = new Database(`${s.place.location.dataDir}/cardstock.db`, { readonly: true });
  const passing = [...texts].flatMap((text) => {
    if (!/^(?:select|with|update|delete)/.test(text) || /limit \?$/.test(text)) return [];
    // Without what is between quotes: a mark may stand there too.
    const marks = text.replace(/'[^']*'/g, '').split('?').length - 1;
    const plan = store.prepare(`explain query plan ${text}`).all(...Array(marks).fill(1));
    const scanned = (plan as { detail: string }[]).flatMap(({ detail }) => /^SCAN (\w+)/.exec(detail)?.[1] ?? []);
    return scanned.filter((table) => GROWING.includes(table)).map((table) => `${table}: ${text}`);
  });
  store.close();
  assert.deepEqual(passing, []);
});
