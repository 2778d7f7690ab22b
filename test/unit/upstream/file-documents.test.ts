/** Documents by `file:` address, which another program may write at while they are read. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Outage } from '../../../src/upstream/document.ts';
import { readText } from '../../../src/upstream/json-rows.ts';
import { openReader } from '../../../src/upstream/reader.ts';

const MANNERS = { userAgent: 'cardstock-test/1', pauseMs: 0, connections: 1, giveUpAfterMs: 0 };

test('a file that is gone, before it is asked for or before it is read, is an outage of its source', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cardstock-file-'));
  const reader = openReader(MANNERS, () => undefined);
  try {
    const path = join(folder, 'rows.json');
    const isOutage = (error: unknown) =>
      error instanceof Outage &&
      error.status === 404 &&
      /^file:.*cannot be read: there is no such file/.test(error.message);
    await assert.rejects(reader.read(pathToFileURL(path).href), isOutage);
    await writeFile(path, '[1]');
    const document = await reader.read(pathToFileURL(path).href);
    await rm(path);
    await assert.rejects(readText(document), isOutage);
  } finally {
    await reader.close();
    await rm(folder, { recursive: true });
  }
});
