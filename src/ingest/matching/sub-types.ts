/** The sub types that a USD source has ever sold each article under: what one day's file leaves out is still known. */

/** One fact of that knowledge, as the store keeps it. */
export interface KnownSubType {
  product_id: number;
  sub_type: string;
  /** The first day on which it was seen. */
  first_on: string;
  /** Whether a second day has shown it as well. */
  confirmed: boolean;
}

/** The knowledge of all days so far. */
export class KnownSubTypes {
  readonly #known = new Map<number, KnownSubType[]>();

  /** Takes the facts for its own. */
  constructor(facts: Iterable<KnownSubType>) {
    for (const fact of facts) this.#put(fact);
  }

  /** Every sub type that the article was ever sold under. */
  of(productId: number): string[] {
    return (this.#known.get(productId) ?? []).map(({ sub_type }) => sub_type);
  }

  /** The article's only sub type, once two days have shown it and none has shown another: one day's row proves nothing. */
  onlyOf(productId: number): string | undefined {
    const [first, ...others] = this.#known.get(productId) ?? [];
    return first?.confirmed && others.length === 0 ? first.sub_type : undefined;
  }

  /** Learns the rows of one day; returns the facts that are new or newly confirmed. */
  learn(rows: Iterable<{ product_id: number; sub_type: string }>, observedOn: string): KnownSubType[] {
    const learned = new Set<KnownSubType>();
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

  #put(fact: KnownSubType): KnownSubType {
    const known = this.#known.get(fact.product_id);
    if (known) known.push(fact);
    else this.#known.set(fact.product_id, [fact]);
    return fact;
  }
}
