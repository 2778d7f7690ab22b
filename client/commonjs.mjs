/** Marks the twin of the package that `require` finds: the package itself is of modules. */
import { writeFileSync } from 'node:fs';

writeFileSync('dist/commonjs/package.json', '{ "type": "commonjs" }\n');
