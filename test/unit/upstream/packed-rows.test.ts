/** Rows of packed files: cut anywhere, padded, damaged, or made to fill the memory. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { Outage, wholeDocument } from '../../../src/upstream/document.ts';
import { forEachPackedRow } from '../../../src/upstream/packed-rows.ts';

async function rowsOf(bytes: Uint8Array, size = bytes.length): Promise<unknown[]> {
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
  const rows: unknown[] = [];
  await forEachPackedRow(wholeDocument('https://x.example/f', chunks, null, null), (row) => rows.push(row));
  return rows;
}

const ROWS = [{ name: 'Ærie ☆' }, { name: '二' }, { name: 'x'.repeat(200) }];
const LINES = ROWS.map((row) => JSON.stringify(row)).join('\n');

test('pieces may be cut anywhere, inside a character too', async () => {
  for (const text of [LINES, `${LINES}\n`, `\r\n${LINES.replaceAll('\n', '\r\n\r\n')}\r\n`, JSON.stringify(ROWS)]) {
    for (const bytes of [Buffer.from(text), gzipSync(text)]) {
      for (const size of [1, 2, 3, 7, 1000]) assert.deepEqual(await rowsOf(bytes, size), ROWS);
    }
  }
});

test('two packed files one behind the other are one', async () => {
  assert.deepEqual(await rowsOf(Buffer.concat([gzipSync(`${LINES}\n`), gzipSync(LINES)])), [...ROWS, ...ROWS]);
});

test('what is damaged, cut or nothing is an outage', async () => {
  const packed = gzipSync(LINES);
  const flipped = Buffer.from(packed);
  flipped[20] = (flipped[20] ?? 0) ^ 255;
  for (const bytes of [
    packed.subarray(0, packed.length - 9),
    flipped,
    Buffer.from(LINES.slice(0, -5)),
    Buffer.alloc(0),
  ]) {
    await assert.rejects(rowsOf(bytes), Outage);
  }
});

test('a line without an end, and a small file that unpacks without one, end early', async () => {
  await assert.rejects(rowsOf(Buffer.alloc(5_000_000, 'x')), /holds a line of more than/);
  const bomb = gzipSync(Buffer.alloc(150_000_000, `${JSON.stringify(ROWS[2])}\n`));
  assert.ok(bomb.length < 1_000_000, `${bomb.length}`);
  await assert.rejects(rowsOf(bomb), /unpacks to more than 50 times its size/);
});
