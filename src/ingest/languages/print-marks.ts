/** Marks what a regional print calls like another print line: a set id that two lines use is `neo1` in one, `neo1.ja` in the other. */
import { languageOfRegion } from '../../catalog/languages/regional-prints.ts';
import type { CardSeed, CatalogSeed } from '../../catalog/seeds.ts';
import type { DeployedGame } from '../../games/game.ts';
import { aliases } from '../../store/catalog/aliases.ts';
import { placedCards } from '../../store/catalog/cards.ts';
import { allExpansions } from '../../store/catalog/expansions.ts';
import type { Reads } from '../../store/store.ts';
import { internalIds } from '../internal-ids.ts';

/** Gives the further line's expansions and cards of such ids the line's language behind them. The catalog's own line has none. */
export async function markPrint(reads: Reads, game: DeployedGame, region: string | undefined, seed: CatalogSeed) {
  if (region === undefined) return;
  const mark = `.${languageOfRegion(game, region)}`;
  const internalExpansion = internalIds(game, await aliases(reads, 'expansion'));
  const internalCard = internalIds(game, await aliases(reads, 'card'));
  const elsewhere = new Set(
    (await allExpansions(reads, game.name)).flatMap((each) => (each.region === region ? [] : [each.id])),
  );
  const theirs = new Set(
    (await placedCards(reads, game.name)).flatMap(({ id, expansion_id }) => (elsewhere.has(expansion_id) ? [id] : [])),
  );
  const isTheirs = (cardId: string) => theirs.has(internalCard(cardId));
  const expansionId = (id: string) => (elsewhere.has(internalExpansion(id)) ? id + mark : id);
  const sets = seed.expansions.map(({ id }) => id).filter((id) => expansionId(id) !== id);
  seed.expansions = seed.expansions.map((each) => ({ ...each, id: expansionId(each.id) }));
  const marked: [id: string, card: CardSeed][] = [];
  for (const [id, text] of seed.cards) {
    const card = JSON.parse(text) as CardSeed;
    const expansion_id = expansionId(card.expansion_id);
    if (expansion_id !== card.expansion_id || isTheirs(id)) {
      marked.push([id, { ...card, id: markedId(card.id, card.expansion_id, mark), expansion_id }]);
    }
  }
  for (const [id, card] of marked) {
    seed.cards.delete(id);
    seed.cards.set(card.id, JSON.stringify(card));
    // By what its source calls it the validator of its document is kept.
    seed.unchanged.add(id);
  }
  const kept = new Set(marked.map(([id]) => id));
  for (const id of [...seed.unchanged].filter((each) => !kept.has(each))) {
    const set = sets.find((each) => id.startsWith(`${each}-`)) ?? '';
    if (set !== '' || isTheirs(id)) seed.unchanged.add(markedId(id, set, mark));
  }
}

/** `neo1-9` of `neo1` is `neo1.ja-9`. */
const markedId = (id: string, set: string, mark: string): string =>
  set !== '' && id.startsWith(`${set}-`) ? set + mark + id.slice(set.length) : id + mark;
