/** How the console writes amounts, times and names. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ago,
  counted,
  day,
  length,
  moment,
  printing,
  runText,
  variantName,
} from '../../../console/src/elements/format.ts';
import { amount } from '../../../src/catalog/listing/amounts.ts';

test('amounts are cents of their currency, and a dash where there is none', () => {
  assert.equal(amount(123456, 'USD'), '$1,234.56');
  assert.equal(amount(5, 'EUR'), '€0.05');
  assert.equal(amount(0, 'USD'), '$0.00');
  assert.equal(amount(null, 'USD'), '–');
  assert.equal(amount(undefined, 'EUR'), '–');
});

test('a day stays the day it is, in every zone', () => {
  assert.equal(day('2026-03-01'), 'Mar\u00a01,\u00a02026', 'on one line');
  assert.equal(day(null), '–');
});

test('lengths of time are told in their two largest units', () => {
  assert.equal(length(0.4), 'under 1 s');
  assert.equal(length(59), '59\u00a0s');
  assert.equal(length(60), '1\u00a0min');
  assert.equal(length(3_725), '1\u00a0h\u00a02\u00a0min');
  assert.equal(length(93_600), '1\u00a0d\u00a02\u00a0h');
});

test('a time breaks between day and hour alone', () => {
  assert.match(moment('2026-05-01T12:00:00Z'), /^\w+\u00a0\d+,\u00a02026, \d+:\d\d:00\u00a0[AP]M$/);
});

test('ages are told in their largest unit', () => {
  const now = new Date('2026-05-01T12:00:00Z');
  assert.equal(ago('2026-05-01T11:59:58Z', now), 'just now');
  assert.equal(ago('2026-05-01T11:57:30Z', now), '2\u00a0min\u00a0ago');
  assert.equal(ago('2026-04-29T11:00:00Z', now), '2\u00a0d\u00a0ago');
  assert.equal(ago(null, now), 'never');
});

test('a run that is under way is told by how long it takes, one that ended by when it was', () => {
  const now = new Date('2026-05-01T12:00:20Z');
  assert.equal(runText('running', '2026-05-01T12:00:00Z', now), 'running for 20\u00a0s');
  assert.equal(runText('running', '2026-05-01T12:00:21Z', now), 'running for under 1 s', 'another clock');
  assert.equal(runText('failed', '2026-05-01T11:58:20Z', now), 'failed 2\u00a0min\u00a0ago');
});

test('a printing is named as people say it', () => {
  const plain = { type: 'normal', subtype: null, size: 'standard', stamps: [], foil: null };
  assert.equal(printing(plain), 'Normal');
  assert.equal(printing({ ...plain, type: 'holo', stamps: ['1st-edition'] }), 'Holo · 1st edition');
  assert.equal(printing({ ...plain, size: 'jumbo', foil: 'cosmos' }), 'Normal · jumbo · cosmos');
  assert.equal(variantName('holo:1st-edition'), 'Holo · 1st edition');
});

test('one of a thing is singular', () => {
  assert.equal(counted(1, 'card'), '1\u00a0card');
  assert.equal(counted(23_546, 'card'), '23,546\u00a0cards');
});
