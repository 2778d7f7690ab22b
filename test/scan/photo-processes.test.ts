/** The pool of photo processes: bounded, and nothing that happens in one of them is more than one photo's fate. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../../src/failure.ts';
import { openPhotoProcesses, type PhotoProcesses, ScanBusy } from '../../src/scan/processes/photo-processes.ts';
import { newStore } from '../support/stages/stores.ts';

const program = new URL('../support/processes/odd-photo-process.ts', import.meta.url);

function pool(width: number, dataDir = '', jobLimitMs = 400): PhotoProcesses & Disposable {
  const processes = openPhotoProcesses({ location: { dataDir }, width, program, jobLimitMs });
  return { ...processes, [Symbol.dispose]: () => processes.stop() };
}

const identify = async (processes: PhotoProcesses, order: string): Promise<number | undefined> =>
  (await processes.identify({ photo: Buffer.from(order) })).matches[0]?.row;

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

test('a photo that found no processor time is to be sent again, and no bad picture', async () => {
  using processes = pool(1);
  assert.equal(await codeOf(processes, 'starve'), 'ScanBusy');
});

test('a process that had no processor time in all its time says nothing of the photo', {
  skip: process.platform !== 'linux' && 'the time of a process is read from /proc',
}, async () => {
  // A fiftieth of it has to be more than a tick of 10 ms, which what a start leaves behind may take.
  using processes = pool(1, '', 2000);
  assert.equal(await codeOf(processes, 'sleep'), 'ScanBusy');
});

/** Whether this process may take the priority of one that it started down and up again. */
function mayRaise(): boolean {
  const child = spawn(process.execPath, ['--version']);
  try {
    setPriority(child.pid as number, 1);
    setPriority(child.pid as number, 0);
    return true;
  } catch {
    return false;
  }
}

test('reads of the API come first: while the service is busy every thread of a photo process has the lowest priority', {
  skip: !(process.platform === 'linux' && mayRaise()) && 'priorities may be lowered only, or are not read from /proc',
}, async () => {
  await using place = await newStore('sqlite');
  const processes = openPhotoProcesses({ location: place.location, width: 1 });
  assert.equal(await codeOf({ ...processes }, 'no picture'), 'scan_unavailable');
  const [pid] = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('photo-process.ts'));
  /** Fields of proc_pid_stat(5) behind the program's name, which may hold anything. */
  const priorities = () => {
    const threads = readdirSync(`/proc/${pid}/task`);
    assert.ok(threads.length > 4);
    return threads.map((thread) =>
      Number(readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[16]),
    );
  };
  const are = (priority: number) => priorities().every((each) => each === priority);
  while (!are(5)) await sleep(10);
  while (!are(19)) {
    for (const began = performance.now(); performance.now() - began < 20; );
    await sleep(1);
  }
  while (!are(5)) await sleep(10);
  processes.stop();
});

test('beside the photos at work 16 may wait, and a full queue refuses at once', async () => {
  using processes = pool(1);
  const settled = await Promise.allSettled(Array.from({ length: 40 }, () => identify(processes, 'answer')));
  const refused = settled.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
  assert.equal(refused.length, 40 - 1 - 16);
  for (const { reason } of refused) assert.ok(reason instanceof ScanBusy);
  assert.ok(await identify(processes, 'answer'));
});

test('a process that cannot start is a fault of ours, and is tried anew with the next photo', async () => {
  using processes = pool(1, 'broken');
  assert.equal(await codeOf(processes, 'answer'), 'Error');
  assert.equal(await codeOf(processes, 'answer'), 'Error');
});
