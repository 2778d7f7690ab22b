/** Ingest of a bulk file of 105,000 cards: time and memory of the first run, of an unchanged file, and of a new one. */
// Usage: CARDSTOCK_FIXTURES=<folder of the upstream fixtures> node bench/magic.ts [games = games-full]; a few minutes.

import type { SourceSettings } from '../src/upstream/source-fields.ts';
import { startIngest } from '../test/support/processes/ingest-process.ts';
import { fixturesMissing, startFixtureUpstream } from '../test/support/sources/fixture-upstream.ts';
import { newLocation } from '../test/support/stages/stores.ts';
import { line } from './report.ts';

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

if (fixturesMissing) line('ingest', fixturesMissing);
else {
  const folder = `${process.env.CARDSTOCK_FIXTURES}/data/${process.argv[2] ?? 'games-full'}`;
  await using upstream = await startFixtureUpstream('sample', ['--games', folder]);
  await using place = await newLocation('sqlite');
  const scryfall = `${upstream.base}/scryfall`;
  // Both marketplaces have sources of their own, which are not run: the prices in the records are not taken.
  const sources = {
    catalog: { adapter: 'scryfall', url: scryfall },
    usd_market: { adapter: 'tcgcsv', url: `${upstream.base}/tcgcsv/tcgplayer`, category: 1 },
    eur_market: {
      adapter: 'cardmarket',
      prices: `${upstream.base}/cardmarket/productCatalog/priceGuide/price_guide_1.json`,
    },
  } as Record<string, SourceSettings>;
  const run = async (what: string, snapshot: string) => {
    await upstream.control({ games: { magic: snapshot } });
    // The server makes its file when it is first asked for: that time is not the run's.
    await upstream.json(`${scryfall}/bulk-data`);
    const { reports, ms, memoryMb, cpuMs, said } = await startIngest(sources, place.location, 'catalog').ended;
    const [report] = reports;
    if (report?.outcome !== 'succeeded') throw new Error(report?.reason ?? said);
    const { cards = 0, cards_new = 0, cards_changed = 0 } = report.counts;
    const process = `process ${seconds(ms)}, at most ${memoryMb.toFixed(0)} MB, CPU ${seconds(cpuMs)}`;
    line(
      what,
      `${seconds(report.duration_ms)} (${process}): ${cards} cards, ${cards_new} new, ${cards_changed} changed`,
    );
  };
  await run('first run', '2026-07-14');
  await run('unchanged file', '2026-07-14');
  await run('new file', '2026-08-21');
}
