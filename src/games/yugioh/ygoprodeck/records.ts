/** YGOPRODeck's cards turned into ours: one for each code that is printed, its rarities the printings of it. */
import Type, { type Static } from 'typebox';
import { type CardMetadata, NO_METADATA } from '../../../catalog/card-metadata.ts';
import { NO_IDS, ORDINARY } from '../../../catalog/records.ts';
import type { CardSeed, PrintingSeed } from '../../../catalog/seeds.ts';
import { alike, furtherFields, maybe, Name, only, present, Text } from '../../../upstream/record-fields.ts';
import type { Findings } from '../../../upstream/seed-collector.ts';
import { checkOf, usableFields } from '../../../upstream/usable-fields.ts';
import { editionStamp, isKnownRarity, isRarity, settledRarity } from '../rarities.ts';
import { type Expansions, lettersOf } from './expansions.ts';

/** What the card says of its strength; -1 or `?` where it depends. */
const Strength = Type.Union([Type.Integer(), Type.Literal('?')]);

const SetRow = Type.Object({
  set_name: Name,
  set_code: Type.String({ maxLength: 100, pattern: '^[^\\u0000-\\u0020/-]+-[^\\u0000-\\u0020/]+$' }),
  set_rarity: maybe(Text),
});
type SetRow = Static<typeof SetRow>;

const YgoprodeckCard = Type.Object({
  /** The passcode; what has none yet is numbered by the source, in nine digits. */
  id: maybe(Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 })),
  name: Name,
  type: maybe(Name),
  typeline: maybe(Type.Array(Text)),
  frameType: maybe(Name),
  desc: maybe(Text),
  ...alike('race archetype attribute', maybe(Name)),
  ...alike('atk def', maybe(Strength)),
  ...alike('level scale linkval', maybe(Type.Integer())),
  linkmarkers: maybe(Type.Array(Name)),
  card_sets: maybe(Type.Array(SetRow)),
  banlist_info: maybe(Type.Object(alike('ban_tcg ban_ocg ban_goat', maybe(Name)))),
  card_images: maybe(Type.Array(Type.Object({ image_url: Text, image_url_small: maybe(Text) }))),
  misc_info: maybe(Type.Array(Type.Object({ formats: maybe(Type.Array(Name)) }))),
});
type YgoprodeckCard = Static<typeof YgoprodeckCard>;

const check = checkOf(YgoprodeckCard);

const FORMATS = ['tcg', 'ocg', 'goat'] as const;
type Legality = NonNullable<CardMetadata['legalities']>[string];

/** Of a limited card a deck may hold fewer than of others. The list says `Forbidden` since 2024, and said `Banned`. */
const LEGALITY_OF: Readonly<Record<string, Legality>> = {
  banned: 'banned',
  forbidden: 'banned',
  limited: 'restricted',
  'semi-limited': 'restricted',
};

/** The lists that name the card, in their own words. */
const bansOf = ({ banlist_info }: YgoprodeckCard): Record<string, string> =>
  present(Object.fromEntries(FORMATS.map((format) => [format, banlist_info?.[`ban_${format}`]]))) as Record<
    string,
    string
  >;

function legalities(card: YgoprodeckCard): Record<string, Legality> {
  const formats = card.misc_info?.[0]?.formats;
  const playable = formats && new Set(formats.map((format) => format.toLowerCase()));
  const bans = bansOf(card);
  return Object.fromEntries(
    FORMATS.flatMap((format): [string, Legality][] => {
      const listed = LEGALITY_OF[bans[format]?.toLowerCase() ?? ''];
      if (listed !== undefined) return [[format, listed]];
      return !playable ? [] : [[format, playable.has(format) ? 'legal' : 'not_legal']];
    }),
  );
}

const strength = (value: Static<typeof Strength> | null | undefined) => (value === -1 ? '?' : value);

/** What of `misc_info` stands in the attributes as it came; views and votes change by the hour. */
const FURTHER = 'konami_id md_rarity treated_as tcg_date ocg_date genesys_points';

function metadata(card: YgoprodeckCard, onLeftOut: (fault: string) => void): CardMetadata {
  const isXyz = card.frameType?.startsWith('xyz') ?? false;
  const bans = bansOf(card);
  const legal = legalities(card);
  return {
    ...NO_METADATA,
    effect: card.desc || null,
    attributes: present({
      passcode: card.id,
      frame_type: card.frameType,
      ...only(card, 'typeline', 'race', 'attribute', 'archetype'),
      level: isXyz ? undefined : card.level,
      rank: isXyz ? card.level : undefined,
      ...only(card, 'scale', 'linkval', 'linkmarkers'),
      atk: strength(card.atk),
      def: strength(card.def),
      ban_lists: Object.keys(bans).length > 0 ? bans : undefined,
      ...furtherFields(card.misc_info?.[0], FURTHER, onLeftOut),
    }),
    ...(Object.keys(legal).length > 0 && { legalities: legal }),
  };
}

/** The printings of one code: its rarities, told apart where two sets bear the same letters. */
function printings(rows: readonly SetRow[], expansionName: string): PrintingSeed[] {
  const seen = new Set<string>();
  // What names no rarity is no printing beside one that does.
  const named = rows.filter(({ set_rarity }) => set_rarity);
  return (named.length > 0 ? named : rows).flatMap(({ set_name, set_rarity }) => {
    const stamp = editionStamp(set_name, expansionName);
    const subtype = set_rarity ? settledRarity(set_rarity) : null;
    const key = `${subtype} ${stamp}`;
    if (seen.has(key)) return [];
    seen.add(key);
    const stamps = stamp === undefined ? [] : [stamp];
    return [{ ...ORDINARY, subtype, stamps, external_ids: NO_IDS }];
  });
}

/** The row without what is no rarity. */
function withRarity(row: SetRow, { leftOut, unknownWord }: Findings): SetRow {
  const { set_rarity } = row;
  if (!set_rarity) return row;
  if (!isRarity(set_rarity)) {
    leftOut(`/card_sets/set_rarity is no rarity: ${set_rarity.slice(0, RARITY_SHOWN)}`);
    return { ...row, set_rarity: null };
  }
  if (!isKnownRarity(set_rarity)) unknownWord(`rarity ${set_rarity.slice(0, RARITY_SHOWN)}`);
  return row;
}
const RARITY_SHOWN = 60;

/**
 * The cards of one record: none where it was printed in no set that is known.
 * @throws BadRecord
 */
export function cardSeeds(value: unknown, expansions: Expansions, findings: Findings): CardSeed[] {
  const card = usableFields(check, value, findings.leftOut);
  const came = (value as { card_sets?: unknown }).card_sets;
  const isWhole = !Array.isArray(came) || came.length === card.card_sets?.length;
  const [picture] = card.card_images ?? [];
  const image = picture ? { low: picture.image_url_small ?? picture.image_url, high: picture.image_url } : null;
  const about = metadata(card, findings.leftOut);
  const named = (card.card_sets ?? []).map((row) => withRarity(row, findings));
  return [...Map.groupBy(named, ({ set_code }) => set_code)].map(([code, rows]) => {
    const letters = lettersOf(code);
    return {
      id: code,
      expansion_id: letters,
      number: code,
      name: card.name,
      rarity: rows.find(({ set_rarity }) => set_rarity)?.set_rarity ?? null,
      illustrator: null,
      image,
      category: card.type ?? null,
      metadata: about,
      variants: printings(rows, expansions.nameOf(letters, rows[0]?.set_name ?? letters)),
      external_ids: NO_IDS,
      // The source names no ids: those that are found at the marketplaces stay.
      ids_complete: false,
      ...(!isWhole && { lacks_printings: true as const }),
    };
  });
}
