/** JSON that somebody else wrote. */

/** Records of all sources have less than ten levels. Whatever walks a value calls itself for each, and some 5,000 end it. */
const LEVELS_MAX = 500;

/** @throws SyntaxError where the text is no JSON, or its value is nested deeper than any that is meant */
export function jsonValue(text: string, reviver?: (name: string, value: unknown) => unknown): unknown {
  if (isNestedDeep(text)) throw new SyntaxError(`nested more than ${LEVELS_MAX} deep`);
  return JSON.parse(text, reviver);
}

function isNestedDeep(text: string): boolean {
  let levels = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '[' || sign === '{') levels += 1;
    else if (sign === ']' || sign === '}') levels -= 1;
    else if (sign === '"') {
      do at = text.indexOf('"', at + 1);
      while (at > 0 && isEscaped(text, at));
      // The string does not end: whoever parses it says so.
      if (at < 0) return false;
    }
    if (levels > LEVELS_MAX) return true;
  }
  return false;
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text[at - 1 - slashes] === '\\') slashes += 1;
  return slashes % 2 === 1;
}
