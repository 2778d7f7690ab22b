/** Proves what a person sees: the first minute, a catalog of one's own, and Ctrl-C at 20 moments of them, the same each time. */

// prove-terminal.ts [--seed NUMBER|any]     other moments; `any` draws a seed and names it
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { newWorkplace, type Workplace } from '../../../test/support/processes/command.ts';
import { CTRL_C, openTerminal, type Terminal, UNFIT_FOR_PEOPLE } from '../../../test/support/processes/terminal.ts';
import { catalogFolder, tinyCatalog } from '../../../test/support/sources/tiny-catalog.ts';

const SEED = 1;
const MOMENTS = 20;
/** Starts on one data directory: all but the first find the load half done. */
const STARTS_EACH = 5;
/** Within this a first load and most of its pictures are read. */
const MOMENT_MS_MAX = 16_000;
const CARDS_PER_SET = 600;
/** Pictures are read too. */
const SCANS = { env: { CARDSTOCK_SCAN_PROCESSES: '1' } };
const STOP = { ended: [0, 130], atOnce: [0], cutOff: [130] };

const serve = (place: Workplace, options: { env?: Record<string, string> } = {}) =>
  openTerminal(place, ['serve', '--port', '0'], options);

/** Types Ctrl-C and holds what was shown against what a person may see. */
async function end(terminal: Terminal, codes: readonly number[]): Promise<string> {
  terminal.type(CTRL_C);
  const code = await terminal.ended;
  const shown = terminal.shown();
  assert.ok(codes.includes(code ?? -1), `ended with ${code}:\n${shown}`);
  assert.doesNotMatch(shown, UNFIT_FOR_PEOPLE);
  return shown;
}

/** The bars of the demo: both must have been full. Cards that come later are prepared by a bar of their own, which Ctrl-C may cut. */
const BARS = ['Loading prices', 'Preparing photo search'];

async function firstMinute(): Promise<void> {
  await using place = await newWorkplace();
  const terminal = serve(place, SCANS);
  await terminal.until(/100 % Preparing photo search/);
  const shown = await end(terminal, STOP.atOnce);
  assert.match(shown, /Your first API key/);
  assert.match(shown, /All prices are loaded/);
  const full = [...shown.matchAll(/█{28} +100 % ([\w ]+)/g)].map(([, bar]) => bar?.trim());
  for (const bar of BARS) assert.ok(full.includes(bar), bar);
  const fit = openTerminal(place, ['scan', 'fit']);
  await fit.until(/█ .*fit: \w+/);
  await end(fit, STOP.cutOff);
  process.stdout.write('the first minute: two bars, both full, ended with 0\n');
}

async function ownCatalog(): Promise<void> {
  await using place = await newWorkplace();
  await using folder = await catalogFolder(tinyCatalog(CARDS_PER_SET));
  const sources = { catalog: { adapter: 'tcgdex', files: folder.files } };
  writeFileSync(join(place.directory, 'cardstock.config.json'), JSON.stringify({ sources }));
  const terminal = serve(place);
  await terminal.until(/catalog: done in/);
  const shown = await end(terminal, STOP.atOnce);
  assert.equal(shown.split(' catalog: done in ').length, 2);
  process.stdout.write('a catalog of one’s own: told in a line, ended with 0\n');
}

/** A generator of numbers from 0 to 1 that the seed determines: a linear congruence is random enough for moments. */
function randomFrom(seed: number): () => number {
  let state = BigInt(seed);
  return () => {
    state = (state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) % 2n ** 64n;
    return Number(state >> 32n) / 2 ** 32;
  };
}

async function ctrlC(seed: number): Promise<void> {
  const random = randomFrom(seed);
  const ended = new Map<number | null, number>();
  for (let begun = 0; begun < MOMENTS; begun += STARTS_EACH) {
    await using place = await newWorkplace();
    for (let start = 0; start < STARTS_EACH; start += 1) {
      // Early moments are the odd ones: before the store, before the server, between two runs.
      const afterMs = Math.round(random() ** 2 * MOMENT_MS_MAX);
      const terminal = serve(place, SCANS);
      await terminal.until(/\n/);
      await sleep(afterMs);
      await end(terminal, STOP.ended).catch((error) => {
        throw new Error(`Ctrl-C after ${afterMs} ms, start ${start + 1}, seed ${seed}`, { cause: error });
      });
      const code = await terminal.ended;
      ended.set(code, (ended.get(code) ?? 0) + 1);
    }
  }
  const codes = [...ended].map(([code, count]) => `${count} with ${code}`).join(', ');
  process.stdout.write(`Ctrl-C at ${MOMENTS} moments of seed ${seed}: ended ${codes}, without a trace\n`);
}

const { seed } = parseArgs({
  options: { seed: { type: 'string', default: process.env.TERMINAL_SEED ?? `${SEED}` } },
}).values;
await ownCatalog();
await firstMinute();
await ctrlC(seed === 'any' ? randomInt(2 ** 31) : Number(seed));
