/** Collects a source's records into one catalog seed and puts aside, with the reason, those that cannot be taken. */
import type { CardSeed, CatalogSeed, ExpansionSeed, SeriesSeed } from '../catalog/seeds.ts';
import { WebAddresses } from './web-addresses.ts';

/** A record that cannot be taken; the message is the reason it is put aside for. */
export class BadRecord extends Error {}

const SAMPLE_LENGTH_MAX = 160;

const sampleOf = (row: unknown) => {
  const id = typeof row === 'object' && row !== null && 'id' in row ? row.id : undefined;
  return (typeof id === 'string' ? id : (JSON.stringify(row) ?? 'undefined')).slice(0, SAMPLE_LENGTH_MAX);
};

type Kind = keyof CatalogSeed['listed'];

/** One run's records as they arrive. */
export class SeedCollector {
  readonly #addresses = new WebAddresses();
  readonly seed: CatalogSeed = {
    series: [],
    expansions: [],
    cards: new Map(),
    unchanged: new Set(),
    listed: { series: 0, expansion: 0, card: 0 },
    quarantined: [],
    refused: this.#addresses.refused,
  };
  readonly #seen = new Set<string>();

  addSeries(row: unknown, convert: () => SeriesSeed): void {
    this.#take('series', row, convert, (series) => {
      this.seed.series.push({ ...series, logo: this.#addresses.takeImage(series.logo) });
    });
  }

  addExpansion(row: unknown, convert: () => ExpansionSeed): void {
    this.#take('expansion', row, convert, (expansion) => {
      const logo = this.#addresses.takeImage(expansion.logo);
      this.seed.expansions.push({ ...expansion, logo, symbol: this.#addresses.take(expansion.symbol) });
    });
  }

  addCard(row: unknown, convert: () => CardSeed): void {
    this.#take('card', row, convert, (card) => {
      const image = this.#addresses.takeImage(card.image);
      this.seed.cards.set(card.id, JSON.stringify({ ...card, image }));
    });
  }

  /** A card that has not changed since the last publish. */
  addUnchanged(id: string): void {
    this.seed.listed.card += 1;
    this.seed.unchanged.add(id);
  }

  /** A row that cannot be taken. */
  putAside(kind: Kind, reason: string, row: unknown): void {
    this.seed.listed[kind] += 1;
    this.seed.quarantined.push({ reason: `${kind}: ${reason}`, sample: sampleOf(row) });
  }

  #take<Seed extends { id: string }>(kind: Kind, row: unknown, convert: () => Seed, keep: (seed: Seed) => void) {
    try {
      const seed = convert();
      const key = `${kind} ${seed.id}`;
      if (this.#seen.has(key)) throw new BadRecord(`${kind} id given twice`);
      this.#seen.add(key);
      keep(seed);
      this.seed.listed[kind] += 1;
    } catch (error) {
      if (!(error instanceof BadRecord)) throw error;
      this.putAside(kind, error.message, row);
    }
  }
}
