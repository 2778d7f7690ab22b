/** What a release answered from its own store: the stores in test/releases/ are kept with it, one of every release. */
import type { TestApi } from '../stages/api.ts';

const DAYS = 'from=2026-11-20&to=2026-11-21';

/** Everything that can be read and does not move with the day. */
const PATHS = [
  '/v1/series',
  '/v1/expansions',
  '/v1/expansions/ember1',
  '/v1/cards?limit=200&include=prices',
  '/v1/cards?q=glimmer+3+of+ember1&limit=5',
  '/v1/cards/ember1-1',
  '/v1/cards/frost1-12',
  `/v1/cards/ember1-1/prices?${DAYS}`,
  '/v1/products',
  '/v1/products/900',
  `/v1/products/900/prices?${DAYS}`,
  '/v1/resolve?source=tcgplayer&id=5',
];

/** Status and body by path, and cursors apart: they are sealed and mean nothing to compare. */
export async function answersOf(api: Pick<TestApi, 'get'>): Promise<Record<string, { status: number; body: unknown }>> {
  const answers: Awaited<ReturnType<typeof answersOf>> = {};
  for (const path of PATHS) {
    const { status, text } = await api.get(path);
    const body = JSON.parse(text, (name, value) => (name === 'next_cursor' ? undefined : value));
    answers[path] = { status, body };
  }
  return answers;
}

/** `answer` with no more fields than `kept` has, at every depth: a field that was added is no change. */
export function asOf(kept: unknown, answer: unknown): unknown {
  if (Array.isArray(kept) && Array.isArray(answer)) return answer.map((row, at) => asOf(kept[at], row));
  if (typeof kept !== 'object' || kept === null || typeof answer !== 'object' || answer === null) return answer;
  const known = Object.entries(answer).filter(([name]) => name in kept);
  return Object.fromEntries(known.map(([name, value]) => [name, asOf((kept as Record<string, unknown>)[name], value)]));
}
