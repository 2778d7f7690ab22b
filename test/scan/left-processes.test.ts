/** The processes that decode pictures when whoever started them is gone: they end, and nobody's terminal hears of it. */
import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import sharp from 'sharp';
import type { ToPictureProcess } from '../../src/ingest/pictures/describe-pictures.ts';
import type { PhotoOutcome, ToProcess } from '../../src/scan/processes/photo-messages.ts';
import { openPhotoProcesses } from '../../src/scan/processes/photo-processes.ts';
import { runCatalog } from '../support/stages/ingest.ts';
import { picturedFolder, runScan } from '../support/stages/pictured-catalog.ts';
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

test('a process that was told to take a large picture ends once that is answered, since it would keep what that took', async () => {
  await using place = await newStore('sqlite');
  await using folder = await picturedFolder();
  await runCatalog(place.store, folder.files);
  assert.equal((await runScan(place.store)).outcome, 'succeeded');
  const flat = { width: 160, height: 120, channels: 3, background: '#7088a0' } as const;
  const photo = await sharp({ create: flat }).jpeg({ progressive: true }).toBuffer();
  const child = start(PROGRAMS.photo, [], [{ location: place.location }]);
  const [ready] = await once(child, 'message');
  assert.deepEqual(ready, { ready: true });
  const asked = async (id: number, takesLarge: boolean) => {
    child.send({ id, photo, takesLarge });
    return (await once(child, 'message'))[0] as PhotoOutcome;
  };
  assert.equal((await asked(1, true)).isLast, false, 'a small one leaves it');
  // Its head claims 36 megapixels.
  photo.writeUInt32BE((6000 << 16) | 6000, photo.indexOf(Buffer.from([0xff, 0xc2])) + 5);
  assert.deepEqual(await asked(2, false), { id: 2, isLarge: true });
  const ended = once(child, 'exit');
  assert.equal((await asked(3, true)).isLast, true);
  assert.deepEqual(await ended, [0, null]);
});
