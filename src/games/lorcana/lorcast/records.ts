/** Lorcast's cards and sets turned into ours: what each field is called there, and what it may look like. */
import Type, { type Static } from 'typebox';
import { type CardMetadata, NO_METADATA } from '../../../catalog/card-metadata.ts';
import { ORDINARY } from '../../../catalog/records.ts';
import { type CardSeed, type ExpansionSeed, type SeriesSeed, UNSAID } from '../../../catalog/seeds.ts';
import { centsOf } from '../../../upstream/markets/money.ts';
import {
  alike,
  attributesOf,
  MarketplaceId,
  maybe,
  Name,
  only,
  present,
  Text,
} from '../../../upstream/record-fields.ts';
import type { Findings } from '../../../upstream/seed-collector.ts';
import { checkOf, usableFields } from '../../../upstream/usable-fields.ts';

const Code = Type.String({ minLength: 1, maxLength: 50, pattern: '^[^\\u0000-\\u0020/-]+$' });
const CollectorNumber = Type.String({ minLength: 1, maxLength: 50, pattern: '^[^\\u0000-\\u0020/]+$' });
const texts = maybe(Type.Array(Text));

const LorcastCard = Type.Object({
  name: Name,
  version: maybe(Name),
  collector_number: CollectorNumber,
  set: Type.Object({ code: Code }),
  image_uris: maybe(Type.Object({ digital: maybe(Type.Object({ ...alike('small large', maybe(Text)) })) })),
  cost: maybe(Type.Integer()),
  inkwell: maybe(Type.Boolean()),
  ink: maybe(Name),
  ...alike('inks type classifications keywords', texts),
  ...alike('text flavor_text', maybe(Text)),
  ...alike('move_cost strength willpower lore', maybe(Type.Integer())),
  rarity: maybe(Name),
  illustrators: texts,
  legalities: maybe(Type.Record(Name, Type.Enum(['legal', 'not_legal', 'banned', 'restricted']))),
  layout: maybe(Text),
  tcgplayer_id: maybe(MarketplaceId),
});
type LorcastCard = Static<typeof LorcastCard>;

const LorcastSet = Type.Object({
  code: Code,
  name: Name,
  released_at: maybe(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })),
  prereleased_at: maybe(Text),
});

const checks = { card: checkOf(LorcastCard), set: checkOf(LorcastSet) };

/** The game has no series: its sets are all of one. */
export const SERIES: SeriesSeed = { id: 'tcg', name: 'Disney Lorcana TCG', logo: null };

/** What a set of the main line prints beside its ordinary cards: rarer ones above its count, sold as foils only. */
const SPECIAL: ReadonlySet<string> = new Set(['Enchanted', 'Epic', 'Iconic']);

/** Sets of the main line are numbered; promotional ones and quests bear letters. */
export const isMainLine = (code: string): boolean => /^\d+$/.test(code);

/** The count that is printed on the cards of a set, as its cards tell: above it stand the special ones, if any. */
export function officialCount(code: string, cards: readonly unknown[]): number {
  if (!isMainLine(code)) return 0;
  const numbers = (wanted: boolean) =>
    cards.flatMap((card) => {
      const { collector_number, rarity } = (card ?? {}) as { collector_number?: unknown; rarity?: unknown };
      const number = Number.parseInt(String(collector_number), 10);
      return number > 0 && SPECIAL.has(String(rarity)) === wanted ? [number] : [];
    });
  const special = numbers(true);
  return special.length > 0 ? Math.min(...special) - 1 : Math.max(0, ...numbers(false));
}

type Finish = 'normal' | 'foil';

/**
 * The finishes of a card. In the main line its place tells them, so that they are the same on every day: up to the printed
 * count each card is sold plain and as a foil, above it as a foil. Of the others only a price proves a finish.
 */
function finishesOf(card: unknown, code: string, official: number): Finish[] {
  const { collector_number, rarity, prices } = card as Record<'collector_number' | 'rarity' | 'prices', unknown>;
  if (isMainLine(code)) {
    const isAbove = SPECIAL.has(String(rarity)) || Number.parseInt(String(collector_number), 10) > official;
    return isAbove ? ['foil'] : ['normal', 'foil'];
  }
  const { usd, usd_foil } = (prices ?? {}) as { usd?: unknown; usd_foil?: unknown };
  return [...(centsOf(usd) ? ['normal' as const] : []), ...(centsOf(usd_foil) ? ['foil' as const] : [])];
}

function metadata(card: LorcastCard): CardMetadata {
  const { legalities } = card;
  const [, ...subtypes] = card.type ?? [];
  return {
    ...NO_METADATA,
    types: card.inks ?? (card.ink == null ? [] : [card.ink]),
    description: card.flavor_text ?? null,
    effect: card.text ?? null,
    attributes: present({
      ...only(card, 'cost', 'inkwell', 'strength', 'willpower', 'lore', 'move_cost'),
      subtypes,
      ...only(card, 'classifications', 'keywords'),
      layout: card.layout === 'normal' ? undefined : card.layout,
    }),
    ...(legalities && { legalities }),
  };
}

/** @throws BadRecord */
export function cardSeed(value: unknown, official: number, { leftOut }: Findings): CardSeed {
  const card = usableFields(checks.card, value, leftOut);
  const { name, version, collector_number: number, set, image_uris, rarity, illustrators, type } = card;
  const { small, large } = image_uris?.digital ?? {};
  const [low, high] = [small ?? large, large ?? small];
  const external_ids = { tcgplayer: card.tcgplayer_id ?? null, cardmarket: null };
  return {
    id: `${set.code}-${number}`,
    expansion_id: set.code,
    number,
    name: version == null ? name : `${name} - ${version}`,
    rarity: rarity?.replaceAll('_', ' ') ?? null,
    illustrator: illustrators?.join(', ') || null,
    image: low && high ? { low, high } : null,
    category: type?.[0] ?? null,
    metadata: metadata(card),
    variants: finishesOf(value, set.code, official).map((type) => ({ ...ORDINARY, type, external_ids })),
    external_ids,
    // Lorcast names no marketplace products of Cardmarket: those that are found there stay.
    ids_complete: { tcgplayer: true, cardmarket: false },
    // Where only prices tell the finishes, one without a price today is none that upstream deleted.
    ...(!isMainLine(set.code) && { lacks_printings: true }),
  };
}

/** @throws BadRecord */
export function expansionSeed(value: unknown, cards: readonly unknown[], { leftOut }: Findings): ExpansionSeed {
  const { code, name, released_at, prereleased_at } = usableFields(checks.set, value, leftOut);
  return {
    ...UNSAID,
    id: code,
    series_id: SERIES.id,
    name,
    release_date: released_at ?? null,
    card_count_total: cards.length,
    card_count_official: officialCount(code, cards),
    ...attributesOf({ prerelease_date: prereleased_at }),
  };
}
