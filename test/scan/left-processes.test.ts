/** The processes that decode pictures when whoever started them is gone: they end, and nobody's terminal hears of it. */
import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import type { ToPictureProcess } from '../../src/ingest/pictures/describe-pictures.ts';
import type { ToProcess } from '../../src/scan/processes/photo-messages.ts';
import { openPhotoProcesses } from '../../src/scan/processes/photo-processes.ts';
import { newStore } from '../support/stages/stores.ts';

const PROGRAMS = {
  picture: new URL('../../src/ingest/pictures/picture-process.ts', import.meta.url),
  photo: new URL('../../src/scan/processes/photo-process.ts', import.meta.url),
};
const END_MS_MAX = 30_000;

function start(program: URL, args: readonly string[], said: readonly (ToPictureProcess | ToProcess)[]): ChildProcess {
  const child = fork(program, args, {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    timeout: END_MS_MAX,
    killSignal: 'SIGKILL',
  });
  for (const message of said) child.send(message);
  return child;
}

/** Starts a program and is gone before it reads: what was said waits in the channel, and no answer has anywhere to go. */
function leave(...given: Parameters<typeof start>): ChildProcess {
  const child = start(...given);
  child.disconnect();
  return child;
}

async function assertQuietEnd(t: TestContext, what: string, child: ChildProcess, expected = 0): Promise<void> {
  await t.test(what, async () => {
    let shown = '';
    child.stderr?.on('data', (chunk) => {
      shown += chunk;
    });
    const [[code]] = await Promise.all([once(child, 'exit'), child.stderr && once(child.stderr, 'end')]);
    assert.deepEqual({ code, shown }, { code: expected, shown: '' });
  });
}

test('a process that describes pictures ends without a word when the service is gone', async (t) => {
  for (const kind of ['bytes', 'demo']) {
    const pictures = [
      { id: 1, demo: 'none' },
      { id: 2, picture: Buffer.from('none') },
      { id: 3, demo: 'none' },
    ];
    await assertQuietEnd(t, `${kind}: while it is at work`, leave(PROGRAMS.picture, [kind], pictures));
    await assertQuietEnd(t, `${kind}: before its first picture`, leave(PROGRAMS.picture, [kind], []));
  }
});

test('a process that identifies photos ends without a word when the service is gone', async (t) => {
  await using place = await newStore('sqlite');
  const { location } = place;
  const photos = [1, 2].map((id) => ({ id, photo: Buffer.from('none'), takesLarge: false }));
  await assertQuietEnd(t, 'while it is at work', leave(PROGRAMS.photo, [], [{ location }, ...photos]));
  await assertQuietEnd(t, 'before its first photo', leave(PROGRAMS.photo, [], [{ location }]));
  await assertQuietEnd(t, 'before it knows the store', leave(PROGRAMS.photo, [], []));
});

test('a process that finds no store tells the service why, and nobody else', async (t) => {
  const location = { dataDir: '', databaseUrl: 'postgres://cardstock@127.0.0.1:1/cardstock' };
  const child = start(PROGRAMS.photo, [], [{ location }]);
  const said = once(child, 'message');
  await assertQuietEnd(t, 'ends with 1', child, 1);
  assert.match((await said)[0].ending, /nothing listens at 127.0.0.1 port 1/);

  const processes = openPhotoProcesses({ location, width: 1 });
  await assert.rejects(processes.identify({ photo: Buffer.from('none') }), /was not ready: .*nothing listens/);
  processes.stop();
});
