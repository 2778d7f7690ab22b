/** What a person sees of a service on a terminal: lines instead of records, whole bars, and a quiet end. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { launch, newWorkplace, type Workplace } from '../support/processes/command.ts';
import { CTRL_C, openTerminal, terminalMissing, UNFIT_FOR_PEOPLE } from '../support/processes/terminal.ts';
import { catalogFolder, tinyCatalog } from '../support/sources/tiny-catalog.ts';

const serve = (place: Workplace, ...args: string[]) => openTerminal(place, ['serve', '--port', '0', ...args]);

suite('a service on a terminal', { skip: terminalMissing }, () => {
  test('tells of each run in one line, and ends on Ctrl-C without a word', async () => {
    await using place = await newWorkplace();
    await using folder = await catalogFolder(tinyCatalog(3));
    const sources = { catalog: { adapter: 'tcgdex', files: folder.files } };
    writeFileSync(join(place.directory, 'cardstock.config.json'), JSON.stringify({ sources }));
    const terminal = serve(place);
    await terminal.until(/done in/);
    terminal.type(CTRL_C);
    assert.equal(await terminal.ended, 0);
    const shown = terminal.shown();
    assert.match(shown, /\d\d:\d\d:\d\d {2}catalog: done in \d+\.\d s · .*cards \d/);
    assert.match(shown, /API {8}http:/);
    assert.doesNotMatch(shown, UNFIT_FOR_PEOPLE);
  });

  test('ends quietly on Ctrl-C during the first load, and shows the rest of it at the next start', async () => {
    await using place = await newWorkplace();
    const first = serve(place);
    await first.until(/usd_market: days/);
    first.type(CTRL_C);
    assert.equal(await first.ended, 0);
    assert.doesNotMatch(first.shown(), UNFIT_FOR_PEOPLE);
    const second = serve(place);
    await second.until(/usd_market: days/);
    second.type(CTRL_C);
    assert.equal(await second.ended, 0);
    assert.match(second.shown(), /░ +\d+ % game\.usd_market: days/);
    assert.doesNotMatch(second.shown(), UNFIT_FOR_PEOPLE);
  });

  test('writes records instead on --log json', async () => {
    await using place = await newWorkplace();
    const terminal = serve(place, '--log', 'json');
    await terminal.until(/"level"/);
    terminal.type(CTRL_C);
    assert.equal(await terminal.ended, 0);
    assert.match(terminal.shown(), /^\{"level":30,.*"msg":"work"\}/m);
    assert.doesNotMatch(terminal.shown(), /[█░]/);
  });
});

test('a reader who has had enough, as head(1) has, is no fault of any command', async () => {
  await using place = await newWorkplace();
  for (const args of [['--help'], ['completion', 'zsh'], ['config', 'print', '--json'], ['keys', 'list']]) {
    const child = launch(place, args);
    child.stdout.destroy();
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    const [code] = await once(child, 'close');
    assert.deepEqual({ code, said }, { code: 0, said: '' }, args.join(' '));
  }
});
