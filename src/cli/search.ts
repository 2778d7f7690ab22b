/** `cardstock search`: asks the running service for cards, and shows what each costs at least. */
import type { CardSummary } from '../catalog/records.ts';
import { askService } from './ask-service.ts';
import { type CommonFlags, configOf } from './context.ts';
import { EXITS, serviceUrl, withParameters } from './get.ts';
import { amount } from './money.ts';
import { CommandFailure, printJson, printRows } from './output.ts';

interface SearchFlags extends CommonFlags {
  query?: string[];
  sort?: string;
  game?: string;
  lang?: string;
  limit?: string;
}

interface Found {
  data: { items: CardSummary[] } | null;
  error: { message: string } | null;
}

/** The words are what is searched for; without any the cards are those that the filters leave. */
export async function search(words: readonly string[], { query = [], sort, game, lang, limit, ...flags }: SearchFlags) {
  const config = configOf(flags);
  const asked = Object.entries({ q: words.join(' ') || undefined, sort, game, lang, limit, include: 'prices' });
  const given = asked.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]));
  const address = withParameters(new URL(`${await serviceUrl(config)}/v1/cards`), [...given, ...query]);
  const { status, text } = await askService(address, config);
  if (status >= 400 && !text.startsWith('{')) throw new CommandFailure(`${address.href} answered ${status}`);
  const { data, error } = JSON.parse(text) as Found;
  if (data === null) throw new CommandFailure(error?.message ?? `${address.href} answered ${status}`, EXITS[status]);
  if (flags.json) return printJson(data.items);
  printRows(data.items, false, (card) => ({
    id: card.id,
    name: card.name,
    number: card.number,
    rarity: card.rarity,
    usd: amount(leastOf(card, 'USD'), 'USD'),
    eur: amount(leastOf(card, 'EUR'), 'EUR'),
  }));
}

/** The cheapest printing: by the best condition that has a market price, or by the trend of its half. */
function leastOf({ prices = [] }: CardSummary, currency: 'USD' | 'EUR'): number | null {
  const least = new Map<string, number>();
  for (const price of prices) {
    if (price.currency !== currency || least.has(price.variant)) continue;
    const half = price.currency === 'EUR' && price.price_kind === 'holo' ? price.trend_holo : null;
    const cents = price.currency === 'USD' ? price.market : price.price_kind === 'plain' ? price.trend : half;
    if (cents !== null) least.set(price.variant, cents);
  }
  return least.size === 0 ? null : Math.min(...least.values());
}
