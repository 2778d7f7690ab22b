/** The sub types that a USD source has ever sold each product under: what one day's file leaves out is still known. */
import { type MarketplaceSubType, marketplaceSubTypes } from '../../store/prices/market-knowledge.ts';
import type { Reads } from '../../store/store.ts';

/** What a sealed product's prices call a sub type. */
export const subTypeSlug = (subType: string): string => subType.toLowerCase().replaceAll(' ', '-');

export class KnownSubTypes {
  readonly #known = new Map<number, MarketplaceSubType[]>();

  /** Takes the facts for its own. */
  constructor(facts: Iterable<MarketplaceSubType> = []) {
    for (const fact of facts) this.#put(fact);
  }

  /** Reads what the store knows of these products, of each once. */
  async lookUp(reads: Reads, productIds: Iterable<number>): Promise<void> {
    const asked = [...new Set(productIds)].filter((id) => !this.#known.has(id));
    for (const id of asked) this.#known.set(id, []);
    for (const fact of await marketplaceSubTypes(reads, asked)) this.#put(fact);
  }

  /** Every sub type that the marketplace product was ever sold under. */
  of(productId: number): string[] {
    return (this.#known.get(productId) ?? []).map(({ sub_type }) => sub_type);
  }

  /** The first day that showed it under the sub type; empty where none did. */
  firstOn(productId: number, subType: string): string {
    return this.#known.get(productId)?.find(({ sub_type }) => sub_type === subType)?.first_on ?? '';
  }

  /** The product's only sub type, once two days have shown it and none has shown another: one day's row proves nothing. */
  onlyOf(productId: number): string | undefined {
    const [first, ...others] = this.#known.get(productId) ?? [];
    return first?.confirmed && others.length === 0 ? first.sub_type : undefined;
  }

  /** Learns the rows of one day; returns the facts that are new or newly confirmed. */
  learn(rows: Iterable<{ product_id: number; sub_type: string }>, observedOn: string): MarketplaceSubType[] {
    const learned = new Set<MarketplaceSubType>();
    for (const { product_id, sub_type } of rows) {
      const fact = this.#known.get(product_id)?.find((known) => known.sub_type === sub_type);
      if (fact === undefined) {
        learned.add(this.#put({ product_id, sub_type, first_on: observedOn, confirmed: false }));
      } else if (!fact.confirmed && fact.first_on !== observedOn) {
        fact.confirmed = true;
        learned.add(fact);
      }
    }
    return [...learned];
  }

  #put(fact: MarketplaceSubType): MarketplaceSubType {
    const known = this.#known.get(fact.product_id);
    if (known) known.push(fact);
    else this.#known.set(fact.product_id, [fact]);
    return fact;
  }
}
