/** TCGdex's cards, sets and series turned into ours: what each field is called there, and what it may look like. */
import Type, { type Static } from 'typebox';
import type { CardMetadata } from '../../../catalog/card-metadata.ts';
import { type ExternalIds, ORDINARY } from '../../../catalog/records.ts';
import type { CardSeed, ExpansionSeed, PrintingSeed, SeriesSeed } from '../../../catalog/seeds.ts';
import { alike, attributesOf, MarketplaceId, Name, Text } from '../../../upstream/record-fields.ts';
import type { Findings } from '../../../upstream/seed-collector.ts';
import { checkOf, usableFields } from '../../../upstream/usable-fields.ts';
import { printingWord } from './printing-words.ts';

const Id = Type.String({ minLength: 1, maxLength: 100, pattern: '^[^\\u0000-\\u0020/]+$' });
const option = Type.Optional;

const ThirdParty = Type.Object(alike('cardmarket tcgplayer', option(MarketplaceId)));
const Pricing = Type.Object({
  cardmarket: option(Type.Union([Type.Object({ idProduct: option(MarketplaceId) }), Type.Null()])),
  tcgplayer: option(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()])),
});

const Detailed = Type.Object({
  type: Name,
  ...alike('subtype size', option(Text)),
  stamp: option(Type.Array(Text)),
  foil: option(Text),
  thirdParty: option(ThirdParty),
  pricing: option(Pricing),
});

const Flags = Type.Object(alike('normal reverse holo firstEdition wPromo', option(Type.Boolean())));

const Legal = Type.Object(alike('standard expanded', option(Type.Boolean())));
const Modifier = Type.Object({ type: Text, value: option(Text) });

/** The boosters of a set, and those that a card comes in. */
const Boosters = Type.Array(Type.Object({ id: Text, name: option(Text) }));

const TcgdexCard = Type.Object({
  id: Id,
  localId: option(Name),
  name: Name,
  ...alike('category rarity illustrator image', option(Text)),
  set: Type.Object({ id: Id }),
  hp: option(Type.Integer()),
  types: option(Type.Array(Text)),
  dexId: option(Type.Array(Type.Integer())),
  ...alike('stage evolveFrom description effect trainerType energyType', option(Text)),
  retreat: option(Type.Integer()),
  abilities: option(Type.Array(Type.Object(alike('type name effect', option(Text))))),
  attacks: option(
    Type.Array(
      Type.Object({
        name: option(Text),
        cost: option(Type.Array(Text)),
        effect: option(Text),
        damage: option(Type.Union([Type.Number(), Text])),
      }),
    ),
  ),
  ...alike('weaknesses resistances', option(Type.Array(Modifier))),
  legal: option(Legal),
  ...alike('regulationMark suffix', option(Text)),
  boosters: option(Boosters),
  variants: option(Flags),
  variants_detailed: option(Type.Array(Detailed)),
  thirdParty: option(ThirdParty),
  pricing: option(Pricing),
});
type TcgdexCard = Static<typeof TcgdexCard>;

const Count = Type.Integer({ minimum: 0 });

const TcgdexSet = Type.Object({
  id: Id,
  name: Name,
  serie: Type.Object({ id: Id }),
  ...alike('logo symbol', option(Text)),
  releaseDate: option(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })),
  cardCount: option(Type.Object(alike('total official normal reverse holo firstEd', option(Count)))),
  legal: option(Legal),
  abbreviation: option(Type.Object({ official: option(Text) })),
  tcgOnline: option(Text),
  boosters: option(Boosters),
});

const TcgdexSeries = Type.Object({ id: Id, name: Name, logo: option(Text) });

const checks = { card: checkOf(TcgdexCard), set: checkOf(TcgdexSet), series: checkOf(TcgdexSeries) };

/** Extension of the pictures asked for; TCGdex serves each as png, jpg and webp. */
export type PictureFormat = 'webp' | 'jpg' | 'png';

const logoImage = (base: string | undefined, format: PictureFormat) =>
  base ? { low: `${base}.${format}`, high: `${base}.${format}` } : null;

/** Damage and modifiers come with several spellings of one character: 292 `x` for `×`, 20 fullwidth plus, 8 minus characters. */
const sign = (text: string) =>
  text
    .replace(/(?<=\d)x|x(?=\d)/g, '×')
    .replaceAll('＋', '+')
    .replaceAll('−', '-');

const modifiers = (rows: Static<typeof Modifier>[]) =>
  rows.map(({ type, value }) => ({ type, modifier: sign(value ?? '') }));

/** A few cards say `None`, or the letter in lower case. */
const regulationMark = (mark = '') => (mark.toLowerCase() === 'none' ? '' : mark.toUpperCase());

function metadata(card: TcgdexCard): CardMetadata {
  return {
    hp: card.hp ?? null,
    types: card.types ?? [],
    dex_numbers: card.dexId ?? [],
    stage: card.stage ?? null,
    evolve_from: card.evolveFrom ?? null,
    description: card.description ?? null,
    effect: card.effect ?? null,
    trainer_type: card.trainerType ?? null,
    energy_type: card.energyType ?? null,
    retreat: card.retreat ?? null,
    abilities: (card.abilities ?? []).map(({ type = '', name = '', effect = '' }) => ({
      kind: type,
      name,
      text: effect,
    })),
    // Some cards list an attack without any field: it says nothing, so it is none.
    attacks: (card.attacks ?? [])
      .filter((attack) => Object.keys(attack).length > 0)
      .map(({ name = '', cost = [], damage = '', effect = '' }) => {
        return { name, cost, damage: sign(String(damage)), text: effect };
      }),
    weaknesses: modifiers(card.weaknesses ?? []),
    resistances: card.resistances ? modifiers(card.resistances) : null,
    legality: { expanded: card.legal?.expanded ?? false, standard: card.legal?.standard ?? false },
    ...attributesOf({
      regulation_mark: regulationMark(card.regulationMark),
      suffix: card.suffix,
      boosters: card.boosters,
    }),
  };
}

interface Ids {
  thirdParty?: Static<typeof ThirdParty>;
  pricing?: Static<typeof Pricing>;
}

/** Ids written on a card or printing; the REST answers show them only inside the price blocks. */
function externalIds({ thirdParty, pricing }: Ids): ExternalIds {
  const priced = Object.values(pricing?.tcgplayer ?? {}).find(
    (block): block is { productId: number } =>
      typeof block === 'object' && block !== null && Number.isInteger((block as { productId?: unknown }).productId),
  );
  return {
    tcgplayer: thirdParty?.tcgplayer ?? priced?.productId ?? null,
    cardmarket: thirdParty?.cardmarket ?? pricing?.cardmarket?.idProduct ?? null,
  };
}

/** Printings of a card that declares only flags. */
function legacyPrintings(flags: Static<typeof Flags>, external_ids: ExternalIds): PrintingSeed[] {
  const types = (['normal', 'reverse', 'holo'] as const).filter((type) => flags[type]);
  const stamps = [...(flags.firstEdition ? ['1st-edition'] : []), ...(flags.wPromo ? ['w-promo'] : [])];
  const type = flags.normal || !flags.holo ? 'normal' : 'holo';
  return [...types.map((each) => ({ type: each })), ...stamps.map((stamp) => ({ type, stamps: [stamp] }))].map(
    (told) => ({ ...ORDINARY, ...told, external_ids }),
  );
}

function printings(card: TcgdexCard, { unknownWord }: Findings): PrintingSeed[] {
  const cardIds = externalIds(card);
  const detailed = card.variants_detailed ?? [];
  if (detailed.length === 0) return legacyPrintings(card.variants ?? {}, cardIds);
  const rows = detailed.map((row) => ({
    type: printingWord('type', row.type, unknownWord),
    subtype: row.subtype === undefined ? null : printingWord('subtype', row.subtype, unknownWord),
    size: printingWord('size', row.size ?? 'standard', unknownWord),
    stamps: (row.stamp ?? []).map((stamp) => printingWord('stamp', stamp, unknownWord)),
    foil: row.foil === undefined ? null : printingWord('foil', row.foil, unknownWord),
    external_ids: externalIds(row),
  }));
  // An id written on the card speaks for its printings only where none of them names one of its own: beside printings
  // with ids, the one without is the one that the marketplace does not know.
  for (const market of ['tcgplayer', 'cardmarket'] as const) {
    if (rows.some((row) => row.external_ids[market] !== null)) continue;
    for (const row of rows) row.external_ids[market] = cardIds[market];
  }
  return rows;
}

/** @throws BadRecord */
export function cardSeed(
  value: unknown,
  format: PictureFormat,
  findings: Findings,
  { idsComplete }: { idsComplete: boolean },
): CardSeed {
  const card = usableFields(checks.card, value, findings.leftOut);
  const { variants_detailed: came, localId } = value as { variants_detailed?: unknown; localId?: unknown };
  // Every card upstream has one: without it, the field is called otherwise now.
  if (localId === undefined) findings.leftOut('/localId is absent');
  const isWhole = came === undefined || (Array.isArray(came) && came.length === card.variants_detailed?.length);
  return {
    id: card.id,
    expansion_id: card.set.id,
    number: card.localId === undefined ? null : unescaped(card.localId),
    name: card.name,
    rarity: card.rarity ?? null,
    illustrator: card.illustrator ?? null,
    image: card.image ? { low: `${card.image}/low.${format}`, high: `${card.image}/high.${format}` } : null,
    category: card.category ?? null,
    metadata: metadata(card),
    variants: printings(card, findings),
    external_ids: externalIds(card),
    // Beside prices a source shows the ids of what is priced; written on the printings they are all that there are.
    ids_complete: idsComplete || (card.variants_detailed ?? []).some(({ thirdParty }) => thirdParty !== undefined),
    ...(!isWhole && { lacks_printings: true }),
  };
}

/** `SHF:SV` is printed as `SHF`, and its part is told by the numbers. */
const printedCodes = (codes: readonly (string | undefined)[]): string[] => [
  ...new Set(codes.flatMap((code) => (code === undefined ? [] : [code, code.split(':')[0] ?? '']))),
];

/** @throws BadRecord */
export function expansionSeed(value: unknown, format: PictureFormat, { leftOut }: Findings): ExpansionSeed {
  const set = usableFields(checks.set, value, leftOut);
  const { normal, reverse, holo, firstEd } = set.cardCount ?? {};
  return {
    id: set.id,
    series_id: set.serie.id,
    name: set.name,
    logo: logoImage(set.logo, format),
    symbol: set.symbol ? `${set.symbol}.${format}` : null,
    release_date: set.releaseDate ?? null,
    card_count_total: set.cardCount?.total ?? 0,
    card_count_official: set.cardCount?.official ?? 0,
    legal_standard: set.legal?.standard ?? false,
    legal_expanded: set.legal?.expanded ?? false,
    codes: printedCodes([set.abbreviation?.official, set.tcgOnline]),
    ...attributesOf({
      abbreviation: set.abbreviation?.official,
      official_code: set.tcgOnline,
      card_counts: attributesOf({ normal, reverse, holo, first_edition: firstEd }).attributes,
      boosters: set.boosters,
    }),
  };
}

/** @throws BadRecord */
export function seriesSeed(value: unknown, format: PictureFormat, { leftOut }: Findings): SeriesSeed {
  const { id, name, logo } = usableFields(checks.series, value, leftOut);
  return { id, name, logo: logoImage(logo, format) };
}

/** The upstream names one card's number as addresses write it: `%3F`, which is printed `?`. */
const unescaped = (number: string): string => number.replaceAll('%3F', '?').replaceAll('%21', '!');
