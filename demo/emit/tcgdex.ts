/** The demo as the compiled files of a TCGdex build: cards, sets and series, with marketplace ids and without prices. */
import { hash } from '../random.ts';
import type { DemoCard } from '../wickwild/card.ts';
import { CARDS, cardsOfExpansion } from '../wickwild/cards.ts';
import { type DemoExpansion, type DemoSeries, EXPANSIONS, SERIES } from '../wickwild/expansions.ts';
import { groupIdOf, idExpansionOf } from '../wickwild/market/product.ts';
import { officialCount } from '../wickwild/print-list.ts';
import type { DemoPrinting } from '../wickwild/printings.ts';
import { claimedUsdProduct, writtenRetreat } from './mistakes.ts';

const ids = (card: DemoCard, printing: DemoPrinting | undefined) => {
  const thirdParty = {
    ...(printing?.eurProduct === undefined ? {} : { cardmarket: printing.eurProduct }),
    ...(printing?.usdProduct === undefined ? {} : { tcgplayer: claimedUsdProduct(card.id, printing.usdProduct) }),
  };
  return Object.keys(thirdParty).length === 0 ? {} : { thirdParty };
};

const variantOf = (card: DemoCard) => (printing: DemoPrinting) => ({
  type: printing.type,
  ...(printing.subtype === undefined ? {} : { subtype: printing.subtype }),
  size: printing.size,
  ...(printing.stamps.length === 0 ? {} : { stamp: printing.stamps }),
  ...(printing.foil === undefined ? {} : { foil: printing.foil }),
  ...ids(card, printing),
  variantId: hash(
    `${card.id} ${printing.type} ${printing.size} ${printing.stamps.join('+')} ${printing.foil ?? ''} ${printing.subtype ?? ''}`,
  ).toString(36),
});

const flagsOf = (card: DemoCard) => {
  const has = (test: (printing: DemoPrinting) => boolean) => card.printings.some(test);
  return {
    firstEdition: has(({ stamps }) => stamps.includes('1st-edition')),
    holo: has(({ type }) => type === 'holo'),
    normal: has(({ type }) => type === 'normal'),
    reverse: has(({ type }) => type === 'reverse'),
    wPromo: false,
  };
};

const countOf = (expansion: DemoExpansion) => ({
  official: officialCount(expansion),
  total: Math.max(officialCount(expansion), cardsOfExpansion(expansion.id).length),
});

const legalOf = (expansion: DemoExpansion) => ({ expanded: true, standard: expansion.standard });

const briefOf = (expansion: DemoExpansion, base: string) => ({
  id: expansion.id,
  name: expansion.name,
  logo: `${base}/logos/${expansion.id}`,
  symbol: `${base}/symbols/${expansion.id}`,
  cardCount: countOf(expansion),
});

function creatureFields(card: DemoCard) {
  return {
    dexId: [card.dex],
    hp: card.hp,
    types: [card.type],
    evolveFrom: card.kindledFrom,
    description: card.note,
    stage: card.stage,
    ...(card.gift === undefined ? {} : { abilities: [{ type: 'Gift', name: card.gift[0], effect: card.gift[1] }] }),
    attacks: card.attacks.map(({ cost, name, text, damage }) => ({ cost, name, effect: text, damage })),
    weaknesses: card.weakness === undefined ? undefined : [{ type: card.weakness, value: '×2' }],
    resistances: card.resistance === undefined ? undefined : [{ type: card.resistance, value: '-20' }],
    retreat: writtenRetreat(card.id, card.retreat),
  };
}

function cardRecord(card: DemoCard, base: string) {
  const kind =
    card.category === 'Lore'
      ? { effect: card.effect, trainerType: card.loreKind }
      : card.category === 'Glow'
        ? { effect: card.effect, energyType: card.loreKind, types: [card.type] }
        : creatureFields(card);
  return {
    category: card.category,
    id: card.id,
    illustrator: card.illustrator,
    image: `${base}/cards/${card.id}`,
    localId: card.number,
    name: card.name,
    rarity: card.rarity,
    set: briefOf(card.expansion, base),
    variants: flagsOf(card),
    ...(card.flagsOnly ? ids(card, card.printings[0]) : { variants_detailed: card.printings.map(variantOf(card)) }),
    ...kind,
    legal: legalOf(card.expansion),
    updated: `${card.expansion.released}T09:00:00Z`,
  };
}

function setRecord(expansion: DemoExpansion, base: string) {
  const cards = cardsOfExpansion(expansion.id);
  const flags = cards.map(flagsOf);
  const count = (flag: 'firstEdition' | 'holo' | 'normal' | 'reverse') => flags.filter((card) => card[flag]).length;
  return {
    ...briefOf(expansion, base),
    cardCount: {
      firstEd: count('firstEdition'),
      holo: count('holo'),
      normal: count('normal'),
      reverse: count('reverse'),
      ...countOf(expansion),
    },
    serie: { id: expansion.series, name: SERIES.find(({ id }) => id === expansion.series)?.name },
    releaseDate: expansion.released,
    abbreviation: { official: expansion.abbreviation },
    legal: legalOf(expansion),
    cards: cards.map((card) => ({
      id: card.id,
      image: `${base}/cards/${card.id}`,
      localId: card.number,
      name: card.name,
    })),
    thirdParty: { cardmarket: idExpansionOf(expansion), tcgplayer: groupIdOf(expansion) },
  };
}

function seriesRecord({ id, name }: DemoSeries, base: string) {
  const expansions = EXPANSIONS.filter(({ series }) => series === id).toSorted((a, b) =>
    a.released < b.released ? -1 : 1,
  );
  const sets = expansions.map((expansion) => briefOf(expansion, base));
  return {
    id,
    name,
    logo: `${base}/logos/${id}`,
    releaseDate: expansions[0]?.released,
    firstSet: sets[0],
    lastSet: sets.at(-1),
    sets,
  };
}

/** One of the three files, as JSON text. Absent fields are left out, as upstream leaves them out. */
export function tcgdexFile(name: string, pictureBase: string): string | undefined {
  if (name === 'cards.json') return JSON.stringify(CARDS.map((card) => cardRecord(card, pictureBase)));
  if (name === 'sets.json') return JSON.stringify(EXPANSIONS.map((expansion) => setRecord(expansion, pictureBase)));
  return name === 'series.json' ? JSON.stringify(SERIES.map((series) => seriesRecord(series, pictureBase))) : undefined;
}
