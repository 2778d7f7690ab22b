/** Runs a program under the Node 24 that the lockfile brings, so that a machine whose own Node is 20 needs nothing else. */
import { spawn } from 'node:child_process';
import module, { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

const NODE_MAJOR = 24;
// Beside the packages, not in a folder for everybody: who may change the one may change the other.
const COMPILED = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url));

/**
 * From here on Node keeps what it makes of the sources, in this process and those it starts: types stripped and code
 * compiled, 0.4 s of every start. Called before the first of them is loaded, which else brings the whole stripper in.
 * Where the folder cannot be written Node goes on without.
 */
export function keepCompiled() {
  process.env.NODE_COMPILE_CACHE ||= COMPILED;
  module.enableCompileCache?.(process.env.NODE_COMPILE_CACHE);
}

/**
 * What `serve` is started with that no running process can change: V8's young heap grows to 100 MB under load and stays so.
 * At a quarter of that reads cost 3 % more processor time; at an eighth 13 %.
 */
export function servingFlags() {
  const given = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].join(' ');
  return process.argv.includes('serve') && !given.includes('semi-space') ? ['--max-semi-space-size=8'] : [];
}

/** Path of a Node >= 24, or undefined where there is none: this process's own, else the packaged one. */
export function node24Path() {
  if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR) return process.execPath;
  try {
    // Below this package in a clone, beside it where npm installed it.
    return createRequire(import.meta.url).resolve(`node-${process.platform}-${process.arch}/bin/node`);
  } catch {
    return undefined;
  }
}

/** Starts `args` under Node 24, passes signals on, and ends with its exit code. */
export function runUnderNode24(args, node = node24Path()) {
  if (node === undefined) {
    process.stderr.write(
      `cardstock needs Node ${NODE_MAJOR} or newer; this is ${process.versions.node} on ${process.platform}-${process.arch}. ` +
        'On Linux x64 and arm64 npm brings it along; elsewhere install it from nodejs.org.\n',
    );
    process.exit(1);
  }
  // Before it is there: a signal that comes while it is started would end this process alone, and leave that one behind.
  let child;
  // The child gets terminal signals itself (same process group); these come from a supervisor to this process alone.
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  process.on('SIGINT', () => undefined);
  child = spawn(node, args, { stdio: 'inherit', env: process.env });
  // What is there and cannot be started lacks its loader: it is built for glibc.
  child.on('error', (error) => {
    const what = `cardstock: the Node ${NODE_MAJOR} that npm brought cannot be run here (${error.code})`;
    process.stderr.write(
      `${what}: it needs glibc, which Alpine and its like do not have. Install Node ${NODE_MAJOR} of the system (apk add nodejs-current).\n`,
    );
    process.exit(1);
  });
  child.on('exit', (code, signal) => {
    if (signal) {
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
    } else process.exit(code ?? 1);
  });
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  keepCompiled();
  runUnderNode24(process.argv.slice(2));
}
