/** Makes the typos that people make when they type a card's name, by seed. */

export function pick<T>(items: readonly T[], random: () => number): T | undefined {
  return items[Math.floor(random() * items.length)];
}

/** A misspelling of `name`; undefined when it has nothing that this typo could happen to. */
export type Typo = (name: string, random: () => number) => string | undefined;

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
const SOUNDS_ALIKE = [
  ...[
    ['ph', 'f'],
    ['f', 'ph'],
    ['c', 'k'],
    ['k', 'c'],
    ['y', 'i'],
    ['i', 'y'],
    ['x', 'ks'],
    ['z', 's'],
    ['s', 'z'],
  ],
  ...[
    ['ee', 'ea'],
    ['ou', 'u'],
    ['qu', 'kw'],
    ['ck', 'k'],
    ['oo', 'u'],
    ['ei', 'ie'],
    ['ie', 'ei'],
    ['ai', 'ay'],
  ],
] as const;

/** Positions of plain letters, which typos happen to. */
function letterPositions(name: string): number[] {
  return [...name].flatMap((_, i) => (/[a-zA-Z]/.test(name[i] ?? '') ? [i] : []));
}

/** Number of plain letters. */
export function letterCount(name: string): number {
  return letterPositions(name).length;
}

/** Replaces `removed` code units from a random letter on by what `added` gives for that letter. */
function atLetter(removed: number, added: (letter: string, random: () => number) => string): Typo {
  return (name, random) => {
    const at = pick(letterPositions(name), random);
    if (at === undefined) return undefined;
    return name.slice(0, at) + added(name[at] ?? '', random) + name.slice(at + removed);
  };
}

const insertion = atLetter(0, (_, random) => pick(LETTERS, random) ?? '');
const deletion = atLetter(1, () => '');
const substitution = atLetter(1, (letter, random) => {
  return (
    pick(
      LETTERS.filter((other) => other !== letter.toLowerCase()),
      random,
    ) ?? ''
  );
});
const doubledLetter = atLetter(0, (letter) => letter);

function transposition(name: string, random: () => number): string | undefined {
  const isLetter = (unit: string | undefined) => /[a-zA-Z]/.test(unit ?? '');
  const swappable = letterPositions(name).filter((i) => {
    return isLetter(name[i + 1]) && name[i]?.toLowerCase() !== name[i + 1]?.toLowerCase();
  });
  const at = pick(swappable, random);
  return at === undefined ? undefined : `${name.slice(0, at)}${name[at + 1]}${name[at]}${name.slice(at + 2)}`;
}

function phoneticPair(name: string, random: () => number): string | undefined {
  const found = pick(
    SOUNDS_ALIKE.filter(([sound]) => name.toLowerCase().includes(sound)),
    random,
  );
  return found && name.toLowerCase().replace(found[0], found[1]);
}

function swappedWords(name: string, random: () => number): string | undefined {
  const words = name.split(' ');
  const at = Math.floor(random() * (words.length - 1));
  if (words.length < 2 || words[at] === words[at + 1]) return undefined;
  return words.toSpliced(at, 2, words[at + 1] ?? '', words[at] ?? '').join(' ');
}

function missingWord(name: string, random: () => number): string | undefined {
  const words = name.split(' ');
  return words.length < 3 ? undefined : words.toSpliced(Math.floor(random() * words.length), 1).join(' ');
}

function replaced(name: string, pattern: RegExp, by: (sign: string) => string): string | undefined {
  const typed = name.replace(pattern, by);
  return typed === name ? undefined : typed;
}

const EDITS = [insertion, deletion, substitution, transposition];

function oneEdit(name: string, random: () => number): string | undefined {
  return pick(EDITS, random)?.(name, random);
}

function twoEdits(name: string, random: () => number): string | undefined {
  const once = oneEdit(name, random);
  return once && oneEdit(once, random);
}

/** Every kind of typo, and the fewest letters of a name that it is tried on. */
export const TYPOS: readonly { kind: string; minLetters: number; typo: Typo }[] = [
  { kind: 'one edit', minLetters: 4, typo: oneEdit },
  { kind: 'two edits', minLetters: 6, typo: twoEdits },
  { kind: 'insertion', minLetters: 4, typo: insertion },
  { kind: 'deletion', minLetters: 4, typo: deletion },
  { kind: 'substitution', minLetters: 4, typo: substitution },
  { kind: 'transposition', minLetters: 4, typo: transposition },
  { kind: 'doubled letter', minLetters: 4, typo: doubledLetter },
  { kind: 'phonetic pair', minLetters: 4, typo: phoneticPair },
  { kind: 'swapped words', minLetters: 4, typo: swappedWords },
  { kind: 'missing word', minLetters: 4, typo: missingWord },
  {
    kind: 'no accents',
    minLetters: 1,
    typo: (name) => replaced(name.normalize('NFD'), /\p{M}/gu, () => '')?.normalize('NFC'),
  },
  { kind: 'no apostrophe', minLetters: 1, typo: (name) => replaced(name, /['’]/g, () => '') },
  { kind: 'lower case', minLetters: 1, typo: (name) => replaced(name, /[A-Z]/g, (unit) => unit.toLowerCase()) },
  { kind: 'upper case', minLetters: 1, typo: (name) => replaced(name, /[a-z]/g, (unit) => unit.toUpperCase()) },
  {
    kind: 'full width',
    minLetters: 1,
    typo: (name) => replaced(name, /[!-~]/g, (unit) => String.fromCharCode(unit.charCodeAt(0) + 0xfee0)),
  },
];
