/** Serves from the sources, and starts anew when one of them changes: `npm run dev -- --port 8787`. */
// Not `node --watch`: it sends messages of its own through the threads that build search indexes and files, which take them
// for answers.
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { fileURLToPath } from 'node:url';

const SOURCES = ['src', 'demo', 'mcp', 'console/dist'];
/** An editor writes one file in several steps, and a checkout many files. */
const SETTLED_MS = 200;

const pathOf = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const serve = () =>
  spawn(process.execPath, [pathOf('bin/cardstock.js'), 'serve', ...process.argv.slice(2)], { stdio: 'inherit' });

const hasEnded = ({ exitCode, signalCode }) => exitCode !== null || signalCode !== null;
let changed;
let isEnding = false;
function startAnew() {
  if (isEnding) return;
  process.stderr.write('a source changed: starting anew\n');
  const start = () => {
    running = follow(serve());
  };
  if (hasEnded(running)) return start();
  running.removeAllListeners('exit').once('exit', start);
  running.kill('SIGTERM');
}
/** What ends by itself, as by a fault in the source, waits for the next change. */
function follow(child) {
  return child.once('exit', (code) => {
    if (isEnding) process.exit(code ?? 1);
    process.stderr.write(`ended with ${code}: the next change starts it anew\n`);
  });
}

let running = follow(serve());
for (const folder of SOURCES) {
  watch(pathOf(folder), { recursive: true }, () => {
    clearTimeout(changed);
    changed = setTimeout(startAnew, SETTLED_MS);
  });
}
// A terminal's Ctrl-C reaches the service as well; a supervisor's SIGTERM reaches this process alone.
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    isEnding = true;
    if (hasEnded(running)) process.exit(0);
    if (signal === 'SIGTERM') running.kill(signal);
  });
}
