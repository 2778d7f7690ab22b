/** Works out what one card becomes: its printings with stable ids, what is new, what is missing, what differs. */
import { type CardChange, cardChange, printingIdentity, printingOf } from '../../catalog/changes.ts';
import type { Card, Variant } from '../../catalog/records.ts';
import type { CardSeed, PrintingSeed } from '../../catalog/seeds.ts';
import { NO_PRICES } from '../../catalog/served-prices.ts';
import type { PublishedVariant } from '../../store/catalog/variants.ts';

/** A printing goes when its card came complete in this many successive runs without it. */
const RUNS_WITHOUT = 2;

/** The key of a stored printing among those of its card. */
export type VariantSlot = Pick<PublishedVariant, 'card_id' | 'identity' | 'ordinal'>;

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
export function newSlots(seed: CardSeed, stored: readonly PublishedVariant[]): VariantSlot[] {
  const known = new Set(stored.map(slotKey));
  return slots(seed)
    .filter(({ key }) => !known.has(key))
    .map(({ slot }) => slot);
}

/** Stored printings that did not come: due to go with this run, or waiting for a second; and those that came again. */
export type MissingVariants = Record<'due' | 'waiting' | 'returned', PublishedVariant[]>;

/** Compares a card's stored printings with those that came. */
export function missingVariants(seed: CardSeed, stored: readonly PublishedVariant[]): MissingVariants {
  const present = new Set(slots(seed).map(({ key }) => key));
  const missing = stored.filter((variant) => !present.has(slotKey(variant)));
  return {
    due: missing.filter((variant) => variant.missing_runs + 1 >= RUNS_WITHOUT),
    waiting: missing.filter((variant) => variant.missing_runs + 1 < RUNS_WITHOUT),
    returned: stored.filter((variant) => variant.missing_runs > 0 && present.has(slotKey(variant))),
  };
}

/** What a card becomes. */
export interface CardPlan {
  card: Card;
  isNew: boolean;
  change: CardChange | undefined;
}

/**
 * The next record of a card. `stored` are its printings, new ones included and pruned ones left out; a printing that is
 * only missing keeps its place, so that its absence alone changes nothing that is shown.
 */
export function planCard(seed: CardSeed, previous: Card | undefined, stored: readonly PublishedVariant[]): CardPlan {
  const byKey = new Map(stored.map((variant) => [slotKey(variant), variant]));
  const before = new Map(previous?.variants.map((variant) => [variant.id, variant]));
  const variants: Variant[] = [];
  for (const { key, printing } of slots(seed)) {
    const variant = byKey.get(key);
    if (!variant) throw new Error(`printing ${key} of card ${seed.id} has no id`);
    byKey.delete(key);
    variants.push(variantRecord(variant.id, printing, before.get(variant.id), seed.ids_complete));
  }
  const missing = new Set([...byKey.values()].map(({ id }) => id));
  for (const [place, kept] of (previous?.variants ?? []).entries()) {
    if (missing.has(kept.id)) variants.splice(place, 0, kept);
  }
  const { ids_complete, external_ids, variants: _, ...fields } = seed;
  const card: Card = { ...fields, variants };
  return { card, isNew: previous === undefined, change: previous && cardChange(previous, card) };
}

function variantRecord(id: number, printing: PrintingSeed, before: Variant | undefined, idsComplete: boolean): Variant {
  const { tcgplayer, cardmarket } = printing.external_ids;
  const kept = idsComplete ? undefined : before?.external_ids;
  return {
    id,
    ...printingOf(printing),
    external_ids: {
      tcgplayer: tcgplayer ?? kept?.tcgplayer ?? null,
      cardmarket: cardmarket ?? kept?.cardmarket ?? null,
    },
    ...NO_PRICES,
  };
}
