/** `cardstock explain`: where each price of a card comes from, and why the others are not there. */
import type {
  CardExplanation,
  EurExplanation,
  HeldBack,
  UsdExplanation,
} from '../catalog/provenance/card-explanation.ts';
import { explainCard } from '../ingest/matching/explain-card.ts';
import { deployedGames } from '../service/configured-parts.ts';
import { type CommonFlags, withStore } from './context.ts';
import { amount, type Currency } from './money.ts';
import { CommandFailure, EXIT, printJson, printLine, printRows } from './output.ts';

/** Shows it as a table; below it, in words, why prices are missing, what is held back and who else claims an article. */
export async function explain(id: string, flags: CommonFlags): Promise<void> {
  const explanation = await withStore(flags, (store, config) => explainCard(store.reads, id, deployedGames(config)));
  if (explanation === undefined) throw new CommandFailure(`there is no card ${id}`, EXIT.notFound);
  if (flags.json) return printJson(explanation);
  const markets = explanation.variants.flatMap(marketsOf);
  printRows(markets.flatMap(rowsOf), false, (row) => row, 'wrap');
  const notes = markets.flatMap(notesOf);
  if (notes.length > 0) printLine('');
  for (const note of notes) printLine(note);
}

/** One market of one printing, its amounts in words. */
interface MarketOfPrinting {
  printing: string;
  currency: Currency;
  market: UsdExplanation | EurExplanation;
  prices: { price: string; source: string; day: string }[];
}

const marketsOf = ({ variant, usd_market, eur_market }: CardExplanation['variants'][number]): MarketOfPrinting[] => [
  { printing: variant, currency: 'USD', market: usd_market, prices: usd_market.prices.map(usdPrice) },
  { printing: variant, currency: 'EUR', market: eur_market, prices: eur_market.prices.map(eurPrice) },
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
  const { marketplace, external_id, reason, meaning, held, other_cards } = market;
  return [
    ...(reason === null ? [] : [`${printing} has no ${currency}: ${meaning}`]),
    ...held.map((one) => `${printing}: ${heldText(one, currency)}`),
    ...other_cards.map(({ id, name }) => `${printing}: ${marketplace} ${external_id} is also claimed by ${id} ${name}`),
  ];
}

function heldText({ condition, amount: name, previous, held, observed_on, source }: HeldBack, currency: Currency) {
  const cents = `${amount(held, currency)} after ${amount(previous, currency)}`;
  return `${[condition, name].filter(Boolean).join(' ')} is held back since ${observed_on}: ${cents} (${source})`;
}
