/** The columns of each list as CSV, which docs/csv.md explains. */

import { plainName } from '../../../catalog/printings/plain-name.ts';
import type { Printing } from '../../../catalog/records.ts';
import { variantNames } from '../../../catalog/variant-names.ts';
import type { CsvForm } from '../../answer/csv.ts';
import { includes } from '../../parameters.ts';

const USD = 'market¢ low¢ high¢';
const EUR = 'price_kind avg¢ trend¢ avg_holo¢ low_holo¢ trend_holo¢';
const PRICE = `variant condition currency ${USD} ${EUR}`;

const fixed = (columns: string): CsvForm => ({ columns: () => columns });

/** A row for each price, and one for what has none. */
const perPrice = <Row extends object>(rows: readonly Row[], prices: (row: Row) => readonly object[]): object[] =>
  rows.flatMap((row) => {
    const found = prices(row);
    return found.length === 0 ? [row] : found.map((price) => ({ ...row, ...price }));
  });

const CARD = 'game id expansion_id number number_normalized name lang rarity image.low image.high score';

export const cardsCsv: CsvForm = {
  columns: (query) => (includes(query, 'prices') ? `${CARD} ${PRICE}` : CARD),
  rows: ({ items }: { items: { prices?: object[] }[] }) => perPrice(items, ({ prices = [] }) => prices),
};

export const productsCsv: CsvForm = {
  columns: () =>
    `game id name clean_name number expansions.id image.low image.high usd_market_url external_ids.cardmarket score ${PRICE} observed_on`,
  rows: ({ items }: { items: { usd_market: object[]; eur_market: object | null }[] }) =>
    perPrice(items, ({ usd_market, eur_market }) => [...usd_market, ...(eur_market === null ? [] : [eur_market])]),
};

type Side = { condition?: string; currency: string; price_kind?: string | null; history: object[] };
type History = { variants: { variant: string | Printing; usd_market: Side[]; eur_market: Side }[] };

export const pricesCsv: CsvForm = {
  columns: () => `variant condition currency observed_on ${USD} ${EUR}`,
  rows: ({ variants }: History) => {
    const printings = variants.flatMap(({ variant }, id) => (typeof variant === 'string' ? [] : [{ ...variant, id }]));
    const names = variantNames(printings);
    return variants.flatMap(({ variant, usd_market, eur_market }, at) =>
      [...usd_market, eur_market].flatMap(({ history, ...side }) =>
        history.map((day) => ({ variant: typeof variant === 'string' ? variant : names.get(at), ...side, ...day })),
      ),
    );
  },
};

export const gamesCsv = fixed('name title languages');
export const seriesCsv = fixed('game id name lang logo.low logo.high expansions.id score');
export const expansionsCsv = fixed(
  'game id series_id name lang region release_date card_count_total card_count_official legal_standard legal_expanded logo.low logo.high symbol score',
);
export const valuesCsv = fixed('value count');
export const fieldsCsv = fixed('name type games example count');
export const moversCsv = fixed(
  'game card_id product_id name lang expansion_id number variant currency from.observed_on from.amount¢ to.observed_on to.amount¢ percent image.low image.high',
);
export const resolvedCsv = fixed(
  'foreign_id card_id product_id name lang expansion_id number variants.id variants.type variants.subtype variants.size',
);
export const eventsCsv = fixed('id name created_at chunk.index chunk.of data');
export const migrationsCsv = fixed('kind from to at');

export const runsCsv = fixed('id task started_at finished_at outcome reason counts');
export const heldCsv = fixed('id source part guard reason since days');
export const usageCsv = fixed('day route status count');
export const keysCsv = fixed(
  'id prefix name scopes games addresses rate rate_day requests_today state created_at expires_at revoked_at last_used_at session_of',
);
export const subscriptionsCsv = fixed(
  'id url events allow_private format ordered state reason created_at previous_until last_success_at failing_since hold_until watch',
);
export const deliveriesCsv = fixed(
  'id event_id name position state tries due_at attempts.at attempts.status attempts.error',
);

export const lookupCsv: CsvForm = {
  columns: () =>
    [
      'confidence is_certain is_variant_certain card.game card.id card.name card.lang card.number card.rarity',
      'card.expansion.id card.expansion.name product.id product.name printing variant.id condition quantity',
      'usd_market.condition usd_market.observed_on usd_market.market¢ usd_market.low¢ usd_market.high¢',
      'eur_market.price_kind eur_market.observed_on eur_market.avg¢ eur_market.low¢ eur_market.trend¢',
      'eur_market.avg_holo¢ eur_market.low_holo¢ eur_market.trend_holo¢ problem candidates.card.id unread',
    ].join(' '),
  rows: ({ items, unread }: { items: { variant: Printing | null }[]; unread: string[] }) =>
    items.map((item) => ({ ...item, printing: item.variant && plainName(item.variant), unread })),
};
