/** What holds values against a schema, loaded with the first of them: 160 files that a start can do without. */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

export const schemaChecks = (): typeof import('typebox/schema') => require('typebox/schema');
