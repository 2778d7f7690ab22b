/** The fixture upstream, started for one test; only on machines that have it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { SourceSettings } from '../../src/ingest/source-settings.ts';

/** The folder of the fixture upstream, undefined where this machine has none. */
export const fixtures = process.env.CARDSTOCK_FIXTURES;
export const withoutFixtures = fixtures === undefined && 'CARDSTOCK_FIXTURES names no folder with the fixture upstream';

/** A running fixture upstream; disposing of it stops it. */
export interface FixtureServer extends AsyncDisposable {
  url: string;
  /** Changes the day, the snapshot or the faults. */
  control(change: Record<string, unknown>): Promise<void>;
  /** One document as JSON. */
  json<T>(path: string): Promise<T>;
}

export async function fixtureServer(data: string, ...options: string[]): Promise<FixtureServer> {
  const folder = fixtures ?? '';
  const child = spawn(
    process.execPath,
    [join(folder, 'server.mjs'), '--data', join(folder, 'data', data), ...options],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const { listening: url } = JSON.parse(line) as { listening: string };
  const headers = { 'user-agent': 'cardstock-test/1', 'x-api-key': 'test' };
  return {
    url,
    control: async (change) => {
      const answer = await fetch(`${url}/_control`, { method: 'POST', body: JSON.stringify(change) });
      if (!answer.ok) throw new Error(await answer.text());
    },
    json: async <T>(path: string) => (await (await fetch(`${url}${path}`, { headers })).json()) as T,
    [Symbol.asyncDispose]: async () => {
      child.kill();
      await once(child, 'exit');
    },
  };
}

const CARDMARKET = 'cardmarket/productCatalog';

/** All four sources, as an operator would configure them; `catalog` may be told otherwise. */
export function fixtureSources(url: string, catalog: Partial<SourceSettings> = {}): Record<string, SourceSettings> {
  return {
    catalog: { adapter: 'tcgdex', files: `${url}/tcgdex/generated/en`, ...catalog } as SourceSettings,
    usd_market: { adapter: 'tcgcsv', url: `${url}/tcgcsv/tcgplayer`, category: 3, give_up_after: '1s' },
    usd_conditions: { adapter: 'justtcg', url: `${url}/justtcg/v1`, api_key: 'test', give_up_after: '1s' },
    eur_market: {
      adapter: 'cardmarket',
      prices: `${url}/${CARDMARKET}/priceGuide/price_guide_6.json`,
      products: ['singles', 'nonsingles'].map((kind) => `${url}/${CARDMARKET}/productList/products_${kind}_6.json`),
      give_up_after: '1s',
    },
  };
}
