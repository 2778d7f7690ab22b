/** Proofs of getting in and out: by key, by the one-time link, with few rights, and after a revocation. */
import assert from 'node:assert/strict';
import { signIn } from '../../../test/support/browser/browser.ts';
import type { Scene } from '../../../test/support/browser/console-scene.ts';

interface ListedKey {
  id: string;
  state: string;
}

export const accessProofs: Record<string, (scene: Scene) => Promise<void>> = {
  async 'a wrong key is refused in words, a right one opens the console, signing out closes it'({ open, key }) {
    const page = await open();
    await page.goto('/console/cards/fl1-2');
    await page.getByLabel('API key').fill('cs_live_wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('not valid').waitFor();
    await page.getByLabel('API key').fill(key);
    await page.getByLabel('API key').press('Enter');
    // The page that was wanted is shown, not the start.
    await page.getByRole('heading', { level: 1, name: 'Vultwick' }).waitFor();
    const stored = await page.evaluate(() =>
      JSON.stringify({ ...localStorage, ...sessionStorage, cookie: document.cookie }),
    );
    assert.ok(!stored.includes('cs_live'), 'no script can read the key');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('API key').waitFor();
    await page.reload();
    await page.getByLabel('API key').waitFor();
    const refused = await page.evaluate(async () => (await fetch('/v1/series')).status);
    assert.equal(refused, 401);
  },

  async 'a key that may not read is told so where it was typed'({ open, ask }) {
    const { key } = await ask<{ key: string }>('POST', '/admin/keys', { name: 'camera', scopes: ['scan'] });
    const page = await open();
    await page.goto('/console/sign-in');
    await page.getByLabel('API key').fill(key);
    await page.getByLabel('API key').press('Enter');
    await page.getByRole('alert').getByText('lacks the scope "read"').waitFor();
  },

  async 'the one-time link signs in once, and leaves no token in the address'({ open, command }) {
    const { url } = JSON.parse(await command(['console-link', '--json']));
    const page = await open();
    await page.goto(url);
    await page.getByRole('heading', { level: 1, name: 'Browse' }).waitFor();
    await page.getByRole('link', { name: 'Overview' }).waitFor();
    assert.equal(new URL(page.url()).hash, '');
    const second = await open();
    await second.goto(url);
    await second.getByRole('alert').getByText('Links work once').waitFor();
    // Pasted into a tab that has the console open, a link changes the hash alone.
    const third = JSON.parse(await command(['console-link', '--json']));
    await second.goto(third.url);
    await second.getByRole('link', { name: 'Overview' }).waitFor();
    assert.equal(new URL(second.url()).hash, '');
  },

  async 'what is typed in the first moment is searched for, by the one-time link and in a session'({ open, command }) {
    const { url } = JSON.parse(await command(['console-link', '--json']));
    const page = await open();
    // Sooner than any frame or answer: as soon as there is a box to type in.
    await page.addInitScript(() => {
      const look = () => {
        const box = document.querySelector<HTMLInputElement>('.search-box input');
        if (!box) return;
        watch.disconnect();
        box.value = 'vultwik';
        box.dispatchEvent(new Event('input', { bubbles: true }));
      };
      const watch = new MutationObserver(look);
      watch.observe(document, { childList: true, subtree: true });
    });
    for (const address of [url, '/console']) {
      await page.goto(address);
      const results = page.getByRole('list', { name: 'Results' });
      await results
        .getByRole('link', { name: /Vultwick/ })
        .first()
        .waitFor();
      assert.equal(await page.getByRole('searchbox').inputValue(), 'vultwik');
      assert.equal(new URL(page.url()).hash, '');
    }
  },

  async 'until a one-time link is exchanged nothing is asked without a session'({ open, command }) {
    const { url } = JSON.parse(await command(['console-link', '--json']));
    const page = await open();
    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.status() === 401) refused.push(response.url());
    });
    await page.goto(url);
    await page.getByRole('link', { name: 'Overview' }).waitFor();
    assert.deepEqual(refused, []);
  },

  async 'a key that may only read sees no page of the operator'({ open, ask }) {
    const { key } = await ask<{ key: string }>('POST', '/admin/keys', { name: 'reader', scopes: ['read'] });
    const page = await open();
    await signIn(page, key);
    await page.getByText(/reader \(\w+ on \w+\)/).waitFor();
    assert.equal(await page.getByRole('link', { name: 'Keys' }).count(), 0);
    await page.goto('/console/keys');
    await page.getByText("This page is the operator's").waitFor();
  },

  async 'a session that was revoked is sent to sign in with its next request'({ openSignedIn, ask }) {
    const page = await openSignedIn();
    const { items } = await ask<{ items: ListedKey[] }>('GET', '/admin/keys?sessions=true&limit=200');
    for (const { id } of items.filter(({ state }) => state === 'active')) {
      await ask('POST', `/admin/keys/${id}/revoke`);
    }
    // A request that the page makes by itself may come before the click, and takes the link away.
    const products = page.getByRole('link', { name: 'Products' });
    await products.click({ timeout: 5000 }).catch(() => undefined);
    await page.getByLabel('API key').waitFor();
  },
};
