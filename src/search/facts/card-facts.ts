/** The phrases and codes that the cards of a game are known by: as stored, and as its collectors say them. */
import { foldName } from '../../catalog/fold.ts';
import type { SearchWords, ShortForm } from '../../catalog/words/search-words.ts';
import { remembered } from '../gathered-lists.ts';
import type { Facts, GroupFacts } from './fact-table.ts';

/** What the store knows of a game's cards. */
export interface KnownCards {
  cards: readonly { id: string; name: string; rarity: string | null; illustrator: string | null }[];
  /** The printings of each card, in their order, as JSON: type, subtype, size, stamps, foil. */
  printings: readonly (readonly string[])[];
  expansions: readonly { id: string; name: string; codes: readonly string[] }[];
  /** What its ids begin with here. */
  prefix: string;
}

type Identity = [type: string, subtype: string | null, size: string, stamps: string[], foil: string | null];

const NONE: readonly string[] = [];

/** What most printings are: no one says it. */
const PLAIN: ReadonlySet<string> = new Set(['normal', 'standard']);

export function cardFacts({ cards, printings, expansions, prefix }: KnownCards, words: SearchWords): Facts {
  const ofRarity = remembered((rarity: string) => [rarity, ...said(words, { rarity: foldName(rarity) })]);
  const ofPrinting = remembered((word: string) => [word, ...said(words, { printing: word })]);
  // A few hundred sets of printings are those of all cards, each the same array.
  const ofPrintings = remembered((identities: readonly string[]) => [
    ...new Set(identities.flatMap((identity) => wordsOfPrinting(identity).flatMap(ofPrinting))),
  ]);
  const named = words.shortForms.filter(({ name }) => name !== undefined);
  return {
    phrasesOf: (row) => {
      const card = cards[row];
      if (card === undefined) return [];
      const rarity = card.rarity === null ? [] : ofRarity(card.rarity);
      const said = named.filter(({ name }) => name?.test(card.name)).flatMap(({ typed }) => typed);
      const illustrator = card.illustrator === null ? [] : [card.illustrator];
      return [...rarity, ...illustrator, ...ofPrintings(printings[row] ?? NONE), ...said];
    },
    groups: new Map(expansions.map((expansion) => [expansion.id, groupFacts(expansion, prefix, words)])),
  };
}

function groupFacts(
  { id, name, codes }: KnownCards['expansions'][number],
  prefix: string,
  { codes: spellings = [] }: SearchWords,
): GroupFacts {
  const bare = id.startsWith(prefix) ? id.slice(prefix.length) : id;
  return { phrases: [name], codes: [id, bare, ...spellings.map(([part, by]) => bare.replace(part, by)), ...codes] };
}

/** The short forms of a rarity, folded, or of a word of printings. */
const said = ({ shortForms }: SearchWords, { rarity, printing }: { rarity?: string; printing?: string }): string[] =>
  shortForms.flatMap(({ typed, rarities = [], printings = [] }: ShortForm) => {
    const isSaid = rarities.some((each) => foldName(each) === rarity) || printings.some((each) => each === printing);
    return isSaid ? typed : [];
  });

function wordsOfPrinting(identity: string): string[] {
  const [type, subtype, size, stamps, foil] = JSON.parse(identity) as Identity;
  return [type, subtype, size, ...stamps, foil].filter((word): word is string => word !== null && !PLAIN.has(word));
}
