/** Proofs of several games in the console: which one is looked at, and what only that game prints on its cards. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Scene } from '../../../test/support/browser/console-scene.ts';

const GAMES = ['chess', 'nine_holes'];
const TITLES = ['Royal Chess', 'Nine Holes'];

/** Answers as a service of two games would; gives the lists that were asked for. */
async function servingTwoGames(page: Page): Promise<string[]> {
  const asked: string[] = [];
  const fill = (path: string, itemOf: (game: string) => object) =>
    page.route(`**/v1/${path}?*`, async (route) => {
      const { pathname, searchParams } = new URL(route.request().url());
      const game = searchParams.get('game');
      asked.push(`${pathname} ${game ?? 'all'}`);
      const items = GAMES.filter((one) => game === null || one === game).map(itemOf);
      await route.fulfill({ json: { data: { items, next_cursor: null }, error: null } });
    });
  const games = GAMES.map((name, at) => ({ name, title: TITLES[at], languages: ['en'], facts: {} }));
  await page.route('**/v1/games', (route) =>
    route.fulfill({ json: { data: { items: games, next_cursor: null }, error: null } }),
  );
  await fill('series', (game) => ({ game, id: game, name: `The series of ${game}`, logo: null, expansions: [] }));
  await fill('cards', (game) => ({
    ...{
      game,
      id: `${game}-1`,
      expansion_id: game,
      number: '1',
      name: `A piece of ${game}`,
      rarity: null,
      image: null,
    },
    ...{ number_normalized: '000001', score: 1 },
  }));
  return asked;
}

export const gameProofs: Record<string, (scene: Scene) => Promise<void>> = {
  async 'a game is chosen once, stands in the address, and stays while one searches'({ openSignedIn }) {
    const page = await openSignedIn();
    const asked = await servingTwoGames(page);
    await page.goto('/console');
    await page.getByRole('link', { name: 'The series of nine_holes' }).waitFor();
    await page
      .getByRole('list', { name: 'Games' })
      .getByRole('link', { name: /Royal Chess/ })
      .click();
    await page.getByRole('link', { name: 'The series of nine_holes' }).waitFor({ state: 'detached' });
    assert.equal(new URL(page.url()).searchParams.get('game'), 'chess');
    await page.keyboard.press('/');
    await page.keyboard.type('piece', { delay: 30 });
    const results = page.getByRole('list', { name: 'Results' }).getByRole('listitem');
    await results.getByText('of chess').first().waitFor();
    assert.equal(await results.count(), 1);
    assert.ok(asked.includes('/v1/cards chess'));
    await page.getByRole('button', { name: 'All games' }).click();
    await results.nth(1).waitFor();
    assert.equal(new URL(page.url()).searchParams.get('game'), null);
    await page.getByRole('button', { name: 'Nine Holes' }).click();
    await page.reload();
    await results.getByText('of nine_holes').first().waitFor();
    assert.equal(await results.count(), 1, 'a link shows the same');
  },

  async 'of many series the one with the newest expansion stands first and unfolded'({ openSignedIn }) {
    const page = await openSignedIn();
    const expansions = (id: string, years: number[]) =>
      years.map((year) => ({
        ...{ id: `${id}${year}`, name: `${id} of ${year}`, logo: null, symbol: null },
        ...{ release_date: `${year}-01-01`, card_count_total: 9 },
      }));
    const series = [
      ['core', Array.from({ length: 24 }, (_, at) => 2001 + at)],
      ['vault', [2012]],
    ] as const;
    await servingTwoGames(page);
    await page.route('**/v1/series?*', (route) => {
      const items = series.map(([id, years]) => ({
        ...{ game: 'chess', id, name: `Series ${id}`, logo: null, expansions: expansions(id, [...years]) },
      }));
      return route.fulfill({ json: { data: { items, next_cursor: null }, error: null } });
    });
    await page.goto('/console?game=chess');
    const folds = page.locator('.series-fold summary');
    await folds.nth(1).waitFor();
    assert.deepEqual(await folds.locator('strong').allTextContents(), ['Series core', 'Series vault']);
    await page.getByRole('link', { name: 'core of 2024' }).waitFor();
  },

  async 'the overview tells of each game what it has and how its sources are, and fits a narrow page'({
    openSignedIn,
    ask,
  }) {
    const overview = await ask<{ games: object[] }>('GET', '/admin/overview');
    const names = [...GAMES, 'nine_men_s_morris', 'fox_and_geese'];
    const last_run = {
      outcome: 'failed',
      started_at: '2026-05-01T06:00:00.000Z',
      finished_at: null,
      reason: 'no cards',
    };
    const games = names.map((name) => ({
      ...{ ...overview.games[0], name },
      sources: name === 'chess' ? [] : [{ name: `${name}.catalog`, status: 'late', last_run }],
    }));
    const page = await openSignedIn({ viewport: { width: 360, height: 800 } });
    await servingTwoGames(page);
    await page.route('**/admin/overview', (route) =>
      route.fulfill({ json: { data: { ...overview, games }, error: null } }),
    );
    await page.goto('/console/overview');
    const table = page.getByRole('region', { name: 'Games', exact: true });
    await table.getByRole('link', { name: 'Nine men s morris' }).waitFor();
    const text = await table.innerText();
    for (const part of ['late: catalog', 'read no more']) assert.ok(text.includes(part), `${part} in ${text}`);
    const isWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    assert.equal(await isWide(), false);
    await page.goto('/console?game=a_third_game_with_a_long_name');
    const chosen = page.getByRole('combobox', { name: 'Game' });
    await chosen.waitFor();
    assert.equal(await chosen.inputValue(), 'a_third_game_with_a_long_name');
    assert.equal(await isWide(), false);
  },

  async 'a catalog of one game offers no choice'({ openSignedIn, ask }) {
    const page = await openSignedIn();
    const { items } = await ask<{ items: { game: string }[] }>('GET', '/v1/series?limit=200');
    const ofOne = items.filter(({ game }) => game === 'game');
    await page.route('**/v1/series?*', (route) =>
      route.fulfill({ json: { data: { items: ofOne, next_cursor: null }, error: null } }),
    );
    await page.goto('/console');
    await page.getByRole('link', { name: 'Harbour of Wicks' }).waitFor();
    assert.equal(await page.getByRole('list', { name: 'Games' }).count(), 0);
  },

  async 'both games of the demo are there to choose: the second with its own numbers, finishes and pictures'({
    openSignedIn,
  }) {
    const page = await openSignedIn();
    await page.goto('/console');
    const games = page.getByRole('list', { name: 'Games' }).getByRole('link');
    await games.nth(1).waitFor();
    assert.deepEqual(await games.locator('strong').allTextContents(), ['Orbwright', 'Wickwild']);
    await page.getByRole('link', { name: 'Harbour of Wicks' }).waitFor();
    await games.first().click();
    const choice = page.getByRole('group', { name: 'Game' }).getByRole('button');
    await choice.first().waitFor();
    assert.deepEqual(await choice.allTextContents(), ['All games', 'Orbwright', 'Wickwild']);
    await page.getByRole('link', { name: 'Harbour of Wicks' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'First Motion' }).click();
    await page.getByRole('link', { name: 'Old Oblate' }).click();
    await page.getByRole('heading', { level: 1, name: 'Old Oblate' }).waitFor();
    const picture = page.getByRole('img', { name: 'The card Old Oblate' });
    await picture.waitFor();
    assert.equal(
      await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
      600,
    );
    const text = await page.locator('.card-body').innerText();
    for (const part of ['Pull', 'Mass', 'Orbit', 'Outer', 'Brass', 'Cost'])
      assert.ok(text.includes(part), `${part} in ${text}`);
    const printings = page.getByRole('region', { name: 'Printings and their newest prices' });
    for (const finish of ['Normal', 'Gilt'])
      await printings.getByRole('row', { name: new RegExp(`^${finish}`) }).waitFor();
    await page.locator('.chart-host').waitFor();
  },

  async 'an expansion tells the count printed on its cards only where one is known'({ openSignedIn, ask }) {
    const expansion = await ask<object>('GET', '/v1/expansions/fl1');
    const page = await openSignedIn();
    for (const card_count_official of [38, 0]) {
      await page.route('**/v1/expansions/fl1', (route) =>
        route.fulfill({ json: { data: { ...expansion, card_count_official }, error: null } }),
      );
      await page.goto('/console/expansions/fl1');
      await page.getByText(/^\d+\scards$/).waitFor();
      assert.equal(await page.getByText('numbered to').count(), card_count_official === 0 ? 0 : 1);
    }
  },

  async 'a card tells what its game prints in the game’s own words, where it may be played, and its sides'({
    openSignedIn,
    ask,
  }) {
    const card = await ask<{ metadata: object }>('GET', '/v1/cards/fl1-2');
    const own = {
      attributes: {
        mana_cost: '{1}{G}',
        inkwell: true,
        keywords: ['Reach'],
        oracle_id: 'x',
        atk: 7,
        faces: [{ name: 'Dusk', text: 'Sleep.\nWake.', type_line: 'Night' }],
      },
      legalities: { modern: 'legal', legacy: 'banned', vintage: 'not_legal' },
    };
    const page = await openSignedIn();
    await page.route('**/v1/cards/fl1-2', (route) =>
      route.fulfill({ json: { data: { ...card, metadata: { ...card.metadata, ...own } }, error: null } }),
    );
    await page.goto('/console/cards/fl1-2');
    await page.getByRole('heading', { level: 1, name: 'Vultwick' }).waitFor();
    const text = await page.locator('.card-body').innerText();
    for (const part of [
      'Mana cost',
      '1G',
      'Inkwell',
      'yes',
      'Keywords',
      'Reach',
      'Modern',
      'Legacy: banned',
      'Dusk',
      'Sleep.\nWake.',
      'Type line',
      'Night',
      'ATK',
    ]) {
      assert.ok(text.includes(part), `${part} in ${text}`);
    }
    for (const part of ['Vintage', 'Oracle', 'undefined', '[object'])
      assert.ok(!text.includes(part), `${part} in ${text}`);
  },
};
