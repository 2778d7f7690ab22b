/** Reads the name of a sealed marketplace product into what it says of the product, whatever marketplace spelled it. */
import { foldName } from '../../../catalog/fold.ts';
import type { SealedWords } from '../../../games/game.ts';

/** What a name says; what it does not say is '' or empty. */
export interface SealedDescription {
  kind: string;
  /** Boosters in one of it. */
  boosters: string;
  /** What several of it come in (`case`, `display`, `set`), and how many those are. */
  container: string;
  pieces: string;
  /** Where it is sold: `us` or `international`. */
  region: string;
  language: string;
  /** The other words of the name, and those of them that stand in brackets: which of several artworks it is. */
  words: ReadonlySet<string>;
  artwork: ReadonlySet<string>;
}

const NUMBERS: Readonly<Record<string, string>> = { single: '1', one: '1', two: '2', three: '3' };
const LANGUAGES = ['japanese', 'korean', 'chinese', 'german', 'french', 'italian', 'spanish', 'portuguese', 'thai'];

/** A text of which phrases are read and taken away, one after another. */
class Phrase {
  text: string;

  constructor(text: string) {
    this.text = ` ${text} `;
  }

  /** Takes away what `pattern` finds between two spaces; gives its first group, or all of it. */
  take(pattern: string): string {
    const found = new RegExp(` (?:${pattern})(?= )`).exec(this.text);
    if (found === null) return '';
    this.text = this.text.replace(found[0], '');
    return found[1] ?? found[0].trim();
  }

  words(empty: ReadonlySet<string>): string[] {
    return this.text.split(' ').filter((word) => word !== '' && !empty.has(word));
  }
}

/** Describes the marketplace product `name` of the expansion, whose name it may repeat. */
export function describeSealed(name: string, expansionName: string, words: SealedWords): SealedDescription {
  const phrase = new Phrase(spelled(name.replaceAll(/\[[^\]]*\]/g, ' '), words));
  const brackets = new Phrase(spelled([...name.matchAll(/\[([^\]]*)\]/g)].map(([, text]) => text).join(' '), words));
  const expansion = joined(foldName(expansionName));
  // Where the name of the expansion is not repeated whole, single words of it may stand for it.
  if (phrase.take(expansion) === '') for (const word of expansion.split(' ')) phrase.take(word);
  const take = (pattern: string) => phrase.take(pattern) || brackets.take(pattern);
  const region = take('us version|usa') ? 'us' : take('international(?: version)?') && 'international';
  const language = take(LANGUAGES.join('|'));
  const set = take('set of ([0-9]+)');
  const isCase = phrase.take('case') !== '';
  const isDisplay = phrase.take('display') !== '';
  const pieces = set || (isCase ? phrase.take('([0-9]+)') : '');
  const packs = phrase.take('([0-9]+|single|one|two|three) packs?') || take('([0-9]+) boosters');
  const kind = phrase.take(words.kinds.join('|'));
  // `Mini Tins: Dragon Tin` says it twice.
  phrase.take(kind.slice(kind.lastIndexOf(' ') + 1));
  const artwork = brackets.words(words.empty);
  return {
    ...{ kind, boosters: NUMBERS[packs] ?? packs, pieces, region, language },
    container: [isDisplay && 'display', isCase && 'case', set && 'set'].filter(Boolean).join(' '),
    words: new Set([...phrase.words(words.empty), ...artwork]),
    artwork: new Set(artwork),
  };
}

function spelled(text: string, { synonyms }: SealedWords): string {
  return synonyms.reduce((phrase, [spelling, word]) => phrase.replace(spelling, word), joined(foldName(text)));
}

/** `and` is written out or as a character, which folding drops. */
const joined = (folded: string): string => folded.replaceAll(' and ', ' ');
