/** Texts that are packed are a map: whatever is put in comes out again, in its order. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ScratchTexts } from '../../../src/upstream/scratch/scratch-texts.ts';

test('texts come out as they went in, in any order, over many blocks', () => {
  const packed = new ScratchTexts();
  const plain = new Map<string, string>();
  for (let at = 0; at < 2000; at += 1) {
    const text = JSON.stringify({ at, name: `Ærie ☆ 二 ${at}`, filler: 'x'.repeat(at % 700) });
    for (const map of [packed, plain]) map.set(at % 3 === 0 ? `__proto__${at}` : `${at}`, text);
  }
  for (const map of [packed, plain]) {
    map.set('__proto__', 'of a name that objects have');
    map.set('7', 'put in again');
    map.delete('1000');
    map.delete('none');
  }
  assert.deepEqual([...packed], [...plain]);
  assert.deepEqual([...packed.keys()], [...plain.keys()]);
  assert.equal(packed.size, plain.size);
  for (const id of [...plain.keys(), '1000', 'none', 'toString'].toReversed()) {
    assert.equal(packed.get(id), plain.get(id), id);
    assert.equal(packed.has(id), plain.has(id), id);
  }
});
