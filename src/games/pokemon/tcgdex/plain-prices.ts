/** What a card's record says of prices, by the plain rules of its format. */
import { type Fields, guideRow, type PlainRow, tcgcsvRow } from '../../../upstream/markets/plain-rows.ts';

type Blocks = Readonly<Record<string, Fields | null | undefined>>;

export function plainPrices({ pricing, variants_detailed }: Fields): PlainRow[] {
  const blocks = ((variants_detailed ?? []) as Fields[]).map((printing) => printing.pricing);
  return [pricing, ...blocks].flatMap((block) => blockRows((block ?? {}) as Blocks));
}

/** Its sub types are spelled `reverse-holofoil`, and one of them names the product of all. */
function blockRows({ cardmarket, tcgplayer }: Blocks): PlainRow[] {
  const dayOf = (block: Fields) => String(block.updated).slice(0, 10);
  const kinds = Object.entries(tcgplayer ?? {}).filter(([, entry]) => typeof entry === 'object' && entry !== null);
  const productId = kinds.map(([, entry]) => (entry as Fields).productId).find((id) => id !== undefined);
  const usd = kinds.map(([kind, entry]) => {
    const words = kind.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
    const row = tcgcsvRow({ productId, subTypeName: words.join(' '), ...(entry as Fields) });
    return { ...row, day: dayOf(tcgplayer ?? {}) };
  });
  return cardmarket ? [guideRow(cardmarket, dayOf(cardmarket)), ...usd] : usd;
}
