/** Answers kept by address, to be asked for again with their ETag: one that has not changed is not sent again. */

/** An answer as it is kept: its tag and its body as text. */
export interface KeptAnswer {
  etag: string;
  body: string;
}

/** Where answers are kept. A `Map<string, KeptAnswer>` is one without bounds. */
export interface AnswerCache {
  get(url: string): KeptAnswer | undefined | Promise<KeptAnswer | undefined>;
  set(url: string, answer: KeptAnswer): unknown;
}

/** Keeps the answers used last, as many as fit into `charactersMax`. */
export class MemoryCache implements AnswerCache {
  readonly #answers = new Map<string, KeptAnswer>();
  readonly #charactersMax: number;
  #characters = 0;

  constructor(charactersMax = 8_000_000) {
    this.#charactersMax = charactersMax;
  }

  get(url: string): KeptAnswer | undefined {
    const answer = this.#take(url);
    if (answer) this.#put(url, answer);
    return answer;
  }

  set(url: string, answer: KeptAnswer): void {
    this.#take(url);
    // One that can never fit must not push out all the others.
    if (sizeOf(url, answer) > this.#charactersMax) return;
    this.#put(url, answer);
    // A map goes through its keys in the order they were put: the first is the one not used for longest.
    for (const oldest of this.#answers.keys()) {
      if (this.#characters <= this.#charactersMax) return;
      this.#take(oldest);
    }
  }

  #take(url: string): KeptAnswer | undefined {
    const answer = this.#answers.get(url);
    if (answer) this.#characters -= sizeOf(url, answer);
    this.#answers.delete(url);
    return answer;
  }

  #put(url: string, answer: KeptAnswer): void {
    this.#characters += sizeOf(url, answer);
    this.#answers.set(url, answer);
  }
}

const sizeOf = (url: string, { etag, body }: KeptAnswer): number => url.length + etag.length + body.length;
