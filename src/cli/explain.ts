/** `cardstock explain` and `cardstock audit`: where each price of a card comes from and why others are not there, and what is withheld. */
import { amount, type Currency } from '../catalog/listing/amounts.ts';
import type {
  CardExplanation,
  EurExplanation,
  HeldBack,
  UsdExplanation,
} from '../catalog/provenance/card-explanation.ts';
import { pendingPriceOf } from '../catalog/provenance/pending-price.ts';
import { auditReport } from '../ingest/audit/audit-report.ts';
import { explainCard } from '../ingest/audit/explain-card.ts';
import { upstreamFaults } from '../ingest/audit/upstream-faults.ts';
import { deployedGames } from '../service/configured-parts.ts';
import { type CommonFlags, withPresentStore } from './context.ts';
import { CommandFailure, EXIT, printJson, printLine, printRows } from './output.ts';

/** Shows it as a table; below it, in words, why prices are missing, what is held back and who else claims a product. */
export async function explain(id: string, flags: CommonFlags): Promise<void> {
  const explanation = await withPresentStore(flags, (store, config) =>
    explainCard(store.reads, id, deployedGames(config)),
  );
  if (explanation === undefined) throw new CommandFailure(`there is no card ${id}`, EXIT.notFound);
  if (flags.json) return printJson(explanation);
  const markets = explanation.variants.flatMap(marketsOf);
  printRows(markets.flatMap(rowsOf), false, (row) => row, 'wrap');
  const notes = markets.flatMap(notesOf);
  if (notes.length > 0) printLine('');
  for (const note of notes) printLine(note);
}

type MarketOfPrinting = ReturnType<typeof marketsOf>[number];

const marketsOf = ({ variant, usd_market, eur_market }: CardExplanation['variants'][number]) => [
  { printing: variant, currency: 'USD' as const, market: usd_market, prices: usd_market.prices.map(usdPrice) },
  { printing: variant, currency: 'EUR' as const, market: eur_market, prices: eur_market.prices.map(eurPrice) },
];

function usdPrice({ condition, market, low, high, observed_on, source }: UsdExplanation['prices'][number]) {
  const range = low === null && high === null ? '' : ` (${amount(low, 'USD')} to ${amount(high, 'USD')})`;
  return { price: `${condition} ${amount(market, 'USD')}${range}`, source, day: observed_on };
}

/** Of the row's two halves the one that speaks for the printing. */
function eurPrice({ observed_on, source, ...row }: EurExplanation['prices'][number]) {
  const [trend, low] = row.price_kind === 'holo' ? [row.trend_holo, row.low_holo] : [row.trend, row.low];
  const price = `${row.price_kind} ${amount(trend, 'EUR')} (from ${amount(low, 'EUR')})`;
  return { price, source, day: observed_on };
}

function rowsOf({ printing, currency, market: { row, external_id, rule, reason }, prices }: MarketOfPrinting) {
  const none = { price: `no ${currency}`, source: null, day: null };
  const shown: { price: string; source: string | null; day: string | null }[] = prices.length > 0 ? prices : [none];
  return shown.map((price) => ({ printing, row: row ?? external_id, ...price, why: reason ?? rule }));
}

function notesOf({ printing, currency, market }: MarketOfPrinting): string[] {
  const { marketplace, external_id, rule, reason, meaning, held, other_cards, prices } = market;
  const from = prices.flatMap(({ document }) => (document ? `${document.address}, SHA-256 ${document.sha256}` : []));
  return [
    ...(reason === null ? [] : [`${printing} has no ${currency}: ${meaning}`]),
    ...(reason === null && rule === null ? [`${printing}: ${currency}: ${meaning}`] : []),
    ...held.map((one) => `${printing}: ${heldText(one, currency)}`),
    ...[...new Set(from)].map((document) => `${printing}: ${currency} by ${document}`),
    ...other_cards.map(({ id, name }) => `${printing}: ${marketplace} ${external_id} is also claimed by ${id} ${name}`),
  ];
}

function heldText({ condition, amount: name, previous, held, observed_on, source }: HeldBack, currency: Currency) {
  const cents = `${amount(held, currency)} after ${amount(previous, currency)}`;
  return `${[condition, name].filter(Boolean).join(' ')} is held back since ${observed_on}: ${cents} (${source})`;
}

const WITHHELD_SHOWN = 20;

export async function audit(flags: CommonFlags & { format?: 'upstream' }): Promise<void> {
  if (flags.format === 'upstream') {
    const faults = withPresentStore(flags, (store, config) => upstreamFaults(store.reads, deployedGames(config)));
    return printJson(await faults);
  }
  const report = await withPresentStore(flags, (store, config) => auditReport(store.reads, deployedGames(config)));
  if (flags.json) return printJson(report);
  const { markets, withheld, parts, held, texts, sealed } = report;
  printRows(markets, false, ({ unmatched, ...counts }) => counts);
  const reasons = markets.flatMap(({ game, market, unmatched }) =>
    Object.entries(unmatched).map(([reason, printings]) => ({ game, market, reason, printings })),
  );
  section('Printings without a row, by reason', reasons);
  section(
    `Withheld ids: claimed by several cards (${withheld.length}; all of them with --json)`,
    withheld.slice(0, WITHHELD_SHOWN).map(({ market, id, cards, reason }) => {
      return { market, id, cards: cards.map((card) => `${card.id} ${card.name}`).join(', '), reason };
    }),
  );
  section(
    'Groups, days and catalogs that a guard leaves out: cardstock ingest accept takes them as they are',
    parts.map(({ source, part, reason, since }) => ({ source, part, reason, since })),
  );
  section('Amounts that moved 50-fold and wait for a second day', held.map(heldRow));
  section(
    `Texts in other languages that are another card's (${texts.length}; all of them with --json)`,
    texts.slice(0, WITHHELD_SHOWN).map(({ language, card_id: card, name, text, reason }) => {
      return { language, card, name, text, reason };
    }),
  );
  section('Sealed products', [sealed]);
}

function section<Row extends Record<string, string | number | null>>(title: string, rows: readonly Row[]): void {
  printLine('');
  printLine(title);
  printRows(rows, false, (row) => row);
}

type HeldAmount = Awaited<ReturnType<typeof auditReport>>['held'][number];

function heldRow({ source, key, previous, held, observed_on: day }: HeldAmount) {
  const { market, productId: article, parts, currency } = pendingPriceOf(key);
  const [was, would] = [amount(previous, currency), amount(held, currency)];
  return { source, market, article, amount: parts.join(' '), was, 'would be': would, day };
}
