/** What is left out of a record that does not have the shape of its schema, and what loses the record. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import Type from 'typebox';
import { Compile } from 'typebox/schema';
import { BadRecord } from '../../../src/upstream/seed-collector.ts';
import { usableFields } from '../../../src/upstream/usable-fields.ts';

const option = Type.Optional;
const check = Compile(
  Type.Object({
    id: Type.String(),
    set: Type.Object({ id: Type.String() }),
    numbers: option(Type.Array(Type.Integer())),
    attacks: option(
      Type.Array(Type.Object({ name: Type.String(), damage: option(Type.Union([Type.Number(), Type.String()])) })),
    ),
    priced: option(Type.Union([Type.Object({ id: option(Type.Integer()), unit: option(Type.String()) }), Type.Null()])),
  }),
);
const SOUND = { id: 'a', set: { id: 's' } };

function usable(value: unknown): [record: unknown, leftOut: string[]] {
  const leftOut: string[] = [];
  return [usableFields(check, value, (fault) => leftOut.push(fault)), leftOut];
}

test('a sound record is what it was', () => {
  assert.equal(usable(SOUND)[0], SOUND);
});

test('a field that cannot be taken is left out, as far in as it lies; the record is not changed in place', () => {
  const record = {
    ...SOUND,
    numbers: [1, 384.1, 2, 'x', 3],
    attacks: [{ name: 'A', damage: {} }, { damage: 10 }, { name: 'B', damage: 10 }],
    priced: { id: 1.5, unit: 'EUR' },
  };
  const before = structuredClone(record);
  const [taken, leftOut] = usable(record);
  assert.deepEqual(taken, {
    ...SOUND,
    numbers: [1, 2, 3],
    attacks: [{ name: 'A' }, { name: 'B', damage: 10 }],
    priced: { unit: 'EUR' },
  });
  assert.deepEqual([...new Set(leftOut)].sort(), [
    '/attacks/* must have required properties name',
    '/attacks/*/damage must be number',
    '/numbers/* must be integer',
    '/priced/id must be integer',
  ]);
  assert.equal(leftOut.length, 5);
  assert.deepEqual(record, before);
});

test('more faults than one look shows are all left out', () => {
  const [taken, leftOut] = usable({ ...SOUND, numbers: Array.from({ length: 40 }, (_, at) => (at % 2 ? at : 'x')) });
  assert.equal((taken as { numbers: number[] }).numbers.length, 20);
  assert.equal(leftOut.length, 20);
});

test('without what makes it a record there is none, and the reason is its fault', () => {
  const reasonOf = (value: unknown) => {
    try {
      return usable(value);
    } catch (error) {
      assert.ok(error instanceof BadRecord);
      return error.message;
    }
  };
  assert.equal(reasonOf(42), 'record must be object');
  assert.equal(reasonOf({ numbers: ['x'], id: 5, set: { id: 's' } }), '/id must be string');
  assert.equal(reasonOf({ id: 'a', set: { id: 5 } }), '/set/id must be string');
  assert.equal(reasonOf({ id: 'a' }), 'record must have required properties set');
});
