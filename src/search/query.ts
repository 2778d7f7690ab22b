/** What a search text may mean: a name, a collector number, or both together. */
import { numberNormalized, PARALLEL, regionalPrint } from '../catalog/collector-number.ts';
import { foldName } from '../catalog/fold.ts';

/** A collector number as typed: `25`, `#025`, `TG12`, `4/102`, `tg12/tg30`. */
export interface NumberWanted {
  /** Sortable form; equal for all spellings of one number. */
  normalized: string;
  /** The number itself when nothing else was typed with it: then `25` may also mean `TG25`. */
  bareValue: number | undefined;
  /** What stood behind the slash: the expansion's official card count. */
  total: number | undefined;
  /** Whether it had letters: then it may be the count of a part, which no expansion has for its own. */
  isPart?: boolean;
}

/** One reading of a text: `name` is folded, `''` where the text is nothing but a number. */
export interface NumberReading {
  name: string;
  typed: string;
  number: NumberWanted;
  /** Whether it is written in parts, of which the first may be the code of an expansion: `SV 41`. */
  isParted?: boolean;
}

export interface ParsedQuery {
  /** The whole text as a name, folded. */
  name: string;
  numbers: readonly NumberReading[];
}

/** Texts with more numbers than this are not about a collector number. */
const MAX_READINGS = 3;

/** Reads `query` in every way that makes sense. Only symbols are no name, but a number there is: `!` is an Unown's. */
export function parseQuery(query: string): ParsedQuery {
  const spoken = query.normalize('NFKC').replace(/\bn[or]\.\s*(?=\d)/gi, '#');
  const text = spoken.replace(/\s*\/\s*/g, '/');
  const name = foldName(query);
  const words = text.split(/\s+/).filter((word) => word !== '');
  const joined = words.join('');
  const numbers = [joined, regionalPrint(joined)?.english ?? ''].flatMap((each): NumberReading[] => {
    const number = each === '' ? undefined : numberWanted(each);
    return number ? [{ name: '', typed: '', number, ...(words.length > 1 ? { isParted: true } : {}) }] : [];
  });
  if (words.length > 1) {
    for (const [i, word] of words.entries()) {
      // An Unown's: `Unown ?`, as shops write it `Unown [A]`.
      const printed = /^[[(]([A-Z!?])[\])]$/i.exec(word)?.[1] ?? word;
      const number = /[0-9]|^[!?]$/.test(printed) || printed !== word ? numberWanted(printed) : undefined;
      const typed = number ? words.toSpliced(i, 1).join(' ') : '';
      const rest = foldName(typed);
      if (number && rest !== '') numbers.push({ name: rest, typed, number });
    }
  }
  // A sign is nothing in a name: without it `Unown ?` would be the very name of each Unown.
  const isSigned = numbers.some((each) => each.name === name && name !== '');
  return { name: isSigned ? '' : name, numbers: numbers.length > MAX_READINGS ? [] : numbers };
}

/** `word` as a collector number; undefined where it cannot be one. */
export function numberWanted(word: string): NumberWanted | undefined {
  const [printed = '', total, more] = word.replace(/^#/, '').replace(PARALLEL, '').split('/');
  const normalized = numberNormalized(printed);
  if (normalized === null || more !== undefined) return undefined;
  // The total may repeat the prefix: TG12/TG30.
  const totalDigits = total === undefined ? undefined : /^[^0-9]*([0-9]+)$/.exec(total)?.[1];
  if (total !== undefined && totalDigits === undefined) return undefined;
  return {
    normalized,
    bareValue: /^[0-9]+$/.test(printed) ? Number(printed) : undefined,
    total: totalDigits === undefined ? undefined : Number(totalDigits),
    ...(/^[^0-9]/.test(total ?? '') ? { isPart: true } : {}),
  };
}
