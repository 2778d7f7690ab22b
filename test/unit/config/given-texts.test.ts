/** What editors and operators write into settings: marks before the text, addresses of other servers, secrets in faults. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposableSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { ConfigurationError } from '../../../src/config/configuration-error.ts';
import { loadConfig } from '../../../src/config/load-config.ts';
import { SETTINGS } from '../../../src/config/settings.ts';

const load = (directory: string, env: Record<string, string> = {}) =>
  loadConfig({ flags: {}, env, directory, version: '0' });

test('a configuration and an .env that begin with a byte order mark are read', () => {
  using directory = mkdtempDisposableSync(join(tmpdir(), 'cardstock-mark-'));
  writeFileSync(join(directory.path, 'cardstock.config.json'), '\ufeff{"port": 8181}');
  writeFileSync(join(directory.path, '.env'), '\ufeffCARDSTOCK_HOST=127.0.0.9\n');
  const { values, warnings } = load(directory.path);
  assert.deepEqual([values.port, values.host, warnings], [8181, '127.0.0.9', []]);
});

test('a configuration, an .env and a secret that PowerShell wrote, in UTF-16, are read', () => {
  using directory = mkdtempDisposableSync(join(tmpdir(), 'cardstock-wide-'));
  const write = (name: string, text: string) => writeFileSync(join(directory.path, name), `\ufeff${text}`, 'utf16le');
  write('cardstock.config.json', '{"port": 8181}');
  write('.env', 'CARDSTOCK_HOST=127.0.0.9\r\nREDIS_URL_FILE=redis\r\n');
  write('redis', 'redis://127.0.0.1:6379\r\n');
  const { values, warnings } = load(directory.path);
  const read = [values.port, values.host, values.redisUrl, warnings];
  assert.deepEqual(read, [8181, '127.0.0.9', 'redis://127.0.0.1:6379', []]);
  const swapped = Buffer.from('\ufeffCARDSTOCK_HOST=127.0.0.8', 'utf16le').swap16();
  writeFileSync(join(directory.path, '.env'), swapped);
  assert.equal(load(directory.path).values.host, '127.0.0.8');
});

test('a pipe is read where somebody writes to it, and is not waited for where nobody does', {
  skip: process.platform === 'win32',
}, async () => {
  using directory = mkdtempDisposableSync(join(tmpdir(), 'cardstock-pipe-'));
  const path = join(directory.path, '.env');
  execFileSync('mkfifo', [path]);
  const writer = spawn('sh', ['-c', 'echo CARDSTOCK_HOST=127.0.0.9 > .env'], { cwd: directory.path });
  assert.equal(load(directory.path).values.host, '127.0.0.9');
  if (writer.exitCode === null) await once(writer, 'exit');
  const fault = `${path}: cannot be read: it is a pipe, and nobody writes to it`;
  assert.throws(() => load(directory.path), new ConfigurationError([fault]));
});

test('a file without an end is refused, as is one far larger than any configuration', {
  skip: process.platform === 'win32',
}, () => {
  using directory = mkdtempDisposableSync(join(tmpdir(), 'cardstock-endless-'));
  symlinkSync('/dev/zero', join(directory.path, 'cardstock.config.json'));
  assert.throws(() => load(directory.path), /config\.json: cannot be read: it is larger than 16 MB, or has no end/);
  const env = { DATABASE_URL_FILE: '/dev/zero', CARDSTOCK_CONFIG: '/dev/null' };
  assert.throws(() => load(directory.path, env), /DATABASE_URL_FILE: \/dev\/zero cannot be read: it is larger/);
});

test('an empty CARDSTOCK_CONFIG is none', () => {
  using directory = mkdtempDisposableSync(join(tmpdir(), 'cardstock-empty-'));
  assert.equal(load(directory.path, { CARDSTOCK_CONFIG: '' }).isDemo, true);
});

test('an empty setting, as compose files leave one, is none: the next place counts, and behind the last the default', () => {
  using directory = mkdtempDisposableSync(join(tmpdir(), 'cardstock-empty-'));
  const port = () => {
    const { values, origins } = load(directory.path, { CARDSTOCK_PORT: '' });
    return [values.port, origins.port];
  };
  assert.deepEqual(port(), [Number(SETTINGS.port.fallback), 'default']);
  writeFileSync(join(directory.path, 'cardstock.config.json'), '{"port": 8181}');
  writeFileSync(join(directory.path, '.env'), 'CARDSTOCK_PORT=\n');
  assert.deepEqual(port(), [8181, 'file']);
  writeFileSync(join(directory.path, '.env'), 'CARDSTOCK_PORT=8182\n');
  assert.deepEqual(port(), [8182, '.env']);
});

test('an address of another kind of server is refused by its scheme, and not repeated', () => {
  using directory = mkdtempDisposableSync(join(tmpdir(), 'cardstock-scheme-'));
  const names = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_READ_URL'];
  for (const name of names) {
    for (const address of [
      'mysql://root:hunter22@localhost/x',
      'http://hunter22/',
      'hunter22',
      'localhost:5432/hunter22',
    ]) {
      assert.throws(
        () => load(directory.path, { [name]: address }),
        (error) =>
          error instanceof ConfigurationError &&
          /must begin with postgres: or postgresql:/.test(error.message) &&
          !error.message.includes('hunter22'),
        address,
      );
    }
    for (const address of [
      'postgres://x@y:abc/z',
      'postgres://x@y:1,w:2/z',
      'postgres://x:p@hunter22/w:rd@y/z',
      'postgres://x:p@hunter22/w#rd:@y/z',
      'postgres://x:hunter22/w@y/z',
      'postgres://x:hunter22#w@y/z',
    ]) {
      assert.throws(
        () => load(directory.path, { [name]: address }),
        (error: Error) =>
          /must be like postgres:.*%40 for @/.test(error.message) && !error.message.includes('hunter22'),
        address,
      );
    }
    for (const address of [
      'postgres://x@y/z',
      'postgresql:///name?host=/run/postgresql',
      'postgres://x@/name?host=/run/postgresql&port=5433',
      'postgres://x:p%40ss%2Fw%3Ard@y:5432/z',
      'postgres://x:p@ss@y/z',
      'postgres://x@y/z@w',
      'postgres://x@[::1]:5432/z?options=-c%20a=b@c/d',
      'POSTGRES://x/y',
    ]) {
      assert.doesNotThrow(() => load(directory.path, { [name]: address }), address);
    }
  }
});

test('a file that is no JSON is told in our words, on one line, and nothing of it is repeated', () => {
  using directory = mkdtempDisposableSync(join(tmpdir(), 'cardstock-json-'));
  const path = join(directory.path, 'cardstock.config.json');
  for (const [text, says] of [
    ['', /it is empty/],
    [' \n', /it is empty/],
    ['port: 8081\nredis_url: redis://:hunter22@x\n', /it is no JSON at “p”: names/],
    ['{"redis_url": redis://:hunter22@x}', /it is no JSON at “r”: names/],
    ['{port: 8081}', /it is no JSON at line 1 column 2: names/],
    ['{"port": 8081,\n}', /it is no JSON at line 2 column 1: /],
    ['// hunter22\n{}', /neither comments nor a last comma/],
    ['\ufffd\ufffd{', /it is not UTF-8/],
    ['{\0}', /it is not UTF-8/],
    [`{"sources":${'{"a":'.repeat(5000)}1${'}'.repeat(5001)}`, /it is nested more than 500 deep$/],
    ['{"data": "a\\u0000b"}', /it holds \\u0000, which nothing here may$/],
  ] as const) {
    writeFileSync(path, text);
    assert.throws(
      () => load(directory.path),
      (error: Error) => says.test(error.message) && !/hunter|\n|Unexpected/.test(error.message),
      JSON.stringify(text).slice(0, 80),
    );
  }
});

test('a configuration or an .env that is a link to nowhere is not passed over', () => {
  for (const [name, target] of [
    ['cardstock.config.json', 'nowhere.json'],
    ['cardstock.config.json', 'cardstock.config.json'],
    ['.env', 'nowhere'],
  ] as const) {
    using directory = mkdtempDisposableSync(join(tmpdir(), 'cardstock-link-'));
    symlinkSync(target, join(directory.path, name));
    assert.throws(() => load(directory.path), /cannot be read: (there is no such|its links lead in a ring)/, name);
  }
});

test('origins are those that browsers say; an address that others are written behind has nothing at its end', () => {
  using directory = mkdtempDisposableSync(join(tmpdir(), 'cardstock-origins-'));
  const cors = (CARDSTOCK_CORS: string) => load(directory.path, { CARDSTOCK_CORS }).values.cors;
  const good = ['*', 'none', 'null', 'https://shop.example', 'http://[::1]:8080, app://shop', '*,https://shop.example'];
  for (const text of good) assert.equal(cors(text), text);
  const odd = ['shop.example', 'https://shop.example/', 'https://Shop.example', 'https://shop.example:443', 'true'];
  for (const text of [...odd, 'https://a.example https://b.example', 'https://a.example,', 'https://a.example/x'])
    assert.throws(() => cors(text), /CARDSTOCK_CORS: .* must be origins such as https:\/\/shop\.example/, text);
  const served = (CARDSTOCK_PUBLIC_URL: string) => load(directory.path, { CARDSTOCK_PUBLIC_URL }).values.publicUrl;
  assert.equal(served('https://shop.example/cards/'), 'https://shop.example/cards');
  for (const end of ['?x=1', '/#top'])
    assert.throws(() => served(`https://shop.example${end}`), /must end with its path/);
  const read = (adapter: object) => {
    const file = { game: 'game', sources: { one: adapter }, user_agent: 'shop/1.0 (ops@example.com)' };
    writeFileSync(join(directory.path, 'cardstock.config.json'), JSON.stringify(file));
    return load(directory.path);
  };
  const [folder, document] = ['https://prices.example/v2', 'https://prices.example/guide.json?key=1'];
  read({ adapter: 'cardmarket', prices: document });
  for (const end of ['?key=1', '#top', '/?', '/'])
    assert.throws(
      () => read({ adapter: 'tcgdex', url: `${folder}${end}` }),
      /"url": must be an http:, .* neither a slash/,
    );
});

test('a REDIS_URL is an address of Redis or the path of a socket', () => {
  using directory = mkdtempDisposableSync(join(tmpdir(), 'cardstock-redis-'));
  const redis = (REDIS_URL: string) => load(directory.path, { REDIS_URL }).values.redisUrl;
  for (const text of ['redis://127.0.0.1:6379', 'rediss://:word@cache.example/1', '/run/redis.sock']) {
    assert.equal(redis(text), text);
  }
  for (const [text, says] of [
    ['http://127.0.0.1:6379', /REDIS_URL: must begin with redis:/],
    ['cache.example:6379', /REDIS_URL: must begin with redis:/],
    ['hunter22', /REDIS_URL: must begin with redis:/],
    ['redis://127.0.0.1:99999', /REDIS_URL: must be like redis:.* a number as port/],
    ['redis://:hunter%22%zz@cache.example', /REDIS_URL: must be like redis:.* %25 for %/],
    ['redis://:hunter/22@cache.example', /REDIS_URL: must be like redis:.* %2F for \//],
  ] as const) {
    assert.throws(
      () => redis(text),
      ({ message }: Error) => says.test(message) && !message.includes(text),
    );
  }
});
