/** Proves the console and the reference in a real Chromium on a served demo; without one it says so and is skipped. */

// prove-console.ts [PART-OF-A-TITLE …]
import { hasChromium } from '../test/support/browser.ts';
import { openScene } from '../test/support/console-scene.ts';
import { accessProofs } from './console-proofs/access.ts';
import { catalogProofs } from './console-proofs/catalog.ts';
import { everyPageProofs } from './console-proofs/every-page.ts';
import { lateAnswerProofs } from './console-proofs/late-answers.ts';
import { operatorProofs } from './console-proofs/operator.ts';
import { scanProofs } from './console-proofs/scan.ts';

if (!hasChromium()) {
  process.stdout.write('skipped: there is no Chromium (apt-get install chromium, or set CHROMIUM)\n');
  process.exit(0);
}
const wanted = process.argv.slice(2);
const proofs = {
  ...everyPageProofs,
  ...catalogProofs,
  ...operatorProofs,
  ...scanProofs,
  ...lateAnswerProofs,
  ...accessProofs,
};
await using scene = await openScene();
let failed = 0;
for (const [title, prove] of Object.entries(proofs)) {
  if (wanted.length > 0 && !wanted.some((part) => title.includes(part))) continue;
  const startedAt = performance.now();
  try {
    await prove(scene);
    process.stdout.write(`✔ ${title} (${Math.round(performance.now() - startedAt)} ms)\n`);
  } catch (error) {
    failed += 1;
    process.stdout.write(`✖ ${title}\n${String((error as Error).stack ?? error)}\n`);
  }
  // Pages that nobody looks at go on asking for news.
  await Promise.all(scene.watched.map(({ context }) => context.close()));
}
const strays = new Set(scene.watched.flatMap((one) => one.strays));
const complaints = new Set(scene.watched.flatMap((one) => one.complaints));
process.stdout.write(`${strays.size} requests left the origin; the pages complained ${complaints.size} times\n`);
for (const line of [...strays, ...complaints]) process.stdout.write(`  ${line}\n`);
if (failed + strays.size + complaints.size > 0) process.exitCode = 1;
