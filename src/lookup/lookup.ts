/** Looks the rows of a list up: which card and printing each means, what it costs, how sure that is, and what else it may be. */

import { foldName } from '../catalog/fold.ts';
import type { Condition } from '../catalog/price-rows.ts';
import type { Card, EurPrice, Product, UsdPrice, Variant } from '../catalog/records.ts';
import type { DeployedGame } from '../games/game.ts';
import { inBatches } from '../store/batches.ts';
import { Pause } from '../store/pause.ts';
import { lookupExpansions } from '../store/views/external-ids.ts';
import { pricedCards } from '../store/views/priced/priced-records.ts';
import { gatherCandidates, type LookupParts } from './candidates.ts';
import { CERTAIN, type Choice, CONTRADICTED_MAX, choose, withoutRivals } from './choose.ts';
import type { Candidate } from './evidence.ts';
import { ExpansionBook } from './expansion-book.ts';
import type { ListedRow } from './listed-row.ts';
import { endOf, unexplained, wordsBeside } from './name-fit.ts';
import { type Beside, choosePrinting } from './printing.ts';
import { isBoxBeside, maySealed, productsOf } from './sealed.ts';
import { UNKNOWN_CONDITION, understand, type Wanted } from './wanted.ts';

/** A card and printing that a row may mean, with their current prices. */
export interface Match {
  confidence: number;
  card: Card;
  expansion: string;
  /** Null where the card has no printing. */
  variant: Variant | null;
  /** Of the row's condition, or of NM where that has none; null where neither has. */
  usd: UsdPrice | null;
  /** Null where there is none. */
  eur: EurPrice | null;
}

export interface Found {
  /** What the row means; undefined where nothing is likely enough. */
  best: Match | undefined;
  /** The sealed product that it means, and then no card. */
  product: Product | undefined;
  isCertain: boolean;
  isPrintingCertain: boolean;
  /** What it may mean, the best first; empty where card and printing are certain. */
  candidates: Match[];
  /** Of a product `Unopened`, unless its row says another one; null where its words are not known. */
  condition: Condition | null;
  /** Null where it is no sensible one. */
  quantity: number | null;
  /** What of the row could not be taken. */
  problems: readonly string[];
}

/** Rows of one list, at most. */
export const ROWS_MAX = 200;
export const CANDIDATES_MAX = 3;
/** So many are read where words behind the name may tell them apart: `SIR`, `(Enchanted)`. */
const TOLD_APART_MAX = 8;
/** Letters of a name and what stands behind it, of any card. */
const TOLD_MAX = 80;
/** What is less likely than not is no answer. */
const LIKELY = 0.5;
/** What is so unlikely is no candidate. */
const CANDIDATE_FLOOR = 0.01;
/** Cards read and put together in one turn. */
const CARDS_AT_ONCE = 40;

/** One for each state of the indexes: what expansions are called moves with the names. */
const books = new WeakMap<object, ExpansionBook>();

async function bookOf({ reads, index, games }: LookupParts): Promise<ExpansionBook> {
  const book = books.get(index) ?? new ExpansionBook(await lookupExpansions(reads), games);
  books.set(index, book);
  return book;
}

/** What each row means, in the order of the rows. */
export async function lookUp(rows: readonly ListedRow[], parts: LookupParts): Promise<Found[]> {
  const { reads, index, games } = parts;
  const pause = new Pause();
  const book = await bookOf(parts);
  await pause.now();
  const served = {
    ...{ games, stored: book.games, isCalled: (text: string) => book.isAny(text) },
    isCard: (query: string) =>
      query !== '' && index.search('cards', { query, game: undefined, groups: [], limit: 1 })[0]?.score === 1,
  };
  const wanted = await pause.each(rows, (row) => understand(row, served));
  const sources = { ...parts, book, pause };
  const gathered = await gatherCandidates(wanted, sources);
  const chosen = await pause.each(wanted, (row, at) => {
    const { candidates, hasKnownId } = gathered[at] ?? { candidates: [], hasKnownId: false };
    const likely = choose(candidates, row, { book, games, hasKnownId }, TOLD_APART_MAX);
    const all = likely.slice(0, saysMore(row, likely[0]) ? TOLD_APART_MAX : CANDIDATES_MAX);
    const isShown = ({ confidence }: Choice, place: number) =>
      confidence >= CANDIDATE_FLOOR && (place === 0 || !isSure(all));
    const problems = [
      ...row.problems,
      ...idProblem(row, all[0], hasKnownId),
      ...(isSure(all) ? [] : openId(candidates)),
    ];
    return { row: { ...row, problems }, choices: all.filter(isShown) };
  });
  const ids = new Set(chosen.flatMap(({ choices }) => choices.map(({ card }) => card.id)));
  const read = await pause.each(inBatches([...ids], CARDS_AT_ONCE), (some) => pricedCards(reads, some));
  const cards = new Map(read.flat().map((card) => [card.id, card]));
  const found = await pause.each(chosen, ({ row, choices }) => answered(row, choices, { cards, book, games }));
  const open = [...wanted.keys()].filter((at) => isOpen(found[at], wanted[at], games));
  const rowsOf = open.flatMap((at) => wanted[at] ?? []);
  const products = await productsOf(rowsOf, sources);
  const productAt = new Map(open.map((at, place) => [at, products[place]]));
  return found.map((each, at) => {
    const product = productAt.get(at);
    const row = wanted[at];
    if (row === undefined) return named(each);
    if (product !== undefined) return sealed(each, row, product);
    const isBox = !each.isCertain && each.best !== undefined && isBoxBeside(row, each.best.card.name, games);
    return named(isBox ? { ...each, best: undefined } : each);
  });
}

/** Whether words of the row may tell apart cards that bear its name: of the printing, or behind the name. */
function saysMore(row: Wanted, best: Choice | undefined): boolean {
  const length = row.names[0]?.text.length ?? 0;
  const isBehind = () => unexplained(row, { names: best?.names ?? [], beside: [] }).length > 0;
  return row.printing !== '' || (length <= TOLD_MAX && isBehind());
}

/** Whether a sealed product may be meant rather than a card. */
const isOpen = (found: Found | undefined, row: Wanted | undefined, games: readonly DeployedGame[]): boolean =>
  found?.isCertain === false && row !== undefined && maySealed(row, games);

/** What is neither card nor product is told so. */
const named = (found: Found): Found =>
  found.best === undefined
    ? { ...found, problems: [...found.problems, found.candidates.length > 1 ? SEVERAL : NOTHING] }
    : found;

const SEVERAL = 'Several cards may be meant: its expansion and number would tell which.';
const NOTHING = 'No card and no sealed product here is likelier than not.';

/** A product has no printings; what its row says of an id is said of cards. */
const sealed = (found: Found, { isUnopened, condition, problems }: Wanted, product: Product): Found => ({
  ...found,
  ...{ product, best: undefined, isCertain: true, isPrintingCertain: true, candidates: [] },
  condition: isUnopened ? 'Unopened' : condition,
  problems: isUnopened ? problems.filter((problem) => problem !== UNKNOWN_CONDITION) : problems,
});

/** What to tell of an id that had no say. */
function idProblem({ hasId, cardIds }: Wanted, best: Choice | undefined, hasKnownId: boolean): string[] {
  if (!hasId) return [];
  // It is the number that is printed on the card.
  if (!hasKnownId && cardIds.some(({ id }) => id === best?.card.number)) return [];
  if (!hasKnownId) return ['Its external_id leads to no card here.'];
  return best === undefined || best.isById ? [] : ["Its external_id is another card's."];
}

/** The id may be that of a card in all its expansions: then the card is known, and which of them is not. */
function openId(candidates: readonly Candidate[]): string[] {
  const named = candidates.filter(({ byId }) => byId > 0);
  const [name, ...others] = new Set(named.map(({ card }) => card.name));
  if (named.length < 2 || others.length > 0) return [];
  return [`Its external_id is that of ${named.length} cards, all called ${name}: nothing says which of them.`];
}

const isSure = ([best]: readonly Choice[]) => (best?.confidence ?? 0) >= CERTAIN;

interface Shown {
  cards: ReadonlyMap<string, Card>;
  book: ExpansionBook;
  games: readonly DeployedGame[];
}

function answered(row: Wanted, choices: readonly Choice[], { cards, book, games }: Shown): Found {
  const options = choices.flatMap((choice) => {
    const card = cards.get(choice.card.id);
    // One that went meanwhile.
    if (card === undefined) return [];
    const game = games.find(({ name }) => name === card.game);
    const printing = choosePrinting(card, row, besideNames(row, card, { names: choice.names, book }), game);
    return [{ choice, card, ...printing }];
  });
  // Of cards that nothing else tells apart the one with the printing or rarity of the row's words comes first.
  options.sort((a, b) => b.choice.confidence - a.choice.confidence || Number(b.isOffered) - Number(a.isOffered));
  const [best, ...others] = options;
  const rivals = others.flatMap(({ isOffered, choice }) => (best?.isOffered && !isOffered ? [choice] : []));
  const chance = best === undefined ? 0 : withoutRivals(best.choice, rivals, best.isOffered);
  const confidence = best?.isAnother ? Math.min(chance, CONTRADICTED_MAX) : chance;
  // The card may have gone since it was chosen.
  const isCertain = confidence >= CERTAIN && best?.choice === choices[0];
  const isPrintingCertain = isCertain && best?.isCertain === true;
  const matches = options.map(({ choice, card, variants: [first = null, ...further] }) => {
    const { name: expansion = card.expansion_id } = book.get(card.expansion_id) ?? {};
    const sure = choice === best?.choice ? confidence : choice.confidence;
    return [first, ...further].map(
      (variant): Match => ({ confidence: sure, card, expansion, variant, ...pricesOf(variant, row) }),
    );
  });
  const { condition, quantity } = row;
  const said = confidence >= LIKELY ? [...leftOver(best?.left ?? []), best?.choice.contradicts ?? []].flat() : [];
  const problems = [...row.problems, ...said];
  const firsts = matches.flatMap(([first]) => first ?? []);
  const open = isCertain ? (matches[0] ?? []) : firsts;
  return {
    ...{ product: undefined, isCertain, isPrintingCertain, condition, quantity, problems },
    best: confidence >= LIKELY ? firsts[0] : undefined,
    candidates: isPrintingCertain ? [] : open.slice(0, CANDIDATES_MAX),
  };
}

const BRACKETED = /[([]([^)\]]*)[)\]]/g;

function besideNames(
  wanted: Wanted,
  { number, expansion_id }: Card,
  { names, book }: { names: readonly string[]; book: ExpansionBook },
): Beside {
  const called = book.calledOf(expansion_id);
  const own = [...called, foldName(number ?? ''), ...endOf(number ?? ''), String(wanted.total ?? '')];
  const text = wanted.expansion ?? '';
  const brackets = [...text.matchAll(BRACKETED)].map(([, inside = '']) => foldName(inside)).join(' ');
  return {
    told: [...unexplained(wanted, { names, beside: own }), ...wordsBeside(brackets, called)],
    hinted: wordsBeside(foldName(text.replace(BRACKETED, ' ')), called),
  };
}

const leftOver = (words: readonly string[]): string[] =>
  words.length === 0
    ? []
    : [`Its ${words.map((word) => `“${word}”`).join(', ')} matches none of this card's printings.`];

/** A price of another condition is not this one's: only the best stands in, and says so. */
function pricesOf(variant: Variant | null, { condition, isUnpriced }: Wanted): Pick<Match, 'usd' | 'eur'> {
  if (variant === null || isUnpriced) return { usd: null, eur: null };
  const of = (asked: string) => variant.usd_market.find((price) => price.condition === asked);
  const own = condition === null ? undefined : of(condition);
  const best = condition === null || own?.market != null ? undefined : of('NM');
  const usd = (best?.market != null ? best : (own ?? best)) ?? null;
  return { usd, eur: variant.eur_market.observed_on === null ? null : variant.eur_market };
}
