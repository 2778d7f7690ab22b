/** `cardstock keys` as an operator and as a program reads it: what is printed where, and with which exit code. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { issueKey } from '../../src/keys/issue.ts';
import { openStore } from '../../src/store/open-store.ts';
import { type CommandPlace, newPlace, withOwnStore } from '../support/processes/command.ts';

const DAY_MS = 86_400_000;

interface Listed {
  id: string;
  name: string;
  scopes: string[];
  addresses: string[] | null;
  rate: number | null;
  state: string;
  expires_at: string | null;
}

const create = (place: CommandPlace, ...flags: string[]) => place.run(['keys', 'create', '--name', 'shop', ...flags]);
const made = async (place: CommandPlace, ...flags: string[]): Promise<{ id: string; key: string }> =>
  JSON.parse((await create(place, ...flags, '--json')).stdout);
const listed = async (place: CommandPlace): Promise<Listed[]> =>
  JSON.parse((await place.run(['keys', 'list', '--json'])).stdout);

suite('keys', () => {
  let all: CommandPlace;
  let stores = 0;
  const fresh = () => withOwnStore(all, `store-${++stores}`);
  before(async () => {
    all = await newPlace();
  });
  after(() => all?.[Symbol.asyncDispose]());

  test('a key is printed once and alone, what is said of it goes to standard error, and the list has its beginning', async () => {
    const place = fresh();
    assert.match((await place.run(['keys', 'list'])).stderr, /there is no store in/);
    const { code, stdout, stderr } = await create(place);
    assert.equal(code, 0);
    assert.match(stdout, /^cs_live_[0-9A-Za-z]{39}\n$/);
    const [{ id }] = (await listed(place)) as [Listed];
    assert.equal(stderr, `This is the only time the key is shown. Its id is ${id}.\n`);
    const [head = '', row = '', ...more] = (await place.run(['keys', 'list'])).stdout.trimEnd().split('\n');
    assert.deepEqual(more, []);
    assert.match(head, /^id +key +name +scopes +limited to +per minute +per day +today +state +expires +last used$/);
    assert.match(row, new RegExp(`^${id} +${stdout.slice(0, 12)}… +shop +read +– +default +– +0 +active +– +–$`));
    assert.equal(head.indexOf('name'), row.indexOf('shop'), 'what belongs together stands one below the other');
    assert.ok(!JSON.stringify(await listed(place)).includes(stdout.trim()));
  });

  test('a key has the scopes, the budget and the end that it was made with', async () => {
    const place = fresh();
    const before = Date.now();
    await made(place, '--scope', 'scan, read,scan', '--rate', '0', '--expires', '2d');
    await made(place, '--scope', 'admin', '--rate', '1000000');
    const [first, second] = await listed(place);
    assert.deepEqual([first?.scopes, first?.rate, first?.state], [['scan', 'read'], 0, 'active']);
    const lastsMs = Date.parse(first?.expires_at ?? '') - before;
    assert.ok(lastsMs >= 2 * DAY_MS && lastsMs < 2 * DAY_MS + 60_000, String(lastsMs));
    assert.deepEqual([second?.scopes, second?.rate, second?.expires_at], [['admin'], 1_000_000, null]);
    const part = async (...flags: string[]) =>
      JSON.parse((await place.run(['keys', 'list', ...flags, '--json'])).stdout).map(({ id }: Listed) => id);
    assert.deepEqual(await part('--limit', '1'), [first?.id]);
    assert.deepEqual(await part('--after', first?.id ?? ''), [second?.id]);
    assert.equal((await place.run(['keys', 'list', '--after', 'x'])).code, 5);
  });

  test('a flag of several that is given twice means both', async () => {
    const place = fresh();
    await made(
      place,
      '--scope',
      'read',
      '--scope',
      'admin',
      '--addresses',
      '10.0.0.0/8',
      '--addresses',
      '2001:db8::/32',
    );
    const [key] = await listed(place);
    assert.deepEqual(
      [key?.scopes.toSorted(), key?.addresses],
      [
        ['admin', 'read'],
        ['10.0.0.0/8', '2001:db8::/32'],
      ],
    );
  });

  test('what cannot be meant is refused with the flag by name, exit 2, and nothing is made', async () => {
    const place = fresh();
    const wrong: [flags: string[], says: RegExp][] = [
      [['--name', ''], /--name: must say/],
      [['--name', '  '], /--name: must say/],
      [['--name', 'n'.repeat(101)], /--name: at most 100/],
      [['--scope', 'everything'], /--scope everything: must name some of read, scan, admin/],
      [['--scope', 'read,'], /--scope read,: must name/],
      [['--rate', '1000001'], /--rate 1000001/],
      [['--rate', '-1'], /--rate/],
      [['--rate', '1.5'], /--rate 1\.5/],
      [['--rate-day', '0'], /--rate-day 0: must be requests a day/],
      [['--games', 'chess'], /There is no game chess here; there are game, orbwright\./],
      // As of a variable of the shell that is not set: no limits must come of it.
      [['--games', ''], /There is no game {2}here/],
      [['--addresses', ''], / is no range of addresses/],
      [['--scope', ''], /--scope : must name/],
      [['--expires', ''], /--expires : must be a span/],
      [['--addresses', '10/8'], /10\/8 is no range of addresses/],
      [['--addresses', '010.0.0.0/8'], /010\.0\.0\.0\/8 is no range of addresses/],
      [['--addresses', '10.0.0.1'], /10\.0\.0\.1 is no range of addresses/],
      [['--expires', '0d'], /--expires 0d: must be a span such as 90d/],
      [['--expires', '90'], /--expires 90/],
      [['--expires', '1w'], /--expires 1w/],
    ];
    for (const [flags, says] of wrong) {
      const { code, stdout, stderr } = await create(place, ...flags);
      assert.deepEqual([code, stdout], [2, ''], flags.join(' '));
      assert.match(stderr, says);
    }
    assert.equal((await place.run(['keys', 'create'])).code, 2);
    assert.equal((await place.run(['keys', 'list'])).code, 1, 'a store was made');
    assert.equal((await create(place, '--name', '🂡'.repeat(100))).code, 0, 'a name has characters, not bytes');
  });

  test('a key is revoked once; one that is not there, or no longer, exits 5', async () => {
    const place = fresh();
    const { id } = await made(place);
    const revoked = await place.run(['keys', 'revoke', id]);
    assert.deepEqual([revoked.code, revoked.stdout], [0, '']);
    assert.match(
      revoked.stderr,
      new RegExp(`^Revoked ${id}: it answers 401 from now on, on other processes within 5 s`),
    );
    assert.equal((await listed(place))[0]?.state, 'revoked');
    const again = await place.run(['keys', 'revoke', id, '--json']);
    assert.equal(again.code, 5);
    assert.deepEqual(JSON.parse(again.stdout), { error: { message: `there is no unrevoked key ${id}`, exit_code: 5 } });
    const other = await made(place);
    assert.deepEqual(JSON.parse((await place.run(['keys', 'revoke', other.id, '--json'])).stdout), {
      id: other.id,
      revoked: true,
    });
  });

  test('a rotation makes a key like the old one, which ends after its grace and not later than it would have', async () => {
    const place = fresh();
    const old = await made(place, '--scope', 'read,scan', '--rate', '7', '--expires', '2h');
    const before = Date.now();
    const rotated = JSON.parse((await place.run(['keys', 'rotate', old.id, '--grace', '1h', '--json'])).stdout);
    const [first, second] = await listed(place);
    assert.equal(second?.id, rotated.id);
    assert.notEqual(rotated.key, old.key);
    assert.deepEqual([second?.name, second?.scopes, second?.rate], ['shop', ['read', 'scan'], 7]);
    const graceMs = Date.parse(first?.expires_at ?? '') - before;
    assert.ok(graceMs >= 3_600_000 && graceMs < 3_660_000, String(graceMs));
    const end = second?.expires_at;
    await place.run(['keys', 'rotate', rotated.id]);
    assert.equal((await listed(place))[1]?.expires_at, end, 'a day of grace would have been longer');
    assert.equal((await place.run(['keys', 'rotate', 'nobody'])).code, 5);
    assert.equal((await place.run(['keys', 'rotate', old.id, '--grace', 'soon'])).code, 2);
  });

  test('a link is made of a key that may be used, and ended by its name', async () => {
    const place = fresh();
    const { id } = await made(place);
    const link = (...flags: string[]) => place.run(['keys', 'link', id, '--file', 'cards.game.csv.gz', ...flags]);
    assert.match((await link()).stdout, new RegExp(`^http\\S+/s/${id}\\.\\S+/cards\\.game\\.csv\\.gz\n$`));
    assert.match((await link('--revoke')).stderr, /^Every link of \S+ to cards\.game\.csv\.gz has ended\.\n$/);
    await place.run(['keys', 'revoke', id]);
    const refused = await link();
    assert.deepEqual([refused.code, refused.stdout], [5, '']);
    assert.match(refused.stderr, new RegExp(`there is no active key ${id}`));
  });

  test('doctor counts keys that may be used now, and neither one that has ended nor one that was revoked', async () => {
    const place = fresh();
    const said = async () => {
      const found = JSON.parse((await place.run(['doctor', '--json'])).stdout) as { check: string; says: string }[];
      return found.find(({ check }) => check === 'keys')?.says;
    };
    const { id } = await made(place);
    const store = await openStore({ dataDir: place.dataDir });
    const expires_at = new Date(Date.now() - 1000).toISOString();
    await issueKey(store, { name: 'over', scopes: ['read'], rate: null, expires_at });
    await store.close();
    assert.equal(await said(), '1 active');
    await place.run(['keys', 'revoke', id]);
    assert.equal(await said(), 'no active key: every request answers 401');
  });
});
