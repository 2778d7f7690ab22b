/** The HTTP client for whoever sends to strangers, loaded with the first request: 109 files that a start can do without. */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

export const undici = (): typeof import('undici') => require('undici');
