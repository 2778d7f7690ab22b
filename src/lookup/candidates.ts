/** Gathers the cards that the rows of a list may mean: by ids and places for all rows at once, by search for what is left. */

import { NUMBERED_IDS } from '../catalog/claims.ts';
import { numberNormalized } from '../catalog/collector-number.ts';
import type { Card } from '../catalog/records.ts';
import type { DeployedGame } from '../games/game.ts';
import type { OpenIndex } from '../search/catalog-search.ts';
import { isEastern } from '../search/scripts/fold-eastern.ts';
import { inBatches } from '../store/batches.ts';
import { cardBodies } from '../store/catalog/cards.ts';
import { cardNames } from '../store/catalog/translations.ts';
import type { Pause } from '../store/pause.ts';
import type { Reads } from '../store/store.ts';
import {
  cardsAtPlaces,
  cardsByAnyId,
  cardsOfExpansions,
  cardsOfMarketplaceIds,
  type LookupRow,
} from '../store/views/external-ids.ts';
import type { Candidate } from './evidence.ts';
import { type ExpansionBook, FIT_ENOUGH } from './expansion-book.ts';
import { NAME_ENOUGH, nameFit, namesOf } from './name-fit.ts';
import type { Wanted } from './wanted.ts';

/** What an id says for the card that bears it: a marketplace's, a number of either, one of another catalog, our own. */
const BY_MARKETPLACE_ID = 5;
const BY_NUMBER_ALONE = 3;
const BY_PLACE = 4;
const BY_CARD_ID = 6;

/** Expansions that share a printed count, at most: more tell nothing. */
const TOTALS_MAX = 12;
const EXPANSIONS_MAX = 16;
/** Rows read in one turn. */
const ROWS_AT_ONCE = 200;
const HITS = 8;
const HITS_IN_EXPANSION = 4;
/** Hardly a card has a longer name; the search would take its time for what is. */
const SEARCHED_MAX = 80;

export interface LookupParts {
  reads: Reads;
  index: Pick<OpenIndex, 'search'>;
  games: readonly DeployedGame[];
  /** The only games that whoever asks sees. */
  only?: readonly string[] | undefined;
}

export interface Sources extends LookupParts {
  book: ExpansionBook;
  pause: Pause;
}

/** The candidates of each row, in the order of the rows, and whether its id is some card's, whichever game is asked. */
export async function gatherCandidates(rows: readonly Wanted[], sources: Sources) {
  const { reads, pause } = sources;
  const evidence = await byIds(rows, sources);
  const places = await pause.each(rows, (row) => placesOf(row, sources.book));
  const byExpansion = Map.groupBy(places.flat(), ({ expansion }) => expansion);
  const numbers = [...byExpansion].map(([id, of]) => [id, new Set(of.map(({ number }) => number))] as const);
  const cards = new Map((await cardsAtPlaces(reads, new Map(numbers))).map((row) => [row.id, row]));
  const byPlace = Map.groupBy(cards.values(), (row) => placeKey(row.expansion_id, row.number_sort));
  const found = rows.map((_, at) => {
    const named = evidence[at] ?? new Map<string, { row: LookupRow; weight: number }>();
    const candidates = new Map([...named].map(([id, { row, weight }]) => [id, candidate(row, weight)]));
    for (const { game, expansion, number, weight } of places[at] ?? []) {
      for (const row of byPlace.get(placeKey(expansion, number)) ?? []) {
        if (!isOf(row, game)) continue;
        const known = candidates.get(row.id);
        if (known === undefined || known.byId < weight) candidates.set(row.id, candidate(row, weight));
      }
    }
    return candidates;
  });
  await pause.soon();
  await translate(found, sources);
  await addHits(rows, found, sources);
  await translate(found, sources);
  await addCounterparts(rows, found, sources);
  return found.map((of, at) => {
    const candidates = [...of.values()].filter(({ card }) => sources.only?.includes(card.game) ?? true);
    return { candidates: ofGame(candidates, rows[at]?.game), hasKnownId: candidates.some(({ byId }) => byId > 0) };
  });
}

const candidate = (card: LookupRow, byId: number): Candidate => ({ card, translated: {}, byId });

const ofGame = (candidates: Candidate[], game: string | null | undefined) =>
  game === undefined ? candidates : candidates.filter(({ card }) => card.game === game);

/** The cards that ids of each row name, with what the id says. */
async function byIds(rows: readonly Wanted[], { reads, pause }: Sources) {
  const ids = rows.map(() => new Map<string, number>());
  for (const market of NUMBERED_IDS) {
    const wanted = rows.flatMap(({ marketplaceIds }) => marketplaceIds.filter((each) => each.market === market));
    if (wanted.length === 0) continue;
    const cards = await cardsOfMarketplaceIds(reads, market, [...new Set(wanted.map(({ productId }) => productId))]);
    for (const [at, { marketplaceIds }] of rows.entries()) {
      for (const { productId, isNamed } of marketplaceIds.filter((each) => each.market === market)) {
        for (const id of cards.get(productId) ?? []) ids[at]?.set(id, isNamed ? BY_MARKETPLACE_ID : BY_NUMBER_ALONE);
      }
    }
  }
  for (const [at, { cardIds }] of rows.entries()) for (const { id } of cardIds) ids[at]?.set(id, BY_CARD_ID);
  const cards = await cardsInTurns(new Set(ids.flatMap((each) => [...each.keys()])), reads, pause);
  return ids.map((each, at) => {
    const games = new Map(rows[at]?.cardIds.map(({ id, game }) => [id, game]));
    return new Map(
      [...each].flatMap(([id, weight]) => {
        const row = cards.get(id);
        if (row === undefined) return [];
        return isOf(row, games.get(id)) ? [[row.id, { row, weight }] as const] : [];
      }),
    );
  });
}

async function cardsInTurns(ids: ReadonlySet<string>, reads: Reads, pause: Pause): Promise<Map<string, LookupRow>> {
  const read = await pause.each(inBatches([...ids], ROWS_AT_ONCE), (some) => cardsByAnyId(reads, some));
  return new Map(read.flatMap((cards) => [...cards]));
}

/** Games without a prefix may have ids alike: that of a catalog of one game is no other game's. */
const isOf = (card: LookupRow, game: string | undefined): boolean => game === undefined || card.game === game;

interface Place {
  /** The only game that is meant; undefined for every one. */
  game?: string;
  expansion: string;
  number: string;
  weight: number;
}

const placeKey = (expansion: string, number: string) => `${expansion}\n${number}`;

const LETTER_LAST = /(?<= )[a-z]$/;

/** Where a row's number may stand: in the expansions that it or its number names, and in those of its printed count. */
function placesOf(
  { places, names, number: stated, coded, total, expansion, writtenNumber }: Wanted,
  book: ExpansionBook,
): Place[] {
  const external = places.map((place) => ({
    game: place.game,
    expansion: place.expansion_id,
    number: numberNormalized(place.number) ?? '',
    weight: BY_PLACE,
  }));
  // `Runeglyph [M]`
  const number = stated ?? numberNormalized(LETTER_LAST.exec(names[0]?.text ?? '')?.[0]?.toUpperCase() ?? null);
  if (number === null) return external;
  // `OP01-016`: the code of the expansion is printed within the number.
  const [code = ''] = /^.+(?=-)/.exec(writtenNumber) ?? [];
  const printed = book.isAny(code) ? [...book.fits(code).keys()] : [];
  const fits = expansion === undefined ? printed : [...book.fits(expansion).keys()].slice(0, EXPANSIONS_MAX);
  const named = fits.flatMap((id) => [id, ...book.partsOf(id)]);
  const counted = total === undefined ? [] : book.ofTotal(total).map(({ id }) => id);
  const expansions = new Set([...named, ...(counted.length > TOTALS_MAX ? [] : counted)]);
  const ofCode = coded === undefined ? [] : [...book.fits(coded.code).keys()];
  return [
    ...external,
    ...[...expansions].map((id) => ({ expansion: id, number, weight: 0 })),
    ...ofCode.map((id) => ({ expansion: id, number: coded?.number ?? number, weight: 0 })),
  ];
}

/** Adds what the search finds, for the rows whose name no candidate bears. */
async function addHits(
  rows: readonly Wanted[],
  found: readonly Map<string, Candidate>[],
  sources: Sources,
): Promise<void> {
  const { reads, pause } = sources;
  const hits = await pause.each(rows, (row, at) => {
    const isAsked = row.names.length > 0 || row.number !== undefined;
    return isAsked && !isSettled(row, [...(found[at]?.values() ?? [])], sources) ? searched(row, sources) : [];
  });
  const cards = await cardsInTurns(new Set(hits.flat()), reads, pause);
  for (const [at, ids] of hits.entries()) {
    for (const id of ids) {
      const row = cards.get(id);
      if (row !== undefined && !found[at]?.has(id)) found[at]?.set(id, candidate(row, 0));
    }
  }
}

/** Whether a card that ids or places have led to bears the name, and no other expansion may be meant. */
function isSettled(row: Wanted, candidates: readonly Candidate[], { book, games }: Sources): boolean {
  // Another card may bear the number itself than the one that its letters lead to: `XY121`.
  const bears = ({ card, byId }: Candidate) => byId > 0 || card.number_sort === row.number;
  // Promos of other expansions may bear the number too.
  const isAlone = ({ card, byId }: Candidate) =>
    byId > 0 || games.some(({ name, lists }) => name === card.game && lists.isNumberOneCards);
  if (row.names.length === 0)
    return candidates.some((each) => bears(each) && (row.expansion !== undefined || isAlone(each)));
  if (row.expansion === undefined) return candidates.some((each) => bearsName(each, row, games) && isAlone(each));
  const fits = book.fits(row.expansion);
  if (Math.max(0, ...fits.values()) < FIT_ENOUGH) return false;
  // The printed count of another expansion is no reason not to look into the one that is named.
  const mayBe = ({ card, byId }: Candidate) => byId > 0 || row.isPartCount || fits.has(card.expansion_id);
  return candidates.some((each) => mayBe(each) && bearsName(each, row, games));
}

/**
 * Words behind a name may be another card's, unless an id says otherwise, or a number that is one card's where they stand in
 * brackets; and what is a typo of this card's name, or begins it, may be the name of another.
 */
function bearsName(candidate: Candidate, row: Wanted, games: readonly DeployedGame[]): boolean {
  const names = namesOf(candidate, row);
  const { weight, kind } = nameFit(names, row.names);
  if (candidate.byId > 0) return weight >= NAME_ENOUGH;
  if (kind !== 'part') return weight >= NAME_ENOUGH && kind !== 'mistyped' && kind !== 'begins';
  const { game, number_sort } = candidate.card;
  if (number_sort !== row.number || !names.includes(row.names.at(-1)?.text ?? '')) return false;
  return games.some(({ name, lists }) => name === game && lists.isNumberOneCards);
}

/** Ids of cards that are like the row, with its number and among the cards of the expansions that it names. */
function searched(row: Wanted, { index, book }: Sources): string[] {
  const { names, writtenNumber, total, expansion, game } = row;
  if (game === null) return [];
  const printed = cut(writtenNumber) + (total === undefined ? '' : `/${total}`);
  const fits = expansion === undefined ? [] : [...book.fits(expansion)].slice(0, 2);
  const isExpansionKnown = fits.some(([, fit]) => fit >= FIT_ENOUGH);
  const games = new Set(fits.map(([id]) => book.get(id)?.game));
  const [onlyGame] = isExpansionKnown && games.size === 1 ? games : [];
  const asks = (name: string, groups: string[], limit: number) =>
    index.search('cards', {
      // A number alone is looked for as whoever types it would.
      ...(name === '' ? { query: printed } : { query: name, listedNumber: printed }),
      ...{ game: game ?? onlyGame, groups, limit },
    });
  const idsOf = (hits: readonly { id: string }[]) => hits.map(({ id }) => id);
  // All of the name, the row's number aside; and the reading with the least behind it, which may be all that is printed.
  const [whole, least] = [names.findLast(({ isWhole }) => isWhole), names.at(-1)].map((name) => cut(name?.text ?? ''));
  const readings = [...new Set([whole ?? '', least ?? ''])];
  const places = fits.flatMap(([id]) => [id, ...book.partsOf(id)]);
  const named = places.flatMap((id) => readings.flatMap((name) => asks(name, [id], HITS_IN_EXPANSION)));
  // Where the expansion has the name itself, and no number may speak for another one, that is all there is to find.
  if (isExpansionKnown && row.number === undefined && named.some(({ score }) => score === 1)) return idsOf(named);
  return idsOf([...named, ...readings.flatMap((name) => asks(name, [], HITS))]);
}

const cut = (name: string): string => name.slice(0, SEARCHED_MAX);

async function translate(found: readonly Map<string, Candidate>[], { reads, pause, games }: Sources): Promise<void> {
  // No game is shown in a language beside its own.
  if (games.every(({ languages }) => languages.length < 2)) return;
  const cards = new Map(found.flatMap((candidates) => [...candidates.values()].map(({ card }) => [card.id, card])));
  const read = await pause.each(inBatches([...cards.values()], ROWS_AT_ONCE), (some) => cardNames(reads, some));
  const names = new Map(read.flatMap((own) => [...own]));
  for (const candidates of found) {
    for (const [id, each] of candidates) {
      const translated = names.get(id);
      if (translated !== undefined) candidates.set(id, { ...each, translated });
    }
  }
}

/** What is put before a name, as whose it is, is written in other characters; letters behind it are on all prints. */
const KANA_NAME = /^[ァ-ヺー ]+([A-Za-z]*)$/;
/** Hardly a name has more cards. */
const BEARERS_MAX = 200;

/** Who writes `Charcoal ex` of an expansion whose names are in kana means the card there that one of that name shows too. */
async function addCounterparts(
  rows: readonly Wanted[],
  found: readonly Map<string, Candidate>[],
  { reads, index, book, pause }: Sources,
): Promise<void> {
  const placesOf = ({ expansion, names }: Wanted) =>
    expansion === undefined || names.length === 0 || isEastern(names[0]?.text ?? '')
      ? []
      : [...book.fits(expansion)].flatMap(([id, fit]) => (fit >= FIT_ENOUGH && book.get(id)?.region ? [id] : []));
  const places = rows.map(placesOf);
  const there = await cardsOfExpansions(reads, [...new Set(places.flat())]);
  const pairs = await pause.each(rows, ({ names, number }, at) => {
    const cards = there.filter(
      ({ expansion_id, number_sort, name }) =>
        places[at]?.includes(expansion_id) && (number ?? number_sort) === number_sort && KANA_NAME.test(name),
    );
    const text = cards.length === 0 ? '' : cut(names.at(-1)?.text ?? '');
    const asks = { query: text, game: cards[0]?.game, groups: [], limit: BEARERS_MAX };
    const hits = text === '' ? [] : index.search('cards', asks);
    return { text, cards, bearers: hits.filter(({ score }) => score === 1) };
  });
  const ids = new Set(pairs.flatMap(({ cards, bearers }) => [...cards, ...bearers].map(({ id }) => id)));
  const read = await pause.each(inBatches([...ids], ROWS_AT_ONCE), async (some) =>
    [...(await cardBodies(reads, some))].map(([id, body]) => [id, factsOf(JSON.parse(body) as Card)] as const),
  );
  const facts = new Map(read.flat());
  for (const [at, { text, cards, bearers }] of pairs.entries()) {
    const shown = new Set(bearers.map(({ id }) => facts.get(id)?.ofSpaced));
    for (const card of cards) {
      const own = facts.get(card.id)?.ofKana;
      const known = found[at]?.get(card.id) ?? candidate(card, 0);
      if (own !== undefined && shown.has(own)) found[at]?.set(card.id, { ...known, calledSo: [text] });
    }
  }
}

/** What all prints of a card share, by how its name is written; nothing where that is too little to know one by. */
function factsOf({ name, metadata: { dex_numbers, types, hp, retreat } }: Card) {
  if (dex_numbers.length === 0) return {};
  const kana = KANA_NAME.exec(name);
  // What stands beside one word and such letters may make it another card: `Dark Glint`.
  const [, ...behind] = name.split(/[\s-]+/);
  const letters = kana?.[1] ?? behind.join(' ');
  const facts = JSON.stringify([letters.toLowerCase(), dex_numbers, types, hp, retreat]);
  return kana === null ? { ofSpaced: facts } : { ofKana: facts };
}
