/** Proofs of pricing a list: from a file and by paste, settled by hand, taken away as a file, and refused where it is none. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { axeFindings } from '../../../test/support/browser/axe.ts';
import type { Scene } from '../../../test/support/browser/console-scene.ts';

const LIST = 'Name,Set,Number,Printing,Quantity\nVultwik,Harbour of Wicks,2/38,Reverse Holo,2\nVultwick,,,,1\n';

const file = (text: string | Buffer) => ({ name: 'mine.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
const rows = (page: Page) => page.getByRole('region', { name: 'Rows of the list' });
const all = (page: Page) =>
  page.getByRole('region', { name: 'Totals by condition' }).getByRole('row', { name: /^All/ }).innerText();

export const listProofs: Record<string, (scene: Scene) => Promise<void>> = {
  async 'a list is priced, settled by hand, and taken away with what was found'({ openSignedIn }) {
    const page = await openSignedIn();
    await page.goto('/console/list');
    await page.getByLabel('Choose a file').setInputFiles(file(Buffer.from(`\ufeff${LIST}`, 'utf16le')));
    await rows(page).getByText('certain', { exact: true }).waitFor();
    const before = await all(page);
    assert.match(before, /\$\d/);
    await page.getByLabel('What line 3 means').selectOption('0');
    await rows(page).getByText('settled by you').waitFor();
    assert.notEqual(await all(page), before, 'the totals follow');
    assert.deepEqual(await axeFindings(page), []);
    await page.getByRole('button', { name: 'To check' }).click();
    assert.equal(await rows(page).getByRole('row').count(), 2, 'its head and the row that was open');
    const taken = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download as CSV' }).click();
    const text = await readFile(await (await taken).path(), 'utf8');
    assert.match(text, /^\ufeffName,Set,Number,Printing,Quantity,card_id,.*\r\nVultwik,.*,fl1-2,Vultwick,/);
    assert.equal(text.split('\r\n').length, 4);
  },

  async 'rows may be pasted, and a later list takes the place of the one before'({ openSignedIn }) {
    const page = await openSignedIn();
    await page.goto('/console/list');
    await page.getByLabel('Choose a file').setInputFiles(file(LIST));
    await rows(page).waitFor();
    await page.evaluate(() => {
      const transfer = new DataTransfer();
      transfer.setData('text/plain', 'Name\tSet\tNo.\nQuaylet\tfl1\t10\n');
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true }));
    });
    await rows(page).getByRole('link', { name: 'Quaylet' }).waitFor();
    assert.equal(await rows(page).getByRole('row').count(), 2);
  },

  async 'on a phone rows are pasted into a field, and what they come to stands on the first screen with its days'({
    openSignedIn,
  }) {
    const page = await openSignedIn({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
    await page.goto('/console/list');
    const field = page.getByLabel('Rows of a list');
    await field.fill('Name,Set,Number\nVultwik,Harbour of Wicks,2/38\n');
    await page.getByRole('button', { name: 'Price these rows' }).tap();
    await page.getByText(/^Prices of \w+\s\d+,\s\d{4}/).waitFor();
    const place = await page.getByRole('heading', { name: 'Total' }).boundingBox();
    const scrolled = await page.evaluate(() => scrollY);
    assert.ok(place !== null && place.y + scrolled < 400, 'the total stands above the place for the next list');
    assert.deepEqual(await axeFindings(page), []);
  },

  async 'a file that is no list, and a service that does not answer, are told'({ openSignedIn }) {
    const page = await openSignedIn();
    await page.goto('/console/list');
    await page.getByLabel('Choose a file').setInputFiles(file('one,two\n1,2\n'));
    await page.getByRole('alert').getByText('names no columns').waitFor();
    await page.route('**/v1/lookup', (route) =>
      route.fulfill({ status: 500, json: { data: null, error: { code: 'internal', message: 'It broke.' } } }),
    );
    await page.getByLabel('Choose a file').setInputFiles(file(LIST));
    await page.getByRole('alert').getByText('It broke.').waitFor();
    await page.unroute('**/v1/lookup');
    await page.getByRole('button', { name: 'Try again' }).click();
    await rows(page).waitFor();
  },
};
