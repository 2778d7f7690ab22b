/** Algebra of symmetric matrices for fitting: Cholesky's root and the eigenvectors, in plain loops over doubles. */

/** A square matrix row by row. */
export interface Matrix {
  size: number;
  values: Float64Array;
}

export const zeros = (size: number): Matrix => ({ size, values: new Float64Array(size * size) });

/** Adds the outer product of a vector with itself to the lower half. */
export function addOuter({ size, values }: Matrix, vector: Float32Array): void {
  for (let i = 0; i < size; i += 1) {
    const factor = vector[i] ?? 0;
    if (factor === 0) continue;
    const row = i * size;
    for (let j = 0; j <= i; j += 1) values[row + j] = (values[row + j] ?? 0) + factor * (vector[j] ?? 0);
  }
}

/** Multiplies all by a factor and mirrors the lower half into the upper. */
export function completed({ size, values }: Matrix, factor: number): void {
  for (let i = 0; i < size; i += 1) {
    for (let j = 0; j <= i; j += 1) {
      const value = (values[i * size + j] ?? 0) * factor;
      values[i * size + j] = value;
      values[j * size + i] = value;
    }
  }
}

/** The lower triangle L of a positive definite matrix with L·Lᵀ equal to it. */
export function cholesky({ size, values }: Matrix): Matrix {
  const root = zeros(size);
  const l = root.values;
  for (let i = 0; i < size; i += 1) {
    for (let j = 0; j <= i; j += 1) {
      let sum = values[i * size + j] ?? 0;
      for (let k = 0; k < j; k += 1) sum -= (l[i * size + k] ?? 0) * (l[j * size + k] ?? 0);
      if (i !== j) l[i * size + j] = sum / (l[j * size + j] ?? 1);
      else if (sum > 0) l[i * size + i] = Math.sqrt(sum);
      else throw new RangeError('the matrix is not positive definite');
    }
  }
  return root;
}

/** L⁻¹·S·L⁻ᵀ for a lower triangle L and a symmetric S. */
export function whitened(root: Matrix, matrix: Matrix): Matrix {
  const half = solvedRows(root, matrix);
  return solvedRows(root, transposed(half));
}

/** L⁻¹·M, column by column of M, done row-wise for the cache's sake. */
function solvedRows({ size, values: l }: Matrix, matrix: Matrix): Matrix {
  const out = Float64Array.from(matrix.values);
  for (let i = 0; i < size; i += 1) {
    for (let k = 0; k < i; k += 1) {
      const factor = l[i * size + k] ?? 0;
      for (let j = 0; j < size; j += 1)
        out[i * size + j] = (out[i * size + j] ?? 0) - factor * (out[k * size + j] ?? 0);
    }
    const scale = 1 / (l[i * size + i] ?? 1);
    for (let j = 0; j < size; j += 1) out[i * size + j] = (out[i * size + j] ?? 0) * scale;
  }
  return { size, values: out };
}

function transposed({ size, values }: Matrix): Matrix {
  const out = zeros(size);
  for (let i = 0; i < size; i += 1) {
    for (let j = 0; j < size; j += 1) out.values[j * size + i] = values[i * size + j] ?? 0;
  }
  return out;
}

/** Solves Lᵀ·x = b in place. */
export function solveTransposed({ size, values: l }: Matrix, b: Float64Array): void {
  for (let i = size - 1; i >= 0; i -= 1) {
    const value = (b[i] ?? 0) / (l[i * size + i] ?? 1);
    b[i] = value;
    for (let k = 0; k < i; k += 1) b[k] = (b[k] ?? 0) - (l[i * size + k] ?? 0) * value;
  }
}

/**
 * The leading eigenvectors of a symmetric positive matrix, as rows, by iteration of a subspace; near enough for a
 * projection, and far faster here than all of them.
 */
export function leading({ size, values }: Matrix, count: number, draw: () => number, rounds = 24): Float64Array[] {
  let basis: Float64Array[] = Array.from({ length: count }, () =>
    Float64Array.from({ length: size }, () => draw() - 0.5),
  );
  for (let round = 0; round < rounds; round += 1) {
    orthonormalise(basis);
    basis = basis.map((vector) => product(size, values, vector));
  }
  orthonormalise(basis);
  return basis;
}

function product(size: number, values: Float64Array, vector: Float64Array): Float64Array {
  const out = new Float64Array(size);
  for (let i = 0; i < size; i += 1) {
    let sum = 0;
    for (let j = 0, at = i * size; j < size; j += 1, at += 1) sum += (values[at] ?? 0) * (vector[j] ?? 0);
    out[i] = sum;
  }
  return out;
}

/** Gram and Schmidt, each vector against those before it. */
function orthonormalise(vectors: readonly Float64Array[]): void {
  for (const [i, vector] of vectors.entries()) {
    for (const before of vectors.slice(0, i)) {
      let dot = 0;
      for (let k = 0; k < vector.length; k += 1) dot += (vector[k] ?? 0) * (before[k] ?? 0);
      for (let k = 0; k < vector.length; k += 1) vector[k] = (vector[k] ?? 0) - dot * (before[k] ?? 0);
    }
    const scale = 1 / Math.sqrt(vector.reduce((sum, value) => sum + value * value, 1e-300));
    for (let k = 0; k < vector.length; k += 1) vector[k] = (vector[k] ?? 0) * scale;
  }
}
