/** Works out what one card becomes: its printings with stable ids, what is new, what is missing, what differs. */
import { isDeepStrictEqual } from 'node:util';
import { cardChange, printingIdentity, printingOf } from '../../catalog/changes.ts';
import { MARKETPLACES, type Marketplace } from '../../catalog/claims.ts';
import type { Card, ExternalIds, Printing, Variant } from '../../catalog/records.ts';
import type { CardSeed, PrintingSeed } from '../../catalog/seeds.ts';
import { NO_PRICES } from '../../catalog/served-prices.ts';
import type { PublishedVariant } from '../../store/catalog/variants.ts';

/** A printing goes when its card came complete in this many successive runs without it. */
const RUNS_WITHOUT = 2;

/** The key of a stored printing among those of its card. */
type VariantSlot = Pick<PublishedVariant, 'card_id' | 'identity' | 'ordinal'>;

const slotKey = ({ identity, ordinal }: Omit<VariantSlot, 'card_id'>) => `${ordinal} ${identity}`;

/** Printings of a seed with the slot each of them takes; exact duplicates count up. */
function slots(seed: CardSeed): { key: string; slot: VariantSlot; printing: PrintingSeed }[] {
  const seen = new Map<string, number>();
  return seed.variants.map((printing) => {
    const identity = printingIdentity(printing);
    const ordinal = (seen.get(identity) ?? 0) + 1;
    seen.set(identity, ordinal);
    const slot = { card_id: seed.id, identity, ordinal };
    return { key: slotKey(slot), slot, printing };
  });
}

/** The printings of `seed` that have no id yet. */
export function newSlots(seed: CardSeed, stored: readonly PublishedVariant[]): Appeared[] {
  const known = new Set(stored.map(slotKey));
  return slots(seed).filter(({ key }) => !known.has(key));
}

/**
 * Printings that are gone while a new one of the card takes their place: these are spelled otherwise now. Those are that have a
 * marketplace id in common, the most ids and fields first; of the rest those that share what nothing else shares, and one that
 * is left for one. What stays ambiguous is lost and new, and so is one of other marketplace products. Returns stored printings,
 * each with the slot of its card that it is in from now on.
 */
export function respellings(seed: CardSeed, stored: readonly PublishedVariant[], previous: Card | undefined) {
  const { due, waiting } = missingVariants(seed, stored);
  const before = new Map(previous?.variants.map((variant) => [variant.id, variant]));
  let gone = [...due, ...waiting].flatMap((variant): Gone[] => {
    const was = before.get(variant.id);
    return was === undefined ? [] : [{ variant, was }];
  });
  if (gone.length === 0) return [];
  let appeared = newSlots(seed, stored);
  const found: { variant: PublishedVariant; slot: VariantSlot }[] = [];
  for (;;) {
    const pair = byIds(gone, appeared) ?? byFields(gone, appeared);
    if (pair === undefined) return found;
    found.push({ variant: pair.one.variant, slot: pair.other.slot });
    gone = gone.filter((one) => one !== pair.one);
    appeared = appeared.filter((other) => other !== pair.other);
  }
}

/** A stored printing that did not come, as it was. */
interface Gone {
  variant: PublishedVariant;
  was: Variant;
}

type Appeared = ReturnType<typeof slots>[number];
type Pair = { one: Gone; other: Appeared };

const pairsOf = (gone: readonly Gone[], appeared: readonly Appeared[]): Pair[] =>
  gone.flatMap((one) => appeared.map((other) => ({ one, other })));

/** In how many marketplaces both have the same id, or ids that differ. */
const idsOf = ({ one, other }: Pair, isAlike: boolean): number =>
  MARKETPLACES.filter((market) => {
    const [was, is] = [one.was.external_ids[market], other.printing.external_ids[market]];
    return was !== null && is !== null && (was === is) === isAlike;
  }).length;

/** The pair with the most marketplace ids in common, and of those with the most fields. */
function byIds(gone: readonly Gone[], appeared: readonly Appeared[]): Pair | undefined {
  const pairs = pairsOf(gone, appeared).map((pair) => ({
    pair,
    ids: idsOf(pair, true),
    fields: equalFields(pair.one.was, pair.other.printing),
  }));
  return pairs.filter(({ ids }) => ids > 0).sort((a, b) => b.ids - a.ids || b.fields - a.fields)[0]?.pair;
}

/** A pair that shares what nothing else shares, or is alone. */
function byFields(gone: readonly Gone[], appeared: readonly Appeared[]): Pair | undefined {
  const isAlone = gone.length === 1 && appeared.length === 1;
  const fieldsOf = (printing: Printing) => Object.entries(printingOf(printing)).map((field) => JSON.stringify(field));
  const [were, are] = [gone.map(({ was }) => fieldsOf(was)), appeared.map(({ printing }) => fieldsOf(printing))];
  const isOnly = (field: string) =>
    [were, are].every((printings) => printings.filter((fields) => fields.includes(field)).length === 1);
  return pairsOf(gone, appeared).find((pair) => {
    if (idsOf(pair, false) > 0) return false;
    const shared = fieldsOf(pair.one.was).filter((field) => fieldsOf(pair.other.printing).includes(field));
    return isAlone || shared.some(isOnly);
  });
}

function equalFields(a: Printing, b: Printing): number {
  const [one, other] = [printingOf(a), printingOf(b)];
  return (Object.keys(one) as (keyof Printing)[]).filter((field) => isDeepStrictEqual(one[field], other[field])).length;
}

/** Stored printings that did not come: due to go with this run, or waiting for a second; and those that came again. */
export type MissingVariants = Record<'due' | 'waiting' | 'returned', PublishedVariant[]>;

export function missingVariants(seed: CardSeed, stored: readonly PublishedVariant[]): MissingVariants {
  const present = new Set(slots(seed).map(({ key }) => key));
  const missing = seed.lacks_printings ? [] : stored.filter((variant) => !present.has(slotKey(variant)));
  return {
    due: missing.filter((variant) => variant.missing_runs + 1 >= RUNS_WITHOUT),
    waiting: missing.filter((variant) => variant.missing_runs + 1 < RUNS_WITHOUT),
    returned: stored.filter((variant) => variant.missing_runs > 0 && present.has(slotKey(variant))),
  };
}

/**
 * The next record of a card. `stored` are its printings, new ones included and pruned ones left out; a printing that is
 * only missing keeps its place, so that its absence alone changes nothing that is shown. Exact duplicates stand in the
 * order of their ordinals.
 */
export function planCard(
  game: string,
  seed: CardSeed,
  previous: Card | undefined,
  stored: readonly PublishedVariant[],
) {
  const byKey = new Map(stored.map((variant) => [slotKey(variant), variant]));
  const before = new Map(previous?.variants.map((variant) => [variant.id, variant]));
  const variants: Variant[] = [];
  for (const { key, printing } of slots(seed)) {
    const variant = byKey.get(key);
    if (!variant) throw new Error(`printing ${key} of card ${seed.id} has no id`);
    byKey.delete(key);
    const external_ids = externalIds(seed, printing, before.get(variant.id));
    variants.push({ id: variant.id, ...printingOf(printing), external_ids, ...NO_PRICES });
  }
  const missing = new Map([...byKey.values()].map((variant) => [variant.id, variant]));
  for (const [place, kept] of (previous?.variants ?? []).entries()) {
    const identity = missing.get(kept.id)?.identity;
    if (identity === undefined) continue;
    // By their order exact duplicates are named: one that is missing stands behind those that came.
    const lastAlike = variants.findLastIndex((variant) => printingIdentity(variant) === identity);
    variants.splice(Math.max(place, lastAlike + 1), 0, kept);
  }
  const { ids_complete, external_ids, lacks_printings, variants: _, ...fields } = seed;
  const card: Card = { game, ...fields, variants };
  return { card, isNew: previous === undefined, change: previous && cardChange(previous, card) };
}

/**
 * The ids of a printing; where its source names none it keeps those that it had, of a source that shows ids only beside
 * prices. One that another printing of the card now names is that one's; one written on the card as a whole speaks for
 * no printing beside others that name their own.
 */
function externalIds(
  { ids_complete, variants, external_ids }: CardSeed,
  printing: PrintingSeed,
  before: Variant | undefined,
): ExternalIds {
  const kept = (market: Marketplace) => {
    const id = before?.external_ids[market] ?? null;
    const isComplete = typeof ids_complete === 'boolean' ? ids_complete : ids_complete[market];
    if (isComplete || id === null) return null;
    const named = variants.map((printing) => printing.external_ids[market]).filter((other) => other !== null);
    const isAnothers = named.includes(id) || (named.length > 0 && external_ids[market] === id);
    return isAnothers ? null : id;
  };
  const { tcgplayer, cardmarket } = printing.external_ids;
  return { tcgplayer: tcgplayer ?? kept('tcgplayer'), cardmarket: cardmarket ?? kept('cardmarket') };
}
