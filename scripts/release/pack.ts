/** Makes what `npm pack` packs beside the sources: every module without its types and comments, and the versions it is proven with. */
// Usage: node scripts/release/pack.ts [--clear]; with --clear what a run made is taken away again.
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { transformSync } from 'esbuild';

const ROOT = new URL('../../', import.meta.url);
const SHRINKWRAP = new URL('npm-shrinkwrap.json', ROOT);

/** A part of the lockfile. */
interface Locked {
  dependencies?: Record<string, string> | undefined;
  optionalDependencies?: Record<string, string> | undefined;
  [key: string]: unknown;
}

/** A name in quotes that leads to a module of ours: types are stripped in place, so only the last letters differ. */
const MODULE = /(['"])(\.{1,2}\/[^'"\n]+)\.ts\1/g;

const sources = () => globSync('{src,demo,fit,mcp}/**/*.ts', { cwd: ROOT }).filter((path) => !path.endsWith('.d.ts'));
const packed = (path: string) => new URL(path.replace(/\.ts$/, '.js'), ROOT);

/** Comments that have their lines to themselves: a quarter of the package, which nobody reads there. */
const COMMENTS = /^ *(?:\/\*[\s\S]*?\*\/|\/\/.*)$/gm;

/**
 * Lines and columns stay those of the source, so stack traces are right: what Node strips it replaces by spaces, and
 * of comments the ends of lines remain. A module that would not be the same without them is an error.
 */
function withoutTypes(path: string): string {
  const source = stripTypeScriptTypes(readFileSync(new URL(path, ROOT), 'utf8'));
  const bare = source.replaceAll(COMMENTS, (comment) => comment.replaceAll(/[^\n]/g, '')).replaceAll(/ +$/gm, '');
  if (code(bare) !== code(source)) throw new Error(`${path} changes when its comments are taken out`);
  return bare.replaceAll(MODULE, '$1$2.js$1');
}

const code = (source: string) => transformSync(source, { minify: true, format: 'esm' }).code;

/** Where the lockfile keeps what `from` asks for as `name`: Node's own search, upwards through the folders. */
function placeOf(name: string, from: string, packages: Record<string, Locked>): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (packages[place] !== undefined) return place;
    if (folder === '') return undefined;
  }
}

/** The lockfile's share that running needs: without it an install takes the newest of everything, which nobody has tried. */
function shrinkwrap(): string {
  const lock = JSON.parse(readFileSync(new URL('package-lock.json', ROOT), 'utf8'));
  const packages: Record<string, Locked> = lock.packages;
  const { devDependencies, workspaces, ...root } = packages[''] ?? {};
  const kept = new Map<string, Locked>([['', root]]);
  for (const [from, { dependencies, optionalDependencies }] of kept) {
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const place = placeOf(name, from, packages);
      if (place !== undefined) kept.set(place, packages[place] ?? {});
    }
  }
  return `${JSON.stringify({ ...lock, packages: Object.fromEntries(kept) }, null, 2)}\n`;
}

if (process.argv.includes('--clear')) {
  for (const path of sources()) rmSync(packed(path), { force: true });
  rmSync(SHRINKWRAP, { force: true });
} else {
  for (const path of sources()) writeFileSync(packed(path), withoutTypes(path));
  writeFileSync(SHRINKWRAP, shrinkwrap());
}
