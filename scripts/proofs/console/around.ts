/** Proofs of what leads around: what moved, what an expansion is worth and holds, and the way to anything by a few letters. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Scene } from '../../../test/support/browser/console-scene.ts';

export const aroundProofs: Record<string, (scene: Scene) => Promise<void>> = {
  async 'what moved most stands on the start and on a page of its own, whose address holds the choice'({
    openSignedIn,
    ask,
  }) {
    const page = await openSignedIn();
    await page.goto('/console');
    await page.getByRole('list', { name: 'Movers' }).getByRole('link').first().waitFor();
    const links = await page.getByRole('list', { name: 'Movers' }).getByRole('link').all();
    const places = await Promise.all(links.map((link) => link.getAttribute('href')));
    assert.equal(new Set(places).size, places.length, 'a card moves in many printings, and stands once on the start');
    await page.getByRole('link', { name: 'Moved most' }).click();
    await page.getByRole('heading', { level: 1, name: 'Movers' }).waitFor();
    await page.getByRole('button', { name: 'Fallen' }).click();
    await page.getByRole('button', { name: 'EUR' }).click();
    const { items } = await ask<{ items: { name: string; percent: number }[] }>(
      'GET',
      '/v1/movers?direction=down&currency=eur&limit=1',
    );
    const [most] = items;
    assert.ok(most !== undefined);
    await page.reload();
    const first = page.getByRole('list', { name: 'Movers' }).getByRole('listitem').first();
    await first.getByText(`−${Math.abs(most.percent).toFixed(1)} %`).waitFor();
    assert.ok((await first.innerText()).includes(most.name));
    assert.match(await first.innerText(), /→[^\n]*\n\w+\s\d+,\s\d{4}/, 'an amount with its day');
  },

  async 'the start counts the cards that are here, and an expansion says where more are announced'({
    openSignedIn,
    ask,
  }) {
    const { games } = await ask<{ games: { name: string; cards: number }[] }>('GET', '/admin/overview');
    const page = await openSignedIn();
    await page.goto('/console');
    const tiles = page.getByRole('list', { name: 'Games' }).getByRole('listitem');
    for (const { cards } of games) await tiles.getByText(`${cards} cards`).waitFor();
    await page.goto('/console/expansions/nt4');
    await page.getByText('for the 6 of its 62 cards that are known').waitFor();
  },

  async 'an expansion says what it is worth, by printing, and is a checklist to take along'({ openSignedIn, ask }) {
    const { markets } = await ask<{ markets: { value: { cents: number } }[] }>('GET', '/v1/expansions/fl1/stats');
    const cents = markets[0]?.value.cents ?? 0;
    const total = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' }).format(cents / 100);
    const page = await openSignedIn();
    await page.goto('/console/expansions/fl1');
    await page.getByText(`Worth ${total}`).click();
    await page.getByRole('region', { name: 'Value in USD by printing' }).getByRole('row').nth(1).waitFor();
    await page.getByRole('link', { name: 'Checklist' }).click();
    await page.getByRole('button', { name: 'Print' }).waitFor();
    const { card_count_total } = await ask<{ card_count_total: number }>('GET', '/v1/expansions/fl1');
    assert.equal(await page.getByRole('checkbox').count(), card_count_total);
    await page.getByRole('checkbox', { name: /Vultwick/ }).check();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const ink = await page.evaluate(() => getComputedStyle(document.body).color);
    assert.equal(ink, 'rgb(34, 32, 27)', 'dark on paper, also of a dark page');
    await page.emulateMedia({ media: null, colorScheme: null });
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ]);
    const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
    assert.equal(lines[0], '\ufeffnumber,name,rarity,USD,EUR,id', 'marked, so that spreadsheets read its accents');
    assert.equal(lines.length, card_count_total + 1);
  },

  async 'a card leads to the others of its name, and pages of products to one kind'({ openSignedIn, ask }) {
    const page = await openSignedIn();
    await page.goto('/console/cards/fl1-2');
    await page.getByRole('heading', { name: 'Other cards of this name' }).waitFor();
    await page.locator('.others a').first().click();
    await page.waitForURL((url) => !url.pathname.endsWith('/fl1-2'));
    await page.getByRole('heading', { level: 1, name: 'Vultwick' }).waitFor();
    await page.goto('/console/products');
    const kinds = page.getByRole('combobox', { name: 'Kind' });
    // Waits for it: the kinds come with an answer.
    const kind = await kinds.locator('option').nth(1).getAttribute('value');
    await kinds.selectOption(kind);
    await page.waitForURL(/type=/);
    const { total } = await ask<{ total: number }>('GET', `/v1/products?type=${kind}&total=true&limit=1`);
    await page.waitForFunction((all) => document.querySelectorAll('.tile').length === all, total);
  },

  async 'by keyboard alone: Ctrl-K leads to a card and to a page, ? says the keys'({ openSignedIn }) {
    const page = await openSignedIn();
    await page.goto('/console');
    await page.keyboard.press('Control+k');
    await page.getByRole('searchbox', { name: 'A card, page or action' }).waitFor();
    await page.keyboard.type('drowned vultwick');
    await page.getByRole('list', { name: 'Ways' }).getByRole('button', { name: 'Drowned Vultwick' }).first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Drowned Vultwick' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('overv');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  },

  async 'by keyboard alone: what a dialog took from the keyboard it gives back, one after another too'({
    openSignedIn,
  }) {
    const page = await openSignedIn();
    await page.goto('/console/keys');
    const isFocused = (name: string) =>
      page.waitForFunction((text) => document.activeElement?.textContent === text, name);
    const made = page.getByRole('button', { name: 'New key' });
    await made.press('Enter');
    await page.keyboard.press('Escape');
    await isFocused('New key');
    await page.keyboard.press('?');
    await page.keyboard.press('Enter');
    await isFocused('New key');
    await page.keyboard.press('Enter');
    await page.keyboard.type('kept');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'The new key' }).waitFor();
    await page.getByRole('button', { name: 'I have kept it' }).press('Enter');
    await isFocused('New key');
    const row = page.getByRole('row', { name: /^kept/ });
    await row.getByRole('button', { name: 'Rotate' }).press('Enter');
    await page.keyboard.press('Escape');
    await isFocused('Rotate');
    // Other proofs count the keys.
    await row.getByRole('button', { name: 'Revoke' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).press('Enter');
    await row.getByText('revoked').waitFor();
  },
};
