/** What takes seconds to make of a state of the catalog: the one before stands until it is there. */
export class Standing<Made> {
  #last: { version: number; made: Made } | undefined;
  #next: Promise<Made> | undefined;

  /**
   * That of `version`, or for a moment the one before it.
   * @param make tells of which version it is; called once, however many ask meanwhile
   */
  async of(version: number, make: () => Promise<{ version: number; made: Made }>): Promise<Made> {
    if (this.#last?.version === version) return this.#last.made;
    this.#next ??= this.#make(make);
    // Who is given the one before hears nothing of it.
    this.#next.catch(() => undefined);
    return this.#last?.made ?? this.#next;
  }

  async #make(make: () => Promise<{ version: number; made: Made }>): Promise<Made> {
    try {
      this.#last = await make();
      return this.#last.made;
    } catch (error) {
      // It is told to who asks next: the one before would stand for ever.
      this.#last = undefined;
      throw error;
    } finally {
      this.#next = undefined;
    }
  }
}
