/** Wickwild as the USD marketplace lists it. */
import type { Market, MarketProduct, Printed } from '../../market.ts';
import type { DemoCard } from '../card.ts';
import { EXPANSIONS } from '../expansions.ts';
import { demoCategory, demoGame, GAME_NAME } from '../game.ts';
import { groupIdOf, printedNumber } from './product.ts';
import { usdProduct, usdProductsOf } from './products.ts';

function printedOn(card: DemoCard): Printed[] {
  const attacks = card.attacks.map(({ name, cost, damage, text }, i): Printed => {
    const force = damage === undefined ? '' : ` (${damage})`;
    const rule = text === undefined ? '' : `\r\n<br>\r\n${text}`;
    return [`Attack ${i + 1}`, `Attack ${i + 1}`, `[${cost.length}] ${name}${force}${rule}`];
  });
  const creature: Printed[] =
    card.hp === undefined
      ? []
      : [
          ['HP', 'HP', String(card.hp)],
          ['Stage', 'Stage', card.stage ?? ''],
        ];
  return [['Number', 'Card Number', printedNumber(card)], ['Rarity', 'Rarity', card.rarity], ...creature, ...attacks];
}

export const wickwildMarket: Market = {
  category: demoCategory,
  name: GAME_NAME,
  slug: demoGame,
  groups: EXPANSIONS.map((expansion) => ({
    ...expansion,
    id: groupIdOf(expansion),
    isSupplemental: expansion.series === 'ks',
  })),
  productsOf: usdProductsOf,
  printedOn({ id }: MarketProduct) {
    const card = usdProduct(id)?.card;
    return card === undefined ? [] : printedOn(card);
  },
  listsUnpriced: false,
};
