/** The learned part of the scan, as a versioned file: the projection of features to vectors, and the calibration. */
import { readFileSync } from 'node:fs';
import { FEATURES } from './features.ts';

/** First bytes of a model file; the number behind them counts what the calibration weighs, and how. */
const KIND = 'CSSCAN';
const MAGIC = `${KIND}4\n`;
/** What one step of a stored coefficient is worth is kept for each dimension, so that 16 bits are exact enough. */
const STEPS = 32_767;

/** What was learned from pictures. Vectors are comparable only under one `version`. */
export interface ScanModel {
  /** Names the fit; a card described under another version is to be described again. */
  version: string;
  dimensions: number;
  /** Mean of the features over catalog pictures. */
  mean: Float32Array;
  /** Dimension by dimension, one coefficient for each feature. */
  projection: Float32Array;
  /** Weights of the score's logistic, in the order of the evidence, the constant last. */
  calibration: readonly number[];
}

type Head = Pick<ScanModel, 'version' | 'dimensions' | 'calibration'> & { features: number };

/** Reads a model file. Throws where the bytes are no model of this program. */
export function loadModel(bytes: Uint8Array): ScanModel {
  const magic = Buffer.from(bytes.subarray(0, MAGIC.length)).toString('latin1');
  if (!magic.startsWith(KIND)) throw new TypeError('not a scan model');
  if (magic !== MAGIC)
    throw new TypeError('a scan model of another version of Cardstock: make it anew, cardstock scan fit');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const headSize = view.getUint32(MAGIC.length, true);
  let at = MAGIC.length + 4;
  const head: Head = JSON.parse(Buffer.from(bytes.subarray(at, at + headSize)).toString('utf8'));
  at += headSize;
  const { version, dimensions, features, calibration } = head;
  const size = at + 4 * features + dimensions * (4 + 2 * features);
  if (features !== FEATURES || bytes.byteLength !== size) throw new TypeError('a scan model of another shape');
  const mean = new Float32Array(features);
  for (let i = 0; i < features; i += 1, at += 4) mean[i] = view.getFloat32(at, true);
  const projection = new Float32Array(dimensions * features);
  for (let d = 0; d < dimensions; d += 1) {
    const step = view.getFloat32(at, true);
    at += 4;
    for (let i = 0; i < features; i += 1, at += 2) projection[d * features + i] = step * view.getInt16(at, true);
  }
  return { version, dimensions, mean, projection, calibration };
}

/** The file of a model. */
export function modelFile(model: ScanModel): Uint8Array {
  const { version, dimensions, mean, projection, calibration } = model;
  const head = Buffer.from(JSON.stringify({ version, dimensions, features: mean.length, calibration } satisfies Head));
  const features = mean.length;
  const bytes = Buffer.alloc(MAGIC.length + 4 + head.length + 4 * features + dimensions * (4 + 2 * features));
  let at = bytes.write(MAGIC, 'latin1');
  at = bytes.writeUInt32LE(head.length, at);
  at += head.copy(bytes, at);
  for (const value of mean) at = bytes.writeFloatLE(value, at);
  for (let d = 0; d < dimensions; d += 1) {
    const row = projection.subarray(d * features, (d + 1) * features);
    const step = Math.fround(row.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-12) / STEPS);
    at = bytes.writeFloatLE(step, at);
    for (const value of row) at = bytes.writeInt16LE(Math.max(-STEPS, Math.min(STEPS, Math.round(value / step))), at);
  }
  return bytes;
}

/** The model that comes with the program. */
export function defaultModel(): ScanModel {
  return loadModel(readFileSync(new URL('default-model.bin', import.meta.url)));
}
