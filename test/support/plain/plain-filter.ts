/** Field terms as the specification says them: a tree as text, and a plain test of one card's record, without columns. */
import type { Card, Expansion } from '../../../src/catalog/records.ts';

/** What is asked: a term, or several joined. */
export type PlainTree =
  | { field: string; op: string; value: string; isQuoted?: boolean }
  | { field: string; from: string; to: string; open: '[' | '{'; close: ']' | '}' }
  | { join: 'AND' | 'OR'; parts: PlainTree[] }
  | { not: PlainTree };

/** The tree as a person writes it. */
export function written(tree: PlainTree): string {
  if ('not' in tree) return `-${'join' in tree.not ? `(${written(tree.not)})` : written(tree.not)}`;
  if ('join' in tree) {
    const parts = tree.parts.map((part) => ('join' in part ? `(${written(part)})` : written(part)));
    return parts.join(tree.join === 'OR' ? ' OR ' : ' ');
  }
  if ('from' in tree) return `${tree.field}:${tree.open}${tree.from} TO ${tree.to}${tree.close}`;
  return `${tree.field}${tree.op}${tree.isQuoted ? `"${tree.value}"` : tree.value}`;
}

const TYPES: Record<string, 'number' | 'date' | 'word'> = {
  hp: 'number',
  retreat: 'number',
  dex: 'number',
  number: 'number',
  'attack.damage': 'number',
  'attack.cost': 'number',
  usd: 'number',
  eur: 'number',
  released: 'date',
};

/** The fields that take any comparison. */
export const NUMBERS = Object.keys(TYPES).filter((name) => TYPES[name] === 'number');

const cheapest = (amounts: (number | null | undefined)[]): (number | null)[] => {
  const known = amounts.flatMap((amount) => amount ?? []);
  return known.length === 0 ? [] : [Math.min(...known)];
};

/** Every value that a card has of a field, as its record shows them. */
const VALUES: Record<string, (card: Card, expansion: Expansion) => readonly (string | number | null)[]> = {
  name: ({ name }) => [name],
  hp: ({ metadata }) => [metadata.hp],
  retreat: ({ metadata }) => [metadata.retreat],
  dex: ({ metadata }) => metadata.dex_numbers,
  number: ({ number }) => [number],
  type: ({ metadata }) => metadata.types,
  stage: ({ metadata }) => [metadata.stage],
  evolves_from: ({ metadata }) => [metadata.evolve_from],
  rarity: ({ rarity }) => [rarity],
  illustrator: ({ illustrator }) => [illustrator],
  attack: ({ metadata }) => metadata.attacks.map(({ name }) => name),
  'attack.damage': ({ metadata }) => metadata.attacks.map(({ damage }) => damage),
  'attack.cost': ({ metadata }) => metadata.attacks.map(({ cost }) => cost.length),
  'attack.energy': ({ metadata }) => metadata.attacks.flatMap(({ cost }) => cost),
  'attack.text': ({ metadata }) => metadata.attacks.map(({ text }) => text),
  text: ({ metadata: { effect, abilities, attacks } }) => [
    effect,
    ...[...abilities, ...attacks].map(({ text }) => text),
  ],
  variant: ({ variants }) => variants.map(({ type }) => type),
  legal: ({ metadata }) => Object.entries(metadata.legality).flatMap(([format, isLegal]) => (isLegal ? [format] : [])),
  set: ({ expansion_id }, { name }) => [expansion_id, name],
  released: (_, { release_date }) => [release_date],
  usd: ({ variants }) =>
    cheapest(variants.map(({ usd_market }) => usd_market.find(({ condition }) => condition === 'NM')?.market)),
  eur: ({ variants }) => cheapest(variants.map(({ eur_market }) => eur_market.trend)),
  is: ({ variants }) => variants.flatMap(({ type }) => (type === 'holo' || type === 'reverse' ? [type] : [])),
};

/** Every field that this twin knows. */
export const FIELDS = Object.keys(VALUES);

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('’', "'");
const wordsOf = (text: string) =>
  plain(text)
    .replaceAll("'", '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** The number that a value counts as: `40+` is 40, `*` is none. */
const leading = (value: string | number): number | undefined => {
  const digits = /^(-?\d+(?:\.\d+)?)[+×-]?$/.exec(String(value))?.[1];
  return digits === undefined ? undefined : Number(digits);
};

const matchesWord = (pattern: string, word: string): boolean =>
  new RegExp(`^${pattern.split('*').map(plain).join('.*')}$`, 'u').test(word);

function compared(value: number | string, op: string, wanted: number | string): boolean {
  if (op === '<') return value < wanted;
  if (op === '<=') return value <= wanted;
  return op === '>' ? value > wanted : value >= wanted;
}

function fitsValue(
  value: string | number,
  { field, op, value: wanted, isQuoted = false }: Extract<PlainTree, { op: string }>,
) {
  const type = TYPES[field] ?? 'word';
  const text = String(value);
  if (type === 'date') {
    const part = text.slice(0, wanted.length);
    return op === ':' || op === '=' || op === '!=' ? part === wanted : compared(part, op, wanted);
  }
  if (/[<>]/.test(op)) {
    const number = leading(value);
    return number !== undefined && compared(number, op, Number(wanted));
  }
  if (type === 'number' && /^-?\d+(\.\d+)?$/.test(wanted)) return leading(value) === Number(wanted);
  if (type === 'number' || op !== ':') return plain(text).trim() === plain(wanted);
  const words = wordsOf(text);
  if (wanted.includes('*') && !isQuoted) return words.some((word) => matchesWord(wanted, word));
  const row = wordsOf(wanted);
  return words.some((_, at) => row.every((word, place) => words[at + place] === word));
}

/** Whether the tree leaves the card. */
export function fitsTree(tree: PlainTree, card: Card, expansion: Expansion): boolean {
  if ('not' in tree) return !fitsTree(tree.not, card, expansion);
  if ('join' in tree) {
    const fits = (part: PlainTree) => fitsTree(part, card, expansion);
    return tree.join === 'OR' ? tree.parts.some(fits) : tree.parts.every(fits);
  }
  const values = (VALUES[tree.field]?.(card, expansion) ?? []).filter((value) => value !== null && value !== '');
  if ('from' in tree) {
    const isLow = (value: number) =>
      tree.from === '*' || (tree.open === '[' ? value >= Number(tree.from) : value > Number(tree.from));
    const isHigh = (value: number) =>
      tree.to === '*' || (tree.close === ']' ? value <= Number(tree.to) : value < Number(tree.to));
    return values.some((value) => {
      const number = leading(value as string | number);
      return number !== undefined && isLow(number) && isHigh(number);
    });
  }
  if (tree.op === ':' && tree.value === '*' && !tree.isQuoted) return values.length > 0;
  const isOne = values.some((value) => fitsValue(value as string | number, tree));
  return tree.op === '!=' ? values.length > 0 && !isOne : isOne;
}

/** The numbers that a card is sorted by: the least, descending the greatest. */
export function sortNumber(field: string, isDescending: boolean, card: Card, expansion: Expansion): number | null {
  const numbers = (VALUES[field]?.(card, expansion) ?? []).flatMap((value) =>
    value === null ? [] : (leading(value) ?? []),
  );
  if (numbers.length === 0) return null;
  return isDescending ? Math.max(...numbers) : Math.min(...numbers);
}
