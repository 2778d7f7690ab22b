/** Learns how far the evidence is to be believed: a logistic regression over photos of known and of withheld cards. */

/** What was measured on one photo, and whether the artwork judged best was the one on it. */
export interface Judged {
  evidence: readonly number[];
  right: boolean;
  /** For how many photos it counts; 1 where nothing is said. */
  weight?: number;
  /** Of a card of a template: the weight of marks is learned from these alone. */
  marked?: true;
}

const ROUNDS = 60;
/** Pull of every weight but the constant towards 0, so that a clean separation does not make all scores 0 or 1. */
const RIDGE = 0.02;
/**
 * Where a calibration is learned on, pull towards the one before, which then says what the new photos do not: with a tenth of it
 * two fits of 600 photos each, that kept siblings out alike, knew 80 and 75 of 83 real photos, with it 79 each.
 */
const RIDGE_ON = 0.2;

/**
 * Weights of the evidence and, last, the constant, by Newton's method. Evidence is brought to one spread for fitting,
 * so that the pull is the same for all of it. `before` is a calibration that is learned on.
 */
export function fitCalibration(judged: readonly Judged[], before?: readonly number[]): number[] {
  const width = judged[0]?.evidence.length ?? 0;
  const column = (i: number): number[] => judged.map(({ evidence }) => evidence[i] ?? 0);
  const means = Array.from({ length: width }, (_, i) => mean(column(i)));
  const spreads = means.map((middle, i) => Math.sqrt(mean(column(i).map((value) => (value - middle) ** 2))) + 1e-9);
  const rows = judged.map(({ evidence }) => [...evidence.map((value, i) => standard(value, means[i], spreads[i])), 1]);
  const ridge = before === undefined ? RIDGE : RIDGE_ON;
  const pulledTo = spreads.map((spread, i) => spread * (before?.[i] ?? 0));
  let weights = new Array<number>(width + 1).fill(0);
  for (let round = 0; round < ROUNDS; round += 1) {
    const slope = weights.map((weight, i) =>
      i === width ? 0 : ridge * (weight - (pulledTo[i] ?? 0)) * judged.length * 0.01,
    );
    const curve = weights.map((_, i) => weights.map((__, j) => (i === j ? 1e-6 + ridge * judged.length * 0.01 : 0)));
    for (const [k, row] of rows.entries()) {
      const chance = 1 / (1 + Math.exp(-row.reduce((sum, value, i) => sum + value * (weights[i] ?? 0), 0)));
      const weight = judged[k]?.weight ?? 1;
      const error = weight * (chance - (judged[k]?.right ? 1 : 0));
      for (const [i, value] of row.entries()) {
        slope[i] = (slope[i] ?? 0) + error * value;
        const line = curve[i] ?? [];
        for (const [j, other] of row.entries())
          line[j] = (line[j] ?? 0) + weight * chance * (1 - chance) * value * other;
      }
    }
    const step = solve(curve, slope);
    weights = weights.map((weight, i) => weight - (step[i] ?? 0));
  }
  const raw = weights.slice(0, width).map((weight, i) => weight / (spreads[i] ?? 1));
  const constant = raw.reduce((sum, weight, i) => sum - weight * (means[i] ?? 0), weights[width] ?? 0);
  return [...raw, constant];
}

/** An answer is taken to be no surer than this before its mark is looked at: how sure is learned from few such photos. */
const SUREST = 8;
const MARKS_WEIGHT_MOST = 64;

/**
 * The weights with one for marks, the last of the evidence, before the constant: what makes the best of the answers to cards of
 * templates. The others stay as they are, so that a card without fellows is judged as before.
 */
export function withMarks(weights: readonly number[], judged: readonly Judged[]): number[] {
  const rows = judged.map(({ evidence, right, weight = 1 }) => {
    const sum = weights.slice(0, -1).reduce((total, one, i) => total + one * (evidence[i] ?? 0), weights.at(-1) ?? 0);
    return { sure: Math.min(SUREST, sum), marks: evidence.at(-1) ?? 0, right, weight };
  });
  // By halves: answers are so sure at the start that Newton's steps leave the ground.
  let [least, most] = [0, MARKS_WEIGHT_MOST];
  for (let round = 0; round < ROUNDS; round += 1) {
    const own = (least + most) / 2;
    let slope = RIDGE * own;
    for (const { sure, marks, right, weight } of rows) {
      slope += weight * (1 / (1 + Math.exp(-sure - own * marks)) - (right ? 1 : 0)) * marks;
    }
    if (slope < 0) least = own;
    else most = own;
  }
  return [...weights.slice(0, -1), least, weights.at(-1) ?? 0];
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const standard = (value: number, middle = 0, spread = 1): number => (value - middle) / spread;

/** Solves a small system by elimination with pivots. */
function solve(matrix: readonly number[][], right: readonly number[]): number[] {
  const rows = matrix.map((line, i) => [...line, right[i] ?? 0]);
  const n = rows.length;
  for (let i = 0; i < n; i += 1) {
    const rest = rows.slice(i);
    const pivot = rest.reduce((best, row, k) => (Math.abs(row[i] ?? 0) > Math.abs(rest[best]?.[i] ?? 0) ? k : best), 0);
    const chosen = rows[i + pivot] ?? [];
    rows[i + pivot] = rows[i] ?? [];
    rows[i] = chosen;
    for (const [k, row] of rows.entries()) {
      if (k === i) continue;
      const factor = (row[i] ?? 0) / (chosen[i] ?? 1);
      for (let j = i; j <= n; j += 1) row[j] = (row[j] ?? 0) - factor * (chosen[j] ?? 0);
    }
  }
  return rows.map((row, i) => (row[n] ?? 0) / (row[i] ?? 1));
}
