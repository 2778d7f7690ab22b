/** Finds the expansions that a text may mean: by id, printed code, name in any language, or a marketplace's spelling. */
import { foldName } from '../catalog/fold.ts';
import type { DeployedGame } from '../games/game.ts';
import { remembered } from '../packed/remembered.ts';
import type { LookupExpansion } from '../store/views/external-ids.ts';
import { typosBetween } from './name-fit.ts';

/** How well a text fits an expansion: 1 is the name, the id or the code itself. */
export type ExpansionFits = ReadonlyMap<string, number>;

/** A part of the text is the name, `SV03: Obsidian Flames`: from here on a text names the expansion. */
export const FIT_ENOUGH = 0.95;
/** What fits less is not meant, and hardly where it fits little more. */
const FIT_FLOOR = 0.45;
const HARDLY = 0.6;
/** A word such as promo is of many: those that fit alike are all meant. */
const FITS_MAX = 16;
/** Words that marketplaces put in and leave out, which tell nothing; and what tells little. */
export const IDLE = 'and the of set expansion cards card tcg';
const LIGHT = new Set([...IDLE.split(' '), 'base', 'edition']);
/** A light word counts for so much of what it would by its rarity; so does a word that no expansion has. */
const LIGHT_SHARE = 0.25;
/** Names of at least so many letters may be mistyped, by so many typos; each takes so much of the fit. */
const TYPED_MIN = 5;
const TYPOS_MAX = 2;
const TYPO = 0.12;
const CACHED_MAX = 5000;
/** What the parts of expansions are called behind the name of the whole. */
const PART_NAME = /\b(?:gallery|vault|collection|subset|promos?|energies|energy)\b/;

const wordsOf = (folded: string): string[] => folded.split(' ').filter((word) => word !== '' && word !== 'and');
const digitsOf = (text: string): string => text.replace(/[^0-9]+/g, '');
const singular = (word: string): string => (word.length > 4 ? word.replace(/s$/, '') : word);

export class ExpansionBook {
  readonly #expansions: readonly LookupExpansion[];
  readonly #byId: ReadonlyMap<string, LookupExpansion>;
  readonly #byText = new Map<string, Set<string>>();
  readonly #called = new Map<string, readonly string[]>();
  readonly #named: { id: string; words: Set<string> }[] = [];
  readonly #byWord = new Map<string, number[]>();
  readonly #byOfficial: ReadonlyMap<number, LookupExpansion[]>;
  readonly #titles: readonly string[];
  /** The games that have any, whether they are still configured or not. */
  readonly games: ReadonlySet<string>;

  constructor(expansions: readonly LookupExpansion[], games: readonly DeployedGame[]) {
    this.#expansions = expansions;
    this.#titles = games.flatMap(({ lists }) => lists.titles);
    this.games = new Set(expansions.map(({ game }) => game));
    this.#byId = new Map(expansions.map((expansion) => [expansion.id, expansion]));
    this.#byOfficial = Map.groupBy(expansions, ({ official }) => official);
    const deployed = new Map(games.map((game) => [game.name, game]));
    for (const { id, game, name, translated, codes } of expansions) {
      const { idPrefix = '', search } = deployed.get(game) ?? {};
      const own = id.startsWith(idPrefix) ? id.slice(idPrefix.length) : id;
      // `sv3.5`, `sv3pt5` for `sv03.5`.
      const spellings = [own, own.replace(/^(\p{L}+)0(?=\d)/u, '$1')].flatMap((text) => [
        text,
        ...(search?.codes ?? []).map(([part, by]) => text.replace(part, by)),
      ]);
      // `001` for `1`.
      const padded = /^\d{1,2}$/.test(own) ? [own.padStart(2, '0'), own.padStart(3, '0')] : [];
      for (const text of [id, ...padded, ...spellings, ...(search?.expansions?.[own] ?? [])]) this.#call(text, id);
      const called = [name, ...translated, ...codes, id].map((text) => this.#call(text, id));
      this.#called.set(id, called);
      for (const text of [name, ...translated]) this.#addWords(text, id);
    }
    for (const { idPrefix, lists } of games) {
      for (const [text, id] of Object.entries(lists.expansions)) {
        if (this.#byId.has(idPrefix + id)) this.#call(text, idPrefix + id);
      }
    }
  }

  /** How many cards are counted on the cards of an expansion; 0 where that is not known. */
  officialOf(id: string): number {
    return this.#byId.get(id)?.official ?? 0;
  }

  ofTotal(total: number): readonly LookupExpansion[] {
    return total === 0 ? [] : (this.#byOfficial.get(total) ?? []);
  }

  /** The expansion itself; undefined where it is none. */
  get(id: string): LookupExpansion | undefined {
    return this.#byId.get(id);
  }

  /** The expansions that are parts of another, as their names say: galleries and vaults. */
  readonly partsOf = remembered((id: string): readonly string[] => {
    const [name = ''] = this.calledOf(id);
    return this.#expansions.flatMap((each) => {
      const [its = ''] = this.calledOf(each.id);
      const isPart = its.startsWith(`${name} `) && PART_NAME.test(its.slice(name.length + 1));
      return isPart && name !== '' && each.game === this.#byId.get(id)?.game ? [each.id] : [];
    });
  });

  /** What an expansion is called, folded: by its name, first in its own language, its codes, its id. */
  calledOf(id: string): readonly string[] {
    return this.#called.get(id) ?? [];
  }

  /** Whether the text is what an expansion is called: its code, its id, a name. */
  isCalled(id: string, text: string): boolean {
    return this.#byText.get(foldName(text))?.has(id) ?? false;
  }

  /** Whether any expansion is called so. */
  isAny(text: string): boolean {
    return this.#byText.has(foldName(text));
  }

  /** The expansions that the text may mean, the best first; none where nothing is like it. */
  readonly fits = remembered((text: string): ExpansionFits => this.#find(text), CACHED_MAX);

  #find(text: string): ExpansionFits {
    const folded = foldName(text);
    // Lists of several games put the game before it.
    const title = this.#titles.find((each) => folded.startsWith(`${each} `));
    const untitled = folded.slice((title ?? '').length).trim();
    // Some scripts have no spaces: `ポケモンカード 151`.
    const spellings = [folded, untitled, folded.replaceAll(' ', '')];
    const exact = spellings.map((each) => this.#byText.get(each)).find((ids) => ids !== undefined);
    if (exact !== undefined) return new Map([...exact].map((id) => [id, 1]));
    const parts = text.split(/\s*(?::|\s[–—-]\s|\(|\)|(?<=^\w*\d\w*)-(?=\p{L}{3}))\s*/u).map(foldName);
    // `SV11B: Black Bolt`, `SV11B-BLACK BOLT`: of a code with digits and a name that regions share, the code tells which.
    const coded = /\d/.test(parts[0] ?? '') ? this.#byText.get(parts[0] ?? '') : undefined;
    if (coded !== undefined && parts.length > 1) return new Map([...coded].map((id) => [id, 1]));
    // `Beyond Worlds: Ember: The Dawn`: what stands behind may hold a colon itself.
    const behind = parts.flatMap((part, at) => (at === 0 ? [] : [part, parts.slice(at).join(' ')]));
    const partly = [...new Set(behind)].flatMap((part) => [...(this.#byText.get(part) ?? [])]);
    const fits = this.#alike(untitled);
    for (const [id, fit] of this.#alike(folded)) fits.set(id, Math.max(fit, fits.get(id) ?? 0));
    // `SV-P Promotional Cards`: where no name fits well, a code before it does.
    const [first = ''] = /^\S*[-\d]\S*(?=\s)/.exec(text) ?? [];
    if (Math.max(0, ...fits.values()) < HARDLY) partly.push(...(this.#byText.get(foldName(first)) ?? []));
    if (fits.size + partly.length === 0) this.#addMistyped(folded, fits);
    // Another name that holds more of the text means more of it: `Brilliant Stars Trainer Gallery` is not `Brilliant Stars`.
    for (const id of partly)
      if (!fits.has(id) || [...fits.values()].every((fit) => fit < FIT_ENOUGH)) fits.set(id, FIT_ENOUGH);
    return new Map([...fits].sort(([, a], [, b]) => b - a).slice(0, FITS_MAX));
  }

  /** By the words that both have in common, rare ones counting more. */
  #alike(folded: string): Map<string, number> {
    const words = new Set(wordsOf(folded).map(singular));
    const shared = new Map<number, number>();
    for (const word of words) {
      for (const at of this.#byWord.get(word) ?? []) shared.set(at, (shared.get(at) ?? 0) + this.#weight(word));
    }
    const whole = this.#sum(words);
    const fits = new Map<string, number>();
    for (const [at, weight] of shared) {
      const { id, words: own } = this.#named[at] ?? { id: '', words: new Set<string>() };
      const fit = (0.95 * 2 * weight) / (whole + this.#sum(own));
      if (fit >= FIT_FLOOR && fit > (fits.get(id) ?? 0)) fits.set(id, fit);
    }
    return fits;
  }

  /** By the letters: `Flashfirs`. Other digits are no typo: `SM215` is not `SM115`. */
  #addMistyped(folded: string, fits: Map<string, number>): void {
    const digits = digitsOf(folded);
    for (const [text, ids] of this.#byText) {
      const mayBe = Math.min(text.length, folded.length) >= TYPED_MIN && digitsOf(text) === digits;
      const typos = mayBe ? typosBetween(folded, text, TYPOS_MAX) : Number.POSITIVE_INFINITY;
      if (typos <= TYPOS_MAX) for (const id of ids) fits.set(id, 1 - typos * TYPO);
    }
  }

  #sum(words: ReadonlySet<string>): number {
    let sum = 0;
    for (const word of words) sum += this.#weight(word);
    return sum;
  }

  #weight(word: string): number {
    const count = this.#byWord.get(word)?.length ?? 0;
    const rarity = Math.log(1 + this.#expansions.length / Math.max(1, count));
    return LIGHT.has(word) || count === 0 ? rarity * LIGHT_SHARE : rarity;
  }

  #call(text: string, id: string): string {
    const folded = foldName(text);
    const ids = this.#byText.get(folded);
    if (ids === undefined) this.#byText.set(folded, new Set([id]));
    else ids.add(id);
    return folded;
  }

  #addWords(text: string, id: string): void {
    const words = new Set(wordsOf(foldName(text)).map(singular));
    const at = this.#named.push({ id, words }) - 1;
    for (const word of words) {
      const places = this.#byWord.get(word);
      if (places === undefined) this.#byWord.set(word, [at]);
      else places.push(at);
    }
  }
}
