/** Secrets from files and variables in place of text: read whole, and named where they are empty or absent. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ConfigurationError } from '../../../src/config/configuration-error.ts';
import { loadConfig } from '../../../src/config/load-config.ts';

const directory = mkdtempSync(join(tmpdir(), 'cardstock-secrets-'));
after(() => rmSync(directory, { recursive: true }));

const KEY = 'k'.repeat(32);
const POSTGRES = 'postgres://u:p@db/cards';
const files = { key: KEY, ended: `${KEY}\r\n`, two: `${KEY}\n\n`, empty: '\n', url: `\ufeff${POSTGRES}\n` };
for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);

function load(content: Record<string, unknown>, env: Record<string, string> = {}) {
  writeFileSync(join(directory, 'cardstock.config.json'), JSON.stringify(content));
  return loadConfig({ flags: {}, env, directory, version: '1' });
}
const faultsOf = (content: Record<string, unknown>, env?: Record<string, string>): string => {
  try {
    load(content, env);
  } catch (error) {
    assert.ok(error instanceof ConfigurationError);
    return error.faults.join('\n');
  }
  return '';
};

test('a secret of the configuration may stand in a file or in a variable; a last line end is cut', () => {
  for (const [value, secret] of [
    [KEY, KEY],
    [{ file: join(directory, 'key') }, KEY],
    [{ file: 'ended' }, KEY],
    [{ file: 'two' }, `${KEY}\n`],
    [{ env: 'SEALS' }, KEY],
  ] as const) {
    assert.equal(load({ secrets_key: value }, { SEALS: KEY }).values.secretsKey, secret, JSON.stringify(value));
  }
  assert.equal(load({ database_url: { file: 'url' } }).values.databaseUrl, POSTGRES);
  const sources = { catalog: { adapter: 'tcgdex', url: 'https://cards.example' } };
  const usd = { adapter: 'justtcg', url: 'https://prices.example', api_key: { file: 'ended' }, game: 'pokemon' };
  const { games } = load({ sources: { ...sources, usd_conditions: usd } });
  assert.equal(games[0]?.sources.usd_conditions?.api_key, KEY);
  const several = {
    games: { chess: { sources: { ...sources, usd_conditions: { ...usd, api_key: { env: 'JUST' } } } } },
  };
  assert.equal(load(several, { JUST: 'j' }).games[0]?.sources['chess.usd_conditions']?.api_key, 'j');
});

test('beside the variable of each secret stands one that names its file, which gives way to it', () => {
  const env = { CARDSTOCK_SECRETS_KEY_FILE: 'ended', DATABASE_URL_FILE: 'url' };
  const { values, origins, warnings } = load({}, env);
  assert.deepEqual([values.secretsKey, values.databaseUrl, warnings], [KEY, POSTGRES, []]);
  assert.equal(origins.secretsKey, 'environment');
  assert.equal(load({}, { ...env, DATABASE_URL: 'postgres://u@other' }).values.databaseUrl, 'postgres://u@other');
  writeFileSync(join(directory, '.env'), 'DATABASE_URL=postgres://u@behind\n');
  assert.equal(load({}, env).values.databaseUrl, POSTGRES, 'the environment goes before .env, be it by a file');
  rmSync(join(directory, '.env'));
  assert.match(
    load({}, { ...env, DATABASE_URL: 'postgres://u@other' }).warnings.join(),
    /^DATABASE_URL and DATABASE_URL_FILE are both set: the first counts, the file is not read$/,
  );
  assert.match(load({}, { CARDSTOCK_PORT_FILE: 'key' }).warnings.join(), /CARDSTOCK_PORT_FILE is no setting/);
});

test('sources that name none are told: nothing is read, not even the demo', () => {
  assert.match(load({ sources: {} }).warnings.join(), /"sources": names none, so that nothing is read/);
  assert.deepEqual(load({}).warnings, []);
});

test('one that is empty, absent, too short or neither is a fault that names the place, and never the secret', () => {
  for (const [value, why] of [
    [{ file: 'empty' }, /"secrets_key": \S*empty is empty/],
    [{ file: 'gone' }, /"secrets_key": \S*gone cannot be read: /],
    [{ file: '.' }, /"secrets_key": \S+ cannot be read: /],
    [{ env: 'NONE' }, /"secrets_key": the variable NONE is not set/],
    [{ env: 'EMPTY' }, /"secrets_key": the variable EMPTY is empty/],
    [{ vault: 'x' }, /"secrets_key": must be text, \{"file": "path"\} or \{"env": "NAME"\}/],
    [{ file: 'key', env: 'X' }, /must be text, /],
  ] as const) {
    assert.match(faultsOf({ secrets_key: value }, { EMPTY: '' }), why, JSON.stringify(value));
  }
  assert.match(faultsOf({}, { CARDSTOCK_SECRETS_KEY_FILE: 'empty' }), /CARDSTOCK_SECRETS_KEY_FILE: \S*empty is empty/);
  assert.match(faultsOf({}, { REDIS_URL_FILE: 'gone' }), /REDIS_URL_FILE: \S*gone cannot be read/);
  assert.match(faultsOf({ port: { env: 'PORT' } }, { PORT: '1' }), /"port": must be text/, 'no secret');
  assert.doesNotMatch(faultsOf({ secrets_key: { env: 'SHORT' } }, { SHORT: 'hunter2' }), /hunter2/);
});
