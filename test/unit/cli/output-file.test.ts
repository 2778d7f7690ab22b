/** Files that commands write: the old one or the new one is there, never half of one. */
import assert from 'node:assert/strict';
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { writeWhole } from '../../../src/cli/output-file.ts';

suite('a file that a command writes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cardstock-output-'));
  const file = join(folder, 'priced.csv');
  test('is there whole or as it was, and keeps its rights', async () => {
    writeFileSync(file, 'before');
    chmodSync(file, 0o640);
    const full = new Error('no room');
    await assert.rejects(
      writeWhole(file, async (path) => {
        await writeFile(path, 'hal');
        throw full;
      }),
      full,
    );
    assert.equal(readFileSync(file, 'utf8'), 'before');
    assert.deepEqual(readdirSync(folder), ['priced.csv']);
    await writeWhole(file, (path) => writeFile(path, 'after'));
    assert.equal(readFileSync(file, 'utf8'), 'after');
    assert.equal(statSync(file).mode & 0o777, 0o640);
  });

  test('is written straight where its name leads elsewhere', async () => {
    const link = join(folder, 'link.csv');
    symlinkSync(file, link);
    await writeWhole(link, (path) => writeFile(path, 'through the link'));
    assert.equal(readFileSync(file, 'utf8'), 'through the link');
    rmSync(folder, { recursive: true });
  });
});
