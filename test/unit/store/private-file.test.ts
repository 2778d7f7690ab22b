/** Files that only their owner reads. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { keepPrivate } from '../../../src/store/engines/private-file.ts';

const LOOKS = 40_000;

test('a file that another process takes away in the moment of a look is no fault', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cardstock-private-test-'));
  const path = join(folder, 'cardstock.db-shm');
  const blink = `const fs = require('node:fs'); for (;;) { fs.writeFileSync(${JSON.stringify(path)}, ''); fs.rmSync(${JSON.stringify(path)}); }`;
  const worker = new Worker(blink, { eval: true });
  await once(worker, 'online');
  try {
    assert.doesNotThrow(() => {
      for (let look = 0; look < LOOKS; look += 1) keepPrivate(path);
    });
  } finally {
    await worker.terminate();
    rmSync(folder, { recursive: true, force: true });
  }
});
