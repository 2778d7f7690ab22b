/** The scalar product of two vectors: what tells how alike two pictures are. */

/** Of `vector` and the one that stands among `others` from `at` on; for vectors of length 1 it is their cosine. */
export function dot(vector: Float32Array, others: Float32Array | Int8Array, at = 0): number {
  let sum = 0;
  for (let d = 0; d < vector.length; d += 1) sum += (vector[d] ?? 0) * (others[at + d] ?? 0);
  return sum;
}
