/** Keeps what Node makes of the sources, types stripped and code compiled: 0.4 s of every start otherwise. */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Beside the packages, not in a folder for everybody: who may change the one may change the other.
const FOLDER = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url));

/** From here on, in this process and those it starts. Where the folder cannot be written Node goes on without. */
export function keepCompiled(): void {
  process.env.NODE_COMPILE_CACHE ||= FOLDER;
  enableCompileCache(process.env.NODE_COMPILE_CACHE);
}
