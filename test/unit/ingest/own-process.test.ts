/** The process of a run: what ends before it begins is heard of, and ends nothing else. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';

const MODULES = new URL('../../../src/ingest/runs/', import.meta.url);
const PROGRAM = `
  import { openSync } from 'node:fs';
  import { ingestInProcess } from '${new URL('own-process.ts', MODULES)}';
  import { reasonOf } from '${new URL('reasons.ts', MODULES)}';
  try { for (;;) openSync('/dev/null'); } catch {}
  const run = ingestInProcess({}, { onProgress() {}, onReport() {} });
  await new Promise((resolve) => setTimeout(resolve, 50));
  console.log(await run.done.catch(reasonOf));
`;

test('where no process can be started the run fails with its reason, and the service goes on', {
  skip: process.platform === 'win32' && 'it has no ulimit',
}, async () => {
  const limited = ['-c', 'ulimit -n 64; exec "$0" --input-type=module -e "$1"', process.execPath, PROGRAM];
  const { stdout } = await promisify(execFile)('/bin/sh', limited);
  assert.equal(stdout.trim(), 'the service may open no more files: raise its limit of open files');
});
