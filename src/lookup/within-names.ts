/** What the name or number of a row says of other columns: the expansion by its name or code, the number, a parallel. */
import { numberNormalized, PARALLEL, PRINTED_LANGUAGE } from '../catalog/collector-number.ts';
import { foldName } from '../catalog/fold.ts';
import type { DeployedGame } from '../games/game.ts';
import { isEastern } from '../search/scripts/fold-eastern.ts';
import type { ListedRow } from './listed-row.ts';
import { areOfPrintings, lexiconOf } from './printing-words.ts';

/** What is known of names and numbers here. */
export interface Known {
  games: readonly DeployedGame[];
  /** Whether an expansion is called so. */
  isCalled(text: string): boolean;
  /** Whether a card bears this number or name; absent where none is known. */
  isCard?(text: string): boolean;
}

/** What is a number wherever it stands: `4/102`, `#4`. Digits alone may be the name's own. */
export const NUMBER_IN_NAME =
  /(?:^|[\s([-])(#\s?[a-z]{0,5}\d+[a-z]?|#?[a-z]{0,5}\d+[a-z]?\/[a-z]{0,5}\d+)(?=$|[\s)\]])/i;

/** Numbers that no name has in it, by their letters: `OP01-016`, `LOB-EN001`; `SWSH020`. */
const CODED = '[A-Z]{1,5}\\d{0,3}-[A-Z]{0,3}\\d{2,4}(?:_[pr]\\d+)?';
const LETTERED = '[A-Z]{2,5}\\d{3}';
/** A word of a title that is one. */
export const TITLE_NUMBER = new RegExp(
  `^(?:[([]?(?:#?[A-Za-z]{0,5}\\d+[a-z]?/[A-Za-z]{0,5}\\d+|#[A-Za-z]{0,5}\\d+[a-z]?)[\\])]?|${CODED}|${LETTERED})$`,
);

const PARALLEL_WORD = /(?<!\p{L})(?:parallel|alt(?:ernate)? art)(?!\p{L})/iu;

/** A number or printing that says a parallel speaks for the card that is called so; of several the second is `(p2)`. */
export function parallel(row: ListedRow): ListedRow {
  const { name = '', number = '', printing = '' } = row;
  if (name.trim() === '' || PARALLEL_WORD.test(name)) return row;
  const [suffix] = PARALLEL.exec(number) ?? [];
  const [word] = PARALLEL_WORD.exec(printing) ?? (suffix === undefined ? [] : ['Parallel']);
  if (word === undefined) return row;
  const which = /[2-9]|\d\d/.test(suffix ?? '') ? ` (${suffix?.slice(1)})` : '';
  return { ...row, name: `${name} (${word})${which}`, printing: printing.replace(PARALLEL_WORD, ' ') };
}

/** It may be the number itself, of a promo: `XY121`. */
export function readCoded(written: string, { isCalled }: Known): { code: string; number: string } | undefined {
  const [, code = '', digits = ''] = /^([A-Z]{2,5}(?=-?\d)|[A-Z]+\d+[a-z]?(?=-))-?(\d{1,4})$/i.exec(written) ?? [];
  const number = numberNormalized(digits);
  return number !== null && isCalled(code) ? { code, number } : undefined;
}

const CODE = '([A-Z][A-Z0-9.]{1,6}(?:-[A-Z]{2,3}|[a-z])?)';
const PLACED = new RegExp(`^${CODE}\\s+#?([a-z]{0,4}\\d{1,4}[a-z]?(?:/\\S+)?)$`, 'i');
/** Behind a name only capitals are a code, as it may be a name itself; or letters like all those before it. */
const PLACED_BEHIND = new RegExp(
  `^(?:(.*\\S)\\s+)?[([]?${CODE}\\s+#?([A-Z]{0,4}\\d{1,4}[a-z]?(?:/[A-Z]{0,4}\\d+)?)[)\\]]?(?:\\s+[Pp]romo)?$`,
);
/** The other way round: `Glint 185 OBF`. */
const PLACED_BEFORE = /^(.*\S)\s+#?(\d{1,3})\s+([A-Z][A-Z0-9]{2})(?:\s+EN)?$/;
const PLACED_IN_SMALL = /^([^A-Z]*\S)\s+([a-z]{3}|[a-z]{2,3}\d{1,2})\s+#?(\d{1,4})$/;

/** The row with the expansion whose code it writes before the number: `MEW 25`, `Charizard ex OBF 125`. */
export function placed(row: ListedRow, { isCalled, isCard }: Known): { row: ListedRow; isGuessed: boolean } {
  const [, bare = '', beside = ''] = BESIDE_CODE.exec(row.number?.trim() ?? '') ?? [];
  if (isCalled(beside)) return { row: { ...row, number: bare, expansion: row.expansion || beside }, isGuessed: false };
  if (row.expansion?.trim()) return { row, isGuessed: false };
  const written = row.number?.trim().replace(PRINTED_LANGUAGE, '');
  const [, code = '', number] = PLACED.exec(written ?? '') ?? [];
  if (number !== undefined && isCalled(code)) return { row: { ...row, expansion: code, number }, isGuessed: false };
  const said = row.name?.trim().replace(PRINTED_LANGUAGE, '') ?? '';
  const [, first, turned, last] = PLACED_BEFORE.exec(said) ?? [];
  const found = PLACED_BEHIND.exec(said) ?? PLACED_IN_SMALL.exec(said) ?? ['', first, last, turned];
  const [, name = '', behind = '', its] = found;
  if (written) return { row, isGuessed: false };
  // `Glint EX 69/106`: an expansion may have that code.
  if (its === undefined || !isCalled(behind) || isCard?.(`${name.split(' ').at(-1)} ${behind}`))
    return parted(row, isCalled);
  return {
    row: { ...row, name, expansion: behind, number: its },
    isGuessed: !its.includes('/') && name === name.toUpperCase(),
  };
}

/** As promos print it: `001/SV-P`. */
const BESIDE_CODE = /^(\d{1,4})\/(\p{L}\S*)$/u;

const CODE_ALONE = /^[A-Z]{1,4}\d{1,2}[a-z]?$/;
/** What is shorter may be part of a name: `V`, `EX`. */
const BESIDE_MIN = 4;
/** No card and expansion have as many words together. */
const PARTED_MAX = 12;

/** The row with the expansion that stands beside an eastern name, or as a code behind any: `eevee heroes ブラッキー`, `Lizardon SV2a`. */
function parted(row: ListedRow, isCalled: Known['isCalled']): { row: ListedRow; isGuessed: boolean } {
  const words = row.name?.trim().split(/\s+/) ?? [];
  for (let at = 1; at < words.length && words.length <= PARTED_MAX; at += 1) {
    const [front, back] = [words.slice(0, at).join(' '), words.slice(at).join(' ')];
    for (const [name, expansion] of [
      [front, back],
      [back, front],
    ] as const) {
      // A promo's number may be written as a code is.
      const isGuessed = !isEastern(name) && expansion === back && CODE_ALONE.test(back);
      const mayBe = isGuessed || (isEastern(name) && expansion.length >= BESIDE_MIN);
      if (mayBe && isCalled(expansion)) return { row: { ...row, name, expansion }, isGuessed };
    }
  }
  return { row, isGuessed: false };
}

const PLACE_BEHIND = /^(.*\S)(?:\s*[([]|\s-\s)([^()[\]]*\p{Ll}[^()[\]]*?)(?:\s+#?(\d{1,3}[a-z]?))?\s*[)\]]?$/u;

/** The card's name and what stands behind it where that is what an expansion is called: `Bolt (Base Set)`, `Bolt - Base Set 4`. */
export function placeBehind(text: string, { games, isCalled }: Known) {
  const [, name, inside = '', its] = PLACE_BEHIND.exec(text.trim()) ?? [];
  const isWhole = its !== undefined && isCalled(`${inside} ${its}`);
  const place = isWhole ? `${inside} ${its}` : inside;
  // `Bolt (Prerelease)` is a printing.
  if (name === undefined || !isCalled(place) || areOfPrintings(foldName(place).split(' '), lexiconOf(games))) return;
  return { name, place, number: isWhole ? undefined : its };
}

/** The row with the expansion that stands behind the card's name. */
export function bracketed(row: ListedRow, known: Known): ListedRow {
  const { name, place = '', number } = placeBehind(row.name ?? '', known) ?? {};
  if (name === undefined) return row;
  if (row.expansion?.trim())
    return number === undefined && foldName(place) === foldName(row.expansion) ? { ...row, name } : row;
  const its = row.number?.trim() || number;
  return { ...row, name, expansion: place, ...(its === undefined ? {} : { number: its }) };
}

/** All that there is, or before the name, as simulators write it; what shops put behind it, divided or not. */
const NUMBER_OUTSIDE = [
  new RegExp(`^(${CODED})$`, 'i'),
  new RegExp(`^(${CODED}|${LETTERED})(?=$|\\s)`),
  new RegExp(`\\s-\\s([A-Z]{1,5}\\d{1,3}|${CODED})(?=$|[\\s)\\]])`),
  new RegExp(`\\s(${CODED}|${LETTERED}|([A-Z]{2,5})-\\d)$`),
  // Amidst a title.
  new RegExp(`\\s(${CODED}|[A-Z]{2,5}\\d{2,3})(?=\\s)`),
  new RegExp(`[([](${CODED}|[A-Z]{2,5}\\d{2,4})[)\\]]`),
];

/** `TG05`, `H6`, `[?]`, `(328)`: names end so too, which a card of that number tells. */
const SHORT_BEHIND = /(?<=\p{Ll}.*)\s[[(]?([A-Z]{1,5}\d{1,3}|[?!]|(?<=\()\d{1,4}(?=\)))[\])]?$/u;

const CODED_ALONE = new RegExp(`^${CODED}$`);
const NUMBER_AS_SET = new RegExp(`^(?:${CODED}|[A-Z]{2,5}\\d{2,4})$`);

/** The row with the number that stands as its id: `OP01-016`, which may be an id too; `OP01-016_p1`, as sources number pictures. */
export function numberedById(row: ListedRow): ListedRow {
  const { number = '', external_id = '' } = row;
  const id = external_id.trim();
  const isParallel = PARALLEL.test(id);
  const isSame = number.trim() === '' || (isParallel && foldName(id.replace(PARALLEL, '')) === foldName(number));
  if (!isSame || !CODED_ALONE.test(id)) return row;
  return { ...row, number: id, ...(isParallel ? { external_id: '' } : {}) };
}

/** The row with the number that stands in its name, where it has no other. */
export function numbered(row: ListedRow, { isCalled, isCard }: Known): ListedRow {
  if (row.number?.trim()) return row;
  // As lines of text have it in brackets, where others have the set: `Pikachu (SWSH020)`.
  const place = row.expansion?.trim() ?? '';
  if (NUMBER_AS_SET.test(place) && !isCalled(place)) return { ...row, expansion: '', number: place };
  if (row.name === undefined) return row;
  const { name: said } = row;
  // An expansion may stand there by its code; and `OBF-6` is a number where cards have that code, as names end so.
  const isNumber = (form: RegExpExecArray | null) =>
    form !== null && !isCalled(form[1] ?? '') && (form[2] === undefined || isCalled(form[2]));
  const outside = () => NUMBER_OUTSIDE.map((form) => form.exec(said.trim())).find(isNumber);
  const short = () => {
    const behind = SHORT_BEHIND.exec(said.trim());
    // A sign alone is many cards'.
    const asked = /\d/.test(behind?.[1] ?? '') ? behind?.[1] : behind && said;
    return isCard?.(asked ?? '') && isNumber(behind) ? behind : undefined;
  };
  const [found = '', number] = NUMBER_IN_NAME.exec(said) ?? outside() ?? short() ?? [];
  if (number === undefined) return row;
  const name = said.replace(found, found.replace(number, '')).replace(/[([]\s*[)\]]|\s-\s*$/g, ' ');
  return foldName(name) === '' ? { ...row, name: '', number } : { ...row, name: name.trim(), number };
}
