/** Proofs of several languages in the console: the one in the address is asked for everywhere, and names bear it. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Scene } from '../../../test/support/browser/console-scene.ts';

const EXPANSIONS: Record<string, string> = { en: 'Harbour of Wicks', ja: 'ろうそくの港' };
const NAMES: Record<string, string> = { en: 'Vultwick', ja: 'ともしび' };

/** Answers as a service in English and Japanese would; gives the addresses that were asked for. */
async function servingTwoLanguages(page: Page, { ask }: Scene): Promise<string[]> {
  const asked: string[] = [];
  const [session, card] = [await ask<object>('GET', '/console/session'), await ask<object>('GET', '/v1/cards/fl1-2')];
  await page.route('**/console/session', (route) =>
    route.fulfill({ json: { data: { ...session, languages: ['en', 'ja'] }, error: null } }),
  );
  const { items } = await ask<{ items: { name: string }[] }>('GET', '/v1/games');
  const games = items.map((game) => ({ ...game, languages: game.name === 'game' ? ['en', 'ja'] : ['en'] }));
  await page.route('**/v1/games', (route) =>
    route.fulfill({ json: { data: { items: games, next_cursor: null }, error: null } }),
  );
  const shown = (lang: string | null) => ({
    ...card,
    name: NAMES[lang ?? 'en'],
    ...(lang !== null && { lang, names: NAMES }),
  });
  await page.route(/\/v1\/cards\/fl1-2(\?|$)/, async (route) => {
    const { searchParams } = new URL(route.request().url());
    asked.push(`card ${searchParams.get('lang')}`);
    await route.fulfill({ json: { data: shown(searchParams.get('lang')), error: null } });
  });
  await page.route(/\/v1\/(cards|expansions|series)\?/, async (route) => {
    const { pathname, searchParams } = new URL(route.request().url());
    asked.push(`${pathname} ${searchParams.get('lang')}`);
    const lang = searchParams.get('lang');
    const rows: Record<string, object[]> = {
      '/v1/cards': [{ ...shown(lang), score: 1 }],
      '/v1/expansions': [{ game: 'game', id: 'fl1', name: EXPANSIONS[lang ?? 'en'], lang }],
      '/v1/series': [
        { game: 'game', expansions: [{ id: 'fl1', name: EXPANSIONS[lang ?? 'en'] }] },
        { game: 'orbwright', expansions: [] },
      ],
    };
    const items = rows[pathname] ?? [];
    await route.fulfill({ json: { data: { items, next_cursor: null }, error: null } });
  });
  return asked;
}

export const languageProofs: Record<string, (scene: Scene) => Promise<void>> = {
  async 'a language is chosen once, stands in the address, and goes from page to page; names bear their own'(scene) {
    const page = await scene.openSignedIn();
    const asked = await servingTwoLanguages(page, scene);
    await page.goto('/console/cards/fl1-2');
    const title = page.getByRole('heading', { level: 1 });
    await title.getByText('Vultwick').waitFor();
    assert.equal(await title.getAttribute('lang'), null);
    await page.getByRole('combobox', { name: 'Language', exact: true }).selectOption('ja');
    await title.getByText('ともしび').waitFor();
    assert.equal(await title.getAttribute('lang'), 'ja');
    assert.equal(new URL(page.url()).searchParams.get('lang'), 'ja');
    assert.equal(
      await page.getByRole('link', { name: 'Vultwick' }).getAttribute('href'),
      '/console/cards/fl1-2?lang=en',
    );
    await page.keyboard.press('/');
    await page.keyboard.type('ひ', { delay: 30 });
    const result = page.getByRole('list', { name: 'Results' }).getByRole('listitem');
    await result.locator('strong[lang="ja"]').waitFor();
    await result.locator('span[lang="ja"]').getByText('ろうそくの港').waitFor();
    await page.getByRole('link', { name: 'All cards' }).click();
    await page.locator('.card-name[lang="ja"]').waitFor();
    assert.equal(new URL(page.url()).search, '?lang=ja');
    assert.ok(asked.includes('/v1/cards ja'));
    await page.reload();
    await page.locator('.card-name[lang="ja"]').waitFor();
    await page.getByRole('combobox', { name: 'Language', exact: true }).selectOption('');
    await page.locator('.card-name:not([lang])').waitFor();
    assert.equal(new URL(page.url()).search, '');
  },

  async 'of a game in one language nothing is to be chosen, though another game has several'(scene) {
    const page = await scene.openSignedIn();
    await servingTwoLanguages(page, scene);
    const choice = page.getByRole('combobox', { name: 'Language', exact: true });
    await page.goto('/console/cards?game=game');
    await choice.waitFor();
    await page.getByText('Orbwright', { exact: true }).click();
    await page.waitForURL('**/console/cards?game=orbwright');
    await page.locator('.card-name').first().waitFor();
    assert.equal(await choice.count(), 0);
    await page.getByText('All games', { exact: true }).click();
    await choice.waitFor();
  },

  async 'where there is one language nothing is to be chosen'({ openSignedIn }) {
    const page = await openSignedIn();
    await page.goto('/console/cards/fl1-2');
    await page.getByRole('heading', { level: 1 }).getByText('#').waitFor();
    assert.equal(await page.getByRole('combobox', { name: 'Language', exact: true }).count(), 0);
  },
};
