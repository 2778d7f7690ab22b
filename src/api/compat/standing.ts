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
    return this.#last?.made ?? this.#next;
  }

  #make(make: () => Promise<{ version: number; made: Made }>): Promise<Made> {
    const ended = (last: { version: number; made: Made } | undefined) => {
      this.#last = last;
      this.#next = undefined;
    };
    const next = make().then(
      (made) => {
        ended(made);
        return made.made;
      },
      (error: unknown) => {
        // It is told to who asks next: the one before would stand for ever.
        ended(undefined);
        throw error;
      },
    );
    next.catch(() => undefined);
    return next;
  }
}
