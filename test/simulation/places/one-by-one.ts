/** What is asked of a server one after the other, so that its answers come in the order of asking. */

/** In so many turns of the event loop whoever goes on has asked for something: what is asked in one turn is sent in the next. */
const QUIET_TURNS = 3;

export class OneByOne {
  #last: Promise<unknown> = Promise.resolve();
  #underWay = 0;

  /** Does `act` when all that was asked for before is done. */
  ask<Found>(act: () => Promise<Found>): Promise<Found> {
    this.#underWay += 1;
    const done = this.#last.then(act).finally(() => {
      this.#underWay -= 1;
    });
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Resolves when everything that was asked for is done, and nobody asks for more. */
  async settled(): Promise<void> {
    for (let quiet = 0; quiet < QUIET_TURNS; quiet += 1) {
      while (this.#underWay > 0) {
        await this.#last;
        quiet = 0;
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}
