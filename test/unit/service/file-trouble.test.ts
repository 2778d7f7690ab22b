/** Why a file cannot be read, for people: a sentence, and none of the system's words. */
import assert from 'node:assert/strict';
import { mkdtempDisposableSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync, gzipSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { fileTrouble } from '../../../src/failure.ts';

/** What is said of what `work` throws. */
function troubleOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return fileTrouble(error);
  }
  return 'nothing';
}

test('whatever a file was packed with, what is damaged or cut off in it is told in the same words', () => {
  const text = 'One card after another.\n'.repeat(100);
  for (const [packed, unpack] of [
    [gzipSync(text), gunzipSync],
    [zstdCompressSync(text), zstdDecompressSync],
  ] as const) {
    assert.equal(unpack(packed).toString(), text);
    for (const bytes of [packed.subarray(0, -4), Buffer.from(text), Buffer.concat([Buffer.from(' '), packed])])
      assert.equal(
        troubleOf(() => unpack(bytes)),
        'what is packed in it is damaged, or cut off',
      );
  }
});

test('what is not there, is a folder, leads in a ring or has too long a name is told without a code of the system', () => {
  using directory = mkdtempDisposableSync(join(tmpdir(), 'cardstock-trouble-'));
  const at = (...names: string[]) => join(directory.path, ...names);
  writeFileSync(at('file'), '');
  symlinkSync(at('ring'), at('ring'));
  for (const path of [at('none'), directory.path, at('file', 'below'), at('ring'), at('x'.repeat(300))])
    assert.match(
      troubleOf(() => readFileSync(path)),
      /^[a-z][a-z ,']+$/,
      path,
    );
});
