/** Proves that the watch over the suite's logs and bodies bites. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newSecret } from '../../src/events/signature.ts';
import { newKey } from '../../src/keys/key-format.ts';
import { openLog } from '../../src/log.ts';
import { assertNoSecret, watchedSink } from '../support/processes/leaks.ts';

test('a key or a secret that was written anywhere fails the test that saw it', () => {
  for (const secret of [newKey(), newSecret()]) {
    assert.throws(() => assertNoSecret(`{"note":"${secret}"}`, 'a body'), /written to a body, after: \{"note":"$/);
    const { sink, close } = watchedSink();
    sink.write('a line\n');
    close();
    sink.write(`asked with ${secret}\n`);
    assert.throws(close, /written to the log/);
  }
});

test('the log leaves keys and secrets out, in whichever field or message they stand', () => {
  for (const secret of [newKey(), newSecret()]) {
    const { sink, close } = watchedSink();
    const log = openLog('debug', sink);
    log.info({ authorization: secret, headers: { authorization: `Bearer ${secret}` }, url: '/v1/cards' }, 'asked');
    log.error({ err: new Error(`refused: ${secret}`), request: { url: `/v1/cards?key=${secret}` } }, `for ${secret}`);
    close();
  }
  const lines: string[] = [];
  openLog('info', { write: (line) => lines.push(line) }).info({
    key: 'k',
    api_key: 'a',
    databaseUrl: 'postgres://u:p@h/d',
  });
  assert.doesNotMatch(lines.join(''), /"k"|"a"|u:p/);
});

test('what only looks like one is none', () => {
  assertNoSecret('cs_live_… whsec_… cs_live_0123', 'a page');
});
