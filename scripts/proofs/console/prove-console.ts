/** Proves the console and the reference in a real Chromium on a served demo; without one it says so and is skipped. */

// prove-console.ts [PART-OF-A-TITLE …]
import { hasChromium } from '../../../test/support/browser/browser.ts';
import { openScene, type Scene } from '../../../test/support/browser/console-scene.ts';
import { accessProofs } from './access.ts';
import { aroundProofs } from './around.ts';
import { catalogProofs } from './catalog.ts';
import { everyPageProofs } from './every-page.ts';
import { gameProofs } from './games.ts';
import { languageProofs } from './languages.ts';
import { lateAnswerProofs } from './late-answers.ts';
import { listProofs } from './list.ts';
import { operatorProofs } from './operator.ts';
import { scanProofs } from './scan.ts';
import { scanListProofs } from './scan-list.ts';
import { smallPrintProofs } from './small-print.ts';

if (!hasChromium()) {
  process.stdout.write('skipped: there is no Chromium (apt-get install chromium, or set CHROMIUM)\n');
  process.exit(0);
}
const wanted = process.argv.slice(2);
const proofs = {
  ...everyPageProofs,
  ...catalogProofs,
  ...aroundProofs,
  ...gameProofs,
  ...languageProofs,
  ...operatorProofs,
  ...listProofs,
  ...scanProofs,
  ...scanListProofs,
  ...lateAnswerProofs,
  ...smallPrintProofs,
  ...accessProofs,
};
await using scene = await openScene();
let failed = 0;
let repeated = 0;

/** Runs one proof; gives why it failed. */
async function attempt(prove: (scene: Scene) => Promise<void>): Promise<string | undefined> {
  try {
    await prove(scene);
    return undefined;
  } catch (error) {
    return String((error as Error).stack ?? error);
  } finally {
    // Pages that nobody looks at go on asking for news.
    await Promise.all(scene.watched.map(({ context }) => context.close()));
  }
}

for (const [title, prove] of Object.entries(proofs)) {
  if (wanted.length > 0 && !wanted.some((part) => title.includes(part))) continue;
  const startedAt = performance.now();
  let fault = await attempt(prove);
  if (fault !== undefined) {
    // A machine that stands still for a second is no fault of a page; what fails twice is, and both are told.
    process.stdout.write(`… again: ${title}\n${fault}\n`);
    repeated += 1;
    fault = await attempt(prove);
  }
  if (fault === undefined) process.stdout.write(`✔ ${title} (${Math.round(performance.now() - startedAt)} ms)\n`);
  else {
    failed += 1;
    process.stdout.write(`✖ ${title}\n${fault}\n`);
  }
}
if (repeated > 0) process.stdout.write(`${repeated} held or failed at the second try only\n`);
const strays = new Set(scene.watched.flatMap((one) => one.strays));
const complaints = new Set(scene.watched.flatMap((one) => one.complaints));
process.stdout.write(`${strays.size} requests left the origin; the pages complained ${complaints.size} times\n`);
for (const line of [...strays, ...complaints]) process.stdout.write(`  ${line}\n`);
if (failed + strays.size + complaints.size > 0) process.exitCode = 1;
