/** What Scryfall lists beside the cards that are played with on paper, and what a catalog may leave out. */

/** Each kind, as the setting `include` names it. */
export const EXTRAS = ['tokens', 'art_series', 'digital', 'memorabilia'] as const;
export type Extra = (typeof EXTRAS)[number];

const BY_LAYOUT: Readonly<Record<string, Extra>> = {
  art_series: 'art_series',
  front_card: 'memorabilia',
  token: 'tokens',
  double_faced_token: 'tokens',
  emblem: 'tokens',
};

/** Card-sized leaflets of boosters are sets of their own, as are gold-bordered and oversized souvenirs. */
const BY_SET_TYPE: Readonly<Record<string, Extra>> = {
  token: 'tokens',
  memorabilia: 'memorabilia',
  minigame: 'memorabilia',
};

/** What says of a record or set which kind it is. */
interface Told {
  digital?: boolean | null | undefined;
  layout?: string | null | undefined;
  set_type?: string | null | undefined;
}

/** The kind of a record or set, undefined for what is a card or holds cards. */
export function extraOf({ digital, layout, set_type }: Told): Extra | undefined {
  if (digital) return 'digital';
  return BY_LAYOUT[layout ?? ''] ?? BY_SET_TYPE[set_type ?? ''];
}

const IDS_OF_MARKETPLACES = ['tcgplayer_id', 'tcgplayer_etched_id', 'cardmarket_id'] as const;

type Sold = { [id in (typeof IDS_OF_MARKETPLACES)[number]]?: unknown };

/**
 * The kind for which a record is left out; undefined where it is taken. Memorabilia that marketplaces sell are taken: collectors' and
 * anniversary editions are among the dearest cards there are.
 */
export function skippedAs(row: Told & Sold, include: ReadonlySet<Extra>): Extra | undefined {
  const extra = extraOf(row);
  if (extra === undefined || include.has(extra)) return undefined;
  const isSold = IDS_OF_MARKETPLACES.map((name) => row[name]).some((id) => typeof id === 'number' && id > 0);
  return extra === 'memorabilia' && isSold ? undefined : extra;
}
