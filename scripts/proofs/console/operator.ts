/** Proofs of what operators do: overview, runs with live progress, keys, subscriptions and their deliveries, audit. */
import assert from 'node:assert/strict';
import type { Scene } from '../../../test/support/browser/console-scene.ts';
import { startReceiver } from '../../../test/support/servers/receiver.ts';

export const operatorProofs: Record<string, (scene: Scene) => Promise<void>> = {
  async 'the overview names tasks, counts, coverage and freshness'({ openSignedIn }) {
    const page = await openSignedIn();
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByText(/Every task is on time|Late:/).waitFor();
    await page
      .getByRole('row', { name: /catalog/ })
      .first()
      .waitFor();
    await page.getByText('347 of 347 cards').first().waitFor();
    const counts = await page.locator('.counts > div').allInnerTexts();
    const ones = counts.filter((text) => /^1\s/.test(text) || /\s1$/.test(text));
    assert.deepEqual(
      ones.filter((text) => /(?<!ie)s\b/.test(text)),
      [],
      'one thing is named as one',
    );
    assert.ok(ones.length > 0, counts.join());
    await page.getByRole('link', { name: 'Winter Parliament' }).waitFor();
  },

  async 'a run that is started shows its progress live, and then stands in the list'({ openSignedIn }) {
    const page = await openSignedIn();
    await page.goto('/console/ingest');
    await page.getByText('live', { exact: true }).waitFor();
    const source = page
      .getByRole('region', { name: 'Sources', exact: true })
      .getByRole('row', { name: /game\.usd_conditions/ });
    // A run that finds nothing new is over in a moment: what the row shows is noted as it changes.
    await source.evaluate((row) => {
      const note = () => {
        const isDisabled = row.querySelector('button')?.ariaDisabled === 'true';
        const isMoving = row.querySelector('progress') !== null || row.textContent?.includes('waits for its turn');
        if (isMoving && isDisabled) document.documentElement.dataset.seen = 'progress';
      };
      new MutationObserver(note).observe(row, { subtree: true, childList: true, attributes: true });
    });
    await source.getByRole('button', { name: 'Run now' }).click();
    await page.getByText('The run of game.usd_conditions succeeded.').waitFor({ timeout: 120_000 });
    assert.equal(await page.evaluate(() => document.documentElement.dataset.seen), 'progress');
    const newest = page.getByRole('region', { name: 'Runs', exact: true }).getByRole('row').nth(1);
    await newest.getByText('usd_conditions').waitFor();
    await source
      .getByText('just now')
      .or(source.getByText(/\d+\ss\sago/))
      .waitFor();
  },

  async 'a run says in words what it did, and leads to what its source holds back'({ openSignedIn }) {
    const page = await openSignedIn();
    const part = { id: 'a-part', source: 'game.catalog', part: 'cards', reason: 'half of the cards did not come' };
    await page.route('**/admin/held', (route) =>
      route.fulfill({ json: { data: { items: [part], next_cursor: null }, error: null } }),
    );
    await page.goto('/console/ingest');
    const runs = page.getByRole('region', { name: 'Runs', exact: true });
    const market = runs.getByRole('row', { name: /^game\.usd_market/ }).last();
    await market.getByText(/[\d,]+ rows read, .*[\d,]+ printings priced/).waitFor();
    assert.doesNotMatch(await market.innerText(), /_(?!market)/);
    await market.getByRole('button', { name: 'Details' }).click();
    await runs.getByText('No part of this source is left out now.').waitFor();
    await runs.getByRole('link', { name: 'Its amounts that are pending now' }).click();
    await page.getByRole('heading', { name: 'Waiting for a second day' }).waitFor();
    // Which card slips depends on the day.
    await page.getByRole('region', { name: 'Amounts that wait for a second day' }).getByRole('link').first().waitFor();
    await page.goBack();
    await runs
      .getByRole('row', { name: /^game\.catalog/ })
      .last()
      .getByRole('button', { name: 'Details' })
      .click();
    await runs.getByText(part.reason).waitFor();
    await runs.getByRole('button', { name: 'Accept' }).waitFor();
  },

  async 'a key is made, shown once, works, is rotated, and ends when it is revoked'({ openSignedIn, origin }) {
    const page = await openSignedIn();
    await page.goto('/console/keys');
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name').fill('proof');
    await page.getByRole('checkbox', { name: 'read' }).uncheck();
    await page.getByRole('button', { name: 'Make the key' }).click();
    await page.getByRole('alert').getByText('Choose at least one').waitFor();
    await page.getByRole('checkbox', { name: 'read' }).check();
    await page.getByRole('button', { name: 'Make the key' }).click();
    const key = (await page.locator('.secret code').textContent()) ?? '';
    const status = async (used: string) =>
      (await fetch(`${origin}/v1/series`, { headers: { authorization: `Bearer ${used}` } })).status;
    assert.equal(await status(key), 200);
    await page.getByRole('button', { name: 'I have kept it' }).click();
    const row = page.getByRole('row', { name: /^proof/ }).first();
    await row.waitFor();
    assert.ok(!(await page.content()).includes(key), 'it is not shown again');
    await page.reload();
    await row.getByRole('button', { name: '1 today' }).click();
    const used = page.getByRole('region', { name: 'What proof was used for' }).getByRole('row', { name: '/v1/series' });
    assert.match((await used.textContent()) ?? '', /\/v1\/series200111/);
    await row.getByRole('button', { name: 'Rotate' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
    const next = (await page.locator('.secret code').textContent()) ?? '';
    assert.notEqual(next, key);
    await page.getByRole('button', { name: 'I have kept it' }).click();
    const newer = page.getByRole('row', { name: /^proof/ }).filter({ hasText: next.slice(0, 12) });
    await newer.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.equal(await status(next), 200, 'a question that was left changes nothing');
    await newer.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await newer.getByText('revoked', { exact: true }).waitFor();
    assert.equal(await status(next), 401);
  },

  async 'a file is shared by a link that needs no key, by keyboard, and the link is ended'({ openSignedIn, origin }) {
    const page = await openSignedIn();
    await page.goto('/console/keys');
    await page.getByRole('button', { name: 'Share', exact: true }).first().press('Enter');
    const file = page.getByRole('combobox', { name: 'File' });
    await file.selectOption('events.atom');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const link = await page.locator('.secret code').innerText();
    assert.ok(link.startsWith(`${origin}/s/`) && link.endsWith('/events.atom'), link);
    assert.equal((await fetch(link)).status, 200);
    await page.getByRole('button', { name: 'I have kept it' }).press('Enter');
    await page.getByRole('button', { name: 'Share', exact: true }).first().press('Enter');
    await file.selectOption('events.atom');
    await page.getByRole('button', { name: 'End them' }).press('Enter');
    await page.getByRole('dialog', { name: 'Are you sure?' }).getByRole('button', { name: 'End them' }).press('Enter');
    await page.getByRole('dialog').first().waitFor({ state: 'detached' });
    assert.equal((await fetch(link)).status, 404);
  },

  async 'a subscription: made, sampled, its deliveries with request and answer, sent again, paused'({ openSignedIn }) {
    let isRefusing = false;
    await using receiver = await startReceiver((response) => {
      response.writeHead(isRefusing ? 500 : 200).end(isRefusing ? 'not today' : 'thank you');
    });
    const page = await openSignedIn();
    await page.goto('/console/subscriptions');
    await page.getByRole('button', { name: 'New subscription' }).click();
    await page.getByRole('textbox', { name: 'Address' }).fill('http://127.0.0.1:1/hook');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await page.getByRole('dialog').getByRole('alert').waitFor();
    await page.getByRole('textbox', { name: 'Address' }).fill(receiver.url);
    await page.getByText('In my own network', { exact: true }).click();
    await page.getByRole('button', { name: 'Subscribe' }).click();
    assert.match((await page.locator('.secret code').textContent()) ?? '', /^whsec_/);
    await page.getByRole('button', { name: 'I have kept it' }).click();
    await page.getByRole('button', { name: 'Send it now' }).click();
    await page.getByText('was taken').waitFor();
    assert.equal(receiver.received.at(-1)?.headers['webhook-sample'], '1');
    await page.getByRole('button', { name: 'Recover…' }).click();
    await page.getByLabel('Since').selectOption({ label: 'a day ago' });
    await page.getByRole('button', { name: 'Send them again' }).click();
    await page.getByText(/\d+\sevents will be sent again/).waitFor();
    await receiver.got(3);
    const first = page.locator('.delivery').first();
    await first.getByText('delivered').waitFor({ timeout: 30_000 });
    const before = receiver.received.length;
    await first.locator('.delivery-name').click();
    await first.getByText('webhook-signature').waitFor();
    await first.getByText('thank you').waitFor();
    await first.getByText('"created_at"').waitFor();
    isRefusing = true;
    await first.getByRole('button', { name: 'Send again' }).click();
    await receiver.got(before + 1);
    await first.getByText('not today').first().waitFor({ timeout: 30_000 });
    isRefusing = false;
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('paused', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('button', { name: 'Rotate the secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate the secret' }).click();
    await page.getByRole('button', { name: 'I have kept it' }).click();
    await page.getByText('Old secret signs until').waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { level: 1, name: 'Subscriptions' }).waitFor();
    await page.getByText('No subscriptions yet').waitFor();
  },

  async 'a subscription watches prices, and takes events from a menu'({ openSignedIn, ask }) {
    const page = await openSignedIn();
    await page.goto('/console/subscriptions');
    await page.getByRole('button', { name: 'New subscription' }).click();
    await page.getByRole('textbox', { name: 'Address' }).fill('http://127.0.0.1:1/hook');
    await page.getByText('In my own network', { exact: true }).click();
    const events = page.getByRole('textbox', { name: 'Events' });
    await events.fill('');
    await page.getByRole('combobox', { name: 'Add' }).selectOption('game.cards.updated');
    assert.equal(await events.inputValue(), 'game.cards.updated');
    await page.getByText('Watch prices').click();
    await page.getByRole('textbox', { name: 'Which' }).fill('fl1-2, fl1-99');
    await page.getByLabel('Amount, % or days').fill('12.5');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await page.getByText('Nothing has these, so far: cards=fl1-99.').waitFor();
    await page.getByRole('button', { name: 'I have kept it' }).click();
    await page.getByRole('heading', { level: 1, name: 'Subscription' }).waitFor();
    const { items } = await ask<{ items: { id: string; watch: object[] }[] }>('GET', '/admin/subscriptions');
    const [made] = items;
    assert.deepEqual(made?.watch, [{ cards: ['fl1-2', 'fl1-99'], currency: 'usd', below: 1250 }]);
    await ask('DELETE', `/admin/subscriptions/${made?.id}`);
  },

  async 'a card is watched from its own page: no event is asked for, a rule without its amount is refused, and its pages tell the rule'({
    openSignedIn,
    ask,
  }) {
    const page = await openSignedIn();
    await page.goto('/console/cards/fl1-2');
    await page.getByRole('link', { name: 'Watch its price' }).click();
    await page.getByRole('textbox', { name: 'Address' }).fill('http://127.0.0.1:1/hook');
    await page.getByText('In my own network', { exact: true }).click();
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await page.getByRole('dialog').getByRole('alert').getByText('lacks its amount').waitFor();
    await page.getByLabel('Amount, % or days').fill('20');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await page.getByRole('button', { name: 'I have kept it' }).click();
    await page.getByRole('heading', { level: 1, name: 'Subscription' }).waitFor();
    const { items } = await ask<{ items: { id: string; events: string[]; watch: object[] }[] }>(
      'GET',
      '/admin/subscriptions',
    );
    const [made] = items;
    assert.deepEqual(made?.watch, [{ cards: ['fl1-2'], currency: 'usd', below: 2000 }]);
    assert.deepEqual(made?.events, []);
    await page.getByText('cards fl1-2 · currency usd · below $20.00', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Subscriptions' }).last().click();
    await page.getByText('rules of prices: 1', { exact: true }).waitFor();
    await ask('DELETE', `/admin/subscriptions/${made?.id}`);
  },

  async 'the audit says what is withheld and why'({ openSignedIn }) {
    const page = await openSignedIn();
    await page.goto('/console/audit');
    await page.getByRole('heading', { name: 'Wickwild: TCGplayer' }).waitFor({ timeout: 60_000 });
    await page.getByRole('heading', { name: 'Prices withheld' }).waitFor();
  },
};
