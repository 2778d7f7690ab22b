/** What a run puts by comes out again as it went in, and leaves no file behind, however the run ends. */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { keepScratchIn, Scratch } from '../../../src/upstream/scratch/scratch-file.ts';

const PIECE = 700_000;
const pieceOf = (number: number) => Buffer.alloc(PIECE, `${number};`);

test('pieces come out in any order, those in memory and those in the file, which has no name', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cardstock-scratch-'));
  try {
    keepScratchIn(folder, (cause) => assert.fail(String(cause)));
    const scratch = new Scratch();
    const numbers = Array.from({ length: 30 }, (_, at) => at);
    for (const at of numbers) assert.equal(scratch.add(pieceOf(at)), at);
    assert.deepEqual(await readdir(folder), []);
    for (const at of [29, 0, 11, 12, 13]) assert.ok(pieceOf(at).equals(scratch.piece(at)));
    let next = 0;
    for await (const piece of scratch.drained()) {
      assert.ok(pieceOf(next).equals(piece));
      next += 1;
    }
    assert.equal(next, numbers.length);
    assert.throws(() => scratch.piece(0), /gone/);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('where the folder cannot be written to, the file is made elsewhere, which is told once', () => {
  const told: unknown[] = [];
  keepScratchIn('/proc/none', (cause) => told.push(cause));
  for (const _run of [1, 2]) {
    const scratch = new Scratch();
    for (let at = 0; at < 15; at += 1) scratch.add(pieceOf(at));
    assert.ok(pieceOf(14).equals(scratch.piece(14)));
    scratch.close();
  }
  assert.match(String(told), /^Error: ENOENT[^,]*, open '\/proc\/none[^,]*$/);
});
