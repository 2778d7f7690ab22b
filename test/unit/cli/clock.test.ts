/** The clock as `cardstock doctor` judges it: by the Date of a source, and by what the store has seen. */

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { DEFAULT_SCOPE } from '../../../src/catalog/scope.ts';
import { checkClock } from '../../../src/cli/doctor.ts';
import { loadConfig } from '../../../src/config/load-config.ts';
import type { Config } from '../../../src/config/settings.ts';
import { listening } from '../../support/servers/listening.ts';

const SECOND_MS = 1000;
const HOUR_MS = 3_600_000;

/** The finding where the only source's answers are dated so far from now, or not at all. */
async function findingAt(offsetMs: number | undefined) {
  const asked: string[] = [];
  const source = createServer(({ method, headers }, response) => {
    asked.push(`${method} ${headers['user-agent']}`);
    response.sendDate = false;
    if (offsetMs !== undefined) response.setHeader('date', new Date(Date.now() + offsetMs).toUTCString());
    response.end();
  });
  await using listens = await listening(source);
  const known = loadConfig({ flags: {}, env: {}, directory: '/nonexistent', version: '0' });
  const sources = { market: { adapter: 'tcgcsv', url: listens.base, category: 3 } };
  const config: Config = { ...known, games: [{ scope: DEFAULT_SCOPE, sources }] };
  return { finding: await checkClock(undefined, config), asked };
}

test('a clock hours from a source’s is bad, with its distance and the remedy, whichever of them is ahead', async () => {
  for (const offsetMs of [3 * HOUR_MS, -3 * HOUR_MS, 90 * SECOND_MS]) {
    const { finding, asked } = await findingAt(offsetMs);
    assert.equal(finding.state, 'bad', finding.says);
    const told = Number(/^(\d+) s from a source's$/.exec(finding.says)?.[1]);
    // A Date header holds whole seconds.
    assert.ok(Math.abs(told - Math.abs(offsetMs) / SECOND_MS) <= 2, finding.says);
    assert.match(finding.remedy ?? '', /NTP/);
    assert.equal(asked.length, 1);
    assert.match(asked[0] ?? '', /^HEAD .*cardstock/i);
  }
});

test('a clock like the source’s is ok, and so is one that nothing can be compared with', async () => {
  const { finding } = await findingAt(0);
  assert.equal(finding.state, 'ok', finding.says);
  assert.match(finding.says, /s from a source's$/);
  const undated = await findingAt(undefined);
  assert.equal(undated.finding.state, 'ok');
  assert.match(undated.finding.says, /no source to compare it with/);
});
