/** The requests that the console and the reference offer to copy work as pasted, in every language. */
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { type Language, type Snippet, snippetIn } from '../../console/src/elements/snippets.ts';
import { CODES } from '../../console/src/reference/codes.ts';
import { STATUS_OF } from '../../src/api/errors.ts';
import { tinyApi } from '../support/stages/api.ts';

const run = promisify(execFile);

const RUNNERS: Record<Language, { file: string; command: (path: string) => [string, string[]] }> = {
  curl: { file: 'request.sh', command: (path) => ['sh', [path]] },
  TypeScript: { file: 'request.ts', command: (path) => [process.execPath, [path]] },
  Python: { file: 'request.py', command: (path) => ['python3', [path]] },
};

const SNIPPETS: [snippet: Snippet, shows: RegExp][] = [
  [{ method: 'GET', path: '/v1/cards?q=ember&limit=2' }, /next_cursor/],
  [{ method: 'GET', path: '/health', isOpen: true }, /"?'?status"?'?/],
  [{ method: 'POST', path: '/admin/keys', json: '{"name":"it\'s mine"}' }, /cs_live_/],
];

for (const language of ['curl', 'TypeScript', 'Python'] as const) {
  test(`requests in ${language} work as pasted`, async (t) => {
    const [tool] = RUNNERS[language].command('');
    // curl and Python are not on every machine; the service needs neither.
    if (spawnSync(tool, ['--version']).error) return t.skip(`there is no ${tool}`);
    await using api = await tinyApi();
    const folder = await mkdtemp(join(tmpdir(), 'cardstock-snippets-'));
    try {
      for (const [snippet, shows] of SNIPPETS) {
        const { file, command } = RUNNERS[language];
        const path = join(folder, file);
        await writeFile(path, snippetIn(language, `http://127.0.0.1:${api.port}`, snippet));
        const { stdout } = await run(...command(path), { env: { ...process.env, CARDSTOCK_KEY: api.key } });
        assert.match(stdout, shows, `${snippetIn(language, '', snippet)}\n${stdout}`);
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });
}

test('the reference explains every code with its status, and no other', () => {
  assert.deepEqual(CODES.map(([status, code]) => [code, status]).sort(), Object.entries(STATUS_OF).sort());
});
