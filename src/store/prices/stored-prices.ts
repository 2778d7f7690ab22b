/** Takes the stored text of current prices apart without parsing it: answers print the amounts as they stand. */
import type { PriceText } from '../../catalog/served-prices.ts';
import { seriesOfKey } from './price-series.ts';

/** In `[key,"YYYY-MM-DD","source",[amounts],kind]`: from the comma behind the key to the day, and to the source. */
const TO_DAY = 2;
const TO_SOURCE = 15;

/**
 * The prices in the body of a card's row, which `currentText` wrote, in its order. As objects of numbers that are printed
 * again those of a list took three times as long.
 * @throws Error where the text is not one that `currentText` writes
 */
export function storedPrices(body: string): PriceText[] {
  const prices: PriceText[] = [];
  let at = 1;
  while (body.charCodeAt(at) === OPENING) {
    const keyEnd = body.indexOf(',', at);
    const { part: variant_id, condition } = seriesOfKey(Number(body.slice(at + 1, keyEnd)));
    const observed_on = body.slice(keyEnd + TO_DAY, keyEnd + TO_DAY + 10);
    const amountsAt = closingQuote(body, keyEnd + TO_SOURCE) + 3;
    const amountsEnd = body.indexOf(']', amountsAt);
    const hasKind = body.charCodeAt(amountsEnd + 1) === COMMA;
    const end = hasKind ? body.indexOf(']', amountsEnd + 1) : amountsEnd + 1;
    const price_kind = hasKind ? body.slice(amountsEnd + 2, end) : 'null';
    if (body.charCodeAt(end) !== CLOSING || amountsEnd < 0) throw damaged(body);
    prices.push({ variant_id, condition, observed_on, amounts: body.slice(amountsAt, amountsEnd), price_kind });
    at = end + (body.charCodeAt(end + 1) === COMMA ? 2 : 1);
  }
  if (body.charCodeAt(at) !== CLOSING || at !== body.length - 1) throw damaged(body);
  return prices;
}

const [OPENING, CLOSING, COMMA, BACKSLASH] = [0x5b, 0x5d, 0x2c, 0x5c];

/** Where the string of JSON that is read from `at` on ends. */
function closingQuote(text: string, at: number): number {
  for (let end = text.indexOf('"', at); ; end = text.indexOf('"', end + 1)) {
    if (end < 0) throw damaged(text);
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
}

const damaged = (body: string) => new Error(`the current prices of a card are damaged: ${body.slice(0, 80)}`);
