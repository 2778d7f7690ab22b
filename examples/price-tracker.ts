/**
 * Tracks the prices of some cards: shows what each did in the last 30 days, then every change as it happens.
 *
 *   CARDSTOCK_KEY=cs_live_… node scripts/node24.mjs examples/price-tracker.ts fl1-2 fl1-12
 *
 * It keeps its place in the feed in `price-tracker.json`: what happens while it is off is shown when it starts again.
 * Elsewhere install the client and import it as `cardstock-client`.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Cardstock, CardstockError, type CardstockEvent } from '../client/src/cardstock.ts';

const PLACE = 'price-tracker.json';
const DAYS = 30;

const watched = new Set(process.argv.slice(2));
const cardstock = new Cardstock({
  baseUrl: process.env.CARDSTOCK_URL ?? 'http://127.0.0.1:8080',
  key: process.env.CARDSTOCK_KEY,
});
const stop = new AbortController();
process.on('SIGINT', () => stop.abort());

const dollars = (cents: number | null | undefined) => (cents == null ? '–' : `$${(cents / 100).toFixed(2)}`);

async function showHistory(id: string): Promise<void> {
  const from = new Date(Date.now() - DAYS * 86_400_000).toISOString().slice(0, 10);
  const { variants } = await cardstock.cards.prices(id, { from });
  for (const { variant, usd_market } of variants) {
    const days = usd_market.find(({ condition }) => condition === 'NM')?.history ?? [];
    const [first, last] = [days.at(0), days.at(-1)];
    console.log(`${id} ${variant.type}: ${dollars(first?.market)} → ${dollars(last?.market)} over ${days.length} days`);
  }
}

function showChange(event: CardstockEvent): void {
  if (event.name !== 'game.card_prices.updated') return;
  for (const { card_id, prices } of event.data.cards) {
    if (!watched.has(card_id)) continue;
    for (const price of prices) {
      if (price.currency === 'USD')
        console.log(`${card_id} ${price.variant} ${price.condition}: now ${dollars(price.market)}`);
    }
  }
}

try {
  for (const id of watched) await showHistory(id);
  const after = existsSync(PLACE) ? (JSON.parse(readFileSync(PLACE, 'utf8')) as { after: string }).after : undefined;
  const feed = cardstock.events.iterate(
    { after, name: 'game.card_prices.updated', limit: 200 },
    { everyMs: Number(process.env.EVERY_MS ?? 30_000), signal: stop.signal },
  );
  for await (const event of feed) {
    showChange(event);
    writeFileSync(PLACE, JSON.stringify({ after: event.id }));
  }
} catch (error) {
  if (!stop.signal.aborted) {
    console.error(error instanceof CardstockError ? `${error.code}: ${error.message}` : error);
    process.exitCode = 1;
  }
}
