/** Made-up events in the real shapes, to try a receiver with; they never stand in the feed. */
import { randomUUIDv7 } from 'node:crypto';
import { NO_METADATA } from '../catalog/card-metadata.ts';
import { type Card, type Expansion, NO_IDS, ORDINARY, type Product, type Series } from '../catalog/records.ts';
import type { EventKind, EventRecords } from './event-names.ts';
import { eventBody } from './record-events.ts';
import { type Format, type Move, watchBody } from './watches/chat-bodies.ts';

const image = { low: 'https://pictures.example/sample-low.webp', high: 'https://pictures.example/sample.webp' };
const amounts = { avg: 1250, low: 900, trend: 1190, avg_holo: null, low_holo: null, trend_holo: null };
const usd = { currency: 'USD' as const, market: 1320, low: 990, high: 2500 };
const observed_on = '2026-01-01';

const game = 'game';

const card: Card = {
  game,
  id: 'sample-1',
  expansion_id: 'sample',
  number: '1',
  name: 'Sample Card',
  rarity: 'Common',
  illustrator: 'Nobody',
  image,
  category: 'Creature',
  metadata: {
    ...NO_METADATA,
    hp: 60,
    types: ['Ember'],
    stage: 'Basic',
    retreat: 1,
    legality: { expanded: true, standard: true },
  },
  variants: [
    {
      id: 1,
      ...ORDINARY,
      external_ids: NO_IDS,
      usd_market: [{ condition: 'NM', ...usd, observed_on }],
      eur_market: { price_kind: 'plain', currency: 'EUR', observed_on, ...amounts },
    },
  ],
};
const expansion: Expansion = {
  game,
  id: 'sample',
  series_id: 'samples',
  name: 'Sample Expansion',
  logo: null,
  symbol: null,
  release_date: observed_on,
  card_count_total: 1,
  card_count_official: 1,
  legal_standard: true,
  legal_expanded: true,
};
const { name, release_date, card_count_total } = expansion;
const series: Series = {
  game,
  id: 'samples',
  name: 'Samples',
  logo: null,
  expansions: [{ id: 'sample', name, logo: null, symbol: null, release_date, card_count_total }],
};
const product: Product = {
  game,
  id: 1,
  name: 'Sample Box',
  clean_name: 'Sample Box',
  number: null,
  image,
  usd_market_url: null,
  external_ids: NO_IDS,
  expansions: [{ id: 'sample', name }],
  usd_market: [{ condition: 'Unopened', variant: 'normal', ...usd, observed_on }],
  eur_market: null,
};

const SAMPLES: { [Kind in EventKind]: EventRecords[Kind] } = {
  'cards.updated': card,
  'cards.deleted': 'sample-1',
  'card_variants.deleted': 1,
  'card_prices.updated': { card_id: 'sample-1', prices: [{ variant: 'normal', condition: 'NM', ...usd }] },
  'products.updated': product,
  'products.removed': 1,
  'product_prices.updated': { product_id: 1, prices: [{ variant: 'normal', condition: 'Unopened', ...usd }] },
  'expansions.created': expansion,
  'expansions.updated': expansion,
  'series.created': series,
  'series.updated': series,
  'expansions.deleted': 'sample',
  'series.deleted': 'samples',
  'price_days.recorded': {
    ...{ entity: 'card_prices', currency: 'usd', day: observed_on, rows: 1 },
    file: `card_prices.game.usd.${observed_on}.000000000000.ndjson.gz`,
    sha256: '0'.repeat(64),
    catalog_version: 1,
  },
};

/** A record that says its game says this one; others are as they are. */
const named = (record: EventRecords[EventKind], game: string) =>
  typeof record === 'object' && 'game' in record ? { ...record, game } : record;

/** A sample of the event of `game`, with an id of its own. */
export function sampleEvent(game: string, kind: EventKind, now: Date): { id: string; name: string; body: string } {
  const event = { id: randomUUIDv7(), name: `${game}.${kind}`, created_at: now.toISOString() };
  const group = kind.endsWith('_prices.updated') ? { kind, currency: 'USD' as const } : { kind };
  return { ...event, body: eventBody(event, group, [JSON.stringify(named(SAMPLES[kind], game))]) };
}

const MOVE: Move = {
  ...{ card_id: card.id, name: card.name, variant: 'normal', condition: 'NM' },
  ...{ currency: usd.currency, from: 1650, to: usd.market },
};

/** A sample of what a watch posts under `name`, in the form of its chat. */
export function sampleMoves(name: string, { format, url }: { format: string; url: string }, now: Date) {
  const event = { id: randomUUIDv7(), name, created_at: now.toISOString() };
  return { ...event, body: watchBody(format as Format, url, event, observed_on, [MOVE]) };
}
