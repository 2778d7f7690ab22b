/** The scan in real processes: nothing of a photo stays, and no process outlives its service. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { truthIn } from '../../bench/scan/truth.ts';
import { newWorkplace, openShell, startServer, type Workplace } from '../support/processes/command.ts';
import { type PicturedFolder, picturedFolder, shapes } from '../support/stages/pictured-catalog.ts';
import { form } from '../support/stages/scan-api.ts';

async function configured(folder: PicturedFolder): Promise<Workplace> {
  const workplace = await newWorkplace();
  const config = { sources: { catalog: { adapter: 'tcgdex', files: folder.files } } };
  await writeFile(join(workplace.directory, 'cardstock.config.json'), JSON.stringify(config));
  return workplace;
}

async function newKey(workplace: Workplace): Promise<string> {
  const made = await openShell(workplace).run([
    'keys',
    'create',
    '--name',
    't',
    '--scope',
    'read,scan',
    '--rate',
    '0',
    '--json',
  ]);
  return (JSON.parse(made.stdout) as { key: string }).key;
}

const childrenOf = (pid: number): number[] =>
  execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/).map(Number))
    .flatMap(([child = 0, parent]) => (parent === pid ? [child, ...childrenOf(child)] : []));

const isAlive = (pid: number): boolean => {
  try {
    return !/\nState:\s+Z/.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

async function whileNot(what: () => Promise<boolean> | boolean, message: string, limitMs = 15_000): Promise<void> {
  const until = Date.now() + limitMs;
  while (!(await what())) {
    assert.ok(Date.now() < until, message);
    await sleep(100);
  }
}

test('photos are processed in memory and never stored or logged, and their processes end with the service', async () => {
  await using folder = await picturedFolder();
  await using workplace = await configured(folder);
  const key = await newKey(workplace);
  await using server = await startServer(workplace, ['--log-level', 'debug'], {
    TMPDIR: workplace.directory,
    CARDSTOCK_SCAN_PROCESSES: '1',
  });
  const canary = 'canary-4d1c2b7e';
  const photo = await shapes(3)
    .withExif({ IFD0: { ImageDescription: canary } })
    .jpeg()
    .toBuffer();
  assert.ok(photo.includes(canary));
  const scan = async (bytes: Uint8Array) => {
    const { body, headers } = form({ name: 'image', filename: `${canary}.jpg`, bytes });
    const request = { method: 'POST', body, headers: { ...headers, authorization: `Bearer ${key}` } };
    return fetch(`${server.announced.listening}/v1/scan`, request);
  };
  await whileNot(async () => (await scan(photo)).status === 200, 'nothing was indexed', 90_000);
  const answer = await scan(photo);
  assert.doesNotMatch(await answer.text(), new RegExp(canary));
  // A broken photo, and one that ends in a failure of ours, are the ones that a log would tell of.
  assert.equal((await scan(Buffer.concat([photo.subarray(0, photo.length / 2), Buffer.from(canary)]))).status, 400);
  const children = childrenOf(server.child.pid ?? 0);
  assert.ok(children.length > 0);
  for (const name of await readdir(workplace.directory, { recursive: true, withFileTypes: true })) {
    if (!name.isFile()) continue;
    assert.ok(!(await readFile(join(name.parentPath, name.name))).includes(canary), name.name);
  }
  server.child.kill('SIGKILL');
  await whileNot(() => !children.some(isAlive), 'a process outlived the service');
  assert.doesNotMatch(server.output(), new RegExp(canary));
});

test('cardstock scan FILE names the card without a server, and says what is wrong', async () => {
  await using folder = await picturedFolder();
  await using configuredPlace = await configured(folder);
  const workplace = { ...configuredPlace, ...openShell(configuredPlace) };
  assert.equal((await workplace.run(['ingest', 'run', 'all', '--json'])).code, 0);
  await writeFile(join(workplace.directory, 'photo.jpg'), await shapes(0).jpeg().toBuffer());
  assert.equal((await workplace.run(['ingest', 'run', 'scan', '--json'])).code, 0);
  const { stdout, code } = await workplace.run(['scan', 'photo.jpg', '--json']);
  assert.equal(code, 0);
  assert.equal(JSON.parse(stdout).matches[0].card.id, 'ember1-1');
  const [ember, frost] = await Promise.all(
    [0, 5].map((seed) => shapes(seed).resize(280, 392, { fit: 'fill' }).png().toBuffer()),
  );
  const table = sharp({ create: { width: 900, height: 560, channels: 3, background: '#5a5a5a' } });
  const page = table.composite([
    { input: ember, left: 90, top: 84 },
    { input: frost, left: 510, top: 84 },
  ]);
  await writeFile(join(workplace.directory, 'page.jpg'), await page.jpeg().toBuffer());
  const both = await workplace.run(['scan', 'page.jpg', '--all']);
  assert.match(both.stdout, /^place .*\n.*1 .*ember1-1.*\n.*2 .*frost1-2/);
  const pageReport = join(workplace.directory, 'reports', 'page');
  assert.equal((await workplace.run(['scan', 'page.jpg', '--all', '--report', 'reports/page'])).code, 0);
  assert.deepEqual(
    truthIn(pageReport).map(({ cards }) => cards),
    [[{ card: 'ember1-1' }, { card: 'frost1-2' }]],
    'each card of the photo',
  );
  // The photo may tell where somebody lives: it is no business of others on the machine.
  const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);
  assert.equal(await modeOf(pageReport), '700');
  for (const name of await readdir(pageReport)) assert.equal(await modeOf(join(pageReport, name)), '600', name);
  const reported = await workplace.run(['scan', 'photo.jpg', '--report', 'reports/1', '--json']);
  const inReport = (name: string) => readFile(join(workplace.directory, 'reports', '1', name));
  const { answer, stages } = JSON.parse(String(await inReport('report.json')));
  assert.deepEqual(answer, JSON.parse(reported.stdout), 'the answer is the same with a report');
  assert.deepEqual([stages.candidates[0].id, stages.artworks[0][0].id], ['ember1-1', 'ember1-1']);
  assert.deepEqual(await inReport('photo.jpg'), await readFile(join(workplace.directory, 'photo.jpg')));
  const truth = { photos: [{ photo: 'photo.jpg', cards: [{ card: 'ember1-1' }] }] };
  assert.deepEqual(JSON.parse(String(await inReport('truth.json'))), truth);
  const again = await workplace.run(['scan', 'photo.jpg', '--report', 'reports/1']);
  assert.deepEqual(
    [again.code, again.stderr],
    [2, 'cardstock: reports/1 is not empty: a report takes a folder of its own\n'],
  );
  const elsewhere = await workplace.run(['scan', 'photo.jpg', '--report', 'reports/2', '--url', 'http://127.0.0.1:1']);
  assert.equal(elsewhere.code, 2);
  const refused = await workplace.run(['scan', 'cardstock.config.json']);
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /not a picture/);
});
