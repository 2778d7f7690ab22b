/** Proofs that hold for every page: no finding of axe-core in either theme, and a first view that is there at once. */
import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { axeFindings } from '../../../test/support/browser/axe.ts';
import type { Scene } from '../../../test/support/browser/console-scene.ts';

const PAGES = [
  '/console',
  '/console/series/fl',
  '/console/expansions/fl1',
  '/console/expansions/fl1/checklist',
  '/console/movers',
  '/console/cards/fl1-2',
  '/console/cards/orbwright-FMO-007',
  '/console/search?q=vultwik',
  '/console/search',
  '/console/products',
  '/console/scan',
  '/console/list',
  '/console/cards/no-such-card',
  '/console/overview',
  '/console/ingest',
  '/console/keys',
  '/console/subscriptions',
  '/console/audit',
  '/docs',
];

/** Of what docs/console.md names as longer: the whole reference, and lists that are whole so that they print. */
const LONG = ['/docs', '/console/expansions/fl1/checklist'];
const HEIGHT_MAX = 3000;

const LOOKS = [
  { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  { viewport: { width: 768, height: 1024 }, colorScheme: 'light' },
  { viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
] as const;

/** In the page: days and amounts that a line's end takes apart, and tables that hide columns. */
function torn(): string[] {
  const found = [...document.querySelectorAll('main .table-wrap')]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .map((table) => `the table ${table.getAttribute('aria-label')}`);
  const texts = document.createTreeWalker(document.querySelector('main') as Node, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    for (const { 0: part, index } of `${text.textContent}`.matchAll(/[A-Z][a-z]{2}\s\d+,\s\d{4}|\d+\s(%|[kM]B)/g)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + part.length);
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) found.push(part);
    }
  }
  return found;
}

/** A slow phone is about four times slower than a desktop. */
const SLOWER = 4;
const FIRST_VIEW_MS_GOAL = 1000;
const VIEWS = 5;

export const everyPageProofs: Record<string, (scene: Scene) => Promise<void>> = {
  async 'axe-core finds nothing on any page, wide and light as well as narrow and dark, and nothing is torn'({
    openSignedIn,
    open,
  }) {
    const found: string[] = [];
    for (const look of LOOKS) {
      const bare = await open(look);
      await bare.goto('/console');
      await bare.getByLabel('API key').waitFor();
      found.push(...(await axeFindings(bare)).map((finding) => `sign-in ${finding}`));
      const page = await openSignedIn(look);
      for (const path of PAGES) {
        await page.goto(path);
        await page.locator('main h1, main h2').first().waitFor();
        await page.waitForFunction(() => document.querySelector('.skeleton') === null);
        const isLost = (await page.locator('.notice-bad').count()) > 0;
        assert.equal(isLost, path.endsWith('no-such-card'), `${path} shows what it is for`);
        found.push(...(await axeFindings(page)).map((finding) => `${path} ${look.colorScheme} ${finding}`));
        assert.deepEqual(await page.evaluate(torn), [], `${path} at ${look.viewport.width}`);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        const height = await page.evaluate(() => document.documentElement.scrollHeight);
        assert.ok(
          LONG.includes(path) || look.viewport.width > 360 || height <= HEIGHT_MAX,
          `${path} is ${height} px long`,
        );
        assert.ok(overflow <= 0, `${path} is ${overflow} px wider than ${look.viewport.width}`);
      }
      await page.goto('/console/keys');
      await page.getByRole('button', { name: 'New key' }).click();
      found.push(...(await axeFindings(page)).map((finding) => `new key ${finding}`));
      await page.context().close();
    }
    assert.deepEqual(found, []);
  },

  async 'the first view of the card grid, with the processor slowed down 4 times'({ openSignedIn }) {
    const page = await openSignedIn({ viewport: { width: 390, height: 844 } });
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    await page.addInitScript(() => {
      const look = () => {
        const tile = document.querySelector('.card-tile');
        if (!tile) return requestAnimationFrame(look);
        return performance.mark('grid');
      };
      requestAnimationFrame(look);
    });
    const times: number[] = [];
    for (let view = 0; view < VIEWS; view += 1) {
      await page.goto('/console/expansions/fl1');
      await page.locator('.card-tile').first().waitFor();
      times.push(await page.evaluate(() => performance.getEntriesByName('grid')[0]?.startTime ?? Number.NaN));
    }
    times.sort((a, b) => a - b);
    const all = times.map((time) => Math.round(time)).join(', ');
    process.stdout.write(`    ${all} ms from the request to the grid, nothing cached (goal ${FIRST_VIEW_MS_GOAL})\n`);
    const packed = readdirSync('console/dist/assets').filter((name) => /^(console|theme)-.*\.js\.br$/.test(name));
    const bytes = packed.reduce((sum, name) => sum + statSync(`console/dist/assets/${name}`).size, 0);
    process.stdout.write(`    ${bytes} bytes of packed JavaScript with charts (goal 60000)\n`);
    assert.ok((times[VIEWS >> 1] ?? Number.NaN) < FIRST_VIEW_MS_GOAL * 5, all);
  },
};
