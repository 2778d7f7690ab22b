/** The pool of photo processes: bounded, and nothing that happens in one of them is more than one photo's fate. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '../../src/failure.ts';
import { openPhotoProcesses, type PhotoProcesses, ScanBusy } from '../../src/scan/photo-processes.ts';

const program = new URL('../support/odd-photo-process.ts', import.meta.url);

function pool(width: number, dataDir = ''): PhotoProcesses & Disposable {
  const processes = openPhotoProcesses({ location: { dataDir }, width, program, jobLimitMs: 400 });
  return { ...processes, [Symbol.dispose]: () => processes.stop() };
}

const identify = async (processes: PhotoProcesses, order: string): Promise<number | undefined> =>
  (await processes.identify(Buffer.from(order)))[0]?.row;

async function codeOf(processes: PhotoProcesses, order: string): Promise<string> {
  const error: unknown = await identify(processes, order).catch((cause: unknown) => cause);
  assert.ok(error instanceof Error);
  return error instanceof Failure ? error.code : error.constructor.name;
}

test('photos go to as many processes as there may be, and no further', async () => {
  using processes = pool(2);
  const pids = await Promise.all(Array.from({ length: 8 }, () => identify(processes, 'answer')));
  assert.equal(new Set(pids).size, 2);
});

test('a photo that ends its process twice is unsupported_image; the next one meets a new process', async () => {
  using processes = pool(1);
  const before = await identify(processes, 'answer');
  assert.equal(await codeOf(processes, 'end'), 'unsupported_image');
  const later = await identify(processes, 'answer');
  assert.notEqual(later, before);
});

test('a process that exceeds its time is killed and replaced', async () => {
  using processes = pool(1);
  const [hung, next] = await Promise.all([codeOf(processes, 'hang'), identify(processes, 'answer')]);
  assert.equal(hung, 'unsupported_image');
  assert.ok(next);
});

test('what a process says of a photo is passed on as its failure', async () => {
  using processes = pool(1);
  assert.equal(await codeOf(processes, 'refuse'), 'unsupported_image');
  assert.equal(await codeOf(processes, 'empty'), 'scan_unavailable');
  assert.equal(await codeOf(processes, 'fault'), 'Error');
});

test('a full queue refuses at once', async () => {
  using processes = pool(1);
  const settled = await Promise.allSettled(Array.from({ length: 40 }, () => identify(processes, 'answer')));
  const refused = settled.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
  assert.ok(refused.length >= 20, String(refused.length));
  for (const { reason } of refused) assert.ok(reason instanceof ScanBusy);
  assert.ok(await identify(processes, 'answer'));
});

test('a process that cannot start is a fault of ours, and is tried anew with the next photo', async () => {
  using processes = pool(1, 'broken');
  assert.equal(await codeOf(processes, 'answer'), 'Error');
  assert.equal(await codeOf(processes, 'answer'), 'Error');
});
