/** Collects a source's records into one catalog seed and quarantines, with the reason, those that cannot be taken. */
import { isDay } from '../catalog/days.ts';
import type { CardSeed, CatalogSeed, ExpansionSeed, SeriesSeed } from '../catalog/seeds.ts';
import { withoutEntities } from './record-fields.ts';
import { ScratchTexts } from './scratch/scratch-texts.ts';
import { SAMPLE_LENGTH_MAX, WebAddresses } from './web-addresses.ts';

/** A record that cannot be taken; the message is the reason why it is quarantined. */
export class BadRecord extends Error {}

export interface Findings {
  /** A field that cannot be taken: where, and why. */
  leftOut(fault: string): void;
  unknownWord(word: string): void;
}

const sampleOf = (row: unknown) => {
  const id = typeof row === 'object' && row !== null && 'id' in row ? row.id : undefined;
  return (typeof id === 'string' ? id : (JSON.stringify(row) ?? 'undefined')).slice(0, SAMPLE_LENGTH_MAX);
};

type Kind = keyof CatalogSeed['listed'];
type Convert<Seed> = (findings: Findings) => Seed;

/** One run's records as they arrive. */
export class SeedCollector {
  readonly #addresses = new WebAddresses();
  readonly seed: CatalogSeed = {
    series: [],
    expansions: [],
    cards: new ScratchTexts(),
    unchanged: new Set(),
    listed: { series: 0, expansion: 0, card: 0 },
    quarantined: [],
    left_out: [],
    unknown_words: [],
    unplaced: [],
    unread: [],
    refused: this.#addresses.refused,
  };
  readonly #listed = { expansion: new Set<string>(), card: new Set<string>() };
  readonly #groups = { series: new Set<string>(), expansion: new Set<string>() };

  addSeries(row: unknown, convert: Convert<SeriesSeed>): void {
    this.#take('series', row, convert, (series) => {
      this.seed.series.push({ ...series, logo: this.#addresses.takeImage(series.logo) });
    });
  }

  addExpansion(row: unknown, convert: Convert<ExpansionSeed>): void {
    const dated: typeof convert = (findings) => {
      const seed = convert(findings);
      if (seed.release_date === null || isDay(seed.release_date)) return seed;
      findings.leftOut(`/release_date is no day: ${seed.release_date.slice(0, SAMPLE_LENGTH_MAX)}`);
      return { ...seed, release_date: null };
    };
    this.#take('expansion', row, dated, (expansion) => {
      const logo = this.#addresses.takeImage(expansion.logo);
      this.seed.expansions.push({ ...expansion, logo, symbol: this.#addresses.take(expansion.symbol) });
    });
  }

  addCard(row: unknown, convert: Convert<CardSeed>): void {
    this.#take('card', row, convert, (card) => {
      const image = this.#addresses.takeImage(card.image);
      this.seed.cards.set(card.id, JSON.stringify({ ...card, image }));
    });
  }

  addUnchanged(id: string): void {
    this.seed.listed.card += 1;
    this.seed.unchanged.add(id);
  }

  /** What a list calls a record under `name`; undefined, and quarantined, where it says nothing or what it said before. */
  listed(kind: 'expansion' | 'card', name: 'id' | 'code', row: unknown): string | undefined {
    const { [name]: id } = (row ?? {}) as { id?: unknown; code?: unknown };
    const isSaid = typeof id === 'string' && id !== '';
    if (isSaid && !this.#listed[kind].has(id)) {
      this.#listed[kind].add(id);
      return id;
    }
    this.quarantine(kind, isSaid ? 'listed twice' : `listed without ${name === 'id' ? 'an id' : 'a code'}`, row);
    return undefined;
  }

  /** Whether the same documents would bring more the next time. */
  get isPartial(): boolean {
    return this.seed.quarantined.length + this.seed.unread.length > 0;
  }

  quarantine(kind: Kind, reason: string, row: unknown): void {
    this.seed.listed[kind] += 1;
    this.seed.quarantined.push({ reason: `${kind}: ${reason}`, sample: sampleOf(row) });
  }

  /** An expansion whose document cannot be had or read: it and its cards stay as they are. @param id its own at the source, today's or the stable one */
  leaveOut(id: string, reason: string): void {
    this.seed.listed.expansion += 1;
    this.seed.unread.push({ reason, sample: id });
  }

  /** A card of an expansion that the source does not list. */
  addUnplaced(row: unknown): void {
    this.seed.unplaced.push(sampleOf(row));
  }

  /** Whether the id came before; from now on it did. */
  #isTaken(kind: Kind, id: string): boolean {
    if (kind === 'card') return this.seed.cards.has(id);
    const taken = this.#groups[kind];
    return taken.size === taken.add(id).size;
  }

  #take<Seed extends { id: string; name: string }>(
    kind: Kind,
    row: unknown,
    convert: Convert<Seed>,
    keep: (seed: Seed) => void,
  ) {
    const leftOut: string[] = [];
    const words: string[] = [];
    const of = (reasons: string[]) =>
      reasons.map((reason) => ({ reason: `${kind}: ${reason}`, sample: sampleOf(row) }));
    try {
      const seed = convert({ leftOut: (fault) => leftOut.push(fault), unknownWord: (word) => words.push(word) });
      // It would be stored as another text, by which nothing is found again.
      if (!seed.id.isWellFormed()) throw new BadRecord('id with an incomplete character');
      if (this.#isTaken(kind, seed.id)) throw new BadRecord(`${kind} id given twice`);
      keep({ ...seed, name: withoutEntities(seed.name) });
      this.seed.listed[kind] += 1;
      this.seed.left_out.push(...of(leftOut));
      this.seed.unknown_words.push(...of(words));
    } catch (error) {
      if (!(error instanceof BadRecord)) throw error;
      this.quarantine(kind, error.message, row);
    }
  }
}
