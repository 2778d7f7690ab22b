/** Rows out of JSON documents, however they are cut into chunks and however they are broken. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Outage, wholeDocument } from '../../../src/upstream/document.ts';
import { forEachRow } from '../../../src/upstream/json-rows.ts';
import { fc } from '../../support/made/properties.ts';

const documentOf = (text: string | Buffer, chunkBytes = 7) => {
  const bytes = Buffer.from(text as string);
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunkBytes) }, (_, at) =>
    bytes.subarray(at * chunkBytes, (at + 1) * chunkBytes),
  );
  return wholeDocument('test:rows', chunks, null, null);
};

async function rowsOf(text: string | Buffer, key: string | null, chunkBytes?: number) {
  const rows: unknown[] = [];
  const head = await forEachRow(documentOf(text, chunkBytes), key, (row) => rows.push(row));
  return { rows, head };
}

/** Undefined where it is no JSON. */
function parsed(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

suite('rows of a document', () => {
  test('come one by one from the document itself or from its field, with the other fields as its head', async () => {
    assert.deepEqual(await rowsOf('[{"a":1},2,["x"]]', null), { rows: [{ a: 1 }, 2, ['x']], head: {} });
    assert.deepEqual(await rowsOf('{"version":1,"rows":[{"a":{"b":[]}}],"createdAt":"é"}', 'rows'), {
      rows: [{ a: { b: [] } }],
      head: { version: 1, createdAt: 'é' },
    });
    assert.deepEqual((await rowsOf('[]', null)).rows, []);
  });

  test('are those of the field alone: not of a list inside it, nor behind a text that is called so', async () => {
    for (const text of ['{"rows":{"a":[1]},"rest":[2]}', '{"a":"rows","b":[1]}', '{"a":["rows",[1]]}']) {
      await assert.rejects(rowsOf(text, 'rows'), Outage, text);
    }
    await assert.rejects(rowsOf('["rows",[1]]', 'rows'), Outage);
    assert.deepEqual(await rowsOf('{"rest":{"rows":[1]},"a":"rows","rows":[2]}', 'rows'), {
      rows: [2],
      head: { rest: { rows: [1] }, a: 'rows' },
    });
  });

  test('are the same however the text is cut into chunks', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.jsonValue()), fc.integer({ min: 1, max: 40 }), async (rows, chunkBytes) => {
        const text = JSON.stringify({ rows });
        assert.deepEqual((await rowsOf(text, 'rows', chunkBytes)).rows, JSON.parse(text).rows);
      }),
      { numRuns: 200 },
    );
  });

  test('come of a damaged document only where it is JSON all the same', async () => {
    const damage = fc.record({ at: fc.nat(), left: fc.nat(2), put: fc.constantFrom('', ...'[]{},:"\\\\ 1') });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.jsonValue()), damage, fc.integer({ min: 1, max: 40 }), async (rows, how, bytes) => {
        const whole = JSON.stringify({ head: [1], rows, tail: null });
        const at = how.at % whole.length;
        const text = whole.slice(0, at) + how.put + whole.slice(at + how.left);
        const value = parsed(text);
        if (Array.isArray(value?.rows)) {
          const { rows, ...head } = value;
          assert.deepEqual(await rowsOf(text, 'rows', bytes), { rows, head });
        } else await assert.rejects(rowsOf(text, 'rows', bytes), Outage, text);
      }),
      { numRuns: 500 },
    );
  });

  test('are the same from a document that is too large to be parsed at once', async () => {
    const rows = Array.from({ length: 5000 }, (_, id) => ({ id, name: 'é'.repeat(40), list: [null, { id }] }));
    const text = JSON.stringify({ version: 1, rows, createdAt: 'x' });
    assert.ok(text.length > 400_000);
    assert.deepEqual(await rowsOf(text, 'rows', 1 << 14), { rows, head: { version: 1, createdAt: 'x' } });
    assert.deepEqual((await rowsOf(JSON.stringify(rows), null, 1 << 14)).rows, rows);
    for (const [broken, key] of [
      [text.slice(0, -20), 'rows'],
      [`${text}x`, 'rows'],
      [text, 'other'],
      [text, null],
      [text.replace('"rows"', '"r\\u006fws"'), 'rows'],
      [text.replace('{"version"', '{"rows":[],"version"'), 'rows'],
    ] as const) {
      await assert.rejects(rowsOf(broken, key, 1 << 14), Outage);
    }
  });

  test('a document that is cut, no JSON, or without its list is an outage', async () => {
    for (const text of [
      '[1,2',
      '{"rows":[1',
      '',
      'x',
      '<html>',
      '[1]x',
      '42',
      '{"rows":42}',
      '{"other":[]}',
      '"rows"',
      'null',
      // U09 of the cases from the field.
      'idProduct,avg\n1,0.5',
      '{"rows":[{"avg":NaN}]}',
      '{"rows":[1,2,]}',
      'callback({"rows":[1]})',
      '{"success":false,"errors":["later"]}',
      Buffer.from('{"rows":[1]}', 'utf16le').toString('latin1'),
    ]) {
      await assert.rejects(rowsOf(text, 'rows'), Outage, text);
    }
    for (const text of ['{"rows":[]}', '42', '{}']) await assert.rejects(rowsOf(text, null), Outage, text);
  });

  test('what is told of a file of zeros can be kept by every store', async () => {
    await assert.rejects(rowsOf('\0'.repeat(1000), null), ({ message }) => !message.includes('\0'));
  });

  test('a value nested without end is an outage: whoever walks it would have no room left', async () => {
    const nested = (levels: number) => ['{"a \\" [[ \\\\":'.repeat(levels), '}'.repeat(levels)].join('1');
    const deepest = nested(499);
    assert.deepEqual((await rowsOf(`[${deepest}]`, null)).rows, [JSON.parse(deepest)]);
    for (const levels of [500, 100_000]) {
      await assert.rejects(
        rowsOf(`[${nested(levels)}]`, null, 1 << 14),
        /test:rows is not whole JSON: nested more than 500 deep/,
      );
      await assert.rejects(rowsOf(`{"rows":[],"rest":${nested(levels)}}`, 'rows', 1 << 14), Outage);
    }
  });

  test('text of another encoding is an outage, wherever it is cut; a sign in two pieces is whole', async () => {
    for (const bytes of [1, 2, 3, 4, 5, 100]) {
      assert.deepEqual((await rowsOf('["aé☆🂡","é"]', null, bytes)).rows, ['aé☆🂡', 'é']);
      for (const odd of [Buffer.from('["é", "a"]', 'latin1'), Buffer.from('["aé\xff"]', 'latin1')]) {
        await assert.rejects(rowsOf(odd, null, bytes), { name: 'Outage', message: 'test:rows is not UTF-8' });
      }
      for (const sign of ['é', '☆', '🂡']) {
        const cut = Buffer.concat([Buffer.from('[1]'), Buffer.from(sign).subarray(0, -1)]);
        await assert.rejects(rowsOf(cut, null, bytes), /is not UTF-8/);
      }
    }
  });
});
