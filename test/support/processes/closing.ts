/** What a test opened, closed however the test ends: a connection left open would keep its process running. */

interface Closable {
  close(): unknown;
}

/** Closes what was added, the last first. */
export class Closing implements AsyncDisposable {
  readonly #added: Closable[] = [];

  /** Gives back what it will close. */
  add<T extends Closable>(opened: T): T {
    this.#added.push(opened);
    return opened;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const opened of this.#added.reverse()) await opened.close();
  }
}
