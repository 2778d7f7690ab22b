/** Takes the stored text of current prices apart without parsing it: answers print the amounts as they stand. */
import type { PriceText } from '../../catalog/served-prices.ts';
import { DamagedRow } from '../faults.ts';
import { seriesOfKey } from './price-series.ts';

/** In `[key,"YYYY-MM-DD","source",[amounts],kind]`: from the comma behind the key to the day, and to the source. */
const TO_DAY = 2;
const TO_SOURCE = 15;

const DAY = /^\d{4}-\d\d-\d\d$/;
/** Most prices are of one day: comparing it takes a tenth of reading it. */
let knownDay = '';

/**
 * The prices in the body of a card's row, which `currentText` wrote, in its order. As objects of numbers that are printed
 * again those of a list took three times as long.
 * @throws DamagedRow where the text is not one that `currentText` writes
 */
export function storedPrices(body: string): PriceText[] {
  const prices: PriceText[] = [];
  let at = 1;
  while (body.charCodeAt(at) === OPENING) {
    const keyEnd = body.indexOf(',', at);
    const key = Number(body.slice(at + 1, keyEnd));
    const { variantId: variant_id, condition } = seriesOfKey(key);
    const observed_on = body.slice(keyEnd + TO_DAY, keyEnd + TO_DAY + 10);
    const amountsAt = closingQuote(body, keyEnd + TO_SOURCE) + 3;
    const amountsEnd = body.indexOf(']', amountsAt);
    const hasKind = body.charCodeAt(amountsEnd + 1) === COMMA;
    const end = hasKind ? body.indexOf(']', amountsEnd + 1) : amountsEnd + 1;
    const price_kind = hasKind ? body.slice(amountsEnd + 2, end) : 'null';
    const isWhole =
      body.charCodeAt(end) === CLOSING && amountsCount(body, amountsAt, amountsEnd) === (condition ? 3 : 6);
    // What is printed as it stands must be what was written: anything else would make an answer that is no JSON.
    if (!isWhole || !(key > 0) || !isDay(observed_on) || !isKind(price_kind)) throw damaged(body);
    prices.push({ variant_id, condition, observed_on, amounts: body.slice(amountsAt, amountsEnd), price_kind });
    at = end + (body.charCodeAt(end + 1) === COMMA ? 2 : 1);
  }
  if (body.charCodeAt(at) !== CLOSING || at !== body.length - 1) throw damaged(body);
  return prices;
}

const [OPENING, CLOSING, COMMA, BACKSLASH] = [0x5b, 0x5d, 0x2c, 0x5c];
const [ZERO, NINE, LETTER_N] = [0x30, 0x39, 0x6e];

function isDay(text: string): boolean {
  if (text === knownDay) return true;
  if (!DAY.test(text)) return false;
  knownDay = text;
  return true;
}

const isKind = (text: string): boolean => text === 'null' || text === '"plain"' || text === '"holo"';

/** How many whole numbers or nulls stand in `text[from..end)`, commas between; 0 where anything else does. A pattern took twice as long. */
function amountsCount(text: string, from: number, end: number): number {
  let count = 0;
  let at = from;
  for (; at < end; at += 1) {
    const first = at;
    const code = text.charCodeAt(at);
    if (code === ZERO) at += 1;
    else if (code === LETTER_N && text.startsWith('null', at)) at += 4;
    else while (isDigit(text.charCodeAt(at))) at += 1;
    if (at === first || (at < end && text.charCodeAt(at) !== COMMA)) return 0;
    count += 1;
  }
  // Behind a last comma nothing stands.
  return at === end + 1 ? count : 0;
}

const isDigit = (code: number): boolean => code >= ZERO && code <= NINE;

/** Where the string of JSON that is read from `at` on ends. */
function closingQuote(text: string, at: number): number {
  for (let end = text.indexOf('"', at); ; end = text.indexOf('"', end + 1)) {
    if (end < 0) throw damaged(text);
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
}

const damaged = (body: string) => new DamagedRow(`the current prices of a card are damaged: ${body.slice(0, 80)}`);
