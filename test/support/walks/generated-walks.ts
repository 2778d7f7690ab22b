/** Walks over the card list that chance draws, and what each has to show by a plain pass over the records. */
import type { Random } from '../../../demo/random.ts';
import { numberNormalized } from '../../../src/catalog/collector-number.ts';
import { foldName } from '../../../src/catalog/fold.ts';
import { foldValue } from '../../../src/catalog/listing/card-fields.ts';
import type { Card, Expansion } from '../../../src/catalog/records.ts';
import { SORTS } from '../../../src/store/views/listing/list-order.ts';

/** What of the list is asked for, as it stands in the address. */
export type Asked = Readonly<Record<string, string>>;

/** Answers one page of the card list. */
export type Ask = (query: Asked) => Promise<{ items: Found[]; next_cursor: string | null }>;

interface Found {
  id: string;
  score?: number;
}

/** The records of the catalog, as something else than the list tells them. */
export interface Records {
  cards: readonly Card[];
  expansions: readonly Expansion[];
}

const LIMIT_MAX = '200';

/** Draws what to ask for: of each parameter in some walks nothing, and now and then what no card has. */
export function drawnWalk(random: Random, { cards, expansions }: Records, languages: readonly string[] = []): Asked {
  const card = random.pick(cards);
  const one = (name: string, value: string | null, chance: number) =>
    random.chance(chance) ? { [name]: value ?? 'none' } : {};
  const cents = String(usdOf(card) ?? eurOf(card) ?? 1);
  const [first = ''] = card.name.split(' ');
  return {
    limit: String(random.whole(1, 3)),
    ...one('expansion_id', random.chance(0.9) ? card.expansion_id : 'none', 0.5),
    ...one('sort', random.pick(SORTS), 0.5),
    ...one('rarity', [card, random.pick(cards)].map(({ rarity }) => rarity ?? 'none').join(), 0.2),
    ...one('number', numbersLike(random, card, cards, expansions), 0.3),
    ...one('released_from', expansions.find(({ id }) => id === card.expansion_id)?.release_date ?? '2021-03-02', 0.1),
    ...one('priced', random.pick(['usd', 'eur', 'usd,eur']), 0.1),
    ...one(random.pick(['usd_min', 'usd_max', 'eur_min', 'eur_max']), cents, 0.15),
    ...one('q', random.pick([card.name, first, `${first} ${card.number}`]), 0.3),
    ...one('game', random.chance(0.9) ? card.game : 'none', 0.2),
    ...(languages.length > 0 ? one('lang', random.pick(languages), 0.3) : {}),
    ...one('include', 'prices', 0.2),
  };
}

/** Its number and another card's of that number, each with or without what its expansion prints behind it. */
function numbersLike(random: Random, { number }: Card, cards: readonly Card[], expansions: readonly Expansion[]) {
  if (number === null) return null;
  const sharing = cards.filter((card) => card.number === number);
  return [random.pick(sharing), random.pick(sharing)]
    .map(({ expansion_id }) => expansions.find(({ id }) => id === expansion_id)?.card_count_official ?? null)
    .map((total) => (total === null || random.chance(0.3) ? number : `${number}/${total}`))
    .join();
}

/** What a walk shows and should not: undefined where it is what the records come to. */
export async function wrongIn(ask: Ask, records: Records, asked: Asked): Promise<string | undefined> {
  const shown = (await walked(ask, asked, 2 * records.cards.length + 2)).map(({ id }) => id);
  const due = await idsDue(ask, records, asked);
  const isSame = shown.length === due.length && shown.every((id, at) => id === due[at]);
  return isSame ? undefined : `a walk by ${JSON.stringify(asked)} shows ${shown.join()}, due is ${due.join()}`;
}

/** All rows, page by page; no more than `most`, should it never end. */
async function walked(ask: Ask, asked: Asked, most: number): Promise<Found[]> {
  const rows: Found[] = [];
  for (let cursor: string | null = ''; cursor !== null && rows.length < most; ) {
    const page = await ask(cursor === '' ? asked : { ...asked, cursor });
    rows.push(...page.items);
    cursor = page.next_cursor;
  }
  return rows;
}

async function idsDue(ask: Ask, { cards, expansions }: Records, asked: Asked): Promise<string[]> {
  const known = new Map(expansions.map((expansion) => [expansion.id, expansion]));
  const dayOf = ({ expansion_id }: Card) => known.get(expansion_id)?.release_date ?? null;
  const sort = asked.sort ?? (asked.q === undefined ? 'catalog' : undefined);
  const kept = new Map(
    cards.filter((card) => isAsked(card, known.get(card.expansion_id), asked)).map((card) => [card.id, card]),
  );
  if (asked.q === undefined) return inOrder([...kept.values()], sort ?? 'catalog', dayOf).map(({ id }) => id);
  // A score is of the text and the row alone: what is asked beside takes rows away, and changes nothing else.
  const { q } = asked;
  const found = (await walked(ask, { q, limit: LIMIT_MAX }, cards.length)).filter(({ id }) => kept.has(id));
  if (sort === undefined) return found.map(({ id }) => id);
  const rows = found.flatMap(({ id }) => kept.get(id) ?? []);
  return inOrder(rows, sort, dayOf).map(({ id }) => id);
}

/** `7` is that number wherever it is, `7/40` where 40 are printed; letters before it count for themselves. */
function isNumbered({ number }: Card, total: number | undefined, wanted: string): boolean {
  const [its = '', printed] = wanted.split('/');
  const isOf = printed === undefined || Number(printed) === total || !/^\d/.test(its);
  return isOf && numberNormalized(number) === numberNormalized(its);
}

function isAsked(card: Card, expansion: Expansion | undefined, asked: Asked): boolean {
  const day = expansion?.release_date ?? null;
  const costs = (cents: number | null, least: string | undefined, most: string | undefined) =>
    (least === undefined && most === undefined) ||
    (cents !== null && cents >= Number(least ?? 0) && cents <= Number(most ?? Number.POSITIVE_INFINITY));
  const amounts = { usd: usdOf(card), eur: eurOf(card) };
  return (
    (asked.game === undefined || card.game === asked.game) &&
    (asked.expansion_id === undefined || card.expansion_id === asked.expansion_id) &&
    (asked.rarity === undefined ||
      asked.rarity
        .split(',')
        .map(foldValue)
        .includes(foldValue(card.rarity ?? '-'))) &&
    (asked.number === undefined ||
      asked.number.split(',').some((each) => isNumbered(card, expansion?.card_count_official, each))) &&
    (asked.released_from === undefined || (day !== null && day >= asked.released_from)) &&
    (asked.priced === undefined || asked.priced.split(',').some((of) => amounts[of as 'usd' | 'eur'] !== null)) &&
    costs(amounts.usd, asked.usd_min, asked.usd_max) &&
    costs(amounts.eur, asked.eur_min, asked.eur_max)
  );
}

const least = (amounts: readonly (number | null)[]): number | null => {
  const known = amounts.filter((amount) => amount !== null);
  return known.length === 0 ? null : Math.min(...known);
};

/** The cheapest printing, by the market price of its best condition that has one. */
const usdOf = ({ variants }: Card): number | null =>
  least(variants.map(({ usd_market }) => usd_market.find(({ market }) => market !== null)?.market ?? null));

/** The cheapest printing, by the trend of the side that its price is of. */
const eurOf = ({ variants }: Card): number | null =>
  least(
    variants.map(({ eur_market: { price_kind, trend, trend_holo } }) =>
      price_kind === 'plain' ? trend : price_kind === 'holo' ? trend_holo : null,
    ),
  );

const compared = <Value extends string | number>(a: Value, b: Value): number => (a < b ? -1 : a > b ? 1 : 0);
/** What is not known stands behind all that is. */
const knownFirst = (a: unknown, b: unknown): number => Number(a === null) - Number(b === null);

/** Catalog order is by day of release, expansion, number and id; another sort has it among equals. */
function inOrder(cards: readonly Card[], sort: string, dayOf: (card: Card) => string | null): Card[] {
  const values = {
    name: ({ name }: Card) => foldName(name),
    released: dayOf,
    usd: usdOf,
    eur: eurOf,
    catalog: () => null,
  };
  const sortedBy = values[sort.replace('-', '') as keyof typeof values];
  const direction = sort.startsWith('-') ? -1 : 1;
  return [...cards].sort((one, other) => {
    const [a, b] = [sortedBy(one), sortedBy(other)];
    const [here, there] = [dayOf(one), dayOf(other)];
    const [number, its] = [numberNormalized(one.number), numberNormalized(other.number)];
    return (
      knownFirst(a, b) ||
      direction * compared(a ?? '', b ?? '') ||
      knownFirst(here, there) ||
      compared(here ?? '', there ?? '') ||
      compared(one.expansion_id, other.expansion_id) ||
      knownFirst(number, its) ||
      compared(number ?? '', its ?? '') ||
      compared(one.id, other.id)
    );
  });
}
