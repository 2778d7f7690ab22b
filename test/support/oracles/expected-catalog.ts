/** What the service must serve for an upstream's records: written from the formats' description, not from the adapter. */

interface RawIds {
  thirdParty?: { cardmarket?: number; tcgplayer?: number };
  pricing?: {
    cardmarket?: { idProduct?: number } | null;
    tcgplayer?: Record<string, string | { productId?: number }> | null;
  };
}

interface RawPrinting extends RawIds {
  type: string;
  subtype?: string;
  size?: string;
  stamp?: string[];
  foil?: string;
}

interface RawLegal {
  standard?: boolean;
  expanded?: boolean;
}

interface RawAttack {
  name?: string;
  cost?: string[];
  damage?: string | number;
  effect?: string;
}

/** A card as TCGdex writes it. */
export interface RawCard extends RawIds {
  id: string;
  localId: string;
  name: string;
  set: { id: string };
  category?: string;
  rarity?: string;
  illustrator?: string;
  image?: string;
  hp?: number;
  types?: string[];
  dexId?: number[];
  stage?: string;
  evolveFrom?: string;
  description?: string;
  effect?: string;
  trainerType?: string;
  energyType?: string;
  retreat?: number;
  abilities?: { type?: string; name?: string; effect?: string }[];
  attacks?: RawAttack[];
  weaknesses?: { type: string; value?: string }[];
  resistances?: { type: string; value?: string }[];
  legal?: RawLegal;
  regulationMark?: string;
  suffix?: string;
  boosters?: { id: string; name?: string }[];
  variants?: Record<string, boolean>;
  variants_detailed?: RawPrinting[];
}

export interface RawSet {
  id: string;
  name: string;
  serie: { id: string };
  logo?: string;
  symbol?: string;
  releaseDate: string;
  cardCount: { total: number; official: number; normal?: number; reverse?: number; holo?: number; firstEd?: number };
  legal?: RawLegal;
  abbreviation?: { official?: string };
  tcgOnline?: string;
  boosters?: { id: string; name?: string }[];
}

export interface RawSeries {
  id: string;
  name: string;
  logo?: string;
}

/** Everything that a snapshot holds. */
export interface RawCatalog {
  series: RawSeries[];
  sets: RawSet[];
  cards: RawCard[];
}

const orNull = <Value>(value: Value | undefined): Value | null => (value === undefined ? null : value);
const onePicture = (base: string | undefined) => (base ? { low: `${base}.webp`, high: `${base}.webp` } : null);

/** One spelling of each sign: the letter x beside a number, the fullwidth plus, the minus sign. */
function oneSpelling(value: string | number | undefined): string {
  let text = String(value ?? '');
  if (/^x\d+$/.test(text) || /^\d+x$/.test(text)) text = text.split('x').join('×');
  return text.split('\uff0b').join('+').split('\u2212').join('-');
}

function idsOf(raw: RawIds) {
  const shown = Object.values(raw.pricing?.tcgplayer ?? {}).flatMap((block) =>
    typeof block === 'object' && block?.productId ? [block.productId] : [],
  );
  return {
    tcgplayer: raw.thirdParty?.tcgplayer ?? shown[0] ?? null,
    cardmarket: raw.thirdParty?.cardmarket ?? raw.pricing?.cardmarket?.idProduct ?? null,
  };
}

const printing = (type: string, more: Partial<RawPrinting> = {}) => ({
  type,
  subtype: orNull(more.subtype),
  size: more.size ?? 'standard',
  stamps: more.stamp ?? [],
  foil: orNull(more.foil),
});

/** Printings of a card that has only flags. */
function flagged({ normal, reverse, holo, firstEdition, wPromo }: Record<string, boolean>) {
  const base = holo && !normal ? 'holo' : 'normal';
  return [
    normal && printing('normal'),
    reverse && printing('reverse'),
    holo && printing('holo'),
    firstEdition && printing(base, { stamp: ['1st-edition'] }),
    wPromo && printing(base, { stamp: ['w-promo'] }),
  ].filter((row) => row !== undefined && row !== false);
}

function variantsOf(card: RawCard) {
  const own = idsOf(card);
  const rows = card.variants_detailed ?? [];
  if (rows.length === 0) return flagged(card.variants ?? {}).map((row) => ({ ...row, external_ids: own }));
  // The card's id belongs to its printings unless one of them has an id of its own at that marketplace.
  const ids = rows.map(idsOf);
  const shared = {
    tcgplayer: ids.every(({ tcgplayer }) => tcgplayer === null) ? own.tcgplayer : null,
    cardmarket: ids.every(({ cardmarket }) => cardmarket === null) ? own.cardmarket : null,
  };
  return rows.map((row, at) => ({
    ...printing(row.type, row),
    external_ids: {
      tcgplayer: ids[at]?.tcgplayer ?? shared.tcgplayer,
      cardmarket: ids[at]?.cardmarket ?? shared.cardmarket,
    },
  }));
}

/** The card record, its printings without the ids that only the service knows, and without prices. */
export function expectedCard(card: RawCard) {
  return {
    game: 'game',
    id: card.id,
    expansion_id: card.set.id,
    // Upstream's one fault of its numbers: an address's spelling of what is printed.
    number: card.localId === '%3F' ? '?' : card.localId,
    name: card.name,
    rarity: orNull(card.rarity),
    illustrator: orNull(card.illustrator),
    image: card.image ? { low: `${card.image}/low.webp`, high: `${card.image}/high.webp` } : null,
    category: orNull(card.category),
    metadata: {
      hp: orNull(card.hp),
      types: card.types ?? [],
      dex_numbers: card.dexId ?? [],
      stage: orNull(card.stage),
      evolve_from: orNull(card.evolveFrom),
      description: orNull(card.description),
      effect: orNull(card.effect),
      trainer_type: orNull(card.trainerType),
      energy_type: orNull(card.energyType),
      retreat: orNull(card.retreat),
      abilities: (card.abilities ?? []).map((ability) => ({
        kind: ability.type ?? '',
        name: ability.name ?? '',
        text: ability.effect ?? '',
      })),
      attacks: (card.attacks ?? []).filter(saysSomething).map((attack) => ({
        name: attack.name ?? '',
        cost: attack.cost ?? [],
        damage: oneSpelling(attack.damage),
        text: attack.effect ?? '',
      })),
      weaknesses: (card.weaknesses ?? []).map(({ type, value }) => ({ type, modifier: oneSpelling(value) })),
      resistances: card.resistances?.map(({ type, value }) => ({ type, modifier: oneSpelling(value) })) ?? null,
      legality: { expanded: card.legal?.expanded === true, standard: card.legal?.standard === true },
      ...withAttributes({
        regulation_mark: /^none$/i.test(card.regulationMark ?? '') ? undefined : card.regulationMark?.toUpperCase(),
        suffix: card.suffix,
        boosters: card.boosters,
      }),
    },
    variants: variantsOf(card),
  };
}

const saysSomething = (attack: RawAttack) => Object.values(attack).some((value) => value !== undefined);

/** The sortable form of the numbers that occur: letters in capitals, digits padded to six, a small letter behind. */
function sortable(number: string): string {
  const [, head = '', digits = '', tail = ''] = /^([^0-9]*)([0-9]+)([^0-9]*)$/.exec(number) ?? [];
  return digits ? `${head.toUpperCase()}${digits.padStart(6, '0')}${tail.toLowerCase()}` : number.toUpperCase();
}

/** The row of the card list. */
export function expectedSummary(card: RawCard) {
  const { game, id, expansion_id, number, name, rarity, image } = expectedCard(card);
  return { game, id, expansion_id, number, name, rarity, image, number_normalized: sortable(number) };
}

/** Only what is said. */
const saidOf = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && String(value) !== ''));
function withAttributes(fields: Record<string, unknown>) {
  const attributes = saidOf(fields);
  return Object.keys(attributes).length === 0 ? {} : { attributes };
}

const countsOf = ({ normal, reverse, holo, firstEd }: RawSet['cardCount']) => {
  const counts = saidOf({ normal, reverse, holo, first_edition: firstEd });
  return Object.keys(counts).length === 0 ? undefined : counts;
};

export const expectedExpansion = (set: RawSet) => ({
  game: 'game',
  id: set.id,
  series_id: set.serie.id,
  name: set.name,
  logo: onePicture(set.logo),
  symbol: set.symbol ? `${set.symbol}.webp` : null,
  release_date: set.releaseDate,
  card_count_total: set.cardCount.total,
  card_count_official: set.cardCount.official,
  legal_standard: set.legal?.standard === true,
  legal_expanded: set.legal?.expanded === true,
  ...withAttributes({
    abbreviation: set.abbreviation?.official,
    official_code: set.tcgOnline,
    card_counts: countsOf(set.cardCount),
    boosters: set.boosters,
  }),
});

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const byRelease = (a: RawSet, b: RawSet) => compare(a.releaseDate, b.releaseDate) || compare(a.id, b.id);

/** The expansions in catalog order. */
export const inReleaseOrder = ({ sets }: RawCatalog) => [...sets].sort(byRelease);

/** The series records in catalog order: each by its first expansion. */
export function expectedSeries(catalog: RawCatalog) {
  const sets = inReleaseOrder(catalog);
  const first = ({ id }: RawSeries) => sets.findIndex((set) => set.serie.id === id);
  return [...catalog.series]
    .sort((a, b) => first(a) - first(b))
    .map(({ id, name, logo }) => ({
      game: 'game',
      id,
      name,
      logo: onePicture(logo),
      expansions: sets
        .filter((set) => set.serie.id === id)
        .map(expectedExpansion)
        .map(({ id, name, logo, symbol, release_date, card_count_total }) => ({
          id,
          name,
          logo,
          symbol,
          release_date,
          card_count_total,
        })),
    }));
}

/** The card list in catalog order: by expansion, then by sortable number. */
export function expectedSummaries(catalog: RawCatalog) {
  const place = new Map(inReleaseOrder(catalog).map(({ id }, at) => [id, at]));
  const at = (id: string) => place.get(id) ?? Number.POSITIVE_INFINITY;
  return catalog.cards
    .map(expectedSummary)
    .sort(
      (a, b) =>
        at(a.expansion_id) - at(b.expansion_id) ||
        compare(a.number_normalized, b.number_normalized) ||
        compare(a.id, b.id),
    );
}
