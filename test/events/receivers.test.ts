/** Runs the receivers of the documentation: they take what is signed, once, and refuse what was altered. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { newSecret, signedHeaders } from '../../src/events/signature.ts';
import { freePort, listeningOn } from '../support/servers/ports.ts';

const documentation = readFileSync('docs/events.md', 'utf8');
const receiver = (language: string) =>
  new RegExp(`\`\`\`${language} receiver\\n([^]*?)\`\`\``).exec(documentation)?.[1] ?? assert.fail(`no ${language}`);

const languages = [
  { language: 'ts', command: process.execPath, skip: false as const },
  {
    language: 'python',
    command: 'python3',
    skip: spawnSync('python3', ['--version']).status === 0 ? (false as const) : 'needs python3',
  },
];

for (const { language, command, skip } of languages) {
  test(`the documented receiver in ${language} verifies and deduplicates`, { skip, timeout: 30_000 }, async () => {
    const directory = mkdtempSync(join(tmpdir(), 'cardstock-receiver-'));
    const file = join(directory, language === 'ts' ? 'receiver.mts' : 'receiver.py');
    writeFileSync(file, receiver(language));
    const [secret, old, port] = [newSecret(), newSecret(), await freePort()];
    const child = spawn(command, [file], { env: { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) } });
    let printed = '';
    child.stdout.on('data', (chunk) => {
      printed += chunk;
    });
    const post = async (body: string, headers: Record<string, string>): Promise<number> =>
      (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body, headers })).status;
    try {
      await listeningOn(port);
      const body = '{"id":"e1","name":"game.cards.updated","data":{"cards":[{"name":"Flühwïn"}]}}';
      const signed = (secrets: string[], at = new Date()) => ({ ...signedHeaders('e1', body, secrets, at) });
      assert.equal(await post(body, signed([secret])), 204);
      assert.equal(await post(body, signed([old, secret])), 204, 'the other secret signs first after a rotation');
      assert.equal(await post(`${body} `, signed([secret])), 401);
      assert.equal(await post(body, signed([old])), 401);
      assert.equal(await post(body, signed([secret], new Date(Date.now() - 600_000))), 401);
      assert.equal(printed.trim(), 'game.cards.updated e1');
    } finally {
      child.kill('SIGKILL');
      rmSync(directory, { recursive: true });
    }
  });
}
