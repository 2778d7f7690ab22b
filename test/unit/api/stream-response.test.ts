/** Holds what becomes of a stream whose reader reads, does not read, or leaves, and of one that breaks. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { type StreamedResponse, streamResponse } from '../../../src/api/answer/stream-response.ts';

/** A server that pours `text` into every response, and how the last pouring ended. */
async function serving(text: () => AsyncIterable<string>, parts: Partial<StreamedResponse> = {}) {
  const ended = Promise.withResolvers<unknown>();
  const asked = Promise.withResolvers<ServerResponse>();
  const begin = (response: ServerResponse) =>
    streamResponse(response, text(), { coding: 'identity', ...parts, onEnd: (fault) => ended.resolve(fault) });
  const server = createServer((_, response) => asked.resolve(response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const request = get({ port: (server.address() as AddressInfo).port, agent: false });
  request.on('error', () => undefined);
  const response = await asked.promise;
  return {
    request,
    response,
    ended: ended.promise,
    answer: async () => {
      begin(response);
      return (await once(request, 'response'))[0] as IncomingMessage;
    },
    begin: () => begin(response),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}

/** Text without an end, and whether it was let go. */
function endless() {
  const state = { isClosed: false };
  async function* text() {
    try {
      for (;;) yield 'é'.repeat(100_000);
    } finally {
      state.isClosed = true;
    }
  }
  return { state, text };
}

test('what is read arrives whole, also where a piece ends within a character', async () => {
  const whole = `x${'é漢'.repeat(100_000)}`;
  await using serve = await serving(async function* () {
    yield whole;
    yield 'end';
  });
  const bytes = Buffer.concat(await (await serve.answer()).toArray());
  assert.equal(bytes.toString(), `${whole}end`);
  assert.equal(await serve.ended, undefined);
});

test('a reader who does not read is let go, and that is no fault', { timeout: 20_000 }, async () => {
  const { state, text } = endless();
  await using serve = await serving(text, { stalledMs: 100 });
  const answer = await serve.answer();
  answer.pause();
  assert.equal(await serve.ended, undefined);
  assert.ok(state.isClosed);
  assert.ok(serve.response.destroyed);
});

test('one that is to end is cut at once, also where its reader reads nothing', { timeout: 20_000 }, async () => {
  const { state, text } = endless();
  const ended = new AbortController();
  await using serve = await serving(text, { until: ended.signal });
  (await serve.answer()).pause();
  ended.abort();
  assert.equal(await serve.ended, undefined);
  assert.ok(state.isClosed);
});

test('what was sent whole and is not read is let go too', { timeout: 20_000 }, async () => {
  const text = async function* () {
    yield 'x'.repeat(30_000_000);
  };
  await using serve = await serving(text, { stalledMs: 100 });
  (await serve.answer()).pause();
  assert.equal(await serve.ended, undefined);
});

test('a reader who leaves is no fault: while text comes, and before any did', { timeout: 20_000 }, async () => {
  for (const leavesEarly of [false, true]) {
    const { state, text } = endless();
    await using serve = await serving(text);
    if (leavesEarly) {
      serve.request.destroy();
      await once(serve.response, 'close');
      serve.begin();
    } else (await serve.answer()).destroy();
    assert.equal(await serve.ended, undefined);
    assert.equal(state.isClosed, !leavesEarly, 'what has not begun holds nothing');
  }
});

test('text that breaks is a fault, told once, and cuts the connection', { timeout: 20_000 }, async () => {
  const fault = new Error('the disk is gone');
  await using serve = await serving(async function* () {
    yield 'begun';
    throw fault;
  });
  const answer = await serve.answer();
  await assert.rejects(answer.toArray(), { code: 'ECONNRESET' });
  assert.equal(await serve.ended, fault);
});
