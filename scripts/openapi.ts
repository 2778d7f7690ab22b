/** Writes the OpenAPI document of this release to docs/openapi.json, where callers and a test find it. */
import { writeFileSync } from 'node:fs';
import { openapiDocument } from '../src/api/openapi/document.ts';
import { routes } from '../src/api/routes.ts';
import { VERSION } from '../src/release.ts';

writeFileSync('docs/openapi.json', `${JSON.stringify(openapiDocument(routes, VERSION), null, 1)}\n`);
