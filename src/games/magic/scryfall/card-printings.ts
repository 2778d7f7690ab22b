/** The printings of a Scryfall record: one for each finish, all with the treatment, stamps and size of the record. */
import type { PrintingSeed } from '../../../catalog/seeds.ts';
import type { Findings } from '../../../upstream/seed-collector.ts';
import type { ScryfallCard } from './card-shape.ts';

/** `glossy` is the finish of a few cards of 2020 that are neither. */
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

export function printingSeeds(card: ScryfallCard, { unknownWord }: Findings): PrintingSeed[] {
  const promo = card.promo_types ?? [];
  const [pattern = null] = promo.filter((type) => FOIL_PATTERN.test(type)).toSorted();
  const stamps = promo.filter((type) => !FOIL_PATTERN.test(type));
  const subtype = treatmentOf(card);
  return [...new Set(finishesOf(card))].map((finish) => {
    const type = TYPES[finish] ?? finish;
    if (!(finish in TYPES)) unknownWord(`type "${finish}"`);
    const ownArticle = type === 'etched' ? card.tcgplayer_etched_id : null;
    return {
      type,
      subtype,
      size: card.oversized ? 'oversized' : 'standard',
      stamps,
      foil: type === 'normal' ? null : pattern,
      external_ids: {
        tcgplayer: ownArticle ?? card.tcgplayer_id ?? null,
        cardmarket: card.cardmarket_id ?? null,
      },
    };
  });
}
