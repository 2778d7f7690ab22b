/** The shelf of kept pictures, and what a keeper does when a source is asked a second time. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { appendFile, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { PictureKeeper } from '../../../src/ingest/pictures/keep-pictures.ts';
import { PictureShelf } from '../../../src/ingest/pictures/picture-shelf.ts';
import { Outage, type Read, wholeDocument } from '../../../src/upstream/document.ts';
import { shapes } from '../../support/stages/pictured-catalog.ts';

async function folder() {
  const path = await mkdtemp(join(tmpdir(), 'cardstock-shelf-'));
  const files = async () =>
    (await readdir(path, { recursive: true, withFileTypes: true })).filter((each) => each.isFile());
  return { path, files, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

const shelved = (address: string, bytes = 1000) => ({
  ...{ address, asked_at: new Date().toISOString(), etag: null, digest: 'd', failures: 0, reason: null },
  picture: { low: new Uint8Array(bytes).fill(1), high: new Uint8Array(bytes).fill(2) },
});

test('beyond its limit the longest unused pictures go, down to nine tenths of it', async () => {
  await using place = await folder();
  const shelf = new PictureShelf({ folder: place.path, limitBytes: 12_000 });
  for (const at of [1, 2, 3, 4, 5]) await shelf.write(shelved(`http://a/${at}`));
  for (const [at, file] of (await place.files()).entries()) {
    const then = new Date(Date.now() - (at + 2) * 86_400_000);
    await utimes(join(file.parentPath, file.name), then, then);
  }
  await shelf.noteUse('http://a/3');
  await shelf.write(shelved('http://a/6'));
  const left = await shelf.counted();
  assert.ok(left.bytes <= 10_800 && left.files === 5, JSON.stringify(left));
  assert.equal((await place.files()).length, 5);
  for (const at of [3, 6]) assert.ok(await shelf.read(`http://a/${at}`), `${at} was used last`);
});

test('a file that is cut or longer than it says is none, and one half written goes when it is old', async () => {
  await using place = await folder();
  const shelf = new PictureShelf({ folder: place.path, limitBytes: 1e6 });
  await shelf.write(shelved('http://a/1'));
  assert.deepEqual((await shelf.read('http://a/1'))?.picture?.high, Buffer.alloc(1000, 2));
  const [file] = await place.files();
  assert.ok(file);
  const path = join(file.parentPath, file.name);
  await appendFile(path, 'x');
  assert.equal(await shelf.read('http://a/1'), undefined);
  await shelf.write(shelved('http://a/1'));
  await appendFile(`${path}.1.half`, 'x');
  await shelf.prune(['http://a/1']);
  assert.equal((await place.files()).length, 2, 'another process may be writing it');
  const then = new Date(Date.now() - 2 * 3_600_000);
  await utimes(`${path}.1.half`, then, then);
  assert.equal((await shelf.prune(['http://a/1'])).files, 1);
  assert.ok(await shelf.read('http://a/1'));
});

test('what the disk says but that nothing is there is a fault, and no picture that is not kept', async () => {
  await using place = await folder();
  const path = join(place.path, 'shelf');
  const shelf = new PictureShelf({ folder: path, limitBytes: 1e6 });
  assert.deepEqual([await shelf.read('http://a/1'), (await shelf.counted()).files], [undefined, 0]);
  await writeFile(path, 'a file, where the folder should be');
  await assert.rejects(shelf.read('http://a/1'), { code: 'ENOTDIR' });
  await assert.rejects(shelf.prune([]), { code: 'ENOTDIR' });
});

test('a source that is asked again: other bytes take the place, the same stay, and what fails takes nothing away', async () => {
  await using place = await folder();
  let answer: (number | Buffer)[] = [];
  const asked: (string | undefined)[] = [];
  const source = createServer((request, response) => {
    asked.push(request.headers['if-none-match']);
    const [status, body] = answer as [number, Buffer?];
    response.writeHead(status, { 'content-type': 'image/png', etag: '"a"' }).end(body);
  });
  await once(source.listen(0, '127.0.0.1'), 'listening');
  const address = `http://127.0.0.1:${(source.address() as AddressInfo).port}/a.png`;
  const keeper = new PictureKeeper({ folder: place.path, limitBytes: 1e6 }, 'cardstock-test/1');
  const high = async (ageMaxMs: number) => (await keeper.copyOf(address, ageMaxMs)).picture.high;
  answer = [404];
  await assert.rejects(high(1000), /answered 404/);
  await assert.rejects(high(1000), /answered 404/);
  assert.equal(asked.length, 1, 'it is not asked again on the same day');
  answer = [200, await shapes(1).png().toBuffer()];
  const first = await high(0);
  answer = [304];
  assert.deepEqual(await high(0), first);
  answer = [200, await shapes(2).png().toBuffer()];
  const second = await high(0);
  assert.notDeepEqual(second, first);
  answer = [404];
  assert.deepEqual(await high(0), second);
  answer = [200, Buffer.from('no picture')];
  assert.deepEqual(await high(0), second);
  assert.deepEqual(asked, [undefined, undefined, '"a"', '"a"', '"a"', '"a"']);
  await keeper.close();
  source.close();
});

test('while many are fetched others are told to come later, and what is kept is served', async () => {
  await using place = await folder();
  const picture = await shapes(1).png().toBuffer();
  const held: (() => void)[] = [];
  let atOnce = 0;
  const source = createServer((request, response) => {
    const answer = () => response.writeHead(200, { 'content-type': 'image/png' }).end(picture);
    atOnce = Math.max(atOnce, held.length + 1);
    if (request.url === '/kept') answer();
    else held.push(answer);
  });
  await once(source.listen(0, '127.0.0.1'), 'listening');
  const base = `http://127.0.0.1:${(source.address() as AddressInfo).port}`;
  const keeper = new PictureKeeper({ folder: place.path, limitBytes: 1e6 }, 'cardstock-test/1');
  const shown = (id: string) => keeper.rendition({ kept: [{ low: `${base}/${id}`, high: `${base}/${id}` }] }, 'low');
  assert.ok(await shown('kept'));
  const waiting = Array.from({ length: 64 }, (_, at) => shown(String(at)).catch(() => 'ended'));
  while ((await keeper.state()).under_way < 64) await setImmediate();
  assert.equal(await shown('one-more'), 'busy');
  assert.ok(typeof (await shown('kept')) === 'object');
  while (held.length < 4) await setImmediate();
  assert.equal(atOnce, 4);
  await keeper.close();
  assert.deepEqual(new Set(await Promise.all(waiting)), new Set(['ended']));
  source.closeAllConnections();
  source.close();
});

test('where the disk takes nothing pictures are shown all the same, and the fault is told', async () => {
  await using place = await folder();
  const picture = await shapes(1).png().toBuffer();
  const source = createServer((_, response) => response.writeHead(200, { 'content-type': 'image/png' }).end(picture));
  await once(source.listen(0, '127.0.0.1'), 'listening');
  const address = `http://127.0.0.1:${(source.address() as AddressInfo).port}/a.png`;
  const file = join(place.path, 'file');
  await writeFile(file, '');
  const keeper = new PictureKeeper({ folder: file, limitBytes: 1e6 }, 'cardstock-test/1');
  const shown = await keeper.rendition({ kept: [{ low: address, high: address }] }, 'high');
  assert.ok(typeof shown === 'object' && shown.bytes.length > 0);
  assert.match((await keeper.state()).last_error ?? '', /ENOTDIR|EEXIST/);
  await keeper.close();
  source.close();
});

/** A host that has `/good…`, answers nothing for `/bad…` and 500 for `/failing…`, and asks to be left alone for an hour at `/busy`. */
async function unreliable(keeper: PictureKeeper) {
  const picture = await shapes(1).png().toBuffer();
  const asked: string[] = [];
  const held = Promise.withResolvers<void>();
  const read: Read = async (url) => {
    const { pathname } = new URL(url);
    asked.push(pathname);
    if (pathname.startsWith('/good')) return wholeDocument(url, [picture], null, null);
    if (pathname.startsWith('/bad/held')) await held.promise;
    const putOff =
      pathname === '/busy' ? { by: 503, waitMs: 3_600_000 } : pathname.startsWith('/failing') ? { by: 500 } : {};
    throw new Outage(`${url} gave nothing`, { cause: new Error('nothing'), putOff });
  };
  const copied = async (path: string) => {
    const copying = keeper.copyOf(`https://pictures.example${path}`, Number.POSITIVE_INFINITY, read);
    return copying.then(
      () => 'kept',
      () => 'absent',
    );
  };
  return { asked, copied, release: held.resolve };
}

const later = (ms: number) => {
  const clock = Date.now;
  const moved = mock.method(Date, 'now', () => clock() + ms);
  return { [Symbol.dispose]: () => moved.mock.restore() };
};

test('pictures that a source never gives keep none of its others from being fetched, and are not asked for again at once', async () => {
  await using place = await folder();
  const keeper = new PictureKeeper({ folder: place.path, limitBytes: 1e6 }, 'cardstock-test/1');
  const { asked, copied, release } = await unreliable(keeper);
  const bad = ['/bad/held1', '/bad/held2', '/bad/held3'];
  const failing = bad.map(copied);
  while (asked.length < bad.length) await setImmediate();
  assert.equal(await copied('/good/1'), 'kept');
  release();
  assert.deepEqual(await Promise.all(failing), ['absent', 'absent', 'absent']);
  for (const path of ['/failing/1', '/failing/2', '/failing/3', '/failing/4'])
    assert.equal(await copied(path), 'absent');
  assert.equal(await copied('/good/2'), 'kept');
  const then = [...asked];
  for (const path of bad) assert.equal(await copied(path), 'absent');
  assert.deepEqual(asked, then);
  using _ = later(2 * 3_600_000);
  await copied('/bad/held1');
  assert.deepEqual(asked.slice(then.length), ['/bad/held1']);
  await keeper.close();
});

test('a host that answers nothing in a row is left alone for a minute, one that asks for an hour for an hour', async () => {
  for (const [paths, minutes] of [
    [['/bad/1', '/bad/2', '/bad/3'], 1],
    [['/busy'], 60],
  ] as const) {
    await using place = await folder();
    const keeper = new PictureKeeper({ folder: place.path, limitBytes: 1e6 }, 'cardstock-test/1');
    const { copied } = await unreliable(keeper);
    for (const path of paths) assert.equal(await copied(path), 'absent');
    {
      using _ = later((minutes - 0.5) * 60_000);
      assert.equal(await copied('/good/1'), 'absent');
    }
    using _ = later((minutes + 0.5) * 60_000);
    assert.equal(await copied('/good/1'), 'kept');
    await keeper.close();
  }
});

test('of those that wait for a host that answers nothing none is asked for any more', async () => {
  await using place = await folder();
  const keeper = new PictureKeeper({ folder: place.path, limitBytes: 1e6 }, 'cardstock-test/1');
  const { asked, copied } = await unreliable(keeper);
  const paths = Array.from({ length: 12 }, (_, at) => `/bad/${at}`);
  assert.deepEqual(new Set(await Promise.all(paths.map(copied))), new Set(['absent']));
  assert.ok(asked.length <= 6, `${asked.length} were asked for`);
  await keeper.close();
});

test('what the disk refused of a picture does not stay, and is told until a copy lies there again', async () => {
  await using place = await folder();
  const keeper = new PictureKeeper({ folder: place.path, limitBytes: 1e6 }, 'cardstock-test/1');
  const { copied } = await unreliable(keeper);
  await copied('/good/1');
  const [file] = await place.files();
  assert.ok(file);
  const path = join(file.parentPath, file.name);
  await rm(path);
  await mkdir(join(path, 'in its place'), { recursive: true });
  assert.equal(await copied('/good/1'), 'kept');
  assert.deepEqual(await place.files(), []);
  assert.match((await keeper.state()).last_error ?? '', /EISDIR|ENOTEMPTY/);
  await copied('/good/2');
  assert.equal((await keeper.state()).last_error, null);
  await keeper.close();
});
