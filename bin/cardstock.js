#!/usr/bin/env node
/** The `cardstock` command: starts src/main, under Node 24 where this process is older. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { keepCompiled, node24Path, runUnderNode24, servingFlags } from '../scripts/node24.mjs';

// npm and npx pass a supervisor's SIGTERM to the shell between them and this process, and it goes no further: the shell ends,
// and what is left behind is told here.
const parent = process.ppid;
if (process.env.npm_command !== undefined) {
  const left = () => process.ppid !== parent && process.kill(process.pid, 'SIGTERM');
  setInterval(left, 1000).unref();
}

keepCompiled();
// A clone runs its sources; a package brings them without their types, which Node strips nowhere below node_modules.
const source = new URL('../src/main.ts', import.meta.url);
const main = existsSync(source) ? source : new URL('../src/main.js', import.meta.url);
const flags = servingFlags();
if (node24Path() !== process.execPath) {
  runUnderNode24([...flags, '--disable-warning=ExperimentalWarning', fileURLToPath(main), ...process.argv.slice(2)]);
} else if (flags.length > 0 && process.platform !== 'win32' && !process.connected) {
  // The same process from here on, with its number, its files and its parent; a supervisor's channel would not come along.
  process.execve(process.execPath, [process.execPath, ...flags, ...process.execArgv, ...process.argv.slice(1)]);
} else await import(main.href);
