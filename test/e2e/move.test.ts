/** `cardstock db move` beside processes that stay: the real commands. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { newWorkplace, run, startServer } from '../support/processes/command.ts';

test('a store that a process still serves from is not moved, and one that was is', async () => {
  await using place = await newWorkplace();
  const to = join(place.directory, 'elsewhere');
  const move = () => run(place, ['db', 'move', '--to', to, '--json']);
  {
    await using server = await startServer(place, ['--no-work']);
    const refused = await move();
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /a process still runs on the store to be moved: stop every serve, worker and ingest/);
    // What was begun is no store to serve from, and serving does not fill it with the demo.
    for (const args of [['serve', '--port', '0'], ['worker']]) {
      const { code, stderr } = await run(place, [...args, '--data', to]);
      assert.equal(code, 1);
      assert.match(stderr, /a move into this store was not finished: run cardstock db move again[^\n]*\n$/);
    }
    // However it ends.
    await server.stop('SIGKILL');
  }
  const moved = await move();
  assert.equal(moved.code, 0, moved.stderr);
});
