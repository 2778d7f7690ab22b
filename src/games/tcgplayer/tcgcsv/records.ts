/** TCGplayer's groups and products turned into expansions and cards: what each field is called there. */
import Type, { type Static } from 'typebox';
import { type CardMetadata, NO_METADATA } from '../../../catalog/card-metadata.ts';
import { isDay } from '../../../catalog/days.ts';
import { type CardSeed, type ExpansionSeed, type SeriesSeed, UNSAID } from '../../../catalog/seeds.ts';
import { renditions } from '../../../upstream/markets/tcgcsv.ts';
import { attributesOf, MarketplaceId, maybe, Name, Text } from '../../../upstream/record-fields.ts';
import type { Findings } from '../../../upstream/seed-collector.ts';
import { checkOf, usableFields } from '../../../upstream/usable-fields.ts';
import { printingOf } from '../printings.ts';
import { attributeName, numberOrText, plainText, printedNumber } from './card-text.ts';

const Extended = Type.Object({ name: Name, value: maybe(Type.Union([Text, Type.Number()])) });
const TcgcsvProduct = Type.Object({
  productId: MarketplaceId,
  name: Name,
  imageUrl: maybe(Text),
  extendedData: maybe(Type.Array(Extended)),
});
type TcgcsvProduct = Static<typeof TcgcsvProduct>;

const TcgcsvGroup = Type.Object({
  groupId: MarketplaceId,
  name: Name,
  publishedOn: maybe(Text),
  abbreviation: maybe(Text),
  isSupplemental: maybe(Type.Boolean()),
});
const TcgcsvCategory = Type.Object({ categoryId: MarketplaceId, displayName: maybe(Text), name: Name });

const checks = {
  product: checkOf(TcgcsvProduct),
  group: checkOf(TcgcsvGroup),
  category: checkOf(TcgcsvCategory),
};

/** Where the specification has a field for what a game prints, by the attribute's name. */
const TEXTS: Readonly<Record<string, 'effect' | 'description'>> = {
  description: 'effect',
  card_text: 'effect',
  oracle_text: 'effect',
  flavor_text: 'description',
};
const HEADS: ReadonlySet<string> = new Set(['rarity', 'number', 'artist']);

/** What a product's `extendedData` says, by attribute. */
function extendedOf({ extendedData }: TcgcsvProduct, { leftOut }: Pick<Findings, 'leftOut'>): Map<string, string> {
  const extended = new Map<string, string>();
  for (const { name, value } of extendedData ?? []) {
    const text = String(value ?? '').trim();
    if (text === '') continue;
    const key = attributeName(name);
    if (key === null || (extended.has(key) && extended.get(key) !== text)) {
      leftOut(`/extendedData/* ${key === null ? 'has a name without letters' : 'names one thing twice'}`);
    } else extended.set(key, text);
  }
  return extended;
}

function metadataOf(extended: ReadonlyMap<string, string>): CardMetadata {
  const metadata: CardMetadata = { ...NO_METADATA, types: extended.get('color')?.split(';') ?? [] };
  const attributes: Record<string, string | number> = {};
  for (const [name, text] of extended) {
    const field = TEXTS[name];
    const value = numberOrText(text);
    if (field !== undefined && metadata[field] === null) metadata[field] = plainText(text);
    else if (name === 'hp' && Number.isInteger(value)) metadata.hp = value as number;
    else if (!HEADS.has(name)) {
      const plain = typeof value === 'string' ? plainText(value) : value;
      if (plain !== null) attributes[name] = plain;
    }
  }
  return Object.keys(attributes).length === 0 ? metadata : { ...metadata, attributes };
}

export interface CardPlace {
  id: string;
  expansion_id: string;
  /** The sub types under which its product is sold today. */
  subTypes: readonly string[];
}

/** @throws BadRecord */
export function cardSeed(value: unknown, { id, expansion_id, subTypes }: CardPlace, findings: Findings): CardSeed {
  const product = usableFields(checks.product, value, findings.leftOut);
  const extended = extendedOf(product, findings);
  const number = extended.get('number');
  const external_ids = { tcgplayer: product.productId, cardmarket: null };
  return {
    id,
    expansion_id,
    number: number === undefined ? null : printedNumber(number).number,
    name: product.name,
    rarity: extended.get('rarity') ?? null,
    illustrator: plainText(extended.get('artist') ?? ''),
    image: product.imageUrl ? renditions(product.imageUrl) : null,
    category: extended.get('card_type')?.split(';')[0] ?? null,
    metadata: metadataOf(extended),
    variants: subTypes.map((name) => ({ ...printingOf(name), external_ids })),
    external_ids,
    ids_complete: true,
    // A sub type is known by its price alone, and one without a price today is none that TCGplayer deleted.
    lacks_printings: true,
  };
}

export interface CardCounts {
  total: number;
  official: number;
}

/** @throws BadRecord */
export function expansionSeed(
  value: unknown,
  { id, series_id, total, official }: CardCounts & { id: string; series_id: string },
  { leftOut }: Findings,
): ExpansionSeed {
  const { name, publishedOn, abbreviation, isSupplemental } = usableFields(checks.group, value, leftOut);
  const day = publishedOn?.slice(0, 10) ?? '';
  return {
    ...UNSAID,
    id,
    series_id,
    name,
    release_date: isDay(day) ? day : null,
    card_count_total: total,
    card_count_official: official,
    ...attributesOf({ abbreviation, is_supplemental: isSupplemental }),
  };
}

/** @throws BadRecord */
export function seriesSeed(value: unknown, { leftOut }: Findings): SeriesSeed {
  const { categoryId, displayName, name } = usableFields(checks.category, value, leftOut);
  return { id: String(categoryId), name: displayName || name, logo: null };
}
