/** `cardstock get` and `cardstock search`: ask the running service, with the first key of this data directory or the one that is given. */
import { amount } from '../catalog/listing/amounts.ts';
import { leastPrice } from '../catalog/listing/least-price.ts';
import type { CardSummary, Expansion } from '../catalog/records.ts';
import { servingAddress } from '../service/configured-parts.ts';
import { askService, dataAt, refusal } from './ask-service.ts';
import { type CommonFlags, configOf, withPresentStore } from './context.ts';
import { CommandFailure, misused, printJson, printNote, printRows, printText } from './output.ts';

type Asked = Readonly<Record<string, string | undefined>>;

/** The address with parameters by name, and those that are given as `name=value`. @throws CommandFailure */
export function addressOf(place: string, parameters: Asked, given: readonly string[] = []): URL {
  const address = new URL(place);
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) address.searchParams.set(name, value);
  for (const parameter of given) {
    const equals = parameter.indexOf('=');
    if (equals < 1) throw misused(`-q ${parameter}: must be name=value`);
    address.searchParams.append(parameter.slice(0, equals), parameter.slice(equals + 1));
  }
  return address;
}

/**
 * Where the service is: as set, else where one of this data directory listens right now.
 * @throws CommandFailure where none does
 */
export async function serviceUrl(flags: CommonFlags): Promise<string> {
  const { values, origins } = configOf(flags);
  // As a flag either is meant for this request.
  const asked = origins.publicUrl === 'flag' ? values.publicUrl : (values.url ?? values.publicUrl);
  if (asked !== undefined) return asked;
  const address = await withPresentStore(flags, servingAddress);
  if (address !== undefined) return address;
  const place = values.databaseUrl === undefined ? `the data directory ${values.data}` : 'this database';
  throw new CommandFailure(
    `no service of ${place} runs on this machine: start cardstock serve, or name one with --url`,
  );
}

/** Prints the body as it came; on a terminal JSON is spread over lines. What is no success says so in its exit code. */
export async function get(path: string, { query, ...flags }: CommonFlags & { query?: string[] }): Promise<void> {
  const config = configOf(flags);
  const base = await serviceUrl(flags);
  const address = addressOf(`${base}${path.startsWith('/') ? '' : '/'}${path}`, {}, query);
  const answer = await askService(address, config);
  const { status, type, text } = answer;
  if (!type.startsWith('application/json')) flags.json ? printJson(text) : printText(text);
  else if (process.stdout.isTTY && !flags.json) printJson(JSON.parse(text), 2);
  else printJson(JSON.parse(text));
  if (status >= 400) throw refusal(`${address.href} answered ${status}`, answer, true);
}

/** A page of a list; an empty one says which of its filters and terms nothing has. */
interface Found<Item> {
  items: Item[];
  unmatched?: string[];
}

interface SearchFlags extends CommonFlags, Partial<Record<'filter' | 'sort' | 'game' | 'lang' | 'limit', string>> {
  query?: string[];
}

/** The words are what is searched for; without any the cards are those that the filters leave. */
export async function search(
  words: readonly string[],
  { query, filter, sort, game, lang, limit, ...flags }: SearchFlags,
) {
  const config = configOf(flags);
  const asked = { q: words.join(' ') || undefined, filter, sort, game, lang, limit, include: 'prices' };
  const service = await serviceUrl(flags);
  const address = addressOf(`${service}/v1/cards`, asked, query);
  const { items: cards, unmatched = [] } = await dataAt<Found<CardSummary>>(address, config);
  if (unmatched.length > 0) printNote(`No card has ${unmatched.join(', or ')}.`);
  if (cards.length === 0 && game !== undefined) {
    const { items } = await dataAt<Found<{ name: string }>>(addressOf(`${service}/v1/games`, {}), config);
    if (items.every(({ name }) => name !== game)) printNote(`There is no game ${game} here.`);
  }
  if (flags.json) return printJson(cards);
  const ids = [...new Set(cards.map(({ expansion_id }) => expansion_id))];
  const named = addressOf(`${service}/v1/expansions`, { ids: ids.join(','), lang });
  const expansions = ids.length === 0 ? [] : (await dataAt<Found<Expansion>>(named, config)).items;
  const nameOf = new Map(expansions.map(({ id, name }) => [id, name]));
  printRows(cards, false, (card) => ({
    id: card.id,
    name: card.name,
    number: card.number,
    expansion: nameOf.get(card.expansion_id) ?? card.expansion_id,
    game: card.game,
    rarity: card.rarity,
    usd: amount(leastPrice(card, 'USD') ?? null, 'USD'),
    eur: amount(leastPrice(card, 'EUR') ?? null, 'EUR'),
  }));
}
