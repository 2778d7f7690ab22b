/** Scryfall's cards turned into ours: what each field is called there, and what it may look like. */
import { type CardMetadata, NO_METADATA } from '../../../catalog/card-metadata.ts';
import type { CardSeed, PrintingSeed } from '../../../catalog/seeds.ts';
import { furtherFields, only, stated } from '../../../upstream/record-fields.ts';
import type { Findings } from '../../../upstream/seed-collector.ts';
import { usableFields } from '../../../upstream/usable-fields.ts';
import { isWebAddress } from '../../../upstream/web-addresses.ts';
import { type CardFace, cardCheck, cardId, type Pictures, type ScryfallCard } from './card-shape.ts';

/** Words of a type line that say something about the card before it says what it is; what is Kindred is always of another type too. */
const SUPERTYPES = new Set('Basic Elite Host Kindred Legendary Ongoing Scariest Snow Tribal World'.split(' '));

/** `2` and `-1` are numbers; `*`, `1+*`, `∞`, the `+1` of an augment and a `-0` are what they are. */
const asPrinted = (text: string | null | undefined) =>
  text && Number.isFinite(Number(text)) && String(Number(text)) === text ? Number(text) : text;

/** A face shows less than its card: of a card with two sides the picture, of a split one the text alone. */
type Sided = CardFace & Pick<ScryfallCard, 'hand_modifier' | 'life_modifier'>;

const STRENGTHS = ['power', 'toughness', 'loyalty', 'defense', 'hand_modifier', 'life_modifier'] as const;

/** What a card and each of its faces have in common, in the game's terms. */
const gameTerms = (side: Sided): Record<string, unknown> => ({
  ...only(side, 'mana_cost', 'cmc', 'type_line'),
  ...Object.fromEntries(STRENGTHS.map((name) => [name, asPrinted(side[name])])),
  ...only(side, 'color_indicator', 'flavor_name', 'printed_name', 'watermark'),
});

const imageOf = (pictures: Pictures | undefined) => {
  const high = pictures?.large ?? pictures?.png ?? pictures?.normal;
  const low = pictures?.small ?? pictures?.normal ?? high;
  return low && high ? { low, high } : null;
};

/** A face's picture is within the metadata, where nothing else asks whether a page may show it. */
function faceImage(face: CardFace, { leftOut }: Findings) {
  const image = imageOf(face.image_uris);
  if (image === null || (isWebAddress(image.low) && isWebAddress(image.high))) return image;
  leftOut('/card_faces/*/image_uris is no web address');
  return null;
}

const faceOf = (face: CardFace, findings: Findings) =>
  stated({
    name: face.name,
    ...gameTerms(face),
    types: face.colors,
    text: face.oracle_text,
    description: face.flavor_text,
    illustrator: face.artist,
    image: faceImage(face, findings),
  });

const categoryOf = (typeLine: string | null | undefined) => {
  const words = typeLine?.split(' ') ?? [];
  return words.find((word) => !SUPERTYPES.has(word)) ?? words[0] ?? null;
};

/** What stands in the attributes as it came. */
const FURTHER =
  'reprint promo booster games variation story_spotlight game_changer security_stamp arena_id mtgo_id ' +
  'mtgo_foil_id multiverse_ids';

function metadataOf(card: ScryfallCard, side: Sided, findings: Findings): CardMetadata {
  const legalities = Object.fromEntries(
    Object.entries(card.legalities ?? {}).flatMap(([format, legality]) => (legality ? [[format, legality]] : [])),
  );
  return {
    ...NO_METADATA,
    types: side.colors ?? [],
    description: side.flavor_text ?? null,
    effect: side.oracle_text || null,
    legality: { expanded: false, standard: legalities.standard === 'legal' },
    attributes: stated({
      ...gameTerms(side),
      ...only(card, 'color_identity', 'keywords', 'produced_mana', 'layout'),
      frame: asPrinted(card.frame),
      ...only(card, 'border_color', 'frame_effects', 'full_art', 'textless', 'reserved'),
      lang: card.lang === 'en' ? undefined : card.lang,
      faces: (card.card_faces ?? []).map((face) => faceOf(face, findings)),
      oracle_id: side.oracle_id,
      scryfall_id: card.id,
      ...furtherFields(card, FURTHER, findings.leftOut),
    }),
    ...(Object.keys(legalities).length > 0 && { legalities }),
  };
}

/** The card as its front shows it: what the record itself does not say, its first face does. */
export function frontOf(card: ScryfallCard): Sided {
  const [front] = card.card_faces ?? [];
  const own = Object.entries(card).filter(([, value]) => value !== null && value !== undefined);
  return { ...front, ...Object.fromEntries(own) };
}

/** The finishes, each a printing of the record's treatment, stamps and size; `glossy` is the finish of a few cards of 2020 that are neither. */
const TYPES: Readonly<Record<string, string>> = { nonfoil: 'normal', foil: 'foil', etched: 'etched', glossy: 'glossy' };

/** Looks that set a card apart from the ordinary one of its set; other frame effects say what kind of card it is. */
const TREATMENTS = ['borderless', 'showcase', 'extendedart', 'fullart'];

/** Patterns of the foil are told among the promo types, most of them under a name that ends so. */
const FOIL_PATTERN = /foil$|^(textured|gilded|neonink|oilslick|doublerainbow|stepandcompleat|invisibleink|embossed)$/;

function treatmentOf({ border_color, frame_effects, full_art }: ScryfallCard): string | null {
  const looks = new Set([border_color, ...(frame_effects ?? []), full_art ? 'fullart' : null]);
  return TREATMENTS.filter((look) => looks.has(look)).join('-') || null;
}

/** Records of before 2021 have no `finishes`. */
const finishesOf = ({ finishes, foil, nonfoil }: ScryfallCard): string[] =>
  finishes ?? [...(nonfoil || !foil ? ['nonfoil'] : []), ...(foil ? ['foil'] : [])];

function printingSeeds(card: ScryfallCard, { unknownWord }: Findings): PrintingSeed[] {
  const promo = card.promo_types ?? [];
  const [pattern = null] = promo.filter((type) => FOIL_PATTERN.test(type)).toSorted();
  const stamps = promo.filter((type) => !FOIL_PATTERN.test(type));
  const subtype = treatmentOf(card);
  return [...new Set(finishesOf(card))].map((finish) => {
    const type = TYPES[finish] ?? finish;
    if (!(finish in TYPES)) unknownWord(`type "${finish}"`);
    const ownProduct = type === 'etched' ? card.tcgplayer_etched_id : null;
    return {
      type,
      subtype,
      size: card.oversized ? 'oversized' : 'standard',
      stamps,
      foil: type === 'normal' ? null : pattern,
      external_ids: {
        tcgplayer: ownProduct ?? card.tcgplayer_id ?? null,
        cardmarket: card.cardmarket_id ?? null,
      },
    };
  });
}

/**
 * @param id where it is not that of its place, the set and the number in it
 * @throws BadRecord
 */
export function cardSeed(value: unknown, findings: Findings, id?: string): CardSeed {
  const card = usableFields(cardCheck, value, findings.leftOut);
  const side = frontOf(card);
  const came = (value as { finishes?: unknown }).finishes;
  const isWhole = came === undefined || came === null || (came as unknown[]).length === card.finishes?.length;
  return {
    id: id ?? cardId(card.set, card.collector_number),
    expansion_id: card.set,
    number: card.collector_number,
    name: card.name,
    rarity: card.rarity ?? null,
    illustrator: side.artist || null,
    image: imageOf(side.image_uris),
    category: categoryOf(side.type_line),
    metadata: metadataOf(card, side, findings),
    variants: printingSeeds(card, findings),
    external_ids: { tcgplayer: card.tcgplayer_id ?? null, cardmarket: card.cardmarket_id ?? null },
    ids_complete: true,
    ...(!isWhole && { lacks_printings: true }),
  };
}
