/** Reads field terms, the common core of what collectors type elsewhere, into a tree that names no field's meaning. */
import { Failure } from '../../failure.ts';

/** How a field is compared; `!` before a term makes `:` an `=`. */
export type Operator = ':' | '=' | '!=' | '<' | '<=' | '>' | '>=';

/** Both ends, undefined where it has none. */
export interface TermRange {
  from: string | undefined;
  to: string | undefined;
  hasFrom: boolean;
  hasTo: boolean;
}

export interface Term {
  /** As it is written; a bare word has none. */
  field: string | undefined;
  op: Operator;
  value: string | TermRange;
  isQuoted: boolean;
  /** Where it begins, from 1. */
  at: number;
}

export type FilterTree = Term | { all: readonly FilterTree[] } | { any: readonly FilterTree[] } | { not: FilterTree };

type TreeOf<Leaf> = Leaf | { all: TreeOf<Leaf>[] } | { any: TreeOf<Leaf>[] } | { not: TreeOf<Leaf> };

/** The tree with what `leaf` makes of each of its terms. */
export function mapTerms<Leaf>(tree: FilterTree, leaf: (term: Term) => Leaf): TreeOf<Leaf> {
  if ('op' in tree) return leaf(tree);
  if ('not' in tree) return { not: mapTerms(tree.not, leaf) };
  const parts = ('all' in tree ? tree.all : tree.any).map((part) => mapTerms(part, leaf));
  return 'all' in tree ? { all: parts } : { any: parts };
}

/** Beyond these a filter is refused before it costs anything. */
export const DEPTH_MAX = 32;
export const TERMS_MAX = 100;
export const LETTERS_MAX = 2000;

/** The field, operator and `!` that stand before brackets hold for each term inside. */
type Head = Pick<Term, 'field' | 'op'>;
const BARE: Head = { field: undefined, op: ':' };

const SPACE = /\s*/y;
const PLUS = /\+/y;
const HEAD = /(!?)(?:([\p{L}_][\w.]*)(!=|<=|>=|[:=<>]))?/uy;
const RANGE = /([[{])\s*("[^"]*"|[^\s"\]}]+)\s+TO\s+("[^"]*"|[^\s"\]}]+)\s*([\]}])/y;
/** As clients of other services write it. */
const LOOSE_RANGE = new RegExp(RANGE.source, 'iy');
/** Telephones write quotes of other forms; an apostrophe is one where a like one ends the value. */
const PHRASE = /"((?:[^"\\]|\\.)*)"|[“”„]([^“”„"]*)[“”]|«([^»]*)»|'([^']*)'(?=$|[\s)])/suy;
const WORD = /[^\s()"]+/y;
/** As clients that escape what they are given write it. */
const LOOSE_WORD = /(?:\\.|[^\s()"])+/suy;
/** What ends a value of several words that nobody quoted. */
const NEXT_TERM = /\s*(?:$|[()"]|(?:AND|OR|NOT|&&|\|\|)(?=[\s()]|$)|[-+!]*[\p{L}_][\w.]*(?:!=|<=|>=|[:=<>]))/uy;
const JOINTS = { AND: /(?:AND|&&)(?=$|[\s()])/y, OR: /(?:OR|\|\|)(?=$|[\s()])/y, NOT: /NOT(?=$|[\s()])/y };

export class FilterReader {
  readonly #text: string;
  readonly #hasLooseValues: boolean;
  #at = 0;
  #depth = 0;
  #terms = 0;

  /** @param hasLooseValues whether a value goes on over spaces up to the next term, or begins behind one: `name: mr. mime` */
  constructor(text: string, hasLooseValues = false) {
    this.#text = text;
    this.#hasLooseValues = hasLooseValues;
  }

  /** @throws Failure bad_request, with the place and what was meant */
  read(): FilterTree {
    if ([...this.#text].length > LETTERS_MAX) throw refused(`may hold at most ${LETTERS_MAX} letters`);
    const tree = this.#any(BARE);
    if (this.#at < this.#text.length) throw this.#fault('a ) closes no bracket');
    return tree;
  }

  #any(head: Head): FilterTree {
    const parts = [this.#all(head)];
    while (this.#takeWord('OR')) parts.push(this.#all(head));
    return parts.length === 1 && parts[0] !== undefined ? parts[0] : { any: parts };
  }

  #all(head: Head): FilterTree {
    const parts = [this.#negated(head)];
    while (this.#takeWord('AND') || !this.#isEnd()) parts.push(this.#negated(head));
    return parts.length === 1 && parts[0] !== undefined ? parts[0] : { all: parts };
  }

  /** Whether nothing more is joined by AND here. */
  #isEnd(): boolean {
    this.#take(SPACE);
    return this.#at === this.#text.length || this.#text[this.#at] === ')' || this.#peekWord('OR');
  }

  #negated(head: Head): FilterTree {
    let isNot = false;
    for (;;) {
      this.#take(SPACE);
      // What must be there is there anyway.
      if (this.#hasLooseValues && this.#take(PLUS)) continue;
      if (this.#text[this.#at] === '-') this.#at += 1;
      else if (!this.#takeWord('NOT')) break;
      isNot = !isNot;
    }
    const tree = this.#term(head);
    return isNot ? { not: tree } : tree;
  }

  #term(outer: Head): FilterTree {
    this.#take(SPACE);
    if (this.#peekWord('OR') || this.#peekWord('AND')) throw this.#fault('AND and OR stand between two terms');
    const at = this.#at + 1;
    const [, bang, field, op] = this.#take(HEAD) ?? [];
    const exact = bang === '!' && (op ?? ':') === ':' ? '=' : undefined;
    const own = field === undefined ? outer : { field, op: op as Operator };
    const head: Head = exact === undefined ? own : { ...own, op: exact };
    if (bang === '!' && this.#text[this.#at] === '-') throw this.#fault('a - stands before a !, not behind it');
    if (this.#hasLooseValues && op !== undefined) this.#take(SPACE);
    if (this.#text[this.#at] === '(') return this.#brackets(head);
    this.#terms += 1;
    if (this.#terms > TERMS_MAX) throw refused(`may hold at most ${TERMS_MAX} terms`);
    return { ...head, ...this.#value(field, op), at };
  }

  #brackets(head: Head): FilterTree {
    const at = this.#at;
    this.#at += 1;
    this.#depth += 1;
    if (this.#depth > DEPTH_MAX) throw refused(`may be at most ${DEPTH_MAX} brackets deep`);
    const tree = this.#any(head);
    if (this.#text[this.#at] !== ')') throw this.#fault('a bracket is not closed: write a ) behind its last term', at);
    this.#at += 1;
    this.#depth -= 1;
    return tree;
  }

  #value(field: string | undefined, op: string | undefined): Pick<Term, 'value' | 'isQuoted'> {
    const range = this.#take(this.#hasLooseValues ? LOOSE_RANGE : RANGE);
    if (range) {
      const [, open, from, to, close] = range;
      return { value: { from: end(from), to: end(to), hasFrom: open === '[', hasTo: close === ']' }, isQuoted: false };
    }
    const phrase = this.#take(PHRASE);
    if (phrase) return { value: (phrase.slice(1).find(Boolean) ?? '').replace(/\\(.)/gsu, '$1'), isQuoted: true };
    if (this.#text[this.#at] === '"') throw this.#fault('a quote is not closed');
    if (/[[{]/.test(this.#text[this.#at] ?? '')) throw this.#fault('a range is not read: write [1 TO 5] or [1 TO *]');
    const start = this.#at;
    const word = this.#hasLooseValues && field !== undefined ? this.#looseValue() : this.#take(WORD)?.[0];
    if (word !== undefined && !/^[<>=:]/.test(word)) return { value: word, isQuoted: false };
    if (word !== undefined)
      throw this.#fault('an operator stands alone: write field, operator and value without spaces', start);
    throw this.#fault(
      field === undefined
        ? 'a term is missing'
        : `${field}${op} lacks its value: write ${field}${op}word or ${field}${op}"two words"`,
    );
  }

  /** Words up to what can only be the next term. */
  #looseValue(): string | undefined {
    const start = this.#at;
    while (this.#take(LOOSE_WORD) && !this.#isNext(NEXT_TERM)) this.#take(SPACE);
    return this.#at === start ? undefined : this.#text.slice(start, this.#at).replace(/\\(.)/gsu, '$1');
  }

  #takeWord(word: keyof typeof JOINTS): boolean {
    this.#take(SPACE);
    return this.#take(JOINTS[word]) !== null;
  }

  #peekWord(word: keyof typeof JOINTS): boolean {
    this.#take(SPACE);
    return this.#isNext(JOINTS[word]);
  }

  #isNext(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    return pattern.test(this.#text);
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found) this.#at += found[0].length;
    return found;
  }

  #fault(what: string, at = this.#at): Failure {
    return refused(`at ${at + 1}${this.#text[at] === undefined ? ' (its end)' : ''}: ${what}`);
  }
}

const end = (text = ''): string | undefined => (text === '*' ? undefined : text.replace(/^"(.*)"$/, '$1'));

/** A filter that cannot be answered as it is asked. */
export const refused = (what: string): Failure => new Failure('bad_request', `filter ${what}.`);
