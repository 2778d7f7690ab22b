#!/usr/bin/env node
/** The `cardstock` command: starts src/main.ts, under Node 24 where this process is older. */
import { fileURLToPath } from 'node:url';
import { node24Path, runUnderNode24 } from '../scripts/node24.mjs';

const main = new URL('../src/main.ts', import.meta.url);
if (node24Path() === process.execPath) await import(main.href);
else runUnderNode24(['--disable-warning=ExperimentalWarning', fileURLToPath(main), ...process.argv.slice(2)]);
