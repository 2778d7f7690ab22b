/** What docs/files.md shows for notebooks, run over files that were written out: sums to the cent what the API says. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeFiles } from '../../src/files/make-files.ts';
import { NOTEBOOK_MISSING, NOTEBOOK_PYTHON } from '../support/clients/python.ts';
import { documentBlocks } from '../support/house/document-blocks.ts';
import { apiOn } from '../support/stages/api.ts';
import { stage } from '../support/stages/market-stage.ts';

type Listed = { variants: { usd_market: { market: number | null }[] }[] };

test('each recipe for a notebook sums up what the API says', { skip: NOTEBOOK_MISSING }, async () => {
  await using market = await stage('sqlite');
  await market.run('2026-03-02');
  const folder = mkdtempSync(join(tmpdir(), 'cardstock-recipes-'));
  try {
    await makeFiles(market.store, { folder: join(folder, 'out'), now: new Date(), isServed: false });
    await using api = await apiOn(market.store);
    const ids = (await api.data<{ items: { id: string }[] }>('/v1/cards?limit=200')).items.map(({ id }) => id);
    const cards = await Promise.all(ids.map((id) => api.data<Listed>(`/v1/cards/${id}`)));
    const rows = cards.flatMap(({ variants }) => variants.flatMap(({ usd_market }) => usd_market));
    const sum = rows.reduce((total, { market: cents }) => total + (cents ?? 0), 0);
    const recipes = documentBlocks().filter(({ info }) => info === 'recipe');
    assert.equal(recipes.length, 3);
    for (const { text } of recipes) {
      const said = execFileSync(NOTEBOOK_PYTHON, ['-c', text], { cwd: folder, encoding: 'utf8' });
      assert.equal(Number(said), sum, text);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
