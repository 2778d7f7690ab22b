/** Publishes one catalog run in one transaction, by stages that each hand on what they made: ids, cards, printings, what follows. */

import type { Card } from '../../catalog/records.ts';
import type { CatalogSeed } from '../../catalog/seeds.ts';
import { cardBodies, cardLanguages, putCards, setCardBody } from '../../store/catalog/cards.ts';
import { bumpCatalogVersion } from '../../store/catalog/game-versions.ts';
import { deleteVariants, type PublishedVariant, setMissingRuns, variantCount } from '../../store/catalog/variants.ts';
import { dropCurrent } from '../../store/prices/current-prices.ts';
import { putCardClaims } from '../../store/prices/market-knowledge.ts';
import type { Writes } from '../../store/store.ts';
import { emptyCounts } from '../catalog-counts.ts';
import { type Changes, noteNames } from '../changes.ts';
import { shrunkExpansions } from '../guards.ts';
import { idsThatCame } from '../internal-ids.ts';
import { rejudgeTexts } from '../languages/judge-texts.ts';
import { rematch } from '../matching/links/rematch.ts';
import { renameInProducts } from '../matching/sealed/sealed-products.ts';
import type { MissingVariants } from './card-plan.ts';
import { addMissing, changedCards, compareCards } from './compare-cards.ts';
import { type NamedCatalog, nameCatalog } from './name-catalog.ts';
import type { Place } from './publish-expansions.ts';
import { yieldClaims } from './yielding-cards.ts';

/**
 * Compares and writes. Returns the counts, what came with few of its cards, and how many are of expansions that were not read; the catalog version moves when anything that
 * a read shows has changed.
 */
export async function publishCatalog(
  place: Omit<Place, 'counts'>,
  seed: CatalogSeed,
  isPruneHeld: (fault: string | undefined) => boolean,
) {
  const { writes, game, changes } = place;
  const counts = emptyCounts();
  const named = await nameCatalog({ ...place, counts }, seed);
  const ofLanguages = await cardLanguages(writes, game.name);
  const [came, known] = cardsByExpansion(named, ofLanguages);
  const shrunk = shrunkExpansions(came, known);
  const knownIn = (id: string) => known.get(named.internalExpansionId(id)) ?? 0;
  const unread = seed.unread.reduce((count, { sample }) => count + knownIn(sample), 0);
  const written = await writeCards(named);
  await prune(named, written.missing, isPruneHeld);
  await renameInProducts(writes, game.name, changes);
  const isYielded = await yieldClaims(named, ofLanguages);
  if (isYielded || written.compared > 0) await rematch(writes, game, changes);
  const turned = written.compared + named.changedIds > 0 ? await rejudgeTexts(writes, game, changes) : 0;
  await moveVersion(named, { turned, isFoundAnew: written.isFoundAnew });
  return { counts, shrunk, unread };
}

/** How many cards of each listed expansion came, and how many are published. */
function cardsByExpansion(
  { seed, internalCardId, internalExpansionId, published }: NamedCatalog,
  ofLanguages: ReadonlyMap<string, string | undefined>,
): [Map<string, number>, Map<string, number>] {
  const came = new Map(seed.expansions.map(({ id }) => [internalExpansionId(id), 0]));
  for (const id of idsThatCame(seed, internalCardId)) {
    const known = published.get(id);
    if (known && came.has(known.expansion_id)) came.set(known.expansion_id, (came.get(known.expansion_id) ?? 0) + 1);
  }
  const known = published.byExpansion();
  // What only a further language has does not come with the others.
  for (const [id, language] of ofLanguages) {
    const of = language === undefined ? undefined : published.get(id)?.expansion_id;
    if (of !== undefined) known.set(of, (known.get(of) ?? 0) - 1);
  }
  return [came, known];
}

/** Writes the cards that differ, and says what was found of all that were compared. */
async function writeCards(named: NamedCatalog) {
  const { writes, changes } = named;
  const written = {
    compared: 0,
    missing: { due: [], waiting: [], returned: [] } as MissingVariants,
    isFoundAnew: false,
  };
  for await (const cards of changedCards(named)) {
    const { rows, records, claims, missing, isFoundAnew } = await compareCards(named, cards);
    await putCards(writes, rows, changes.cards, records);
    await putCardClaims(writes, claims);
    addMissing(written.missing, missing);
    written.compared += cards.length;
    written.isFoundAnew ||= isFoundAnew;
  }
  return written;
}

async function moveVersion(
  { writes, game, counts, changedIds, coded, titled }: NamedCatalog,
  { turned, isFoundAnew }: { turned: number; isFoundAnew: boolean },
): Promise<void> {
  const { variants_missing, prune_withheld, ...visible } = counts;
  if (titled + changedIds + turned + coded === 0 && Object.values(visible).every((count) => count === 0)) return;
  const { series_new, series_changed, expansions_new, expansions_changed, variants_pruned } = counts;
  const groups = series_new + series_changed + expansions_new + expansions_changed;
  // A printing that is gone is no longer a word that its card is found by.
  const names = isFoundAnew || groups + turned + coded + variants_pruned > 0;
  await bumpCatalogVersion(writes, { games: [game.name], names });
}

/** A run that would prune more than this share of the printings holds the pruning back. */
const PRUNE_SHARE_MAX = 0.01;

/** Counts missing printings one run further, and deletes those that are due, unless they are too many at once. */
async function prune(
  { writes, game, counts, changes }: NamedCatalog,
  { due, waiting, returned }: MissingVariants,
  isHeld: (fault: string | undefined) => boolean,
): Promise<void> {
  await setMissingRuns(writes, returned, 0);
  await setMissingRuns(writes, waiting, 1);
  counts.variants_missing = waiting.length;
  const isMany = due.length > 0 && due.length > (await variantCount(writes, game.name)) * PRUNE_SHARE_MAX;
  if (isHeld(isMany ? `${due.length} printings are gone upstream` : undefined)) {
    counts.prune_withheld = due.length;
    return;
  }
  if (due.length === 0) return;
  await deleteVariants(writes, due);
  await dropCurrent(writes, due);
  counts.variants_pruned += due.length;
  for (const { id, card_id } of due) {
    changes.variantsPruned.push(id);
    changes.cards.add(card_id);
  }
  await removeFromCards(writes, due, changes);
}

async function removeFromCards(writes: Writes, pruned: readonly PublishedVariant[], changes: Changes): Promise<void> {
  const gone = new Set(pruned.map(({ id }) => id));
  const cardIds = [...new Set(pruned.map((variant) => variant.card_id))];
  for (const [id, text] of await cardBodies(writes, cardIds)) {
    const card = JSON.parse(text) as Card;
    const left = card.variants.filter((variant) => !gone.has(variant.id));
    noteNames(changes, id, card.variants, left);
    card.variants = left;
    await setCardBody(writes, id, JSON.stringify(card));
  }
}
