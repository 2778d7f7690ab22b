/** Holds what people may read of a failed run: a sentence, without paths, libraries, stacks or credentials. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OperatorFailure } from '../../../src/failure.ts';
import { faultOf, reasonOf } from '../../../src/ingest/runs/reasons.ts';
import { Outage } from '../../../src/upstream/document.ts';

const coded = (code: string, cause?: unknown) => Object.assign(new Error(`/srv/x.ts ${code}`, { cause }), { code });

test('a fault of ours is one sentence for people, and its stack for the log', () => {
  const fault = new TypeError("Cannot read properties of undefined (reading 'id')");
  assert.equal(reasonOf(fault), 'a fault of this service ended the run; its log says which');
  assert.match(faultOf(fault) ?? '', /TypeError: Cannot read.*\n {4}at .*reasons\.test\.ts/);
  assert.equal(reasonOf('thrown text'), reasonOf(fault));
});

test('what an operator can do something about is named, wherever in the chain of causes it stands', () => {
  for (const [error, sentence] of [
    [coded('SQLITE_FULL'), 'the disk is full'],
    [coded('ENOSPC'), 'the disk is full'],
    [new Error('publishing failed', { cause: coded('53100') }), 'the disk is full'],
    [coded('SQLITE_READONLY_DBMOVED'), 'the store cannot be written to'],
    [coded('42501'), 'the user of the database may not write to it: make it the owner of the schema and its tables'],
    [coded('25006'), 'the database takes no writes: name its main server, not a replica'],
    [
      coded('08P01'),
      'the pooler of DATABASE_URL refuses what a connection is opened with: name the database past it in DATABASE_DIRECT_URL',
    ],
    [coded('SQLITE_CORRUPT'), 'the store is damaged; cardstock doctor says more'],
    [new OperatorFailure('10.0.0.5', { cause: coded('ECONNREFUSED') }), 'the database cannot be reached'],
  ] as const) {
    assert.equal(reasonOf(error), sentence);
  }
});

test('a source and an operator are told what was written for them, without the credentials of an address', () => {
  assert.equal(reasonOf(new Outage('no cards came')), 'no cards came');
  assert.equal(faultOf(new Outage('no cards came')), undefined);
  const outage = new Outage('https://me:secret@cards.example/en answered 500');
  assert.equal(reasonOf(outage), 'https://cards.example/en answered 500');
  for (const [address, told] of [
    ['https://cards.example/p.json?token=x1%2F&day=3: cut off', 'https://cards.example/p.json?token=&day=3: cut off'],
    ['https://b.example/p?X-Amz-Signature=ab12&X-Amz-Date=2', 'https://b.example/p?X-Amz-Signature=&X-Amz-Date=2'],
    ['https://b.example/p?api_key=k answered 403', 'https://b.example/p?api_key= answered 403'],
    [
      'https://cards.example/cardinfo.php?misc=yes&language=fr',
      'https://cards.example/cardinfo.php?misc=yes&language=fr',
    ],
  ] as const) {
    assert.equal(reasonOf(new Outage(address)), told);
  }
  assert.equal(reasonOf(new OperatorFailure('try again later')), 'try again later');
  // So it comes out of a thread.
  const cloned = Object.assign(new Error('try again later'), { name: 'OperatorFailure' });
  assert.equal(reasonOf(cloned), 'try again later');
});
