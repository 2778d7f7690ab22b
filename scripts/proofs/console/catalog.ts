/** Proofs of what readers do: browsing by keyboard, searching as they type, charts, products, and every state of a page. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Scene } from '../../../test/support/browser/console-scene.ts';

/** The element that has the focus, as a reader by ear is told of it. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '');

/** How a grid of so many cards is answered, page by page. */
async function fillGrid(page: Page, total: number): Promise<void> {
  await page.route('**/v1/cards?*', async (route) => {
    const query = new URL(route.request().url()).searchParams;
    const first = Number(query.get('cursor') ?? 0);
    const length = Math.min(Number(query.get('limit')), total - first);
    const items = Array.from({ length }, (_, at) => ({
      ...{ id: `made-${first + at}`, expansion_id: 'fl1', number: String(first + at), name: `Card ${first + at}` },
      ...{ rarity: 'Common', image: null, number_normalized: null },
    }));
    const next_cursor = first + length < total ? String(first + length) : null;
    await route.fulfill({ json: { data: { items, next_cursor }, error: null } });
  });
}

export const catalogProofs: Record<string, (scene: Scene) => Promise<void>> = {
  async 'by keyboard alone: skip link, series, expansion, along the grid, into a card and back'({ openSignedIn }) {
    const page = await openSignedIn();
    await page.goto('/console');
    await page.getByRole('link', { name: 'Harbour of Wicks' }).waitFor();
    await page.keyboard.press('Tab');
    assert.equal(await focused(page), 'Skip to the content');
    await page.keyboard.press('Enter');
    // Past the choice of games and what moved most.
    for (let stop = 0; stop < 12 && !/Ninth Tide/.test(await focused(page)); stop += 1)
      await page.keyboard.press('Tab');
    assert.match(await focused(page), /Ninth Tide/);
    await page.getByRole('link', { name: 'Harbour of Wicks' }).focus();
    await page.keyboard.press('Enter');
    const grid = page.getByRole('list', { name: 'Cards of Harbour of Wicks' });
    await grid.waitFor();
    // The one stop of the grid, then arrows.
    await grid.locator('a[tabindex="0"]').focus();
    assert.match(await focused(page), /Snufflet/);
    await page.keyboard.press('ArrowRight');
    assert.match(await focused(page), /Vultwick/);
    await page.keyboard.press('End');
    await page.waitForFunction(() => document.activeElement?.closest('li')?.getAttribute('aria-posinset') === '39');
    await page.keyboard.press('Home');
    await page.waitForFunction(() => document.activeElement?.closest('li')?.getAttribute('aria-posinset') === '1');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Vultwick' }).waitFor();
    await page.goBack();
    await grid.waitFor();
  },

  async 'what *More* and *Show all* bring has the focus, and tiles cut neither names nor rarities'({ openSignedIn }) {
    const page = await openSignedIn({ viewport: { width: 360, height: 740 } });
    await page.goto('/console/cards');
    await page.locator('.card-tile').first().waitFor();
    await page.getByRole('button', { name: 'More' }).press('Enter');
    await page.waitForFunction(() => document.activeElement?.getAttribute('data-at') === '14');
    await page.goto('/console/ingest');
    await page.getByRole('button', { name: /^Show all \d+ sources/ }).press('Enter');
    await page.waitForFunction(() => document.activeElement?.textContent === 'Run now');
    const wide = await openSignedIn({ viewport: { width: 1440, height: 900 } });
    await wide.goto('/console/cards');
    await wide.locator('.card-tile').first().waitFor();
    const cut = await wide
      .locator('.card-name, .card-facts')
      .evaluateAll(
        (texts) =>
          texts.filter((text) => text.scrollHeight > text.clientHeight + 1 || text.scrollWidth > text.clientWidth)
            .length,
      );
    assert.equal(cut, 0);
  },

  async 'search as you type: misspelt, marked, scored, with its time, and by arrow keys'({ openSignedIn }) {
    const page = await openSignedIn();
    await page.keyboard.press('/');
    assert.equal(await focused(page), 'Search cards, expansions and products');
    await page.keyboard.type('vultwik', { delay: 30 });
    const first = page.getByRole('list', { name: 'Results' }).getByRole('listitem').first();
    await first.getByText('0.85').waitFor();
    assert.deepEqual(await first.locator('strong mark').allTextContents(), ['Vultwi', 'k']);
    await page.getByText(/^\d+\sresults in \d+ ms$/).waitFor();
    assert.match(page.url(), /\/console\/search\?q=vultwik$/);
    assert.equal(await page.getByRole('searchbox').evaluate((box) => box === document.activeElement), true);
    await page.getByRole('button', { name: 'Products', exact: true }).click();
    await page.getByText('Vultwick Tin').waitFor();
    await page.getByRole('searchbox').fill('zzzzqqqq');
    await page.getByText('Nothing is like').waitFor();
    await page.getByRole('button', { name: 'Cards', exact: true }).click();
    await page.getByRole('searchbox').fill('vultwick 2');
    await page.waitForFunction(() => document.querySelector('.results[aria-busy="false"] mark') !== null);
    await page.getByRole('searchbox').press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    assert.equal(await focused(page), 'Search cards, expansions and products');
    await page.keyboard.press('Enter');
    assert.match(await focused(page), /Vultwick/);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: /Vultwick/ }).waitFor();
  },

  async 'a result whose picture does not come has its letter instead'({ openSignedIn }) {
    const page = await openSignedIn();
    await page.route('**/demo/pictures/**', (route) => route.abort());
    await page.goto(page.url().replace(/\/console.*/, '/console/search?q=vultwick'));
    const first = page.getByRole('list', { name: 'Results' }).getByRole('listitem').first();
    await first.locator('.tile-letter', { hasText: 'V' }).waitFor();
    assert.equal(await first.locator('img').count(), 0);
  },

  async 'no letter is lost, however much faster it is typed than the page is drawn'({ openSignedIn }) {
    const page = await openSignedIn();
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 8 });
    const box = page.getByRole('searchbox');
    const typed = 'the harbour of wicks and its lights';
    for (const delay of [0, 30]) {
      await box.focus();
      await page.keyboard.type(typed, { delay });
      await page.waitForFunction((all) => new URL(location.href).searchParams.get('q') === all, typed);
      assert.equal(await box.inputValue(), typed);
      await page.getByRole('link', { name: 'Cardstock, to the start' }).click();
      await page.getByRole('link', { name: 'Harbour of Wicks' }).waitFor();
      assert.equal(await box.inputValue(), '');
    }
  },

  async 'the price chart: conditions, both currencies, a year, the same figures as a table'({ openSignedIn }) {
    const page = await openSignedIn();
    await page.goto('/console/cards/fl1-2');
    await page.locator('.chart-host').waitFor();
    const chart = page.locator('.chart-host');
    assert.match((await chart.getAttribute('aria-label')) ?? '', /Holo\. Daily prices from .* NM: \$/);
    const rows = page.locator('.figures tbody tr');
    const ninety = await rows.count();
    // The demo has each of the newest 31 days, and of those before one a week.
    assert.ok(ninety > 31 && ninety <= 91, `${ninety} days`);
    await page.getByRole('button', { name: 'EUR' }).click();
    await page.getByText('trend', { exact: true }).first().waitFor();
    assert.match((await chart.getAttribute('aria-label')) ?? '', /trend: €/);
    await page.getByRole('button', { name: 'USD' }).click();
    const asked = page.waitForRequest(/\/v1\/cards\/fl1-2\/prices\?from=/);
    await page.getByRole('button', { name: '1 year' }).click();
    await asked;
    await page.waitForFunction((few) => document.querySelectorAll('.figures tbody tr').length > few, ninety);
    await page.getByRole('combobox', { name: 'Printing' }).selectOption({ label: 'Reverse' });
    await page.waitForFunction(() =>
      document.querySelector('.chart-host')?.getAttribute('aria-label')?.startsWith('Reverse.'),
    );
    assert.match(page.url(), /currency=USD.*span=366.*printing=Reverse/, 'a link shows the same');
    await page.reload();
    await page.waitForFunction(() =>
      document.querySelector('.chart-host')?.getAttribute('aria-label')?.startsWith('Reverse.'),
    );
    const day = page.getByRole('slider', { name: 'Day that the legend shows' });
    await day.press('ArrowLeft');
    assert.match((await day.getAttribute('aria-valuetext')) ?? '', /20\d\d/, 'the keys go from day to day');
    await page.getByRole('checkbox', { name: 'Change in %' }).check();
    await page.locator('.chart-host text', { hasText: '%' }).first().waitFor();
    await page.getByRole('combobox', { name: 'Printing' }).selectOption('all');
    await page.locator('.legend li').nth(3).waitFor();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV' }).click();
    assert.equal((await saved).suggestedFilename(), 'prices-All printings.csv');
    await page.getByText('The request behind these prices').click();
    await page.locator('.panel').getByRole('button', { name: 'TypeScript' }).click();
    await page.getByText("await fetch('").waitFor();
  },

  async 'a printing without a price says why, one click from the audit and back'({ openSignedIn }) {
    const page = await openSignedIn();
    await page.goto('/console/cards/fl1-1');
    await page.getByRole('heading', { name: 'Why prices are missing' }).waitFor();
    await page
      .getByText('EUR: this marketplace does not list this printing, or the catalog does not know its id there.')
      .first()
      .waitFor();
    await page.getByRole('link', { name: 'All that is withheld: the audit' }).click();
    await page.getByRole('heading', { level: 1, name: 'Audit' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Why prices are missing' }).waitFor();
  },

  async 'sealed products: list, page, chart'({ openSignedIn }) {
    const page = await openSignedIn();
    await page.getByRole('link', { name: 'Products', exact: true }).click();
    await page
      .getByRole('link', { name: /Booster Box/ })
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: /Booster Box/ }).waitFor();
    await page.locator('.chart-host').waitFor();
  },

  async 'on a narrow screen the filters stand behind a button that says how many are set'({ openSignedIn }) {
    const page = await openSignedIn({ viewport: { width: 360, height: 740 } });
    await page.goto('/console/cards?sort=name');
    const button = page.getByRole('button', { name: 'Filters and order (1)' });
    await button.waitFor();
    assert.equal(await page.getByLabel('Order').isVisible(), false);
    await button.click();
    await page.getByLabel('Order').selectOption('');
    await page.getByRole('button', { name: 'Filters and order', exact: true }).waitFor();
    await page.setViewportSize({ width: 1000, height: 740 });
    assert.equal(await page.getByRole('button', { name: 'Filters and order' }).isVisible(), false);
    assert.equal(await page.getByLabel('Order').isVisible(), true);
  },

  async 'cards are narrowed and sorted in the address, and tiles show what they cost'({ openSignedIn }) {
    const page = await openSignedIn();
    await page.goto('/console/cards');
    const menu = page.getByLabel('Rarity');
    await menu.waitFor();
    const value = (await menu.locator('option').nth(1).getAttribute('value')) ?? '';
    await menu.selectOption(value);
    await page.getByLabel('Order').selectOption('-usd');
    const asked = new URL(page.url()).searchParams;
    assert.deepEqual([asked.get('rarity'), asked.get('sort')], [value, '-usd']);
    const prices = page.locator('.card-tile strong');
    await prices.first().waitFor();
    const told = async () => (await prices.allTextContents()).map((text) => Number(text.replaceAll(/[^0-9.]/g, '')));
    await page.reload();
    await prices.nth(5).waitFor();
    const cents = await told();
    assert.deepEqual(
      cents,
      cents.toSorted((a, b) => b - a),
      'dearest first, as the link says',
    );
    assert.equal(await menu.inputValue(), value);
  },

  async 'an empty list says which part of the question no card has, and leads back to all'({ openSignedIn }) {
    const page = await openSignedIn();
    await page.goto('/console/cards?rarity=Foo&filter=hp>%3D9000&sort=name');
    const told = page.locator('.notice');
    await told.getByText('No card has Rarity: Foo or hp>=9000.').waitFor();
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await page.locator('.card-tile').first().waitFor();
    assert.equal(new URL(page.url()).search, '?sort=name', 'the order stays');
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'main', 'the focus has a place');
    await page.goto('/console/cards?rarity=Common&filter=hp>%3D120');
    await told.getByText('No card fits all of these filters.').waitFor();
    await page.goto('/console/products?type=Foo');
    await told.getByText('None that are known here are of the kind Foo.').waitFor();
  },

  async 'on a phone, also on its side, each way of the menu can be reached'({ openSignedIn }) {
    for (const height of [740, 360]) {
      const page = await openSignedIn({ viewport: { width: 360, height }, hasTouch: true, isMobile: true });
      await page.getByRole('button', { name: 'Open the menu' }).tap();
      const [first, last] = ['Browse', 'API reference'].map((name) =>
        page.locator('.ways').getByRole('link', { name, exact: true }),
      );
      const head = await page.locator('.head').boundingBox();
      const top = await first?.boundingBox();
      assert.ok(head && top && top.y >= head.y + head.height, 'the first stands below the bar');
      await last?.scrollIntoViewIfNeeded();
      const end = await last?.boundingBox();
      assert.ok(end && end.y + end.height <= height, 'the last comes into sight');
    }
  },

  async 'on a phone a finger chooses the day of the chart, which stays when it is lifted'({ openSignedIn }) {
    const page = await openSignedIn({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
    await page.goto('/console/cards/fl1-2');
    const chart = page.locator('.chart-host');
    await chart.scrollIntoViewIfNeeded();
    const day = page.locator('.legend li .quiet').first();
    const newest = await day.innerText();
    await chart.tap({ position: { x: 150, y: 120 } });
    await page.waitForFunction((last) => document.querySelector('.legend li .quiet')?.textContent !== last, newest);
    assert.match(await day.innerText(), /^\w+\s\d+,\s\d{4}$/);
  },

  async '23,546 cards scroll, and never more than a hundred tiles exist'({ openSignedIn }) {
    const page = await openSignedIn({ viewport: { width: 1440, height: 900 } });
    await fillGrid(page, 23_546);
    await page.goto('/console/cards');
    await page.locator('.card-tile').first().waitFor();
    const told = await page.evaluate(async () => {
      const gaps: number[] = [];
      let tiles = 0;
      let before = performance.now();
      for (let last = -1; ; ) {
        scrollBy(0, 6000);
        await new Promise(requestAnimationFrame);
        const now = performance.now();
        gaps.push(now - before);
        before = now;
        tiles = Math.max(tiles, document.querySelectorAll('.card-tile').length);
        const seen = [...document.querySelectorAll('.card-grid li')].at(-1)?.getAttribute('aria-posinset') ?? '0';
        if (Number(seen) >= 23_546) break;
        document.querySelector<HTMLButtonElement>('.more button')?.click();
        // At the end of what is there the next page is on its way.
        if (Number(seen) === last) await new Promise((resolve) => setTimeout(resolve, 20));
        last = Number(seen);
      }
      gaps.sort((a, b) => a - b);
      return {
        tiles,
        p50: gaps[gaps.length >> 1] ?? 0,
        p95: gaps[Math.floor(gaps.length * 0.95)] ?? 0,
        steps: gaps.length,
      };
    });
    assert.ok(told.tiles <= 100, `${told.tiles} tiles at once`);
    const { p50, p95, steps, tiles } = told;
    process.stdout.write(
      `    ${steps} steps of 6,000 px: frame p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, at most ${tiles} tiles\n`,
    );
  },

  async 'loading, failing, empty and offline are shown as such, and go over by themselves'({ openSignedIn, open }) {
    const page = await openSignedIn();
    await page.route('**/v1/expansions/fl1', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.fulfill({
        status: 500,
        headers: { 'x-request-id': 'proof-1' },
        json: { data: null, error: { code: 'internal', message: 'Something went wrong on our side. Try again.' } },
      });
    });
    await page.goto('/console/expansions/fl1');
    await page.locator('.skeleton').first().waitFor();
    await page.getByRole('alert').getByText('proof-1').waitFor();
    await page.unroute('**/v1/expansions/fl1');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 1, name: 'Harbour of Wicks' }).waitFor();
    await page.goto('/console/cards/no-such-card');
    await page.getByRole('alert').getByText('There is nothing here').waitFor();
    await page.goto('/console/nothing-here');
    await page.getByText('There is no such page').waitFor();
    await page.route('**/v1/series?*', (route) =>
      route.fulfill({ json: { data: { items: [], next_cursor: null }, error: null } }),
    );
    await page.goto('/console');
    await page.getByText('The catalog is empty').waitFor();
    await page.unroute('**/v1/series?*');
    await page.goto('/console/products');
    await page
      .getByRole('link', { name: /Booster Box/ })
      .first()
      .waitFor();
    await page.context().setOffline(true);
    await page.getByText('There is no connection').waitFor();
    await page.getByRole('link', { name: 'Browse' }).click();
    await page.getByRole('alert').getByText('Cardstock cannot be reached').waitFor();
    await page.context().setOffline(false);
    await page.getByRole('link', { name: 'Harbour of Wicks' }).waitFor();
    assert.equal(await page.getByText('There is no connection').count(), 0);
    const bare = await open();
    await bare.goto('/console');
    await bare.getByLabel('API key').waitFor();
  },

  async 'the theme is the system’s until one is chosen, and the choice is kept'({ openSignedIn }) {
    const page = await openSignedIn({ colorScheme: 'dark' });
    const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const dark = await paper();
    await page.getByRole('button', { name: 'Use the light theme' }).click();
    const light = await paper();
    assert.notEqual(light, dark);
    await page.reload();
    assert.equal(await paper(), light);
  },

  async 'the reference shows every operation and event, and its requests can be tried'({ openSignedIn }) {
    const page = await openSignedIn();
    await page.goto('/docs');
    await page.getByRole('heading', { name: 'List cards', exact: true }).waitFor();
    const { paths, webhooks } = await page.evaluate(async () => (await fetch('/openapi.json')).json());
    const operations = Object.values(paths).reduce<number>(
      (sum, methods) => sum + Object.keys(methods as object).length,
      0,
    );
    assert.equal(await page.locator('article.operation').count(), operations + Object.keys(webhooks).length);
    const one = page.locator('#getCard');
    await one.getByText('Try it').click();
    await page.waitForFunction(
      () => (document.querySelector('#getCard input') as HTMLInputElement | null)?.value !== '',
    );
    await one.getByRole('button', { name: 'Send' }).click();
    await one.locator('.answer-box .state', { hasText: '200' }).waitFor();
    await one.getByText('"expansion_id"').waitFor();
    await page.getByRole('searchbox', { name: 'Filter the reference' }).fill('prices');
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /cards\/\{id\}\/prices/ })
      .click();
    assert.match(page.url(), /#getCardPrices$/);
  },
};
