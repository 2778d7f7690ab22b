/** What holds for every command of the program: one JSON document with --json, and completion in the shells. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { buildProgram } from '../../src/cli/program.ts';
import { newPlace, newWorkplace, openShell } from '../support/processes/command.ts';
import { commandOf, leaves } from '../support/processes/command-line.ts';
import { catalogFolder, tinyCatalog } from '../support/sources/tiny-catalog.ts';

/** The first three stay, and print a line of JSON for each thing that happens; `mcp` speaks a protocol, `demo photo` writes a picture. */
const STREAMING = ['serve', 'worker', 'listen', 'demo photo', 'mcp'];

/** Arguments and required flags that a command is tried with. */
const GIVEN: Record<string, string[]> = {
  init: ['--catalog', 'http://127.0.0.1:1', '--config', 'absent.json'],
  backup: ['copy.db'],
  restore: ['copy.db', '--data', 'restored'],
  get: ['/health', '--public-url', 'http://127.0.0.1:1'],
  completion: ['bash'],
  'ingest run': ['all'],
  explain: ['ember1-1'],
  'export prices': ['prices.ndjson'],
  'import prices': ['prices.ndjson'],
  price: ['list.csv'],
  'export files': ['files'],
  'keys create': ['--name', 'k'],
  'subscriptions create': ['--url', 'http://127.0.0.1:9/', '--events', 'game.*', '--allow-private'],
  'events trigger': ['game.cards.updated'],
};

suite('every command', () => {
  test('with --json prints exactly one JSON document, whether it succeeds or fails', async () => {
    await using place = await newWorkplace();
    await using folder = await catalogFolder(tinyCatalog());
    const sources = { catalog: { adapter: 'tcgdex', files: folder.files } };
    writeFileSync(join(place.directory, 'cardstock.config.json'), JSON.stringify({ sources }));
    writeFileSync(join(place.directory, 'list.csv'), 'Name\nGlimmer 1 of ember1\n');
    const shell = openShell(place);
    // Most commands make no store.
    await shell.run(['db', 'migrate']);
    const failing: string[] = [];
    for (const { words, command } of leaves(buildProgram())) {
      if (STREAMING.includes(words.join(' '))) continue;
      const name = words.join(' ');
      const absent = command.registeredArguments.filter(({ required }) => required).map(() => 'absent');
      const { stdout, code } = await shell.run([...words, ...(GIVEN[name] ?? absent), '--json']);
      assert.equal(stdout.trim().split('\n').length, 1, `${name}: ${stdout}`);
      const document: unknown = JSON.parse(stdout);
      assert.ok(typeof document === 'object' && document !== null, name);
      if (code !== 0) failing.push(name);
      const wrong = await shell.run([...words, '--no-such-flag', '--json']);
      assert.equal(wrong.code, 2, name);
      assert.equal(JSON.parse(wrong.stdout).error.exit_code, 2, name);
    }
    // Those have nothing to work on here; all others did their work.
    const nothing = failing.filter(
      (name) =>
        !/^(init|follow|import (days|prices)|keys (link|usage)|get|search|scan|db move|events trigger|doctor|games re|ingest accept|keys re|keys ro|prices (forget|verify)|subscriptions \w)/.test(
          name,
        ),
    );
    assert.deepEqual(nothing, []);
  });

  test('shows an example in its help, which parses', async () => {
    for (const { words, command } of leaves(buildProgram())) {
      const name = words.join(' ');
      const help: string[] = [];
      command.configureOutput({ writeOut: (text) => help.push(text) }).outputHelp();
      const [, example = ''] = /\nExample:\n {2}\$ cardstock (.+)\n$/.exec(help.join('')) ?? [];
      assert.ok(example.startsWith(name), name);
      const typed = example.replace(/ >.*/, '').replaceAll("'", '').trim();
      assert.equal(await commandOf(typed.split(' ')), name);
    }
    await using commands = await newPlace();
    const { stdout } = await commands.run(['keys', 'rotate', '--help']);
    assert.match(stdout, /\nExample:\n {2}\$ cardstock keys rotate K7QF --grace 2h\n$/);
  });

  test('has its own flags above those that many commands take', async () => {
    await using commands = await newPlace();
    const { stdout } = await commands.run(['serve', '--help']);
    const flags = [...stdout.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map(([, flag]) => flag);
    assert.deepEqual(flags.slice(0, 4), ['--host', '--port', '--public-url', '--follow']);
    assert.equal(flags.at(-1), '--help');
    const asked = await commands.run(['serve', '--help', '--json']);
    assert.deepEqual([asked.code, asked.stdout], [0, stdout], 'help is no failure that a document tells of');
  });

  test('tells what was typed wrongly as every other fault, with what may have been meant', async () => {
    await using commands = await newPlace();
    for (const [args, fault] of [
      [['keys', 'lsit'], /^cardstock: unknown .*\n {2}\(Did you mean list\?\)\n {2}cardstock keys --help shows how\n$/],
      [['serve', '--prot', '1'], /\n {2}\(Did you mean --port\?\)\n {2}cardstock serve --help shows how\n$/],
      [['keys', 'revoke'], /^cardstock: missing required argument 'id'\n {2}cardstock keys revoke --help shows how\n$/],
    ] as const) {
      const { code, stderr } = await commands.run([...args]);
      assert.equal(code, 2);
      assert.match(stderr, fault);
    }
  });

  test('says what it is for, each flag included', () => {
    for (const { words, command } of leaves(buildProgram())) {
      assert.match(command.description(), /^[A-Z].*\.$/, words.join(' '));
      for (const { flags, description } of command.options) assert.match(description, /\S\.$/, flags);
    }
  });
});

const has = (shell: string) => spawnSync(shell, ['--version']).status === 0;
const missing = (shell: string) => (has(shell) ? false : `needs ${shell}`);

/** What is typed before the cursor, and what is offered. */
const TYPED: [string, string[]][] = [
  ['cardstock key', ['keys']],
  ['cardstock keys r', ['revoke', 'rotate']],
  ['cardstock keys create --sc', ['--scope']],
  ['cardstock keys create --name list --sc', ['--scope']],
  ['cardstock completion ', ['bash', 'zsh', 'fish', '--json', '--help']],
];

suite('completion', () => {
  const script = async (shell: 'bash' | 'zsh' | 'fish') => {
    await using place = await newWorkplace();
    const commands = openShell(place);
    return (await commands.run(['completion', shell])).stdout;
  };

  test('bash completes commands and flags', { skip: missing('bash') }, async () => {
    const text = await script('bash');
    for (const [typed, expected] of TYPED) {
      const words = typed.split(' ');
      const ask = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _cardstock; echo "\${COMPREPLY[@]}"`;
      const offered = execFileSync('bash', ['--norc', '-c', `${text}\n${ask}`], { encoding: 'utf8' });
      assert.deepEqual(offered.trim().split(' '), expected, typed);
    }
  });

  test('fish completes commands and flags', { skip: missing('fish') }, async () => {
    await using place = await newWorkplace();
    writeFileSync(join(place.directory, 'script.fish'), await script('fish'));
    const options = {
      cwd: place.directory,
      encoding: 'utf8',
      env: { ...process.env, HOME: place.directory },
    } as const;
    for (const [typed, expected] of TYPED) {
      const ask = `source script.fish; complete -C '${typed}'`;
      const offered = execFileSync('fish', ['--no-config', '-c', ask], options);
      // Files are offered beside them, since some commands take one.
      const words = offered
        .trim()
        .split('\n')
        .map((line) => line.split('\t')[0] ?? '')
        .filter((word) => !existsSync(join(place.directory, word)));
      assert.deepEqual(words.toSorted(), expected.toSorted(), typed);
    }
  });

  test('zsh completes commands and flags when Tab is pressed', { skip: missing('zsh') }, async () => {
    await using place = await newWorkplace();
    writeFileSync(join(place.directory, 'script.zsh'), await script('zsh'));
    for (const [typed, expected] of [TYPED[1], TYPED[3]].flatMap((one) => (one ? [one] : []))) {
      // A real line editor in a terminal of its own: what stands on the line after Tab is what was completed.
      const session = `zmodload zsh/zpty
zpty shell zsh -f
zpty -w shell "PS1='' ; autoload -Uz compinit; compinit -u -d ./dump; source ./script.zsh; unsetopt beep; echo rea''dy"
zpty -r shell line '*ready*'
zpty -w -n shell $'${typed}\\t\\t'
sleep 0.5
zpty -r -t shell line
while zpty -r -t shell more; do line+=$more; done
print -r -- $line
zpty -d shell`;
      const shown = execFileSync('zsh', ['-f', '-c', session], {
        cwd: place.directory,
        encoding: 'utf8',
        timeout: 20_000,
      });
      for (const word of expected) assert.ok(shown.includes(word), `${typed}: ${JSON.stringify(shown)}`);
    }
  });
});
