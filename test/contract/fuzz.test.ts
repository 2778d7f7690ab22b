/** A short run of made-up requests; `node scripts/node24.mjs scripts/fuzz.ts` runs 100,000 against the demo. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fuzz } from '../support/made/request-fuzz.ts';
import { scanApi } from '../support/stages/scan-api.ts';
import { ENGINES } from '../support/stages/stores.ts';

for (const [engine, skip] of ENGINES) {
  test(`whatever is asked on ${engine}: no 5xx, and every body is what the OpenAPI document says`, {
    skip,
  }, async () => {
    await using api = await scanApi({}, engine);
    const known = ['ember', 'ember1', 'ember1-1', 'glimmer'];
    const statuses = await fuzz(`http://127.0.0.1:${api.port}`, api.key, known, 500);
    for (const status of [200, 304, 400, 401, 404]) assert.ok((statuses[status] ?? 0) > 3, `few answers of ${status}`);
  });
}
