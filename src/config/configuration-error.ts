/** The error of a configuration that cannot be used. */

/** Everything that is wrong with the configuration, each with its place and remedy. */
export class ConfigurationError extends Error {
  readonly faults: readonly string[];
  /** What the file says of settings, to be looked through all the same. */
  readonly settings: Readonly<Record<string, string>>;

  constructor(faults: readonly string[], settings: Readonly<Record<string, string>> = {}) {
    super(faults.join('\n'));
    this.faults = faults;
    this.settings = settings;
  }
}
