/** Cards with what they are called in every language that they are shown in. */
import type { Card } from '../../../catalog/records.ts';
import { cardNames } from '../../catalog/translations.ts';
import type { Reads } from '../../store.ts';

/** The cards with their names, the one in the language that each stands in first. */
export async function namedCards(reads: Reads, cards: readonly Card[], languageOf: (card: Card) => string) {
  const names = await cardNames(reads, cards);
  return cards.map((card) => ({ ...card, names: { [languageOf(card)]: card.name, ...names.get(card.id) } }));
}
