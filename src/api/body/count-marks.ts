/** Counts what a body holds before anything is made of it: a million empty rows cost seconds to walk, and milliseconds to count. */

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
/** What each further value of JSON stands behind. */
const OF_JSON = new Set([...'{[,:'].map((sign) => sign.charCodeAt(0)));
const OF_LINES = new Set([...'\n\r'].map((sign) => sign.charCodeAt(0)));
const OF_CELLS = new Set([...',;\t'].map((sign) => sign.charCodeAt(0)));

/** Whether JSON holds more than `max` names and values; what stands inside of texts counts for nothing. */
export function holdsMoreValues(json: Uint8Array, max: number): boolean {
  let count = 0;
  let isText = false;
  for (let at = 0; at < json.length && count <= max; at += 1) {
    const byte = json[at] ?? 0;
    if (isText && byte === BACKSLASH) at += 1;
    else if (byte === QUOTE) isText = !isText;
    else if (!isText && OF_JSON.has(byte)) count += 1;
  }
  return count > max;
}

/** Whether a text has more than `max` lines; where one ends with two signs, it counts twice. */
export const holdsMoreLines = (text: Uint8Array, max: number): boolean => holdsMore(text, OF_LINES, max);

/** Whether a text has more than `max` signs that separate cells, wherever they stand. */
export const holdsMoreCells = (text: Uint8Array, max: number): boolean => holdsMore(text, OF_CELLS, max);

function holdsMore(text: Uint8Array, signs: ReadonlySet<number>, max: number): boolean {
  let count = 0;
  for (let at = 0; at < text.length && count <= max; at += 1) if (signs.has(text[at] ?? 0)) count += 1;
  return count > max;
}
