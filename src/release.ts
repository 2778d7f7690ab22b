/** Which release this is. */
import { readFileSync } from 'node:fs';

/** This release, as package.json has it. */
export const VERSION = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
).version;
