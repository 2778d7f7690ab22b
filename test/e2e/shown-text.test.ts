/** What others wrote, as the command line shows it: on a terminal and in a pipe nothing of it is obeyed. */

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { DEFAULT_SCOPE } from '../../src/catalog/scope.ts';
import { isVisible, visible } from '../../src/catalog/visible.ts';
import { progressDisplay } from '../../src/cli/progress.ts';
import { createSubscription } from '../../src/events/manage-subscriptions.ts';
import { sealUnder } from '../../src/events/sealed-secrets.ts';
import { issueKey } from '../../src/keys/issue.ts';
import { openLog } from '../../src/log.ts';
import { addAttempts } from '../../src/store/events/deliveries.ts';
import { openStore } from '../../src/store/open-store.ts';
import { failRun, registerTasks, startRun } from '../../src/store/runs.ts';
import type { Store } from '../../src/store/store.ts';
import { newWorkplace, openShell } from '../support/processes/command.ts';
import { runOnTerminal, terminalMissing } from '../support/processes/terminal.ts';
import { catalogFolder, tinyCatalog } from '../support/sources/tiny-catalog.ts';
import { runCatalog } from '../support/stages/ingest.ts';

/** Clears the screen, forges a row, and reads backwards. */
const HOSTILE = 'x\x1b[2J\u009b2J\r\nforged  active\u202e\x07';
const AT = '2026-11-01T00:00:00.000Z';

/** A store in which everything that others may write is hostile, as 0.1.0 let it in; gives a subscription's id. */
async function fill(store: Store): Promise<string> {
  const catalog = tinyCatalog(1);
  for (const card of catalog.cards) card.name = HOSTILE;
  for (const set of catalog.sets) set.name = `${HOSTILE}${set.id}`;
  await using folder = await catalogFolder(catalog);
  assert.equal((await runCatalog(store, folder.files)).outcome, 'succeeded');
  await issueKey(store, { name: HOSTILE, scopes: ['read'], rate: null, expires_at: null });
  await store.write((writes) => registerTasks(writes, ['catalog'], AT));
  await store.write((writes) => startRun(writes, { id: 'z', task: 'catalog', started_at: AT }));
  const outcome = { id: 'z', task: 'catalog', finished_at: AT, counts: {}, reason: HOSTILE };
  await store.write((writes) => failRun(writes, outcome));
  const service = { store, games: [DEFAULT_SCOPE.game], seal: sealUnder('k'), network: { resolve: async () => [] } };
  const request = { url: 'http://127.0.0.1:9/', events: ['game.*'], allowPrivate: true };
  const { id } = await createSubscription(service, request);
  const attempt = {
    subscription_id: id,
    event_id: HOSTILE,
    at: AT,
    status: 500,
    duration_ms: 1,
    request_headers: null,
  };
  await store.write((writes) => addAttempts(writes, [{ ...attempt, error: HOSTILE, answer: HOSTILE }]));
  return id;
}

suite('what others wrote', () => {
  test('is shown escaped by every command, in tables, sentences and JSON', async () => {
    await using place = await newWorkplace();
    const store = await openStore({ dataDir: join(place.directory, 'data') });
    const id = await fill(store);
    await store.close();
    const shell = openShell(place);
    const commands = [
      ['keys', 'list'],
      ['ingest', 'runs'],
      ['subscriptions', 'list'],
      ['subscriptions', 'deliveries', id, '--attempts'],
      ['audit'],
      ['explain', 'ember1-1'],
      ['explain', HOSTILE],
      ['keys', 'revoke', HOSTILE],
      ['subscriptions', 'test', HOSTILE],
      ['ingest', 'run', HOSTILE],
      ['keys', 'list', `--${HOSTILE}`],
      ['get', `/${HOSTILE}`, '--public-url', 'http://127.0.0.1:1'],
    ];
    let shown = 0;
    for (const command of commands.flatMap((words) => [words, [...words, '--json']])) {
      const { stdout, stderr } = await shell.run(command);
      for (const line of [...stdout.split('\n'), ...stderr.split('\n')]) {
        assert.ok(isVisible(line), `${command.join(' ')}: ${JSON.stringify(line)}`);
        assert.doesNotMatch(line, /^forged/, command.join(' '));
      }
      if (stdout.includes('forged') || stderr.includes('forged')) shown += 1;
    }
    assert.ok(shown >= commands.length, `${shown} of the answers show it: the others prove nothing`);
  });

  test('is shown escaped on a terminal too', { skip: terminalMissing }, async () => {
    await using place = await newWorkplace();
    const store = await openStore({ dataDir: join(place.directory, 'data') });
    await fill(store);
    await store.close();
    const { shown } = await runOnTerminal(place, ['keys', 'list'], []);
    // Where there is no room, words go on below.
    for (const word of visible(HOSTILE).split(' ')) assert.ok(shown.includes(word), shown);
    assert.ok(!shown.includes('\x1b[2J') && !shown.includes('\u009b'), JSON.stringify(shown));
  });

  test('is escaped in the bar of progress and in the log', () => {
    const written: string[] = [];
    const stream = { isTTY: true, write: (text: string) => written.push(text) } as unknown as NodeJS.WriteStream;
    progressDisplay(stream).show({ task: 'catalog', step: HOSTILE, done: 1, total: 2 });
    assert.ok(isVisible((written[0] ?? '').replace('\r\x1b[2K', '')), JSON.stringify(written[0]));
    const lines: string[] = [];
    openLog('info', { write: (line) => void lines.push(line) }).info({ reason: HOSTILE }, HOSTILE);
    assert.ok(isVisible((lines[0] ?? '').trimEnd()));
    assert.equal(JSON.parse(lines[0] ?? '').reason, HOSTILE);
  });

  test('is refused as the name of a key and in the address of a subscription', async () => {
    await using place = await newWorkplace();
    const shell = openShell(place);
    for (const name of ['\x1b[2Jx', 'a\nforged', '\u009b2J', '\u202eyek']) {
      assert.equal((await shell.run(['keys', 'create', '--name', name])).code, 2, JSON.stringify(name));
      const url = `http://127.0.0.1:9/${name}`;
      const created = await shell.run([
        'subscriptions',
        'create',
        '--url',
        url,
        '--events',
        'game.*',
        '--allow-private',
      ]);
      assert.notEqual(created.code, 0, JSON.stringify(name));
    }
    assert.equal((await shell.run(['keys', 'list'])).stdout, 'none\n');
  });

  test('goes through one place: no other file of the command line writes to the terminal', () => {
    const others = globSync('src/cli/*.ts').filter((path) => !path.endsWith('output.ts'));
    const writing = others.filter((path) => /process\.std(out|err)\.write|console\./.test(readFileSync(path, 'utf8')));
    assert.deepEqual(writing, []);
  });
});
