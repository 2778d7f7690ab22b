/** Proofs of scanning: from a file, the clipboard, a drop and a camera, and where scanning is not set up. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { demoPicture } from '../../../demo/picture.ts';
import { openBrowser, signIn, watchedPage } from '../../../test/support/browser/browser.ts';
import type { Scene } from '../../../test/support/browser/console-scene.ts';

const CARD = 'fl1-2';
const NAME = 'Vultwick';
/** The index of a fresh demo is made after it is served. */
const INDEX_LIMIT_MS = 180_000;

/** Waits until cards are recognised at all. */
async function indexed({ origin, key }: Scene, photo: Buffer): Promise<void> {
  const end = Date.now() + INDEX_LIMIT_MS;
  for (;;) {
    const body = new FormData();
    body.set('image', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'photo.jpg');
    const answer = await fetch(`${origin}/v1/scan`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body,
    });
    const { data } = (await answer.json()) as { data: { matches: unknown[] } | null };
    if (data && data.matches.length > 0) return;
    if (Date.now() > end) throw new Error(`nothing is recognised after ${INDEX_LIMIT_MS} ms: ${answer.status}`);
    await sleep(2500);
  }
}

const matched = (page: Page) =>
  page
    .getByRole('list', { name: 'Matches' })
    .getByRole('link')
    .filter({ hasText: NAME })
    .first()
    .waitFor({ timeout: 30_000 });

/** A film of one picture, as the fake camera plays it: pictures one after another. */
async function film(photo: Buffer): Promise<Buffer> {
  const card = await sharp(photo).resize({ height: 620, fit: 'inside' }).toBuffer();
  const canvas = { width: 960, height: 720, channels: 3, background: '#6b6a66' } as const;
  const frame = await sharp({ create: canvas })
    .composite([{ input: card }])
    .jpeg({ quality: 92 })
    .toBuffer();
  return Buffer.concat(Array.from({ length: 20 }, () => frame));
}

/** Gives the page a picture as the browser does at a paste or drop. */
const give = (page: Page, kind: 'paste' | 'drop', photo: Buffer) =>
  page.evaluate(
    ([kind, text]) => {
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], 'photo.jpg', { type: 'image/jpeg' }));
      const event =
        kind === 'paste'
          ? new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true })
          : new DragEvent('drop', { dataTransfer: transfer, bubbles: true });
      (kind === 'paste' ? document.body : document.querySelector('.drop'))?.dispatchEvent(event);
    },
    [kind, photo.toString('base64')] as const,
  );

/** Two cards beside each other on a table. */
async function spread(cards: readonly string[]): Promise<Buffer> {
  const pictures = cards.map((card) => demoPicture(`cards/${card}/high.jpg`));
  const pieces = (await Promise.all(pictures)).map(async (picture) =>
    sharp(picture?.bytes).resize(360, 504, { fit: 'fill' }).toBuffer(),
  );
  const placed = (await Promise.all(pieces)).map((input, i) => ({ input, left: 80 + 460 * i, top: 90 }));
  const table = { width: 980, height: 690, channels: 3, background: '#6b6a66' } as const;
  return sharp({ create: table }).composite(placed).jpeg().toBuffer();
}

export const scanProofs: Record<string, (scene: Scene) => Promise<void>> = {
  async 'a photo of two cards becomes both, each numbered where it lies'(scene) {
    const photo = await spread([CARD, 'fl1-10']);
    await indexed(scene, photo);
    const page = await scene.openSignedIn();
    await page.goto('/console/scan');
    await page.getByLabel('Several cards').check();
    await give(page, 'paste', photo);
    await page
      .getByRole('list', { name: 'Card 1' })
      .getByRole('link')
      .filter({ hasText: NAME })
      .waitFor({ timeout: 30_000 });
    await page.getByRole('list', { name: 'Card 2' }).getByRole('link').filter({ hasText: 'Quaylet' }).waitFor();
    assert.equal(await page.locator('.scan-outlines polygon').count(), 2);
  },
  async 'a photo from a file, pasted, dropped and from the camera becomes its card'(scene) {
    const folder = await mkdtemp(join(tmpdir(), 'cardstock-scan-'));
    try {
      const file = join(folder, 'photo.jpg');
      const photo = execFileSync(process.execPath, ['bin/cardstock.js', 'demo', 'photo', CARD], { maxBuffer: 2 ** 24 });
      await writeFile(file, photo);
      await indexed(scene, photo);
      const page = await scene.openSignedIn();
      await page.goto('/console/scan');
      await page.locator('input[type="file"]').setInputFiles(file);
      await matched(page);
      await page.getByText(/Answered in \d+ ms/).waitFor();
      for (const kind of ['paste', 'drop'] as const) {
        await page.goto('/console/scan');
        await page.getByText('Choose a photo, drop it here').waitFor();
        await give(page, kind, photo);
        await matched(page);
      }
      await writeFile(join(folder, 'camera.mjpeg'), await film(photo));
      await proveCamera(scene, join(folder, 'camera.mjpeg'));
    } finally {
      await rm(folder, { recursive: true });
    }
  },

  async 'what is no picture, and a deployment without scan, are said in words'({ openSignedIn }) {
    const page = await openSignedIn();
    await page.goto('/console/scan');
    const bytes = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('this is no picture') };
    await page.locator('input[type="file"]').setInputFiles(bytes);
    await page.getByRole('alert').waitFor();
    await page.route('**/v1/scan', (route) =>
      route.fulfill({
        status: 503,
        json: { data: null, error: { code: 'scan_unavailable', message: 'Not configured.' } },
      }),
    );
    await page.locator('input[type="file"]').setInputFiles(bytes);
    await page.getByText('Scanning is not set up on this deployment').waitFor();
    await page.unroute('**/v1/scan');
    await page.route('**/v1/scan', (route) =>
      route.fulfill({ json: { data: { analysis: { game: null }, matches: [] }, error: null } }),
    );
    await page.locator('input[type="file"]').setInputFiles(bytes);
    await page.getByText('No card was recognised').waitFor();
  },
};

async function proveCamera({ origin, key, watched }: Scene, path: string): Promise<void> {
  const flags = ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'];
  const browser = await openBrowser([...flags, `--use-file-for-fake-video-capture=${path}`]);
  try {
    const one = await watchedPage(browser, origin, { permissions: ['camera'] });
    watched.push(one);
    await signIn(one.page, key);
    await one.page.goto('/console/scan');
    await one.page.getByRole('button', { name: 'Use the camera' }).click();
    await one.page.getByRole('button', { name: 'Scan what is in the frame' }).click();
    await matched(one.page);
    await one.page.getByRole('button', { name: 'Close the camera' }).click();
    const isOff = await one.page.evaluate(() => document.querySelector('video') === null);
    assert.ok(isOff);
  } finally {
    await browser.close();
  }
}
