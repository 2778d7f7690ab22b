/** Builds the console and the API reference into console/dist, with hashed names and packed copies; runs under Node 20 too. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(root, 'console');
const dist = join(folder, 'dist');
const fonts = join(root, 'node_modules', '@fontsource', 'fraunces', 'files');

const TYPES = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
};
/** What is packed already, and what is too small for it to pay. */
const PACKED = new Set(['.woff2', '.png']);
const PACKED_BYTES_MIN = 200;

/** Everything that the result depends on: our sources, what they import of the client and the rules, and the lockfile. */
function sources() {
  const found = [join(root, 'package-lock.json'), fileURLToPath(import.meta.url)];
  const walk = (path) => {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      const inner = join(path, entry.name);
      if (entry.isDirectory()) {
        if (entry.name !== 'dist' && entry.name !== 'node_modules') walk(inner);
      } else found.push(inner);
    }
  };
  for (const name of ['console', 'client/src', 'src/catalog', 'src/games', 'src/lookup', 'src/sheets']) {
    if (existsSync(join(root, name))) walk(join(root, name));
  }
  return found.sort();
}

function sourceDigest() {
  const hash = createHash('sha256');
  for (const file of sources())
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  return hash.digest('hex');
}

/** Whether console/dist was built from what stands here now: a few milliseconds for some hundred files. */
function isConsoleCurrent() {
  const manifest = join(dist, 'manifest.json');
  return existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).source_digest === sourceDigest();
}

const hashOf = (bytes) => createHash('sha256').update(bytes).digest('hex').slice(0, 8).toUpperCase();

/** Writes a file with its packed copies, and says what the manifest has to know of it. */
function keep(name, bytes) {
  const extension = extname(name);
  mkdirSync(dirname(join(dist, name)), { recursive: true });
  writeFileSync(join(dist, name), bytes);
  const isPacked = !PACKED.has(extension) && bytes.length >= PACKED_BYTES_MIN;
  if (isPacked) {
    writeFileSync(join(dist, `${name}.gz`), gzipSync(bytes, { level: 9 }));
    // Which of its forms of distances packs a text best changes with the text, by some hundred bytes.
    const packed = [0, 1, 2, 3].map((form) => {
      const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length, [constants.BROTLI_PARAM_NPOSTFIX]: form };
      return brotliCompressSync(bytes, { params });
    });
    packed.sort((a, b) => a.length - b.length);
    writeFileSync(join(dist, `${name}.br`), packed[0]);
  }
  return { name, type: TYPES[extension], is_packed: isPacked };
}

/** Copies a font or picture under a name that changes with its bytes. */
function keepStatic(path, stem) {
  const bytes = readFileSync(path);
  return keep(`assets/${stem}-${hashOf(bytes)}${extname(path)}`, bytes);
}

/** What makes the console one that phones install: its icons in the sizes they ask for, and what takes a shared photo. */
async function keepInstallable(icon, transform) {
  const place = (name) => join(folder, 'static', name);
  const [small, large] = ['icon-192', 'icon-512'].map((name) => keepStatic(place(`${name}.png`), name));
  const text = Buffer.from(
    readFileSync(place('manifest.webmanifest'), 'utf8')
      .replace('%icon%', basename(icon.name))
      .replace('%icon-192%', basename(small.name))
      .replace('%icon-512%', basename(large.name)),
  );
  const manifest = keep(`assets/manifest-${hashOf(text)}.webmanifest`, text);
  // Browsers know a worker by its address, and look for a newer one themselves.
  const { code } = await transform(readFileSync(place('share.js'), 'utf8'), { minify: true });
  const worker = keep('assets/share.js', Buffer.from(code));
  return { manifest, touch: small, files: [small, large, manifest, worker] };
}

const CONSOLE = { console: 'src/main.tsx', look: 'styles/look.css' };
/** Alone: a part that both pages shared would be packed apart, and both would be larger. */
const REFERENCE = { reference: 'src/reference/main.tsx' };
/** What every page runs before it is drawn, and therefore stands alone. */
const FIRST = { theme: 'src/theme.ts' };
/** A call of h is packed into less than one of the automatic form, which spells out "children". */
const JSX = { jsx: 'transform', jsxFactory: 'h', jsxFragment: 'Fragment', inject: ['src/jsx.ts'] };

function bundle(build, entryPoints, options = {}) {
  return build({
    absWorkingDir: folder,
    entryPoints,
    ...options,
    bundle: true,
    format: 'esm',
    minify: true,
    target: ['es2022'],
    // All that counts is said here: the image builds where the repository's tsconfig.json is not.
    tsconfigRaw: '{}',
    legalComments: 'none',
    charset: 'utf8',
    external: ['/console/assets/*'],
    entryNames: 'assets/[name]-[hash]',
    outdir: dist,
    write: false,
    metafile: true,
    logLevel: 'warning',
  });
}

/** Builds everything anew. */
async function buildConsole() {
  const { build, transform } = await import('esbuild');
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(dist, { recursive: true });
  const heading = keepStatic(join(fonts, 'fraunces-latin-600-normal.woff2'), 'fraunces');
  const icon = keepStatic(join(folder, 'static', 'icon.svg'), 'icon');
  const made = [await bundle(build, CONSOLE, JSX), await bundle(build, REFERENCE, JSX), await bundle(build, FIRST)];
  const outputFiles = made.flatMap((one) => one.outputFiles);
  const installable = await keepInstallable(icon, transform);
  const files = [heading, icon, ...installable.files];
  const names = {};
  for (const [path, { entryPoint }] of made.flatMap(({ metafile }) => Object.entries(metafile.outputs))) {
    // esbuild names what it was given relative to the working directory.
    const name = relative(dist, join(folder, path));
    const { text: bundled } = outputFiles.find((file) => relative(dist, file.path) === name);
    const text = bundled.replaceAll('/console/assets/fraunces.woff2', `./${basename(heading.name)}`);
    files.push(keep(name, Buffer.from(text)));
    if (entryPoint) names[entryPoint] = name;
  }
  const fill = (page, script) =>
    readFileSync(join(folder, page), 'utf8')
      .replaceAll('%icon%', `/console/${icon.name}`)
      .replaceAll('%manifest%', `/console/${installable.manifest.name}`)
      .replaceAll('%touch%', `/console/${installable.touch.name}`)
      .replaceAll('%font%', `/console/${heading.name}`)
      .replaceAll('%style%', `/console/${names['styles/look.css']}`)
      .replaceAll('%theme%', `/console/${names['src/theme.ts']}`)
      .replaceAll('%script%', `/console/${names[script]}`);
  files.push(keep('console.html', Buffer.from(fill('console.html', 'src/main.tsx'))));
  files.push(keep('reference.html', Buffer.from(fill('reference.html', 'src/reference/main.tsx'))));
  const manifest = { source_digest: sourceDigest(), scripts: names, files };
  writeFileSync(join(dist, 'manifest.json'), `${JSON.stringify(manifest, null, 1)}\n`);
}

/** Builds where what stands in console/dist is missing or of other sources. */
export async function ensureConsole() {
  try {
    if (!isConsoleCurrent()) await buildConsole();
  } catch (error) {
    // An install without what builds (npm ci --workspaces=false) is a fit one for whoever ships console/dist along, or needs none.
    if (error?.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    process.stderr.write('cardstock: the console was not built: its packages are not installed.\n');
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await ensureConsole();
