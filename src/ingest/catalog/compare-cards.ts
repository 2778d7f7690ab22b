/** Compares the cards that came with those that are published: what each becomes, and what is to be written of it. */
import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { printingIdentity } from '../../catalog/changes.ts';
import type { Marketplace } from '../../catalog/claims.ts';
import { numberNormalized } from '../../catalog/collector-number.ts';
import type { Card, CardSummary, Expansion } from '../../catalog/records.ts';
import type { CardSeed } from '../../catalog/seeds.ts';
import { type CardRow, cardBodies } from '../../store/catalog/cards.ts';
import { gamesOfCards } from '../../store/catalog/catalog-records.ts';
import { addVariants, cardsWithMissingVariants, respellVariants, variantsOf } from '../../store/catalog/variants.ts';
import { OWN, putCardPictures } from '../../store/pictures/card-pictures.ts';
import { asClaimed, asSettled, type CardClaim, settledClaims } from '../../store/prices/market-knowledge.ts';
import { LAST } from '../../store/schema/tables.ts';
import type { CatalogCounts } from '../catalog-counts.ts';
import { noteNames } from '../changes.ts';
import { imageHere, type KeptImages } from '../kept-images.ts';
import { type MissingVariants, missingVariants, newSlots, planCard, respellings } from './card-plan.ts';
import type { NamedCatalog } from './name-catalog.ts';

/**
 * Cards compared at once: their records stand in memory together. Of 500 they outlived the young heap: each of its turns took
 * 2 MB over into the old one, of 128 it is 10 kB.
 */
const CARDS_AT_ONCE = 128;

interface ComingCard {
  /** As its source calls it. */
  id: string;
  text: string;
  digest: string;
}

/** One whose picture is kept names another address with each under which callers reach this service. */
const digestOf = (text: string, kept: KeptImages | undefined) =>
  hash('sha1', kept === undefined ? text : `${kept.at} ${text}`, 'base64url');

/**
 * The cards to compare: those whose text differs from the last publish, and those in doubt. In portions: of a million the ids
 * alone would take 40 MB. With their texts, since each is unpacked with all that are packed with it.
 */
export async function* changedCards(named: NamedCatalog): AsyncGenerator<ComingCard[]> {
  const { writes, seed, game, internalCardId, published, kept } = named;
  const inDoubt = new Set(await cardsWithMissingVariants(writes, game.name));
  let changed: ComingCard[] = [];
  for (const [id, text] of seed.cards) {
    const internalId = internalCardId(id);
    const digest = digestOf(text, kept);
    if (inDoubt.has(internalId) || published.get(internalId)?.digest !== digest) changed.push({ id, text, digest });
    if (changed.length < CARDS_AT_ONCE) continue;
    yield changed;
    changed = [];
  }
  if (changed.length > 0) yield changed;
}

interface PlacedSeed {
  seed: CardSeed;
  digest: string;
}

/** Compares them with what is stored, gives new printings their ids, counts and collects what changed. */
export async function compareCards(named: NamedCatalog, coming: readonly ComingCard[]) {
  const { writes, game, expansions, published, counts, changes } = named;
  const ids = coming.map(({ id }) => named.internalCardId(id));
  const games = await gamesOfCards(writes, ids);
  const placed = placeCards(named, coming, games);
  const seeds = placed.map(({ seed }) => seed);
  await keepImages(named, seeds);
  const known = seeds.map(({ id }) => id).filter((id) => games.has(id));
  const settled = await settledClaims(writes, known);
  // What came is compared with what came before, not with the products that its printings were found to be.
  const before = new Map([...(await cardBodies(writes, known))].map(([id, body]) => [id, claimedIn(body)]));
  const stored = await storedVariants(named, seeds, before);
  function claimedIn(body: string): Card {
    const card = JSON.parse(body) as Card;
    return { ...card, variants: card.variants.map((variant) => asClaimed(variant, settled)) };
  }
  const compared = {
    rows: [] as CardRow[],
    records: new Map<string, Card>(),
    claims: seeds.map(claimOf),
    /** Stored printings that did not come, or came again. */
    missing: { due: [], waiting: [], returned: [] } as MissingVariants,
    /** Whether what is searched of a card is another now: name, number, expansion, rarity, illustrator, printings. */
    isFoundAnew: false,
  };
  for (const { seed, digest } of placed) {
    const { id } = seed;
    const previous = before.get(id);
    const variants = stored.get(id) ?? [];
    addMissing(compared.missing, missingVariants(seed, variants));
    const plan = planCard(game.name, seed, previous, variants);
    const counted = countOf(plan);
    if (counted) counts[counted] += 1;
    const isOther = plan.isNew || plan.change !== undefined;
    if (isOther) changes.cards.add(id);
    if (previous !== undefined) noteNames(changes, id, previous.variants, plan.card.variants);
    if (!isFoundAlike(previous, plan.card)) compared.isFoundAnew = true;
    if (!isOther && published.get(id)?.digest === digest) continue;
    const card = { ...plan.card, variants: plan.card.variants.map((variant) => asSettled(variant, settled)) };
    compared.rows.push(cardRow(card, digest, expansions));
    compared.records.set(id, card);
  }
  return compared;
}

export function addMissing(missing: MissingVariants, more: MissingVariants): void {
  for (const kind of ['due', 'waiting', 'returned'] as const) missing[kind].push(...more[kind]);
}

function countOf({ isNew, change }: ReturnType<typeof planCard>): keyof CatalogCounts | undefined {
  if (isNew) return 'cards_new';
  if (change?.visible) return 'cards_changed';
  return change?.relinked ? 'cards_relinked' : undefined;
}

/** Puts aside the cards that have no place here. @param games those of the cards that are known, by internal id */
function placeCards(
  { seed, game, internalCardId, internalExpansionId, expansions }: NamedCatalog,
  coming: readonly ComingCard[],
  games: ReadonlyMap<string, string>,
): PlacedSeed[] {
  const placed = new Map<string, PlacedSeed>();
  for (const { id, text, digest } of coming) {
    const card = JSON.parse(text) as CardSeed;
    card.id = internalCardId(id);
    card.expansion_id = internalExpansionId(card.expansion_id);
    // Its set was quarantined or never came: without an expansion the card has no place in any list.
    const known = games.get(card.id) ?? game.name;
    if (expansions.has(card.expansion_id) && known === game.name) {
      placed.set(card.id, { seed: card, digest });
    } else {
      seed.cards.delete(id);
      const reason = known === game.name ? 'names an expansion that is not there' : `its id is one of ${known} here`;
      seed.quarantined.push({ reason: `card: ${reason}`, sample: id });
    }
  }
  return [...placed.values()];
}

/** Puts down where their pictures are at the source, which their records name no longer. */
async function keepImages({ writes, kept }: NamedCatalog, seeds: readonly CardSeed[]): Promise<void> {
  const pictures = seeds.flatMap(({ id, image }) => (kept === undefined || image === null ? [] : [{ id, ...image }]));
  const ids = seeds.map(({ id }) => id);
  await putCardPictures(writes, OWN, ids, pictures);
  for (const seed of seeds) if (kept && seed.image) seed.image = imageHere(kept, seed.image, seed.id);
}

/** Whether a search finds both by the same words, in the same expansion. */
const isFoundAlike = (one: Card | undefined, other: Card): boolean =>
  one !== undefined && isDeepStrictEqual(searched(one), searched(other));

const searched = ({ name, number, expansion_id, rarity, illustrator, variants }: Card) => [
  ...[name, number, expansion_id, rarity, illustrator],
  ...variants.map(printingIdentity),
];

/** The marketplace ids written on a card that none of its printings has: the mapping audit counts them. */
function claimOf({ id, external_ids, variants }: CardSeed): CardClaim {
  const isOnPrinting = (market: Marketplace) =>
    variants.some((variant) => variant.external_ids[market] === external_ids[market]);
  const own = (market: Marketplace) => (isOnPrinting(market) ? null : external_ids[market]);
  return { card_id: id, tcgplayer: own('tcgplayer'), cardmarket: own('cardmarket') };
}

/** Printings of these cards by card: those spelled otherwise in their new slots, and new ones given their ids. */
async function storedVariants(
  { writes, published, counts }: NamedCatalog,
  seeds: readonly CardSeed[],
  before: ReadonlyMap<string, Card>,
) {
  // A card that is new has none.
  const stored = Map.groupBy(await variantsOf(writes, [...before.keys()]), (variant) => variant.card_id);
  for (const seed of seeds) {
    const found = respellings(seed, stored.get(seed.id) ?? [], before.get(seed.id));
    const respelled = found.map(({ variant, slot }) => Object.assign(variant, slot, { missing_runs: 0 }));
    await respellVariants(writes, respelled);
    counts.variants_respelled += found.length;
  }
  const fresh = seeds.flatMap((seed) => newSlots(seed, stored.get(seed.id) ?? []).map(({ slot }) => slot));
  for (const variant of await addVariants(writes, fresh)) {
    stored.set(variant.card_id, [...(stored.get(variant.card_id) ?? []), variant]);
    if (published.has(variant.card_id)) counts.variants_new += 1;
  }
  return stored;
}

/** The row of a card as it is written. */
export function cardRow(card: Card, digest: string, expansions: ReadonlyMap<string, Expansion>): CardRow {
  const { game, id, expansion_id, number, name, rarity, image, lang } = card;
  const number_normalized = numberNormalized(number);
  const own: CardSummary = { game, id, expansion_id, number, name, rarity, image, number_normalized };
  const summary = lang === undefined ? own : { ...own, lang };
  return {
    id,
    game,
    expansion_id,
    sort_date: expansions.get(expansion_id)?.release_date ?? LAST,
    number_sort: number_normalized ?? LAST,
    name,
    number,
    summary: JSON.stringify(summary),
    body: JSON.stringify(card),
    digest,
  };
}
