/** Proofs that nothing is lost or kept too long when answers come late, empty or not at all, and when the theme turns. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Route } from 'playwright-core';
import type { Scene } from '../../../test/support/browser/console-scene.ts';
import { startReceiver } from '../../../test/support/servers/receiver.ts';

/** Lets an answer through so much later. */
const later = (ms: number) => async (route: Route) => {
  await sleep(ms);
  await route.continue();
};

export const lateAnswerProofs: Record<string, (scene: Scene) => Promise<void>> = {
  async 'what was typed and ticked in a form stays when the rest of the page comes later'({ openSignedIn }) {
    const page = await openSignedIn();
    await page.route('**/admin/overview', later(800));
    await page.goto('/console/subscriptions');
    await page.getByRole('button', { name: 'New subscription' }).click();
    await page.getByLabel('Events').fill('game.series.*');
    await page.getByRole('combobox', { name: 'Add' }).locator('option').nth(1).waitFor({ state: 'attached' });
    assert.equal(await page.getByLabel('Events').inputValue(), 'game.series.*');
    await page.route('**/admin/keys?*', later(800));
    await page.goto('/console/keys');
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByRole('checkbox', { name: 'scan' }).check();
    await page.getByRole('region', { name: 'Table of keys' }).waitFor({ state: 'attached' });
    assert.ok(await page.getByRole('checkbox', { name: 'scan' }).isChecked());
  },

  async 'a catalog that was empty a moment ago is asked for again'({ openSignedIn }) {
    const page = await openSignedIn();
    await page.route('**/v1/cards?*', (route) =>
      route.fulfill({ json: { data: { items: [], next_cursor: null }, error: null } }),
    );
    await page.goto('/console/cards');
    await page.getByText('No cards yet').waitFor();
    await page.unroute('**/v1/cards?*');
    await page.getByRole('link', { name: 'Products', exact: true }).click();
    await page.getByRole('link', { name: 'All cards' }).click();
    await page.locator('.card-tile').first().waitFor();
  },

  async 'a service that could not be reached is asked again, without a word of the browser'({ openSignedIn }) {
    const page = await openSignedIn();
    await page.route('**/v1/expansions/fl1', (route) => route.abort('connectionrefused'));
    await page.goto('/console/expansions/fl1');
    await page.getByRole('alert').getByText('Cardstock cannot be reached').first().waitFor();
    await page.unroute('**/v1/expansions/fl1');
    await page.getByRole('heading', { level: 1, name: 'Harbour of Wicks' }).waitFor();
    assert.equal(await page.getByRole('alert').count(), 0);
  },

  async 'results of before are no place to go from the key that asks for others'({ openSignedIn }) {
    const page = await openSignedIn();
    await page.goto('/console/search?q=vultwic');
    await page.waitForFunction(() => document.querySelector('.results[aria-busy="false"] a') !== null);
    const seen = Promise.withResolvers<void>();
    await page.route('**/v1/cards?*', async (route) => {
      await seen.promise;
      await route.continue();
    });
    const frames = page.evaluate(
      () =>
        new Promise<string[]>((resolve) => {
          const said: string[] = [];
          const look = () => {
            said.push(document.querySelector('.results')?.getAttribute('aria-busy') ?? '');
            if (said.length < 12) requestAnimationFrame(look);
            else resolve(said);
          };
          addEventListener('keydown', () => setTimeout(look), { once: true, capture: true });
        }),
    );
    await page.getByRole('searchbox').focus();
    await page.keyboard.press('k');
    assert.deepEqual(new Set(await frames), new Set(['true']));
    seen.resolve();
    await page.waitForFunction(() => document.querySelector('.results[aria-busy="false"] a') !== null);
  },

  async 'an id that holds a percent sign is asked for as it is'({ openSignedIn }) {
    const page = await openSignedIn();
    const asked = page.waitForRequest((request) => request.url().endsWith('/v1/cards/exu-%253F'));
    await page.goto('/console/cards/exu-%253F');
    await asked;
    await page.getByText('There is nothing here').waitFor();
  },

  async 'news that take longer than the pace of asking for them arrive'({ openSignedIn, ask }) {
    await using receiver = await startReceiver();
    const body = { url: receiver.url, events: ['game.*'], allow_private: true };
    const { id } = await ask<{ id: string }>('POST', '/admin/subscriptions', body);
    const page = await openSignedIn();
    await page.route('**/deliveries?*', later(6500));
    await page.goto(`/console/subscriptions/${id}`);
    await page.getByText('No deliveries yet').waitFor();
    await ask('DELETE', `/admin/subscriptions/${id}`);
  },

  async 'a stream of progress that was refused is opened again'({ openSignedIn }) {
    const page = await openSignedIn();
    await page.route('**/admin/runs/progress', (route) => route.fulfill({ status: 503, body: '' }));
    const refused = page.waitForResponse('**/admin/runs/progress');
    await page.goto('/console/ingest');
    await refused;
    await page.getByText('connecting…').waitFor();
    await page.unroute('**/admin/runs/progress');
    await page.getByText('live', { exact: true }).waitFor();
  },

  async 'a request is copied also where the page is plain http and has no clipboard'({ openSignedIn }) {
    const page = await openSignedIn();
    await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    await page.goto('/console/cards/fl1-2');
    await page.getByText('The request behind these prices').click();
    await page.locator('.panel').getByRole('button', { name: 'Copy' }).click();
    await page.getByText('Copied').waitFor();
  },

  async 'a chart is drawn once, in the colours of the theme, also when the system changes it'({ openSignedIn }) {
    const page = await openSignedIn({ colorScheme: 'light' });
    await page.goto('/console/cards/fl1-2');
    const ink = () =>
      page
        .locator('.chart-host g[stroke]')
        .first()
        .evaluate((line) => getComputedStyle(line).stroke);
    await page.locator('.chart-host').waitFor();
    const light = await ink();
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.getByRole('button', { name: 'Use the light theme' }).waitFor();
    await page.locator('.chart-host').waitFor();
    const dark = await ink();
    assert.notEqual(light, dark, 'the line has the colour of each theme');
    assert.equal(await page.locator('.chart-host').count(), 1);
  },

  async 'no table scrolls sideways, however narrow the window, and the menu closes by Escape and by a touch beside it'({
    openSignedIn,
  }) {
    const page = await openSignedIn();
    const paths = ['overview', 'ingest', 'keys', 'subscriptions', 'audit', 'cards/fl1-2'];
    for (const [width, path] of [1000, 920, 768, 360].flatMap((one) => paths.map((path) => [one, path] as const))) {
      await page.setViewportSize({ width, height: 740 });
      await page.goto(`/console/${path}`);
      await page.waitForFunction(() => document.querySelector('h1') && !document.querySelector('.skeleton'));
      const wide = await page.evaluate(() => {
        const all = [...document.querySelectorAll('.table-wrap'), document.documentElement];
        return all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.ariaLabel ?? one.tagName);
      });
      assert.deepEqual(wide, [], `${path} at ${width} px`);
    }
    const menu = page.getByRole('navigation', { name: 'Pages' });
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await menu.waitFor();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await page.mouse.click(350, 500);
    await menu.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await menu.getByRole('link', { name: 'Products' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sealed products' }).waitFor();
    assert.ok(await menu.isHidden());
  },
};
