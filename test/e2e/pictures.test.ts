/** `cardstock pictures`: fetches what is not there, goes on from there, and says what it could not have, and why it stopped. */
import assert from 'node:assert/strict';
import { rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { newWorkplace, run, type Workplace } from '../support/processes/command.ts';
import { tinyCatalog } from '../support/sources/tiny-catalog.ts';
import { type PicturedFolder, picturedFolder } from '../support/stages/pictured-catalog.ts';

suite('cardstock pictures', () => {
  let place: Workplace;
  let source: PicturedFolder;
  let shelf: string;
  const pictures = async (...args: string[]) => {
    const { code, stdout, stderr } = await run(place, ['pictures', ...args, '--json']);
    const [row] = JSON.parse(stdout || '[]') as Record<string, unknown>[];
    assert.ok(row, stderr);
    return { ...row, code } as Record<string, unknown>;
  };

  before(async () => {
    place = await newWorkplace();
    source = await picturedFolder(tinyCatalog(6));
    await source.erase('ember1-2');
    const sources = { catalog: { adapter: 'tcgdex', files: source.files, keep_pictures: true } };
    await writeFile(join(place.directory, 'cardstock.config.json'), JSON.stringify({ sources }));
    const { code, stderr } = await run(place, ['ingest', 'run', 'catalog']);
    assert.equal(code, 0, stderr);
    shelf = join(place.directory, 'data', 'pictures');
  });
  after(async () => {
    await place[Symbol.asyncDispose]();
    await source[Symbol.asyncDispose]();
  });

  test('where the disk takes nothing, it stops and says so', async () => {
    await symlink('/proc/nowhere', shelf);
    const { code, stopped } = await pictures('fetch');
    assert.equal(code, 1);
    assert.match(String(stopped), /^the disk takes no more: EN\w+: .+pictures/);
    await rm(shelf);
  });

  test('all are fetched once, and one that is not there is named with its reason', async () => {
    const address = `${source.address('ember1-2')}/low.webp`;
    const first = await pictures('fetch');
    const failed = { failed: 1, postponed: 0, first_reason: `${address} answered 404`, stopped: null };
    assert.deepEqual(first, { code: 0, there: 0, fetched: first.fetched, ...failed });
    const again = await pictures('fetch');
    assert.deepEqual(again, { ...first, there: first.fetched, fetched: 0 });
    const status = await pictures('status');
    assert.equal(status.cards, Number(first.fetched) + 1);
    assert.equal(status.files, Number(first.fetched) + 2, 'each picture, and both addresses that gave none');
  });

  test('prune leaves what cards name, and with a limit nothing beyond it', async () => {
    assert.deepEqual((await pictures('prune')).deleted, 0);
    const { files, bytes } = await pictures('prune', '--to-gb', '0');
    assert.deepEqual([files, bytes], [0, 0]);
  });
});
