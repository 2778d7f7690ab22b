/** The phrases and codes that the cards of a game are known by: as stored, and as its collectors say them. */
import { foldName } from '../../catalog/fold.ts';
import type { SearchWords, ShortForm } from '../../catalog/words/search-words.ts';
import { type Coded, recoded } from '../../store/searched/coded-rows.ts';
import type { SearchableCards } from '../../store/searched/search-cards.ts';
import { remembered } from '../gathered-lists.ts';
import type { FactColumns } from '../search-columns.ts';
import type { GroupFacts } from './fact-table.ts';

/** What the store knows of a game's cards, in one order. */
export interface KnownCards extends Pick<SearchableCards, 'names' | 'rarities' | 'illustrators'> {
  /** The printings of each card, in their order, as JSON: type, subtype, size, stamps, foil. */
  printings: Coded<readonly string[]>;
  expansions: readonly { id: string; name: string; codes: readonly string[] }[];
  /** What its ids begin with here. */
  prefix: string;
}

type Identity = [type: string, subtype: string | null, size: string, stamps: string[], foil: string | null];

/** What most printings are: no one says it. */
const PLAIN: ReadonlySet<string> = new Set(['normal', 'standard']);

export function cardFacts(
  { names, rarities, illustrators, printings, expansions, prefix }: KnownCards,
  words: SearchWords,
): FactColumns {
  const ofPrinting = remembered((word: string) => [word, ...said(words, { printing: word })]);
  const named = words.shortForms.filter(({ name }) => name !== undefined);
  return {
    phrases: [
      recoded(rarities, (rarity) => (rarity === null ? [] : [rarity, ...said(words, { rarity: foldName(rarity) })])),
      recoded(illustrators, (illustrator) => (illustrator === null ? [] : [illustrator])),
      recoded(printings, (identities) => identities.flatMap((each) => wordsOfPrinting(each).flatMap(ofPrinting))),
      ...(named.length === 0 ? [] : [recoded(names, (name) => saidOfName(named, name))]),
    ],
    groups: new Map(expansions.map((expansion) => [expansion.id, groupFacts(expansion, prefix, words)])),
  };
}

const saidOfName = (named: readonly ShortForm[], name: string): string[] =>
  named.flatMap(({ typed, name: pattern }) => (pattern?.test(name) ? typed : []));

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
