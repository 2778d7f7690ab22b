/** Settles anew which of several cards of one name each marketplace product is, by all that the store knows. */
import { isDeepStrictEqual } from 'node:util';
import { type ClaimingCard, MARKETPLACES, type SettledClaim } from '../../../catalog/claims.ts';
import { compareOrdinary } from '../../../catalog/printings/ordinary-printing.ts';
import type { Card } from '../../../catalog/records.ts';
import type { DeployedGame } from '../../../games/game.ts';
import { cardBodies, setCardBody } from '../../../store/catalog/cards.ts';
import { idsOfGame } from '../../../store/catalog/catalog-records.ts';
import { bumpCatalogVersion } from '../../../store/catalog/game-versions.ts';
import { marketplaceRow, rowDays } from '../../../store/marketplace-products/marketplace-prices.ts';
import {
  asClaimed,
  asSettled,
  claimingCards,
  type ListedSingle,
  linksOfCards,
  listedSingles,
  type PriceLink,
  replaceSettledClaims,
  settledClaims,
} from '../../../store/prices/market-knowledge.ts';
import type { Reads, Writes } from '../../../store/store.ts';
import { claimantIds, sharedIds } from '../../../store/views/external-ids.ts';
import type { Changes } from '../../changes.ts';
import type { MarketView } from '../links/market-view.ts';
import { type ClaimFacts, type Contest, contests, type Decision, judgeContest } from './judge-claims.ts';
import { singleKey } from './listed-singles.ts';
import { auditMappings } from './mapping-audit.ts';

/** What the game's cards claim, where whoever settles has read that already: all of them, and the ids that several have. */
type Claims = Pick<MarketView, 'cards' | 'settled'> & { claims: Pick<MarketView['claims'], 'shared'> };

/**
 * To be called in the transaction that changed cards or prices of the game; with `known`, its cards as they stand. Returns
 * whether any claim is settled otherwise.
 */
export async function settleClaims(writes: Writes, game: DeployedGame, changes: Changes, known?: Claims) {
  const listed = await listedSingles(writes);
  const { settled: stored, ...claiming } = known ?? (await readClaims(writes, game, listed));
  const before = [...stored.values()].flat();
  const wanted = await settle(writes, game, claiming, listed);
  if (isDeepStrictEqual(byKey(before), byKey(wanted))) return false;
  const variantIds = [...new Set([...before, ...wanted].map(({ variant_id }) => variant_id))];
  await replaceSettledClaims(writes, variantIds, wanted);
  await relinkCards(writes, { before: stored, after: Map.groupBy(wanted, (claim) => claim.variant_id) }, changes, game);
  return true;
}

/** The claims of those cards alone that may meet another's: before the first day of prices nobody else reads all of them. */
async function readClaims(writes: Writes, game: DeployedGame, listed: readonly ListedSingle[]): Promise<Claims> {
  const ofGame = await idsOfGame<string>(writes, 'cards', game.name);
  const settled = await settledClaims(writes, ofGame);
  const before = [...settled.values()].flat();
  const ids = await sharedIds(writes, ofGame);
  for (const { market, product_id } of listed) ids[market].add(product_id);
  for (const { market, claimed } of before) ids[market].add(claimed);
  const named = new Set([...(await claimantIds(writes, ids)), ...before.map(({ card_id }) => card_id)]);
  const claiming = ofGame.filter((id) => named.has(id));
  const cards = await claimingCards(writes, claiming, settled);
  return { cards, settled, claims: { shared: auditMappings(cards) } };
}

const byKey = (claims: readonly SettledClaim[]) =>
  new Map(claims.map((claim) => [`${claim.variant_id}/${claim.market}`, { ...claim }]));

/** What becomes of each claim to a product that several of these cards claim. */
async function settle(
  reads: Reads,
  game: DeployedGame,
  { cards, claims }: Omit<Claims, 'settled'>,
  listed: readonly ListedSingle[],
): Promise<SettledClaim[]> {
  const found = contests(claims.shared, cards);
  if (found.length === 0) return [];
  const facts = await factsOf(reads, game, found, { cards, listed });
  return found.flatMap((contest) => {
    const decided = judgeContest(contest, facts(contest));
    const owned = new Set([...decided.values()].map(({ product_id }) => product_id));
    return contest.cards.flatMap((card) => settledOf(card, contest, decided.get(card.id), owned));
  });
}

function settledOf(
  card: ClaimingCard,
  { market, ids }: Contest,
  decision: Decision | undefined,
  owned: ReadonlySet<number>,
): SettledClaim[] {
  const contested = card.variants.flatMap(({ id, external_ids }) => {
    const claimed = external_ids[market];
    return claimed !== null && ids.includes(claimed) ? [{ variant_id: id, claimed }] : [];
  });
  const isOne = new Set(contested.map(({ claimed }) => claimed)).size === 1;
  return contested.map(({ variant_id, claimed }) => {
    const row = { variant_id, market, card_id: card.id, claimed };
    if (decision && (isOne || decision.product_id === claimed)) {
      return { ...row, product_id: decision.product_id, settled_by: decision.by };
    }
    return { ...row, product_id: null, settled_by: owned.has(claimed) ? 'another-card' : 'nothing' };
  });
}

/** What the store knows of the products and cards of these contests. */
async function factsOf(
  reads: Reads,
  game: DeployedGame,
  found: readonly Contest[],
  { cards, listed }: { cards: readonly ClaimingCard[]; listed: readonly ListedSingle[] },
): Promise<(contest: Contest) => ClaimFacts> {
  const variants = cards.flatMap((card) => card.variants);
  const named = new Set(
    MARKETPLACES.flatMap((market) => variants.map(({ external_ids }) => `${market}/${external_ids[market]}`)),
  );
  const byMarket = Map.groupBy(listed, ({ market, ...single }) => `${market} ${singleKey(single)}`);
  const listedById = new Map(listed.map((single) => [`${single.market}/${single.product_id}`, single]));
  const listedWith = ({ market, ids }: Contest, id: number): ListedSingle[] => {
    const own = listedById.get(`${market}/${id}`);
    if (own === undefined) return [];
    const beside = byMarket.get(`${market} ${singleKey(own)}`) ?? [];
    return beside.filter(({ product_id }) => ids.includes(product_id) || !named.has(`${market}/${product_id}`));
  };
  const eur = found.filter(({ market }) => market === 'cardmarket');
  const card_id = eur.flatMap((contest) => contest.cards.map(({ id }) => id));
  const usdOf = new Map((await linksOfCards(reads, 'usd', card_id)).map((link) => [link.variant_id, link]));
  const linkOf = (contest: Contest, card: ClaimingCard): PriceLink | undefined => {
    const sharers = card.variants.filter(({ external_ids }) => contest.ids.includes(external_ids.cardmarket ?? 0));
    const first = sharers.filter((variant) => !game.printings.readsSecondSide(variant, sharers));
    const [ordinary] = first.toSorted((a, b) => compareOrdinary(a, b, game.printings));
    return usdOf.get(ordinary?.id ?? 0);
  };
  const days = await rowDays(reads, [
    ...eur.flatMap((contest) => contest.cards.flatMap((card) => linkOf(contest, card) ?? [])),
    ...eur
      .flatMap((contest) => contest.ids.flatMap((id) => [id, ...listedWith(contest, id).map((one) => one.product_id)]))
      .map((product_id) => ({ market: 'eur' as const, product_id, part: '' })),
  ]);
  return (contest) => ({
    listedWith: (id) => listedWith(contest, id),
    productDays: (id) => days.get(marketplaceRow('eur', id, '')) ?? new Map(),
    cardDays: (card) => {
      const link = linkOf(contest, card);
      return (link && days.get(marketplaceRow('usd', link.product_id, link.part))) ?? new Map();
    },
  });
}

type ByVariant = ReadonlyMap<number, readonly SettledClaim[]>;

/** Lets records show the products that their printings are known to be. */
async function relinkCards(
  writes: Writes,
  { before, after }: { before: ByVariant; after: ByVariant },
  changes: Changes,
  game: DeployedGame,
): Promise<void> {
  const isOther = ({ claimed, product_id }: SettledClaim) => product_id !== null && product_id !== claimed;
  const touched = [...before.values(), ...after.values()].flat().filter(isOther);
  let hasMoved = false;
  for (const [id, text] of await cardBodies(writes, [...new Set(touched.map(({ card_id }) => card_id))])) {
    const card = JSON.parse(text) as Card;
    if (card.game !== game.name) continue;
    card.variants = card.variants.map((variant) => asSettled(asClaimed(variant, before), after));
    const body = JSON.stringify(card);
    if (body === text) continue;
    await setCardBody(writes, id, body);
    changes.cards.add(id);
    hasMoved = true;
  }
  if (hasMoved) await bumpCatalogVersion(writes, { games: [game.name], names: false });
}
