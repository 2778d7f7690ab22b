/** A served demo with a browser on it: what the proofs of the console stand on. */
import type { Browser, Page } from 'playwright-core';
import { newWorkplace, run, startServer } from '../processes/command.ts';
import { openBrowser, signIn, type Watched, watchedPage } from './browser.ts';

export interface Scene extends AsyncDisposable {
  origin: string;
  /** May do everything. */
  key: string;
  browser: Browser;
  /** Every page that was opened. */
  watched: Watched[];
  /** A fresh page, signed out. */
  open(options?: Parameters<typeof watchedPage>[2]): Promise<Page>;
  /** A fresh page, signed in with `key`. */
  openSignedIn(options?: Parameters<typeof watchedPage>[2]): Promise<Page>;
  /** Runs a command of the command line beside the server; gives what it printed. */
  command(args: readonly string[]): Promise<string>;
  /** Asks the service itself, as the operator. */
  ask<Data>(method: string, path: string, body?: unknown): Promise<Data>;
}

/** @param flags of the browser */
export async function openScene(flags: readonly string[] = []): Promise<Scene> {
  const place = await newWorkplace();
  const server = await startServer(place, [], { CARDSTOCK_SCAN_PROCESSES: '1' });
  const { listening: origin, first_key: key = '' } = server.announced;
  const browser = await openBrowser(flags);
  const watched: Watched[] = [];
  const open: Scene['open'] = async (options) => {
    const one = await watchedPage(browser, origin, options);
    watched.push(one);
    return one.page;
  };
  return {
    origin,
    key,
    browser,
    watched,
    open,
    async openSignedIn(options) {
      const page = await open(options);
      await signIn(page, key);
      return page;
    },
    async command(args) {
      const { code, stdout, stderr } = await run(place, args);
      if (code !== 0) throw new Error(`cardstock ${args.join(' ')} ended with ${code}: ${stderr}`);
      return stdout;
    },
    async ask<Data>(method: string, path: string, body?: unknown): Promise<Data> {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
      const answer = await fetch(`${origin}${path}`, init);
      if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
      const { data } = answer.status === 204 ? { data: undefined } : ((await answer.json()) as { data: unknown });
      return data as Data;
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
      await server[Symbol.asyncDispose]();
      await place[Symbol.asyncDispose]();
    },
  };
}
