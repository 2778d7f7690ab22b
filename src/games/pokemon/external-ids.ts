/** How other catalogs name the cards that we name as TCGdex does: the places where an external id may stand here. */
import type { CardPlace } from '../game.ts';

/** Expansions of pokemontcg.io whose ids no rule leads to; several where theirs is split here. */
const POKEMONTCG_EXPANSIONS: Readonly<Record<string, readonly string[]>> = {
  base6: ['lc'],
  bp: ['bog'],
  bw11: ['bw11', 'rc'],
  cel25c: ['cel25cc'],
  ex10: ['ex10', 'exu'],
  fut20: ['fut2020'],
  hsp: ['hgssp'],
  me55c: ['30th-c'],
  mep1: ['mep'],
  pccp: ['ex5.5'],
  pgo: ['swsh10.5'],
  rsv10pt5: ['sv10.5w'],
  tk1a: ['tk-ex-latia'],
  tk1b: ['tk-ex-latio'],
  tk2a: ['tk-ex-p'],
  tk2b: ['tk-ex-m'],
  zsv10pt5: ['sv10.5b'],
};

/** Series of the years' McDonald's collections: `mcd19` is `2019sm`. */
const MCDONALDS_SERIES = ['bw', 'xy', 'sm', 'swsh', 'sv'];

/**
 * Celebrations reprints old cards under their old numbers, told apart by letters (`15_A2`); here they are counted.
 * In the order of `CC001`, `CC002` …
 */
const CELEBRATIONS = (
  '2_A 4_A 15_A1 73_A 8_A 15_A2 15_A3 24_A 20_A 66_A 9_A 86_A 88_A 93_A 17_A 15_A4 109_A 145_A 107_A 113_A 114_A ' +
  '54_A 97_A 76_A 60_A'
).split(' ');

/** `sv3` and `sv03`, whichever is meant: numbers of one digit, which newer series pad. */
const paddings = (id: string): string[] => [id, id.replace(/^([a-z]+)(?=\d(?!\d))/, '$&0')];

/** Half expansions: `sv3pt5`, `swsh35` and `swsh45sv` are `sv03.5`, `swsh3.5` and `swsh4.5sv`. */
const halves = (id: string): string[] => [
  id,
  id.replace(/(\d)pt(\d)/, '$1.$2'),
  id.replace(/^([a-z]+\d)5(?!\d)/, '$1.5'),
];

function expansionsOfPokemontcg(id: string): string[] {
  const known = POKEMONTCG_EXPANSIONS[id];
  if (known) return [...known];
  const [, year] = /^mcd(\d\d)$/.exec(id) ?? [];
  if (year) return MCDONALDS_SERIES.map((series) => `20${year}${series}`);
  return halves(id).flatMap(paddings);
}

/** The id up to its last dash, and what follows it; undefined without one. */
function parted(id: string): [expansion: string, number: string] | undefined {
  const dash = id.lastIndexOf('-');
  return dash > 0 && dash < id.length - 1 ? [id.slice(0, dash), id.slice(dash + 1)] : undefined;
}

const places = (expansions: readonly string[], number: string): CardPlace[] =>
  [...new Set(expansions)].map((expansion_id) => ({ expansion_id, number }));

/** Where a card of pokemontcg.io may stand here, the likeliest place first: `sv3pt5-6`, `swsh35-1`, `base1-4`. */
export function placesOfPokemontcg(id: string): CardPlace[] {
  const [expansion, number] = parted(id.trim().toLowerCase()) ?? [];
  if (expansion === undefined || number === undefined) return [];
  if (expansion === 'cel25c') {
    const at = CELEBRATIONS.findIndex((known) => known.toLowerCase() === number);
    return at < 0 ? [] : places(['cel25cc'], `CC${String(at + 1).padStart(3, '0')}`);
  }
  return places(expansionsOfPokemontcg(expansion), number);
}

/** Of those in the table, by ours. */
const OURS = new Map(Object.entries(POKEMONTCG_EXPANSIONS).flatMap(([theirs, ours]) => ours.map((id) => [id, theirs])));

/** Their id of an expansion without its prefix here; one that they never had is written as they would. */
export function setIdOfPokemontcg(id: string): string {
  const [, year] = /^20(\d\d)(?:bw|xy|sm|swsh|sv)$/.exec(id) ?? [];
  const known = OURS.get(id) ?? (year && `mcd${year}`);
  return (
    known ??
    id
      .replace(/^((?:sm|swsh)\d)\.5/, '$15')
      .replace('.', 'pt')
      .replace(/^([a-z]+)0(?=\d)/, '$1')
  );
}

/** The expansion of the same set of theirs whose cards may stand in this one, by their numbers: `RC1` of `bw11` is of `rc`. */
export function siblingOf(id: string, number: string): string | undefined {
  const letters = /^[A-Z]+(?=\d)/.exec(number)?.[0].toLowerCase();
  return POKEMONTCG_EXPANSIONS[setIdOfPokemontcg(id)]?.find((known) => known !== id && known === letters);
}

export const printedNumber = (number: string): string => (number === '%3F' ? '?' : number.replace(/^0+(?=\d+$)/, ''));

/** Their id of a card; `prefix` is what ids begin with here. */
export function idOfPokemontcg(
  { id, expansion_id, number }: { id: string; expansion_id: string; number: string | null },
  prefix: string,
): string {
  const set = setIdOfPokemontcg(expansion_id.slice(prefix.length));
  const printed = number ?? id.slice(id.lastIndexOf('-') + 1);
  if (set === 'cel25c') return `${set}-${CELEBRATIONS[Number(printed.slice(2)) - 1] ?? printed}`;
  return `${set}-${printedNumber(printed)}`;
}

/** Where a card of TCGdex may stand whose id is not written as it is there: padded or not, in any case. */
export function placesOfTcgdex(id: string): CardPlace[] {
  const [expansion, number] = parted(id.trim()) ?? [];
  if (expansion === undefined || number === undefined) return [];
  const spellings = [expansion, expansion.toLowerCase(), expansion.toUpperCase()].flatMap(paddings);
  const unpadded = spellings.map((spelling) => spelling.replace(/^([a-z]+)0(\d)/, '$1$2'));
  return places([...spellings, ...unpadded], number);
}
