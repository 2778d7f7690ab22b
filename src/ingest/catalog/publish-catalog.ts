/** Publishes one catalog run in one transaction: compares what came with what is there and writes only the difference. */
import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { printingIdentity } from '../../catalog/changes.ts';
import type { Marketplace } from '../../catalog/claims.ts';
import { numberNormalized } from '../../catalog/collector-number.ts';
import { languageOfRegion } from '../../catalog/languages/print-lines.ts';
import type { Card, CardSummary, Expansion } from '../../catalog/records.ts';
import type { CardSeed, CatalogSeed } from '../../catalog/seeds.ts';
import type { DeployedGame } from '../../games/game.ts';
import { aliases } from '../../store/catalog/aliases.ts';
import { type CardRow, cardBodies, placedCards, putCards, setCardBody } from '../../store/catalog/cards.ts';
import { deleteCards } from '../../store/catalog/deleted-cards.ts';
import { allExpansions, putExpansionCodes } from '../../store/catalog/expansions.ts';
import { noteLineLanguage } from '../../store/catalog/line-languages.ts';
import { gamesOfCards } from '../../store/catalog/other-games.ts';
import {
  addVariants,
  cardsWithMissingVariants,
  deleteVariants,
  type PublishedVariant,
  respellVariants,
  setMissingRuns,
  variantCount,
  variantsOf,
} from '../../store/catalog/variants.ts';
import { nameRecords } from '../../store/games.ts';
import { bumpCatalogVersion } from '../../store/meta.ts';
import { type CardClaim, putCardClaims } from '../../store/prices/market-knowledge.ts';
import { dropCurrent } from '../../store/prices/put-current.ts';
import type { Writes } from '../../store/store.ts';
import { LAST } from '../../store/tables.ts';
import { type CatalogCounts, emptyCounts } from '../catalog-counts.ts';
import type { Changes } from '../changes.ts';
import { checkExpansionCards } from '../guards.ts';
import { rejudgeTexts } from '../languages/judge-texts.ts';
import { rematch } from '../matching/rematch.ts';
import { renameInProducts } from '../sealed/sealed-products.ts';
import { cardIds } from './card-ids.ts';
import { type MissingVariants, missingVariants, newSlots, planCard, respellings } from './card-plan.ts';
import { type OurId, ourIds } from './our-ids.ts';
import { publishExpansions } from './publish-expansions.ts';
import { type PublishedCards, publishedCardsIn } from './published-cards.ts';

/** A run that would prune more than this share of the printings holds the pruning back until it is accepted. */
const PRUNE_SHARE_MAX = 0.01;
/**
 * Cards compared at once: their records stand in memory together. Of 500 they outlived the young heap: each of its turns took
 * 2 MB over into the old one, of 128 it is 10 kB.
 */
const CARDS_AT_ONCE = 128;

export interface PublishOptions {
  acceptPrune: boolean;
  /** The rules of the game that the catalog is of. */
  game: DeployedGame;
  /** The print line that is published; undefined for the catalog's own. */
  region?: string | undefined;
}

/** One publish under way. */
interface Publish {
  writes: Writes;
  seed: CatalogSeed;
  game: DeployedGame;
  expansions: ReadonlyMap<string, Expansion>;
  /** Our id of what its source calls `id`. */
  ourCard: OurId;
  ourExpansion: OurId;
  published: PublishedCards;
  /** Stored printings that did not come, or came again. */
  missing: MissingVariants;
  counts: CatalogCounts;
  changes: Changes;
  /** Whether what is searched of a card is another now: name, number, expansion, rarity, illustrator, printings. */
  isFoundAnew: boolean;
}

/** A card to compare, as it came. */
interface ComingCard {
  /** As its source calls it. */
  id: string;
  text: string;
  digest: string;
}

const digestOf = (text: string) => hash('sha1', text, 'base64url');

/**
 * Compares and writes. Returns the counts; the catalog version moves when anything that a read shows has changed.
 * @throws Outage when an expansion lost more than half of its cards
 */
export async function publishCatalog(
  writes: Writes,
  seed: CatalogSeed,
  options: PublishOptions,
  changes: Changes,
): Promise<CatalogCounts> {
  const counts = emptyCounts();
  const { game } = options;
  const { name } = game;
  const named = await nameRecords(writes, name);
  const { region } = options;
  const place = { writes, game, region, counts, changes };
  await noteLineLanguage(writes, name, { region, language: languageOfRegion(game, region) });
  const { ours: ourExpansion, told: toldGroups, takenOver } = await publishExpansions(place, seed);
  const all = await allExpansions(writes, name);
  const expansions = new Map(all.flatMap((each) => (each.region === region ? [[each.id, each]] : [])));
  const given = seed.expansions.map(({ id, codes = [] }) => [ourExpansion(id), codes] as const);
  const coded = await putExpansionCodes(writes, name, new Map(given.filter(([id]) => expansions.has(id))));
  await deleteCardsOf(takenOver, place);
  const published = await publishedCardsIn(writes, name, expansions);
  if (region !== undefined) {
    const theirs = all.filter(({ id }) => !expansions.has(id));
    const known = { ourCard: ourIds(game, await aliases(writes, 'card')), ourExpansion };
    const cards = await placedCards(writes, name);
    leaveOthers(seed, known, { cards, expansions: new Set(theirs.map(({ id }) => id)) });
  }
  const { ourCard, renamed, told } = await cardIds({ writes, seed, game, published, ourExpansion });
  counts.cards_renamed += renamed;
  const missing: MissingVariants = { due: [], waiting: [], returned: [] };
  const found = { expansions, ourCard, ourExpansion, published, missing };
  const publish: Publish = { writes, seed, game, ...found, counts, changes, isFoundAnew: false };

  checkExpansionCards(...cardsByExpansion(publish));
  let changed = 0;
  for await (const cards of changedCards(publish)) {
    await publishCards(publish, cards);
    changed += cards.length;
  }
  await prune(publish, options);
  await renameInProducts(writes, name, changes);
  if (changed > 0) await rematch(writes, game, changes);
  const turned = changed + told + toldGroups > 0 ? await rejudgeTexts(writes, game, changes) : 0;
  const { variants_missing, prune_withheld, ...visible } = counts;
  if (named + told + toldGroups + turned + coded > 0 || Object.values(visible).some((count) => count > 0)) {
    const { series_new, series_changed, expansions_new, expansions_changed } = counts;
    const groups = series_new + series_changed + expansions_new + expansions_changed;
    // A printing that is gone is no longer a word that its card is found by.
    const isFoundAnew = publish.isFoundAnew || groups + turned + coded + counts.variants_pruned > 0;
    await bumpCatalogVersion(writes, { games: [name], names: isFoundAnew });
  }
  return counts;
}

/**
 * Deletes the cards of expansions that were another print line's until now: under one id each line has cards of its own, and
 * the catalog's own line reads no others.
 */
async function deleteCardsOf(
  takenOver: ReadonlySet<string>,
  { writes, game, counts, changes }: Pick<Publish, 'writes' | 'game' | 'counts' | 'changes'>,
): Promise<void> {
  if (takenOver.size === 0) return;
  const cards = await placedCards(writes, game.name);
  const ids = cards.flatMap(({ id, expansion_id }) => (takenOver.has(expansion_id) ? [id] : []));
  const printings = await variantsOf(writes, ids);
  counts.variants_pruned += printings.length;
  changes.variantsPruned.push(...printings.map(({ id }) => id));
  for (const id of ids) changes.cardsDeleted.add(id);
  await deleteCards(writes, ids);
}

/** Leaves out of a print line's seed what is another line's: an id stands for one record, as do those that it answers to. */
function leaveOthers(
  seed: CatalogSeed,
  { ourCard, ourExpansion }: Pick<Publish, 'ourCard' | 'ourExpansion'>,
  { cards, expansions }: { cards: Awaited<ReturnType<typeof placedCards>>; expansions: ReadonlySet<string> },
): void {
  const taken = new Set(cards.flatMap(({ id, expansion_id }) => (expansions.has(expansion_id) ? [id] : [])));
  const left: string[] = [];
  for (const [id, text] of seed.cards) {
    const { expansion_id } = JSON.parse(text) as CardSeed;
    if (taken.has(ourCard(id)) || expansions.has(ourExpansion(expansion_id))) left.push(id);
  }
  for (const id of left) seed.cards.delete(id);
  if (left.length > 0) seed.passed_over = new Map([...(seed.passed_over ?? []), ['other_line', left.length]]);
}

/** How many cards of each listed expansion came, and how many are published. */
function cardsByExpansion({
  seed,
  ourCard,
  ourExpansion,
  published,
}: Publish): [Map<string, number>, Map<string, number>] {
  const came = new Map(seed.expansions.map(({ id }) => [ourExpansion(id), 0]));
  for (const ids of [seed.cards.keys(), seed.unchanged]) {
    for (const id of ids) {
      const known = published.get(ourCard(id));
      if (known && came.has(known.expansion_id)) came.set(known.expansion_id, (came.get(known.expansion_id) ?? 0) + 1);
    }
  }
  return [came, published.byExpansion()];
}

/**
 * The cards to compare: those whose text differs from the last publish, and those in doubt. In portions: of a million the ids
 * alone would take 40 MB. With their texts, since each is unpacked with all that are packed with it.
 */
async function* changedCards({ writes, seed, game, ourCard, published }: Publish): AsyncGenerator<ComingCard[]> {
  const inDoubt = new Set(await cardsWithMissingVariants(writes, game.name));
  let changed: ComingCard[] = [];
  for (const [id, text] of seed.cards) {
    const ours = ourCard(id);
    const digest = digestOf(text);
    if (inDoubt.has(ours) || published.get(ours)?.digest !== digest) changed.push({ id, text, digest });
    if (changed.length < CARDS_AT_ONCE) continue;
    yield changed;
    changed = [];
  }
  if (changed.length > 0) yield changed;
}

async function publishCards(publish: Publish, coming: readonly ComingCard[]): Promise<void> {
  const { writes, seed, game, ourCard, ourExpansion, expansions, counts, changes } = publish;
  const ids = coming.map(({ id }) => ourCard(id));
  const games = await gamesOfCards(writes, ids);
  const seeds = new Map<string, { seed: CardSeed; digest: string }>();
  for (const { id, text, digest } of coming) {
    const card = JSON.parse(text) as CardSeed;
    card.id = ourCard(id);
    card.expansion_id = ourExpansion(card.expansion_id);
    // Its set was put aside or never came: without an expansion the card has no place in any list.
    const known = games.get(card.id) ?? game.name;
    if (expansions.has(card.expansion_id) && known === game.name) {
      seeds.set(card.id, { seed: card, digest });
    } else {
      seed.cards.delete(id);
      const reason = known === game.name ? 'names an expansion that is not there' : `its id is one of ${known} here`;
      seed.quarantined.push({ reason: `card: ${reason}`, sample: id });
    }
  }
  const bodies = await cardBodies(
    writes,
    [...seeds.keys()].filter((id) => games.has(id)),
  );
  const before = new Map([...bodies].map(([id, body]) => [id, JSON.parse(body) as Card]));
  const stored = await storedVariants(
    publish,
    [...seeds.values()].map((entry) => entry.seed),
    before,
  );
  const rows: CardRow[] = [];
  const records = new Map<string, Card>();
  for (const [id, entry] of seeds) {
    const variants = stored.get(id) ?? [];
    const missing = missingVariants(entry.seed, variants);
    for (const kind of ['due', 'waiting', 'returned'] as const) publish.missing[kind].push(...missing[kind]);
    const plan = planCard(game.name, entry.seed, before.get(id), variants);
    if (plan.isNew) counts.cards_new += 1;
    else if (plan.change?.visible) counts.cards_changed += 1;
    else if (plan.change?.relinked) counts.cards_relinked += 1;
    if (plan.isNew || plan.change) changes.cards.add(id);
    if (!isFoundAlike(before.get(id), plan.card)) publish.isFoundAnew = true;
    if (plan.isNew || plan.change || publish.published.get(id)?.digest !== entry.digest) {
      rows.push(cardRow(plan.card, entry.digest, expansions));
      records.set(id, plan.card);
    }
  }
  await putCards(writes, rows, changes.cards, records);
  await putCardClaims(
    writes,
    [...seeds.values()].map((entry) => claimOf(entry.seed)),
  );
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
  { writes, published, counts }: Publish,
  seeds: readonly CardSeed[],
  before: ReadonlyMap<string, Card>,
) {
  const stored = Map.groupBy(
    // A card that is new has none.
    await variantsOf(writes, [...before.keys()]),
    (variant) => variant.card_id,
  );
  for (const seed of seeds) {
    const found = respellings(seed, stored.get(seed.id) ?? [], before.get(seed.id));
    for (const { variant, slot } of found) Object.assign(variant, slot, { missing_runs: 0 });
    await respellVariants(
      writes,
      found.map(({ variant }) => variant),
    );
    counts.variants_respelled += found.length;
  }
  const added = await addVariants(
    writes,
    seeds.flatMap((seed) => newSlots(seed, stored.get(seed.id) ?? [])),
  );
  for (const variant of added) {
    const siblings = stored.get(variant.card_id);
    if (siblings) siblings.push(variant);
    else stored.set(variant.card_id, [variant]);
    if (published.has(variant.card_id)) counts.variants_new += 1;
  }
  return stored;
}

const summaryOf = ({ game, id, expansion_id, number, name, rarity, image }: Card): CardSummary => ({
  game,
  id,
  expansion_id,
  number,
  name,
  rarity,
  image,
  number_normalized: numberNormalized(number),
});

function cardRow(card: Card, digest: string, expansions: ReadonlyMap<string, Expansion>): CardRow {
  const summary = summaryOf(card);
  return {
    id: card.id,
    game: card.game,
    expansion_id: card.expansion_id,
    sort_date: expansions.get(card.expansion_id)?.release_date ?? LAST,
    number_sort: summary.number_normalized ?? LAST,
    name: card.name,
    number: card.number,
    summary: JSON.stringify(summary),
    body: JSON.stringify(card),
    digest,
  };
}

/** Counts missing printings one run further, and lets go of those that are due, unless they are too many at once. */
async function prune(
  { writes, game, missing, counts, changes }: Publish,
  { acceptPrune }: PublishOptions,
): Promise<void> {
  await setMissingRuns(
    writes,
    missing.returned.map(({ id }) => id),
    0,
  );
  await setMissingRuns(
    writes,
    missing.waiting.map(({ id }) => id),
    1,
  );
  counts.variants_missing = missing.waiting.length;
  const { due } = missing;
  if (due.length === 0) return;
  if (!acceptPrune && due.length > (await variantCount(writes, game.name)) * PRUNE_SHARE_MAX) {
    counts.prune_withheld = due.length;
    return;
  }
  await deleteVariants(
    writes,
    due.map(({ id }) => id),
  );
  await dropCurrent(writes, due);
  counts.variants_pruned += due.length;
  for (const { id, card_id } of due) {
    changes.variantsPruned.push(id);
    changes.cards.add(card_id);
  }
  await removeFromCards(writes, due);
}

async function removeFromCards(writes: Writes, pruned: readonly PublishedVariant[]): Promise<void> {
  const gone = new Set(pruned.map(({ id }) => id));
  const cardIds = [...new Set(pruned.map((variant) => variant.card_id))];
  for (const [id, text] of await cardBodies(writes, cardIds)) {
    const card = JSON.parse(text) as Card;
    card.variants = card.variants.filter((variant) => !gone.has(variant.id));
    await setCardBody(writes, id, JSON.stringify(card));
  }
}
