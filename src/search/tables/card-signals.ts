/** The phrases and codes that the cards of a game are known by: as stored, and as its collectors say them. */
import { foldName, spokenOf } from '../../catalog/fold.ts';
import type { SearchWords, ShortForm } from '../../catalog/words/search-words.ts';
import { remembered } from '../../packed/remembered.ts';
import { type DictionaryColumn, mappedColumn } from '../../store/views/search-rows/dictionary-column.ts';
import type { SearchableCards } from '../../store/views/search-rows/search-rows.ts';
import type { SignalColumns } from './index-columns.ts';
import type { GroupSignals } from './signal-table.ts';

/** What the store knows of a game's cards, in one order. */
export interface KnownCards extends Pick<SearchableCards, 'names' | 'rarities' | 'illustrators'> {
  /** The printings of each card, in their order, as JSON: type, subtype, size, stamps, foil. */
  printings: DictionaryColumn<readonly string[]>;
  expansions: readonly { id: string; name: string; codes: readonly string[]; further?: readonly string[] }[];
  /** What each card, like each expansion, is called in further languages; absent where there are none. */
  further?: DictionaryColumn<readonly string[]>;
  prefix: string;
}

type Identity = [type: string, subtype: string | null, size: string, stamps: string[], foil: string | null];

/** What most printings are: no one says it. */
const PLAIN: ReadonlySet<string> = new Set(['normal', 'standard']);

export function cardSignals(
  { names, rarities, illustrators, printings, expansions, further, prefix }: KnownCards,
  words: SearchWords,
): SignalColumns {
  const ofPrinting = remembered((word: string) => [word, ...said(words, { printing: word })]);
  const named = words.shortForms.filter(({ name }) => name !== undefined);
  return {
    phrases: [
      ...(further === undefined ? [] : [further]),
      mappedColumn(names, spokenOf),
      mappedColumn(rarities, (rarity) =>
        rarity === null ? [] : [rarity, ...said(words, { rarity: foldName(rarity) })],
      ),
      mappedColumn(illustrators, (illustrator) => (illustrator === null ? [] : [illustrator])),
      mappedColumn(printings, (identities) => identities.flatMap((each) => wordsOfPrinting(each).flatMap(ofPrinting))),
      ...(named.length === 0 ? [] : [mappedColumn(names, (name) => saidOfName(named, name))]),
    ],
    groups: new Map(expansions.map((expansion) => [expansion.id, groupSignals(expansion, prefix, words)])),
  };
}

const saidOfName = (named: readonly ShortForm[], name: string): string[] =>
  named.flatMap(({ typed, name: pattern }) => (pattern?.test(name) ? typed : []));

function groupSignals(
  { id, name, codes, further = [] }: KnownCards['expansions'][number],
  prefix: string,
  { codes: spellings = [], expansions = {} }: SearchWords,
): GroupSignals {
  const bare = id.startsWith(prefix) ? id.slice(prefix.length) : id;
  const phrases = [name, ...further, ...(expansions[bare] ?? [])];
  return { phrases, codes: [id, bare, ...spellings.map(([part, by]) => bare.replace(part, by)), ...codes] };
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
