/** The error of a configuration that cannot be used. */

/** Everything that is wrong with the configuration, each with its place and remedy. */
export class ConfigurationError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.faults = faults;
  }
}
