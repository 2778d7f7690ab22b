/** The demo game on loopback as a TCGdex REST API, prices embedded: an upstream in a real format that nobody has to have. */
import { demoDocument } from '../../../demo/demo.ts';
import { demoCategory } from '../../../demo/wickwild/game.ts';
import { dayOf } from '../../../src/catalog/days.ts';
import { type RestUpstream, startTcgdexRest } from './tcgdex-rest.ts';

type Fields = Record<string, unknown>;
interface Ids {
  cardmarket?: number;
  tcgplayer?: number;
}

const DAY = dayOf(Date.now());
const UPDATED = `${DAY}T04:00:00.000Z`;

function demo<Document>(path: string): Document {
  const text = demoDocument(path, { day: DAY, pictureBase: 'http://127.0.0.1/pictures' });
  if (text === undefined) throw new Error(`the demo has no ${path}`);
  return JSON.parse(text) as Document;
}

/** `Reverse Holofoil` is `reverse-holofoil` there. */
const keyOf = (subType: string): string => subType.toLowerCase().replaceAll(' ', '-');

/** The day's rows of each USD product, by sub type. */
function usdBlocks(): Map<number, Fields> {
  const blocks = new Map<number, Fields>();
  const folder = `tcgcsv/${demoCategory}`;
  for (const { groupId } of demo<{ results: { groupId: number }[] }>(`${folder}/groups`).results) {
    const { results } = demo<{ results: Fields[] }>(`${folder}/${groupId}/prices`);
    for (const { subTypeName, ...row } of results) {
      const id = row.productId as number;
      const block = blocks.get(id) ?? { unit: 'USD', updated: UPDATED };
      block[keyOf(String(subTypeName))] = row;
      blocks.set(id, block);
    }
  }
  return blocks;
}

/** The rows of the price guide by their marketplace product. */
function eurBlocks(): Map<number, Fields> {
  const { priceGuides } = demo<{ priceGuides: Fields[] }>('cardmarket/price_guide.json');
  return new Map(priceGuides.map((row) => [row.idProduct as number, { unit: 'EUR', updated: UPDATED, ...row }]));
}

/** Cards as the API answers them: without marketplace ids of their own, which stand beside the prices only. */
function cardsWithPrices(): Fields[] {
  const [usd, eur] = [usdBlocks(), eurBlocks()];
  const priced = ({ thirdParty, ...record }: Fields & { thirdParty?: Ids }) => ({
    ...record,
    pricing: {
      cardmarket: eur.get(thirdParty?.cardmarket ?? 0) ?? null,
      tcgplayer: usd.get(thirdParty?.tcgplayer ?? 0) ?? null,
    },
  });
  return demo<(Fields & { variants_detailed?: Fields[] })[]>('tcgdex/cards.json').map((card) => {
    const { variants_detailed: printings } = card;
    return { ...priced(card), ...(printings && { variants_detailed: printings.map(priced) }) };
  });
}

/** Starts the upstream on a free port. */
export const startDemoUpstream = (): Promise<RestUpstream> =>
  startTcgdexRest({
    series: demo<Fields[]>('tcgdex/series.json'),
    sets: demo<Fields[]>('tcgdex/sets.json'),
    cards: cardsWithPrices(),
  });
