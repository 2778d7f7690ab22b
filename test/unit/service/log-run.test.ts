/** What a run leaves in the log: one that failed as an error, with its fault; any other as information. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Logger } from 'pino';
import type { RunReport } from '../../../src/ingest/runs/runner.ts';
import { logRun } from '../../../src/service/admin-service.ts';

test('a run that failed is an error in the log, every other is not', () => {
  const lines: [string, unknown][] = [];
  const level = (name: string) => (fields: unknown) => void lines.push([name, fields]);
  const log = { error: level('error'), info: level('info') } as unknown as Logger;
  const fault = 'odd';
  const report = { source: 'usd', run_id: 'r', duration_ms: 1, reason: null, counts: {} };
  for (const outcome of ['succeeded', 'unchanged', 'failed'] as unknown as RunReport['outcome'][]) {
    logRun(log)({ ...report, outcome, ...(outcome === 'failed' && { fault }) } as RunReport);
  }
  assert.deepEqual(lines, [
    ['info', { run: { ...report, outcome: 'succeeded' } }],
    ['info', { run: { ...report, outcome: 'unchanged' } }],
    ['error', { run: { ...report, outcome: 'failed' }, fault }],
  ]);
});
