/** What a terminal obeys instead of showing it, told and made visible: names come from upstream and from callers. */

/** Controls of both sets, line separators, and Unicode's marks of direction, by which a line reads as another one. */
const OBEYED_CLASS = '\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069';
const OBEYED = new RegExp(`[${OBEYED_CLASS}]`, 'g');

/** A pattern, as JSON Schema takes it, for a name that is shown to people: not only spaces, and nothing to obey. */
export const NAME_PATTERN = `^(?=.*\\S)[^${OBEYED_CLASS}]*$`;

/** Whether all of the text is shown as it is. */
export const isVisible = (text: string): boolean => text.search(OBEYED) < 0;

/** The text with what a terminal would obey spelled as in JSON: a name can neither clear the screen nor begin a line. */
export const visible = (text: string): string => text.replace(OBEYED, spelled);

/** The same of a whole document, whose lines and columns are its own. JSON stays the same JSON: it may spell anything. */
export const visibleDocument = (text: string): string =>
  text.replace(OBEYED, (character) => (character === '\n' || character === '\t' ? character : spelled(character)));

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function spelled(character: string): string {
  return SHORT[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
