/** The learned part: its file, the one that ships, and the algebra that learns it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitCalibration } from '../../../fit/calibration.ts';
import { fitChance } from '../../../fit/chance.ts';
import { cholesky, completed, leading, type Matrix, whitened, zeros } from '../../../fit/symmetric.ts';
import { FEATURES } from '../../../src/scan/describe/features.ts';
import { defaultModel, loadModel, modelFile } from '../../../src/scan/describe/model.ts';

test('a model is read back from its file as it was, to 16 bits', () => {
  const chance = fitChance(5);
  const model = {
    version: 'some',
    dimensions: 4,
    mean: Float32Array.from({ length: FEATURES }, () => chance.normal(1)),
    projection: Float32Array.from({ length: 4 * FEATURES }, () => chance.normal(3)),
    calibration: [1.5, -2, 3],
  };
  const read = loadModel(modelFile(model));
  assert.equal(read.version, 'some');
  assert.deepEqual(read.calibration, [1.5, -2, 3]);
  assert.deepEqual(read.mean, model.mean);
  for (const [i, value] of model.projection.entries()) assert.ok(Math.abs(value - (read.projection[i] ?? 99)) < 1e-3);
});

test('bytes that are no model are refused', () => {
  assert.throws(() => loadModel(new Uint8Array(100)), /not a scan model/);
  const file = modelFile(defaultModel());
  const earlier = Buffer.concat([Buffer.from('CSSCAN1\n'), file.subarray(8)]);
  assert.throws(() => loadModel(earlier), /another version.*cardstock scan fit/);
  assert.throws(() => loadModel(file.subarray(0, file.length - 2)), /another shape/);
});

test('the model that ships has 256 dimensions in less than 1 MB', () => {
  assert.equal(defaultModel().dimensions, 256);
  assert.ok(modelFile(defaultModel()).length < 1_000_000);
});

test('calibrated scores are as often right as they say', () => {
  const chance = fitChance(9);
  const judged = Array.from({ length: 4000 }, () => {
    const evidence = [chance.normal(1), chance.normal(5)];
    const truth = 1 / (1 + Math.exp(-(2 * (evidence[0] ?? 0) - 0.4 * (evidence[1] ?? 0) + 0.5)));
    return { evidence, right: chance.even() < truth };
  });
  const weights = fitCalibration(judged);
  for (const [i, wanted] of [2, -0.4, 0.5].entries())
    assert.ok(Math.abs((weights[i] ?? 9) - wanted) < 0.25, `weight ${i}`);
});

test('a photo that counts for three weighs as much as three', () => {
  const chance = fitChance(4);
  const photos = Array.from({ length: 300 }, (_, i) => ({
    evidence: [chance.normal(1) + (i % 2)],
    right: i % 2 === 1,
  }));
  const repeated = fitCalibration(photos.flatMap((photo) => (photo.right ? [photo, photo, photo] : [photo])));
  const weighed = fitCalibration(photos.map((photo) => ({ ...photo, weight: photo.right ? 3 : 1 })));
  // The pull towards 0 and the spread are of the photos as they are listed, and differ a little.
  for (const [i, value] of weighed.entries()) assert.ok(Math.abs(value - (repeated[i] ?? 9)) < 0.05, `weight ${i}`);
  const plain = fitCalibration(photos);
  assert.ok((weighed[1] ?? 0) - (plain[1] ?? 0) > 0.5);
});

test('a calibration that is learned on keeps what the new photos do not say', () => {
  const chance = fitChance(6);
  const before = [3, -2, 0.5];
  const photos = Array.from({ length: 60 }, (_, i) => ({ evidence: [chance.normal(1), 4], right: i % 3 === 0 }));
  const on = fitCalibration(photos, before);
  const anew = fitCalibration(photos);
  assert.ok(Math.abs((on[1] ?? 9) + 2) < 0.01, `${on[1]} of a measure that is the same for all`);
  assert.ok((on[0] ?? 3) < 1 && (on[0] ?? 0) > (anew[0] ?? 9), `${anew[0]} anew, ${on[0]} on from 3`);
});

test('leading directions are those of most spread in units of noise', () => {
  const size = 6;
  const diagonal = (values: number[]): Matrix => {
    const matrix = zeros(size);
    for (const [i, value] of values.entries()) matrix.values[i * size + i] = value;
    completed(matrix, 1);
    return matrix;
  };
  const noise = diagonal([4, 1, 1, 0.25, 1, 1]);
  const total = diagonal([8, 1, 5, 2, 0.5, 0.1]);
  const found = leading(whitened(cholesky(noise), total), 2, fitChance(3).even);
  const axis = (direction: Float64Array | undefined) =>
    (direction ?? new Float64Array()).reduce(
      (best, value, i, all) => (Math.abs(value) > Math.abs(all[best] ?? 0) ? i : best),
      0,
    );
  assert.deepEqual(found.map(axis).sort(), [2, 3]);
});
