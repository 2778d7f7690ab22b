/** Proofs of scanning one card after another: the running list, put right by key and by hand; and a photo that is shared. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import type { Scene } from '../../../test/support/browser/console-scene.ts';

interface Row {
  id: string;
  name: string;
  number: string | null;
}

/** Answers every scan with these cards, best first. */
async function answering(page: Page, cards: readonly Row[]): Promise<void> {
  const matches = cards.map(({ id, name, number }, at) => ({
    score: 0.8 - at / 10,
    card: {
      id,
      name,
      number,
      category: null,
      rarity: null,
      image: null,
      expansion: { id: 'fl1', name: 'Harbour of Wicks' },
    },
  }));
  await page.unroute('**/v1/scan');
  await page.route('**/v1/scan', (route) =>
    route.fulfill({ json: { data: { analysis: { game: 'game' }, matches }, error: null } }),
  );
}

const PHOTO = { name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from('a photo') };

export const scanListProofs: Record<string, (scene: Scene) => Promise<void>> = {
  async 'cards scanned one after another make a list: prices, total, another candidate by one key, any card by search'({
    openSignedIn,
    ask,
  }) {
    const { items } = await ask<{ items: Row[] }>('GET', '/v1/cards?expansion_id=fl1&limit=4');
    const [first, second, third] = items;
    assert.ok(first && second && third);
    const page = await openSignedIn({ viewport: { width: 360, height: 740 } });
    await page.goto('/console/scan');
    const list = page.getByRole('list', { name: 'Scanned cards' }).getByRole('listitem');
    const give = () => page.locator('input[type="file"]').setInputFiles(PHOTO);
    await answering(page, [first]);
    await give();
    await list.getByRole('link', { name: first.name }).waitFor();
    const answer = await page.getByRole('list', { name: 'Matches' }).boundingBox();
    assert.ok(answer !== null && answer.y < 500, `the answer is at ${answer?.y} of 740`);
    await answering(page, [second, third]);
    await give();
    await page.getByRole('heading', { name: '2 cards scanned' }).waitFor();
    await list.first().getByRole('link', { name: second.name }).waitFor();
    await page.locator('h1').click();
    await page.keyboard.press('2');
    await list.first().getByRole('link', { name: third.name }).waitFor();
    await page.locator('.panel-head strong').first().getByText('$').waitFor();
    await list.last().getByRole('combobox').selectOption('other');
    await page.getByRole('searchbox', { name: 'Name or number' }).fill('Quaylet');
    await page.getByRole('button', { name: 'Quaylet' }).first().click();
    await list.last().getByRole('link', { name: 'Quaylet' }).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ]);
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    assert.equal(lines[0], 'Name,Set,Number,Quantity,USD,EUR,Id');
    assert.match(lines[1] ?? '', /^Quaylet,/);
    assert.equal(lines.length, 3);
    await list
      .first()
      .getByRole('button', { name: /Remove/ })
      .click();
    await page.getByRole('heading', { name: '1 card scanned' }).waitFor();
  },

  async 'a currency in which no scanned card has a price has no total'({ openSignedIn, ask }) {
    // Of this game no EUR market is read.
    const { items } = await ask<{ items: Row[] }>('GET', '/v1/cards?game=orbwright&priced=usd&limit=1');
    const page = await openSignedIn();
    await page.goto('/console/scan');
    await answering(page, items);
    await page.locator('input[type="file"]').setInputFiles(PHOTO);
    await page.locator('.panel-head').getByRole('status').filter({ hasText: '$' }).waitFor();
    assert.match(await page.locator('.panel-head').getByRole('status').innerText(), /^\$[\d.,]+ or –$/);
  },

  async 'a photo that a phone shares with the installed console is scanned there'({ openSignedIn }) {
    const page = await openSignedIn();
    const address = await page.locator('link[rel="manifest"]').getAttribute('href');
    const manifest = await page.evaluate(async (from) => (await fetch(from ?? '')).json(), address);
    assert.equal(manifest.share_target.action, 'shared');
    await page.waitForFunction(
      async () => (await navigator.serviceWorker.getRegistration('/console/assets/'))?.active?.state === 'activated',
    );
    // A page that the worker is in front of, as what a phone opens is.
    await page.goto('/console/assets/share.js');
    const led = await page.evaluate(async () => {
      const body = new FormData();
      body.set('photo', new File(['a photo'], 'photo.png', { type: 'image/png' }));
      return (await fetch('/console/assets/shared', { method: 'POST', body, redirect: 'manual' })).type;
    });
    assert.equal(led, 'opaqueredirect');
    await answering(page, [{ id: 'fl1-2', name: 'Vultwick', number: '2' }]);
    await page.goto('/console/scan?shared=1');
    await page.getByRole('list', { name: 'Matches' }).getByRole('link', { name: 'Vultwick' }).waitFor();
    assert.equal(await page.evaluate(async () => (await (await caches.open('cardstock.shared')).keys()).length), 0);
  },
};
