/** Proofs of what is easily overlooked: pictures that fail, ways on that lead somewhere, figures that say of what. */
import assert from 'node:assert/strict';
import type { Scene } from '../../../test/support/browser/console-scene.ts';

export const smallPrintProofs: Record<string, (scene: Scene) => Promise<void>> = {
  async 'a picture that does not come leaves words in its place, and another one is tried'({ openSignedIn }) {
    const page = await openSignedIn();
    await page.route('**/pictures/**', (route) => route.fulfill({ status: 404, body: '' }));
    for (const path of ['/console/expansions/fl1', '/console/cards/fl1-2']) {
      await page.goto(path);
      await page.getByText('no picture').first().waitFor();
      await page.waitForFunction(() => ![...document.images].some((one) => one.complete && one.naturalWidth === 0));
    }
    await page.unroute('**/pictures/**');
    await page.goto('/console/cards/fl1-2');
    await page.getByRole('img', { name: 'The card Vultwick' }).waitFor();
  },

  async 'what is not there cannot be tried again, and leads back to the start'({ openSignedIn }) {
    const page = await openSignedIn();
    await page.goto('/console/cards/no-such-card');
    await page.getByRole('alert').getByText('There is nothing here').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Try again' }).count(), 0);
    await page.getByRole('link', { name: 'To the start', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Browse' }).waitFor();
  },

  async 'the session in use is told from the others, and too long a name of a key is refused in words'({
    openSignedIn,
  }) {
    const other = await openSignedIn();
    const page = await openSignedIn();
    await page.goto('/console/keys');
    const own = page.getByRole('region', { name: 'Table of sessions' }).getByRole('row', { name: /this browser/ });
    await own.getByText('now', { exact: true }).waitFor();
    assert.match(await own.innerText(), /first \(Chrome on \w+\)/, 'with its device');
    const first = page.getByRole('region', { name: 'Table of keys' }).getByRole('row', { name: /^first/ });
    assert.doesNotMatch(await first.innerText(), /never/, 'a key whose sessions were busy today');
    assert.equal(await own.count(), 1);
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name').fill('n'.repeat(101));
    await page.getByRole('button', { name: 'Make the key' }).click();
    await page.getByRole('dialog').getByRole('alert').getByText('100').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Revoke all others' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke all others' }).click();
    await page.waitForFunction(
      () => document.querySelectorAll('[aria-label="Table of sessions"] tbody tr').length === 1,
    );
    await other.goto('/console/keys');
    await other.getByLabel('API key').waitFor();
  },

  async 'an amount that waits for a second day stands with its card and its currency'({ openSignedIn, ask }) {
    const card = await ask<{ variants: { external_ids: Record<string, number | null> }[] }>('GET', '/v1/cards/fl1-2');
    const { tcgplayer, cardmarket } = card.variants[0]?.external_ids ?? {};
    const row = { source: 'x_market', observed_on: '2026-05-01' };
    const held = [
      { ...row, key: `${tcgplayer}/Holofoil/NM/market`, previous: 14_612, held: 2 },
      { ...row, key: `${cardmarket}/trend`, previous: 5, held: 99_900 },
    ];
    const page = await openSignedIn();
    await page.route('**/admin/audit', async (route) => {
      const answer = await route.fetch();
      const { data } = await answer.json();
      await route.fulfill({ response: answer, json: { data: { ...data, held }, error: null } });
    });
    await page.goto('/console/audit');
    const table = page.getByRole('region', { name: 'Amounts that wait for a second day' });
    const [usd, eur] = [table.getByRole('row').nth(1), table.getByRole('row').nth(2)];
    for (const one of [usd, eur]) await one.getByRole('link', { name: 'Vultwick' }).waitFor();
    for (const text of ['$146.12', '$0.02', 'Holofoil · NM · market']) await usd.getByText(text).waitFor();
    for (const text of ['€0.05', '€999.00', 'trend']) await eur.getByText(text).waitFor();
  },
};
