/** Writes a picture of every page of the console and of the reference at three widths, light and dark, to a folder. */

// screenshots.ts [FOLDER [NAME …]]
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { hasChromium, openBrowser, signIn, watchedPage } from '../../test/support/browser/browser.ts';
import { newWorkplace, startServer } from '../../test/support/processes/command.ts';
import { startReceiver } from '../../test/support/servers/receiver.ts';

const WIDTHS = [360, 768, 1440];
const HEIGHTS: Record<number, number> = { 360: 740, 768: 1024, 1440: 900 };
const SCHEMES = ['light', 'dark'] as const;
const [folder = 'screenshots', ...names] = process.argv.slice(2);
const isWanted = (name: string): boolean => names.length === 0 || names.includes(name);

/** Pages that are shown as far as a screen shows them. */
const TALL = ['all-cards', 'reference'];

type Prepare = (page: Page) => Promise<unknown>;

/** A list with a row of every kind: settled, open in its printing, open in its card, and of nothing. */
const LIST = `Name,Set,Number,Printing,Condition,Quantity
Vultwik,Harbour of Wicks,2/38,Holo,NM,2
Quaylet,fl1,010,Normal,Lightly Played,4
Quaylet,fl1,10,,Near Mint,1
Vultwick,,,,NM,1
Nobody at all,,,,Scratchy,1
`;

async function giveList(page: Page): Promise<void> {
  const file = { name: 'collection.csv', mimeType: 'text/csv', buffer: Buffer.from(LIST) };
  await page.getByLabel('Choose a file').setInputFiles(file);
  await page.getByRole('heading', { name: 'Total' }).waitFor();
}

/** Pages by name, with what has to be done on them before they show what they are for. */
const pagesOf = (subscription: string): [name: string, path: string, prepare?: Prepare][] => [
  ['browse', '/console'],
  ['series', '/console/series/fl'],
  ['expansion', '/console/expansions/fl1'],
  ['all-cards', '/console/cards'],
  ['card', '/console/cards/fl1-2'],
  ['search', '/console/search?q=vultwik'],
  ['search-empty', '/console/search'],
  ['search-nothing', '/console/search?q=zzzzqqqq'],
  ['products', '/console/products'],
  ['product', '/console/products', (page) => page.locator('.tile').first().click()],
  ['scan', '/console/scan'],
  ['list', '/console/list', giveList],
  ['not-found', '/console/cards/no-such-card'],
  ['overview', '/console/overview'],
  ['ingest', '/console/ingest'],
  ['keys', '/console/keys'],
  ['key-new', '/console/keys', (page) => page.getByRole('button', { name: 'New key' }).click()],
  ['subscriptions', '/console/subscriptions'],
  ['subscription', `/console/subscriptions/${subscription}`, (page) => page.locator('.delivery-name').first().click()],
  ['audit', '/console/audit'],
  [
    'menu',
    '/console',
    (page) =>
      page
        .getByRole('button', { name: 'Open the menu' })
        .click({ timeout: 500 })
        .catch(() => undefined),
  ],
  ['reference', '/docs'],
];

async function subscribe(origin: string, key: string, url: string): Promise<string> {
  const ask = async (path: string, body: unknown) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const answer = await fetch(`${origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return ((await answer.json()) as { data: { id: string } }).data;
  };
  const { id } = await ask('/admin/subscriptions', { url, events: ['game.*'], allow_private: true });
  await ask(`/admin/subscriptions/${id}/recover`, { since: '2020-01-01T00:00:00Z' });
  return id;
}

if (!hasChromium()) {
  process.stderr.write('skipped: there is no Chromium (apt-get install chromium, or set CHROMIUM)\n');
  process.exit(0);
}
mkdirSync(folder, { recursive: true });
await using place = await newWorkplace();
await using server = await startServer(place, [], { CARDSTOCK_SCAN_PROCESSES: '1' });
await using receiver = await startReceiver();
const { listening, first_key = '' } = server.announced;
const subscription = await subscribe(listening, first_key, receiver.url);
await receiver.got(1);
const browser = await openBrowser();
try {
  for (const width of WIDTHS) {
    for (const colorScheme of SCHEMES) {
      const viewport = { width, height: HEIGHTS[width] ?? 900 };
      const { page, context } = await watchedPage(browser, listening, { viewport, colorScheme });
      const shoot = (name: string) =>
        page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: !TALL.includes(name) });
      await page.goto('/console/sign-in');
      await page.getByLabel('API key').waitFor();
      if (isWanted('sign-in')) await shoot('sign-in');
      await signIn(page, first_key);
      for (const [name, path, prepare] of pagesOf(subscription).filter(([name]) => isWanted(name))) {
        await page.goto(path);
        await page.waitForTimeout(400);
        await page.locator('.skeleton').first().waitFor({ state: 'hidden', timeout: 60_000 });
        await prepare?.(page);
        await page.waitForTimeout(700);
        await shoot(name);
      }
      await context.close();
    }
  }
} finally {
  await browser.close();
}
