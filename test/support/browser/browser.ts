/** A real Chromium on pages of the service, which lets no request leave the origin and keeps what the pages complain of. */
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** A busy machine takes its time; what takes longer does not come. */
const TIMEOUT_MS = 20_000;

/** Whether there is a browser to run; where not, what needs one says so and is skipped. */
export const hasChromium = (): boolean => existsSync(CHROMIUM);

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** @param flags further ones, for a camera that plays a file */
export const openBrowser = (flags: readonly string[] = []): Promise<Browser> =>
  chromium.launch({ executablePath: CHROMIUM, args: [...FLAGS, ...flags] });

/** What went on in a page that nobody sees. */
export interface Watched {
  page: Page;
  context: BrowserContext;
  /** Addresses off the origin that were asked for. */
  strays: string[];
  /** Exceptions, and what was written to the console as an error. */
  complaints: string[];
}

type ContextOptions = Parameters<Browser['newContext']>[0];

/** A page in a fresh context. Failing answers are told by the page itself: a refused request is no complaint. */
export async function watchedPage(browser: Browser, origin: string, options: ContextOptions = {}): Promise<Watched> {
  const context = await browser.newContext({ baseURL: origin, ...options });
  context.setDefaultTimeout(TIMEOUT_MS);
  const page = await context.newPage();
  const strays: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (!['data:', 'blob:'].includes(url.protocol) && url.origin !== origin) strays.push(request.url());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      complaints.push(message.text());
    }
  });
  return { page, context, strays, complaints };
}

/** Signs in by the form. */
export async function signIn(page: Page, key: string): Promise<void> {
  await page.goto('/console/sign-in');
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('searchbox').waitFor();
}
