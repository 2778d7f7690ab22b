/** Holds the outbox: answers go out together, in order, and none waits for a turn of the event loop that may not come. */
import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { Outbox } from '../../../src/api/answer/outbox.ts';

function held(outbox: Outbox, count: number) {
  const written: [number, ...unknown[]][] = [];
  for (let at = 0; at < count; at += 1) {
    const response = { end: (...body: unknown[]) => written.push([at, ...body]) } as unknown as ServerResponse;
    outbox.end(response, at % 2 === 0 ? 'é' : Buffer.from('é'));
  }
  return written;
}

test('answers are written in one go before the turn is over, strings as bytes', async () => {
  const written = held(new Outbox(), 3);
  assert.deepEqual(written, []);
  await turn();
  assert.deepEqual(written, [
    [0, 'é', 'latin1'],
    [1, Buffer.from('é')],
    [2, 'é', 'latin1'],
  ]);
});

test('many answers do not wait for one another, and those after a full lot go out as well', async () => {
  const outbox = new Outbox();
  const written = held(outbox, 33);
  assert.equal(written.length, 32);
  await turn();
  assert.equal(written.length, 33);
  const later = held(outbox, 1);
  await turn();
  assert.equal(later.length, 1);
});

test('who lends the bytes of an answer hears when it was written', async () => {
  const outbox = new Outbox();
  const response = Object.assign(new EventEmitter(), { end: () => undefined }) as unknown as ServerResponse;
  let isBack = false;
  outbox.end(response, Buffer.from('a'), () => {
    isBack = true;
  });
  await turn();
  assert.equal(isBack, false);
  response.emit('finish');
  assert.equal(isBack, true);
});
