/** What a terminal obeys instead of showing it, told and made visible: names come from upstream and from callers. */

/**
 * Controls of both sets, line separators, Unicode's marks of direction, by which a line reads as another one, and characters
 * that nothing is seen of, by which two names read alike. Those that join letters or choose their form belong to real names.
 */
const OBEYED_CLASS =
  '\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180e' +
  '\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufeff\\uffa0\\ufff9-\\ufffb';
/** And tags, in which whole sentences hide. They are two code units each, which not every reader of a schema takes. */
const OBEYED = new RegExp(`[${OBEYED_CLASS}]|\\udb40[\\udc00-\\udc7f]`, 'g');

/** A pattern, as JSON Schema takes it, for a name that is shown to people: something is to be seen, and nothing to obey. */
export const NAME_PATTERN = `^(?=.*[^\\s\\u200c\\u200d\\u2800\\ufe00-\\ufe0f])[^${OBEYED_CLASS}]*$`;

/** Whether all of the text is shown as it is. */
export const isVisible = (text: string): boolean => text.search(OBEYED) < 0;

/** The text with what a terminal would obey spelled as in JSON: a name can neither clear the screen nor begin a line. */
export const visible = (text: string): string => text.replace(OBEYED, spelled);

/** The same of a whole document, whose lines and columns are its own. JSON stays the same JSON: it may spell anything. */
export const visibleDocument = (text: string): string =>
  text.replace(OBEYED, (character) => (character === '\n' || character === '\t' ? character : spelled(character)));

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function spelled(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) =>
    character.charCodeAt(at).toString(16).padStart(4, '0'),
  );
  return SHORT[character] ?? units.map((unit) => `\\u${unit}`).join('');
}
