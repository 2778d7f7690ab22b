/** Proves that an index of pictures which is killed again and again becomes whole, and describes nothing twice. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStore } from '../../../src/store/open-store.ts';
import { scanCounts, vectorChanges } from '../../../src/store/pictures/scan-pictures.ts';
import { launch, newWorkplace, run } from '../../../test/support/processes/command.ts';
import { tinyCatalog } from '../../../test/support/sources/tiny-catalog.ts';
import { picturedFolder } from '../../../test/support/stages/pictured-catalog.ts';

const CARDS = 450;
const KILLS = 5;

await using folder = await picturedFolder(tinyCatalog(CARDS / 3));
await using workplace = await newWorkplace();
const { directory } = workplace;
const config = { sources: { catalog: { adapter: 'tcgdex', files: folder.files } } };
await writeFile(join(directory, 'cardstock.config.json'), JSON.stringify(config));
assert.equal((await run(workplace, ['ingest', 'run', 'catalog', '--json'])).code, 0);
const store = await openStore({ dataDir: join(directory, 'data') });
const indexed = async () => (await scanCounts(store.reads)).indexed;

for (let kill = 1; kill <= KILLS; kill += 1) {
  const before = await indexed();
  const child = launch(workplace, ['ingest', 'run', 'scan', '--json']);
  const ended = once(child, 'exit');
  while ((await indexed()) === before && child.exitCode === null) await sleep(20);
  await sleep(Math.random() * 200);
  child.kill('SIGKILL');
  await ended;
  const after = await indexed();
  assert.ok(after > before, 'the kill came before anything was written');
  process.stdout.write(`kill ${kill}: ${before} → ${after} of ${CARDS} pictures\n`);
  if (after === CARDS) break;
}
const [report] = JSON.parse((await run(workplace, ['ingest', 'run', 'scan', '--json'])).stdout);
assert.equal(report.outcome, 'succeeded', report.reason);
assert.equal(await indexed(), CARDS);
// Each row was written once: its place in the order of writing is its only one.
const changes = await Readable.from(vectorChanges(store.reads, { after: 0, model: '' })).toArray();
assert.equal(changes.at(-1)?.seq, CARDS, 'pictures were described more than once');
await store.close();
process.stdout.write(`whole after ${KILLS} kills: ${CARDS} pictures, each described once\n`);
