/** YGOPRODeck's sets turned into expansions: one for the letters before the dash of the codes that are printed on cards. */
import Type, { type Static } from 'typebox';
import { type ExpansionSeed, type SeriesSeed, UNSAID } from '../../../catalog/seeds.ts';
import { Outage } from '../../../upstream/document.ts';
import { Name, Text } from '../../../upstream/record-fields.ts';
import { checkOf, usableFields } from '../../../upstream/usable-fields.ts';

const Listed = Type.Object({
  set_name: Name,
  set_code: Type.String({ minLength: 1, maxLength: 50, pattern: '^[^\\u0000-\\u0020/]+$' }),
  tcg_date: Type.Optional(Type.Union([Text, Type.Null()])),
  set_image: Type.Optional(Text),
});
type Listed = Static<typeof Listed>;

const check = checkOf(Listed);

/** The game has no series: its sets are all of one. */
export const SERIES: SeriesSeed = { id: 'tcg', name: 'Yu-Gi-Oh! Trading Card Game', logo: null };

/** The letters of a printed code: `MP24` of `MP24-EN269`. */
export const lettersOf = (code: string): string => code.slice(0, code.indexOf('-'));

/** A set has no date where it is not out yet, or nobody knows. */
const dateOf = ({ tcg_date }: Listed): string | null => (tcg_date === '0000-00-00' ? null : tcg_date || null);

/** Of two sets of the same letters the older one gave them; told by its name where the dates are the same. */
function isOlder(a: Listed, b: Listed): boolean {
  const [one, other] = [dateOf(a) ?? '9999', dateOf(b) ?? '9999'];
  if (one !== other) return one < other;
  if (a.set_name.length !== b.set_name.length) return a.set_name.length < b.set_name.length;
  return a.set_name < b.set_name;
}

/** Cards of sets that are not listed yet are few: where they are more, the list is not whole. */
const UNLISTED_SHARE_MAX = 0.1;

export class Expansions {
  readonly #byLetters = new Map<string, Listed>();
  readonly #byName = new Map<string, Listed>();
  /** Sets that gave letters which no listed one has, by these: the first that a card names. */
  readonly #byCards = new Map<string, string>();
  /** By letters, what of their sets could not be taken. */
  readonly #faults = new Map<string, string[]>();
  #rows = 0;
  #unlistedRows = 0;

  /** Takes a row of the list of sets. @throws BadRecord */
  add(row: unknown): void {
    const faults: string[] = [];
    const set = usableFields(check, row, (fault) => faults.push(fault));
    const letters = set.set_code.replace(/-.*$/, '');
    this.#faults.set(letters, [...this.faultsOf(letters), ...faults]);
    const known = this.#byLetters.get(letters);
    if (known === undefined || isOlder(set, known)) this.#byLetters.set(letters, set);
    this.#byName.set(set.set_name, set);
  }

  faultsOf = (letters: string): readonly string[] => this.#faults.get(letters) ?? [];

  /** Name of the expansion of these letters, on a card of the set `setName`. */
  nameOf(letters: string, setName: string): string {
    this.#rows += 1;
    if (!this.#byName.has(setName)) this.#unlistedRows += 1;
    const listed = this.#byLetters.get(letters)?.set_name;
    if (listed !== undefined) return listed;
    const known = this.#byCards.get(letters) ?? setName;
    this.#byCards.set(letters, known);
    return known;
  }

  /**
   * The expansions of these cards, in the order of their letters.
   * @throws Outage where too many of their sets are not listed
   */
  seedsOf(codes: Iterable<string>): ExpansionSeed[] {
    if (this.#unlistedRows > this.#rows * UNLISTED_SHARE_MAX) {
      throw new Outage(`${this.#unlistedRows} of ${this.#rows} cards are of sets that are not listed`);
    }
    const cards = [...Map.groupBy(codes, lettersOf)].sort(([a], [b]) => (a < b ? -1 : 1));
    return cards.map(([letters, { length }]) => this.#seedOf(letters, length));
  }

  #seedOf(letters: string, count: number): ExpansionSeed {
    const name = this.#byCards.get(letters) ?? letters;
    const listed = this.#byLetters.get(letters) ?? this.#byName.get(name);
    const picture = listed?.set_image || null;
    return {
      ...UNSAID,
      id: letters,
      series_id: SERIES.id,
      name: listed?.set_name ?? name,
      logo: picture === null ? null : { low: picture, high: picture },
      release_date: listed === undefined ? null : dateOf(listed),
      card_count_total: count,
    };
  }
}
