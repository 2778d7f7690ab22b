/** Collector numbers: plain string order of the sortable form is the printed order. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { numberNormalized } from '../../../src/catalog/collector-number.ts';
import { fc } from '../../support/made/properties.ts';

test('the sortable form is prefix, digits padded to 6, suffix', () => {
  const forms = { '4': '000004', '4a': '000004a', '025': '000025', TG12: 'TG000012', SWSH020: 'SWSH000020' };
  for (const [printed, sortable] of Object.entries(forms)) assert.equal(numberNormalized(printed), sortable);
  assert.equal(numberNormalized('XY150a'), 'XY000150a');
  assert.equal(numberNormalized('000'), '000000');
  assert.equal(numberNormalized('ONE'), 'ONE');
  assert.equal(numberNormalized('OP01-010'), 'OP000001-000010');
});

test('signs that stand in numbers stay what they are, each another number', () => {
  for (const sign of ['?', '!', '★', '†', '‡', 'Φ']) {
    assert.equal(numberNormalized(sign), sign);
    assert.equal(numberNormalized(`12${sign}`), `000012${sign}`);
    assert.notEqual(numberNormalized(`12${sign}`), numberNormalized('12'));
  }
  assert.equal(numberNormalized('\uff1f'), '?');
});

test('a card without a number has no sortable form', () => {
  assert.equal(numberNormalized(null), null);
  assert.equal(numberNormalized(' '), null);
});

test('plain string order of the sortable form is the printed order', () => {
  const printed = ['1', '2', '4', '4a', '4b', '5', '10', '12', '100', 'H1', 'H02', 'H10', 'SWSH020', 'TG1', 'TG12'];
  const sortable = printed.map((number) => numberNormalized(number) ?? '');
  assert.deepEqual(sortable.toSorted(), sortable);
  assert.equal(new Set(sortable).size, sortable.length);
});

const affix = (maxLength: number) => fc.string({ unit: fc.constantFrom(...'abcxyzABCXYZ'), maxLength });
const value = fc.integer({ min: 0, max: 999_999 });

test('numbers with one prefix stand in numeric order, whatever their padding', () => {
  fc.assert(
    fc.property(affix(4), value, value, fc.nat(3), (prefix, first, second, zeros) => {
      const a = numberNormalized(`${prefix}${'0'.repeat(zeros)}${first}`) ?? '';
      const b = numberNormalized(`${prefix}${second}`) ?? '';
      assert.equal(Math.sign(first - second), a < b ? -1 : a > b ? 1 : 0);
    }),
  );
});

test('case and leading zeros do not change the sortable form', () => {
  fc.assert(
    fc.property(affix(4), value, affix(2), fc.nat(3), (prefix, digits, suffix, zeros) => {
      assert.equal(
        numberNormalized(`${prefix.toLowerCase()}${'0'.repeat(zeros)}${digits}${suffix.toUpperCase()}`),
        numberNormalized(`${prefix.toUpperCase()}${digits}${suffix.toLowerCase()}`),
      );
    }),
  );
});
