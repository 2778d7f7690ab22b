/** The log as people read it: one line a record, one a run. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { logLines } from '../../../src/cli/log-lines.ts';
import { faultsIn, openLog } from '../../../src/log.ts';
import { StoreUnwritable } from '../../../src/store/store.ts';

/** What is shown of what `say` logs, without the time. */
function shownOf(say: (log: ReturnType<typeof openLog>) => void): { lines: string[]; finished: unknown[] } {
  const lines: string[] = [];
  const finished: unknown[] = [];
  const display = {
    line: (text: string) => void lines.push(stripVTControlCharacters(text).replace(/^\d\d:\d\d:\d\d {2}/, '')),
    finish: (...given: unknown[]) => void finished.push(given),
  };
  say(openLog('info', logLines(display)));
  return { lines, finished };
}

const run = { source: 'catalog', run_id: 'r', duration_ms: 725_400, reason: null };

test('a run is one line with its task, how long it took and what it brought, and ends its bar', () => {
  const { lines, finished } = shownOf((log) => {
    log.info({ run: { ...run, outcome: 'succeeded', counts: { cards: 20_300, products: 0 } } }, 'ingest run');
    const failed = { ...run, outcome: 'failed', duration_ms: 900, counts: {}, reason: 'the disk is full' };
    // What is rounded to a minute is told as one.
    log.info({ run: { ...run, outcome: 'succeeded', duration_ms: 59_960, counts: { cards: 1 } } }, 'ingest run');
    log.error({ run: failed, fault: 'Error\n  at somewhere' }, 'ingest run');
  });
  assert.deepEqual(lines, [
    'catalog: done in 12 min 5 s · cards 20,300',
    'catalog: done in 1 min 0 s · cards 1',
    'catalog: failed after 0.9 s: the disk is full',
  ]);
  assert.deepEqual(finished, [
    ['catalog', true],
    ['catalog', true],
    ['catalog', false],
  ]);
});

test('a fault that comes again each second is told of once a minute', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.UTC(2026, 4, 1) });
  const { lines } = shownOf((log) => {
    for (let second = 0; second < 90; second += 1) {
      log.error({ err: new Error('the disk is full') }, second % 2 === 0 ? 'ingest fault' : 'delivery fault');
      t.mock.timers.tick(1000);
    }
  });
  const [ingest, delivery] = ['ingest fault: the disk is full', 'delivery fault: the disk is full'];
  assert.deepEqual(lines, [ingest, delivery, ingest, delivery]);
});

test('a fault is one line without its stack, and no record forges another line', () => {
  const { lines } = shownOf((log) => {
    log.error({ err: new Error('it\nbroke') }, 'delivery fault');
    log.info({ state: 'working' }, 'lease');
  });
  assert.deepEqual(lines, ['delivery fault: it\\nbroke', 'lease · state working']);
});

test('what the operator or the system brought about is told in words; a fault of ours keeps where it arose', () => {
  const lines: string[] = [];
  const log = openLog('info', { write: (line) => void lines.push(line) });
  const note = faultsIn(log, 'files fault');
  note(
    Object.assign(new Error("EEXIST: file already exists, mkdir '/f'"), {
      code: 'EEXIST',
      syscall: 'mkdir',
      path: '/f',
    }),
  );
  note(Object.assign(new Error('connect'), { code: 'ECONNREFUSED', syscall: 'connect', address: '::1', port: 1 }));
  note(Object.assign(new Error('connect ETIMEDOUT'), { code: 'ETIMEDOUT', syscall: 'connect' }));
  note(Object.assign(new Error('write EPIPE'), { code: 'EPIPE', syscall: 'write' }));
  note(new StoreUnwritable('the data directory cannot be written'));
  note(new TypeError('of ours'));
  const told = lines.map((line) => (JSON.parse(line) as { err: { message: string; stack?: string } }).err);
  assert.deepEqual(told.slice(0, 5), [
    { message: '/f: there is a file or folder of that name already' },
    { message: 'nothing listens at ::1 port 1' },
    { message: 'it does not answer' },
    { message: 'what listens there ended the connection: it may be another kind of server' },
    { message: 'the data directory cannot be written' },
  ]);
  assert.match(told[5]?.stack ?? '', /TypeError: of ours\n {4}at .*log-lines/);
});
