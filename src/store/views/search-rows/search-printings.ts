/** The printings of cards as they are searched, read in the order of an index of theirs: by the ids of the cards. */
import { lowerBound } from '../../../packed/lists.ts';
import { statement } from '../../engines/statement.ts';
import type { Reads } from '../../store.ts';

const PRINTINGS_AT_ONCE = 2000;

type Place = { card_id: string; identity: string };

/** The next printings behind a place, of any game: asked for by the ids of their cards they took three times as long. */
const nextPrintings = statement((reads, { card_id, identity }: Place) =>
  reads
    .selectFrom('variants')
    .select(['card_id', 'identity'])
    .where(({ eb, refTuple, tuple }) => eb(refTuple('card_id', 'identity'), '>', tuple(card_id, identity)))
    .orderBy('card_id')
    .orderBy('identity')
    .limit(PRINTINGS_AT_ONCE),
);

/** With these in an id the order of the store, which is by code points, is not that of the ids. */
const SURROGATES = /[\ud800-\udfff]/;

/** The printings of each of the cards: type, subtype, size, stamps and foil as JSON. @param ids ascending by code unit */
export async function searchablePrintings(reads: Reads, ids: readonly string[]) {
  const sets = new PrintingSets();
  const codes = new Uint32Array(ids.length);
  const isOrdered = !ids.some((id) => SURROGATES.test(id));
  let place: Place | undefined = { card_id: (isOrdered && ids[0]) || '', identity: '' };
  for (let row = 0; place !== undefined; ) {
    const found: Place[] = await nextPrintings(reads, place);
    for (const { card_id, identity } of found) {
      if (ids[row] !== card_id) row = rowFrom(ids, card_id, isOrdered ? row : 0);
      if (ids[row] === card_id) codes[row] = sets.with(codes[row] ?? 0, identity);
    }
    const last = found.length < PRINTINGS_AT_ONCE ? undefined : found.at(-1);
    place = isOrdered ? leapt(last, ids[row]) : last;
  }
  return { values: sets.values, codes };
}

/** Printings of other games are leaped over, but for those whose ids may stand elsewhere in the store than they compare. */
function leapt(last: Place | undefined, next: string | undefined): Place | undefined {
  if (last === undefined || next === undefined) return undefined;
  return next > last.card_id && !SURROGATES.test(last.card_id) ? { card_id: next, identity: '' } : last;
}

/** The first row from `row` on whose id is not before `id`; mostly it is the next. */
function rowFrom(ids: readonly string[], id: string, row: number): number {
  if (ids[row + 1] === id) return row + 1;
  return row + lowerBound(ids.length - row, (at) => (ids[row + at] ?? '') < id);
}

/** Sets of printings by number, each made of one before it and another printing: a few hundred are those of all cards. */
class PrintingSets {
  readonly values: string[][] = [[]];
  readonly #with: Map<string, number>[] = [new Map()];

  /** The number of the set that is `set` and `printing`; 0 is the empty one. */
  with(set: number, printing: string): number {
    const known = this.#with[set]?.get(printing);
    if (known !== undefined) return known;
    const number = this.values.push([...(this.values[set] ?? []), printing]) - 1;
    this.#with.push(new Map());
    this.#with[set]?.set(printing, number);
    return number;
  }
}
