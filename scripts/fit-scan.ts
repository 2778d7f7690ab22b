/** Makes the model that comes with the program, src/scan/describe/default-model.bin, from pictures outside the repository. */

import { writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { decoded, picturesOf } from '../bench/scan/pictures.ts';
import { fitModel } from '../fit/fit.ts';
import { defaultModel, modelFile } from '../src/scan/describe/model.ts';

// Arguments: the version, the seed, then `demo` or `game=folder` for each lot of pictures. With `on` for the version the
// model that is there keeps projection and version, and its calibration is learned on.

/**
 * One photo in a hundred is a close call, and those alone say how sure to be of one: calibrations of 1,250 photos differ by
 * a factor of two in the odds.
 */
const PHOTOS = 2400;

const [version, seed, ...words] = process.argv.slice(2);
if (version === undefined || !/^\d+$/.test(seed ?? '') || words.length === 0) {
  process.stderr.write('usage: scripts/fit-scan.ts (VERSION | on) SEED (demo | GAME=FOLDER)...\n');
  process.exit(2);
}
sharp.concurrency(1);
const pictures = picturesOf(words).map(({ game, bytes }) => ({
  group: game,
  read: async () => decoded(await bytes()),
}));
const began = performance.now();
const model = await fitModel(pictures, {
  version,
  seed: Number(seed),
  photos: PHOTOS,
  ...(version === 'on' ? { before: defaultModel() } : {}),
  progress(step, done, of) {
    if (done % 200 === 0 || done === of) {
      process.stdout.write(`${step} ${done} of ${of}, ${((performance.now() - began) / 1000).toFixed(0)} s\n`);
    }
  },
});
const file = modelFile(model);
writeFileSync(new URL('../src/scan/describe/default-model.bin', import.meta.url), file);
process.stdout.write(`${model.version}: ${file.length} bytes, calibration ${JSON.stringify(model.calibration)}\n`);
