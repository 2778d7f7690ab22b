/** Watches of a catalog by hand, whose file of prices brings its days of before with each new one. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { createSubscription } from '../../src/events/manage-subscriptions.ts';
import { sealUnder } from '../../src/events/sealed-secrets.ts';
import { GAME } from '../support/stages/game.ts';
import { runAll } from '../support/stages/ingest.ts';
import { ENGINES, newStore } from '../support/stages/stores.ts';

const PRINTINGS = ['normal', 'holo'].map((type) => ({ type, size: 'standard' }));
const RECORDS = {
  series: { id: 's', name: 'S' },
  expansions: { id: 'a', name: 'A', series_id: 's' },
  cards: { id: 'a-1', expansion_id: 'a', name: 'One', variants: PRINTINGS },
};

for (const [engine, skip] of ENGINES)
  test(`a rule says nothing of a move before it that a run reads anew as it was: ${engine}`, { skip }, async () => {
    await using place = await newStore(engine);
    const { store } = place;
    const path = mkdtempSync(join(tmpdir(), 'cardstock-reread-test-'));
    const lines = ['card_id,variant,observed_on,market'];
    const run = async (...rows: string[]) => {
      lines.push(...rows.map((row) => `a-1,${row}`));
      writeFileSync(join(path, 'prices.csv'), `${lines.join('\n')}\n`);
      const [report] = await runAll(store, { hand: { adapter: 'cardstock', url: pathToFileURL(path).href } });
      assert.equal(report?.outcome, 'succeeded', report?.reason ?? '');
    };
    try {
      const names = Object.keys(RECORDS).map((entity) => ({ name: `${entity}.ndjson`, entity, game: 'game' }));
      const files = [...names, { name: 'prices.csv', entity: 'card_prices', game: 'game' }];
      writeFileSync(join(path, 'manifest.json'), JSON.stringify({ format: 1, files }));
      for (const [entity, row] of Object.entries(RECORDS))
        writeFileSync(join(path, `${entity}.ndjson`), `${JSON.stringify(row)}\n`);
      await run('normal,2026-03-01,100', 'holo,2026-03-01,100', 'normal,2026-03-02,100', 'holo,2026-03-02,200');
      const seal = sealUnder('x');
      const service = { store, games: ['game'], asked: [GAME], seal, network: { resolve: async () => [] } };
      const watch = [{ cards: ['a-1'], above: 150 }];
      await createSubscription(service, { url: 'http://127.0.0.1:9/', events: [], allowPrivate: true, watch });
      await run('normal,2026-03-03,300');
      const events = await store.reads.selectFrom('events').select('body').where('only_for', 'is not', null).execute();
      const moves = events.flatMap(({ body }) => JSON.parse(body).data.moves as { variant: string; to: number }[]);
      assert.deepEqual(
        moves.map(({ variant, to }) => [variant, to]),
        [['normal', 300]],
      );
    } finally {
      rmSync(path, { recursive: true });
    }
  });
