/** Reads words of printings: what each of them means on a card, in any order, joined or apart, and which mean nothing on it. */
import { foldName } from '../catalog/fold.ts';
import type { Printing } from '../catalog/records.ts';
import type { SearchWords } from '../catalog/words/search-words.ts';
import type { DeployedGame } from '../games/game.ts';
import { remembered } from '../packed/remembered.ts';

export interface Meaning {
  is(printing: Printing): boolean;
  /** Whether they name the finish alone, which a pattern, a stamp, a size named beside it outranks. */
  isFinish: boolean;
  /** Whether they are true of all printings of the card: its rarity. */
  isOfCard?: boolean;
  /** What collectors mean by the words where no printing is left that the catalog has under them. */
  or?: Meaning | undefined;
}

/** Meanings by their words, joined and in the singular, with what tells at once that some words of a long name are none. */
export class Lexicon {
  readonly #meanings = new Map<string, Meaning>();
  readonly #heads = new Set<string>();
  readonly #words = new Set<string>();

  /** The first meaning of a key stays. @param key of `keyOf`, or of `anyOrder` */
  add(key: string, meaning: Meaning): void {
    if (this.#meanings.has(key)) return;
    this.#meanings.set(key, meaning);
    if (key.startsWith(ANY_ORDER)) for (const word of key.slice(1).split(' ')) this.#words.add(word);
    else this.#heads.add(key.slice(0, HEAD));
  }

  get(key: string): Meaning | undefined {
    return this.#meanings.get(key);
  }

  /** Whether a key may be what the text, of three letters or fewer, begins. */
  mayBegin = (text: string): boolean =>
    this.#heads.has(text) || this.#heads.has(text.slice(0, 2)) || this.#heads.has(text.slice(0, 1));

  /** Whether a word stands in phrases that may be turned. */
  mayTurn = (word: string): boolean => this.#words.has(word);
}

/** Words that stand beside one that says which: `Master Ball Pattern`, `Staff Stamp`, `No Rarity Symbol`. */
const BESIDE = new Set('stamp stamped pattern exclusive symbol copyright promo program version rare'.split(' '));
/** What is written as one with the word before it. */
const ENDINGS = ['foil', 'holo'];
const WINDOW_MAX = 6;
/** No printing is told in as many words: what stands behind them is left over. */
const WORDS_MAX = 16;
/** A word that holds others is at least so long: `reverseholo`. */
const JOINED_MIN = 6;
/** No four words of printings, written as one, have as many letters. */
const JOINED_MAX = 48;
const PARTS_MAX = 4;
/** Letters that tell whether any phrase begins so. */
const HEAD = 3;
const ANY_ORDER = '~';

const singular = (word: string): string => (word.length > 3 && !word.endsWith('ss') ? word.replace(/s$/, '') : word);
const keyOf = (words: readonly string[]): string => words.map(singular).join('');
const anyOrder = (words: readonly string[]): string => ANY_ORDER + words.map(singular).sort().join(' ');
const wordsIn = (text: string): string[] =>
  foldName(text)
    .split(' ')
    .filter((word) => word !== '');

/** The ways in which a value of the catalog is written: `galaxyfoil` is `Galaxy` too, `1999-2000-copyright` `1999-2000`. */
function spellingsOf(value: string): string[] {
  const words = wordsIn(value);
  const told = words.filter((word) => !BESIDE.has(word));
  const ending = ENDINGS.find((each) => words.length === 1 && value.length > each.length + 2 && value.endsWith(each));
  return [
    keyOf(words),
    ...(words.length > 1 ? [anyOrder(words)] : []),
    ...(told.length > 0 ? [keyOf(told), anyOrder(told)] : []),
    ...(ending === undefined ? [] : [keyOf([value.slice(0, -ending.length)])]),
  ];
}

/** A catalog has some hundreds of values. */
const spellings = remembered(spellingsOf, 4096);

/** What the games' collectors say of printings, whatever the card. */
export function lexiconOf(games: readonly DeployedGame[]): Lexicon {
  const known = lexicons.get(games);
  if (known !== undefined) return known;
  const lexicon = new Lexicon();
  for (const { lists } of games) {
    for (const { typed, is, isFinish = false } of lists.printings) {
      for (const text of typed) lexicon.add(keyOf(wordsIn(text)), { is, isFinish });
    }
  }
  lexicons.set(games, lexicon);
  return lexicon;
}

const lexicons = new WeakMap<object, Lexicon>();
const NO_WORDS = new Lexicon();

export function gameLexicon(game: DeployedGame | undefined): Lexicon {
  if (game === undefined) return NO_WORDS;
  const known = lexicons.get(game.lists.printings) ?? lexiconOf([game]);
  lexicons.set(game.lists.printings, known);
  return known;
}

/** What tells cards of one name apart, rarities and parts of names: where such words are none of this card's, another one is meant. */
export function tellingLexicon(game: DeployedGame | undefined, isRarityKnown: boolean): Lexicon {
  const lexicon = new Lexicon();
  for (const text of game?.lists.nameWords ?? []) lexicon.add(keyOf(wordsIn(text)), OF_CARD);
  for (const { typed, rarities = [] } of isRarityKnown ? (game?.search?.shortForms ?? []) : []) {
    // Two letters mean one rarity in one country and another in the next: `SR`.
    for (const text of [...(rarities.length > 0 ? typed : []), ...rarities].filter((each) => each.length > 2))
      for (const key of spellings(foldName(text))) lexicon.add(key, OF_CARD);
  }
  return lexicon;
}

const OF_CARD: Meaning = { is: () => true, isFinish: false, isOfCard: true };

/** What the catalog itself says of a card: every value of its printings, and its rarity. */
export function cardLexicon(
  { rarity, variants }: { rarity: string | null; variants: readonly Printing[] },
  game: DeployedGame | undefined,
): Lexicon {
  const search = game?.search;
  const common = gameLexicon(game);
  const lexicon = new Lexicon();
  const name = (value: string, meaning: Meaning, said: readonly string[]) => {
    for (const key of [...spellings(value), ...said.flatMap(spellings)]) lexicon.add(key, meaning);
  };
  const values = [...new Set(variants.flatMap(valuesOf))];
  const isOf = (value: string) => ({
    is: (printing: Printing) => valuesOf(printing).includes(value),
    isFinish: false,
  });
  // `Player Rewards` is the foil `player-reward` rather than what is left of the stamp `player-rewards-program`.
  for (const value of values) lexicon.add(keyOf(wordsIn(value)), isOf(value));
  for (const value of values) name(value, isOf(value), saidOf(search, 'printings', value));
  for (const type of new Set(variants.map((variant) => variant.type))) {
    // `Foil` may be more than one finish to collectors.
    if (common.get(keyOf(wordsIn(type))) !== undefined) continue;
    const shining = ['foil', 'holo', 'holo foil'].map((shine) => `${type} ${shine}`);
    name(type, { is: (printing) => printing.type === type, isFinish: true }, shining);
  }
  // `Holo Rare`: the finish that it names is one here too.
  const rare = wordsIn(rarity ?? '').filter((word) => word !== 'holo');
  if (rarity !== null && rare.length > 0) name(rare.join(' '), OF_CARD, saidOf(search, 'rarities', foldName(rarity)));
  return lexicon;
}

const valuesOf = ({ subtype, size, stamps, foil }: Printing): string[] =>
  [subtype, size, ...stamps, foil].filter((value) => value !== null);

function saidOf(search: SearchWords | undefined, field: 'printings' | 'rarities', value: string): string[] {
  const forms = search?.shortForms ?? [];
  return forms.flatMap(({ typed, [field]: of = [] }) =>
    of.some((each) => each === value || foldName(each) === value) ? typed : [],
  );
}

/** What the words mean, the longest phrases first; and those that mean nothing. */
export function readPrinting(
  text: readonly string[],
  known: readonly Lexicon[],
): { meanings: { meaning: Meaning; words: string }[]; left: string[] } {
  const words = text.slice(0, WORDS_MAX);
  const rest: (string | undefined)[] = [...words];
  const meanings: { meaning: Meaning; words: string }[] = [];
  const find = (key: string): Meaning | undefined => {
    const [first, or] = known.flatMap((lexicon) => lexicon.get(key) ?? []);
    return first && { ...first, or };
  };
  /** As it is written; else in another order, or with a word beside it that says what kind it is. */
  const written = (phrase: readonly string[]) => find(keyOf(phrase));
  const turned = (phrase: readonly string[]): Meaning | undefined => {
    // `Player Rewards Program Stamp`: the fewest words are left aside.
    for (let end = phrase.length - 1; end > 0 && BESIDE.has(phrase[end] ?? ''); end -= 1) {
      const whole = find(keyOf(phrase.slice(0, end)));
      if (whole?.isFinish === false && !whole.isOfCard) return whole;
    }
    const told = phrase.filter((word) => word === 'rare' || !BESIDE.has(word));
    const isAside = told.length > 0 && told.length < phrase.length;
    const beside = isAside ? (find(keyOf(told)) ?? find(anyOrder(told))) : undefined;
    return find(anyOrder(phrase)) ?? (beside?.isFinish === false && !beside.isOfCard ? beside : undefined);
  };
  const told = words.map(singular);
  const begins = told.map((_, at) => {
    const head = told
      .slice(at, at + HEAD)
      .join('')
      .slice(0, HEAD);
    return known.some((lexicon) => lexicon.mayBegin(head));
  });
  const turns = told.map((word) => known.some((lexicon) => lexicon.mayTurn(word)));
  const isBeside = words.map((word) => BESIDE.has(word));
  const mayTurn = (at: number, end: number) => {
    for (let each = at; each < end; each += 1) if (isBeside[each]) return true;
    for (let each = at; each < end; each += 1) if (!turns[each]) return false;
    return true;
  };
  for (let length = Math.min(WINDOW_MAX, words.length); length > 0; length -= 1) {
    for (const meaningOf of length > 1 ? [written, turned] : [written]) {
      for (let at = 0; at + length <= rest.length; at += 1) {
        if (!(meaningOf === written ? begins[at] : mayTurn(at, at + length))) continue;
        const phrase = rest.slice(at, at + length).filter((word) => word !== undefined);
        const meaning = phrase.length < length ? undefined : meaningOf(phrase);
        if (meaning === undefined) continue;
        meanings.push({ meaning, words: phrase.join(' ') });
        rest.fill(undefined, at, at + length);
      }
    }
  }
  const left = rest.flatMap((word) => {
    if (word === undefined) return [];
    const parts = partsOf(word, find, PARTS_MAX);
    if (parts === undefined) return [word];
    meanings.push(...parts.map((meaning) => ({ meaning, words: word })));
    return [];
  });
  return { meanings, left: [...left, ...text.slice(WORDS_MAX)] };
}

/** Whether all the words are of printings. */
export const areOfPrintings = (words: readonly string[], known: Lexicon): boolean =>
  words.length <= WORDS_MAX && readPrinting(words, [known]).left.length === 0;

/** The meanings that a word is put together of: `reverseholo`, `cosmosholo`. */
function partsOf(word: string, find: (key: string) => Meaning | undefined, most: number): Meaning[] | undefined {
  if (word.length < JOINED_MIN || word.length > JOINED_MAX || most === 0) return undefined;
  for (let end = word.length - 3; end >= 3; end -= 1) {
    const first = find(keyOf([word.slice(0, end)]));
    if (first === undefined) continue;
    const tail = word.slice(end);
    const last = find(keyOf([tail])) ?? (BESIDE.has(tail) ? first : undefined);
    if (last !== undefined) return [first, last];
    const more = partsOf(tail, find, most - 1);
    if (more !== undefined) return [first, ...more];
  }
  return undefined;
}
