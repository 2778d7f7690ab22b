/** Callers of the service, each of whom does one thing again and again and has every operation written down. */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Operation, Told } from './judge.ts';

export interface Caller {
  /** Where the operations are written to. */
  history: Operation[];
  session: string;
  /** The processes, by address. */
  nodes: readonly string[];
  /** Of scope read and admin, without a budget. */
  key: string;
  until: AbortSignal;
}

interface Answer {
  node: string;
  from: number;
  to: number;
  status: number;
  version: number;
  /** Of an answer that is none of its own: what it says. */
  body: { data: Body } | string | undefined;
}

/** What callers read of an answer: a page, or a key that was made. */
interface Body {
  items?: { id: string }[];
  next_cursor?: string | null;
  id?: string;
  key?: string;
}

const TIMEOUT_MS = 20_000;
const digestOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 16);

/** The event as it is compared: the feed gives its body as JSON in a page, a delivery as the bytes themselves. */
export const toldOf = (event: { id: string }): Told => ({ id: event.id, digest: digestOf(JSON.stringify(event)) });

/** Asks one process; without a whole answer the status is 0. */
export async function ask(node: string, path: string, key: string, method = 'GET', sent?: unknown): Promise<Answer> {
  const from = performance.now();
  const body = sent === undefined ? {} : { body: JSON.stringify(sent) };
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  try {
    const answer = await fetch(`${node}${path}`, { method, headers, ...body, signal: AbortSignal.timeout(TIMEOUT_MS) });
    const text = await answer.text();
    // Of searches it goes on with the index that was searched.
    const [version] = (answer.headers.get('catalog-version') ?? '0').split('/').map(Number);
    const to = performance.now();
    return { node, from, to, status: answer.status, version: version ?? 0, body: answer.ok ? JSON.parse(text) : text };
  } catch {
    return { node, from, to: performance.now(), status: 0, version: 0, body: undefined };
  }
}

const dataOf = ({ body }: Answer): Body => (typeof body === 'object' ? body.data : {});
const seen = ({ session }: Caller, { node, from, to, status, body }: Answer) => ({
  session,
  node,
  from,
  to,
  status,
  ...(status >= 500 && { said: String(body).slice(0, 300) }),
});
const pick = <Of>(of: readonly Of[]): Of => of[Math.floor(Math.random() * of.length)] as Of;

/** Does it until told to stop, with a pause that lets others at the processor. */
async function again({ until }: Caller, pauseMs: number, work: () => Promise<void>): Promise<void> {
  while (!until.aborted) {
    await work();
    await sleep(pauseMs);
  }
}

export const statesIn = (value: unknown): number[] =>
  [...JSON.stringify(value).matchAll(/"rarity":"State (\d+)"/g)].map(([, state]) => Number(state));

/** Reads a card and lists from one process. */
export function read(caller: Caller): Promise<void> {
  const [node = ''] = caller.nodes;
  const paths = ['/v1/cards/ember1-1', '/v1/cards?limit=200', '/v1/cards?q=glimmer&limit=20'];
  return again(caller, 20, async () => {
    const answer = await ask(node, pick(paths), caller.key);
    const states = [...new Set(statesIn(answer.body ?? null))];
    caller.history.push({ op: 'read', ...seen(caller, answer), version: answer.version, states });
  });
}

/** Walks through all cards in small pages, each from another process. */
export function walk(caller: Caller, whole: number): Promise<void> {
  return again(caller, 30, async () => {
    const ids: string[] = [];
    let cursor = '';
    for (;;) {
      const answer = await ask(pick(caller.nodes), `/v1/cards?limit=7${cursor && `&cursor=${cursor}`}`, caller.key);
      // What cannot be read now is read from this page on, as a client does.
      if (answer.status !== 200) {
        if (caller.until.aborted) return;
        await sleep(100);
        continue;
      }
      const { items = [], next_cursor } = dataOf(answer);
      ids.push(...items.map(({ id }) => id));
      cursor = encodeURIComponent(next_cursor ?? '');
      if (cursor !== '') continue;
      caller.history.push({ op: 'walk', ...seen(caller, answer), ids, whole });
      return;
    }
  });
}

/** Reads a page of the feed after an event; the whole of it from the first where none is named. */
export async function feedAfter(node: string, key: string, last: string) {
  const answer = await ask(node, `/v1/events?limit=50${last && `&after=${last}`}`, key);
  return { answer, items: dataOf(answer).items ?? [] };
}

/** Reads the feed as a copy does, from whichever process. */
export function follow(caller: Caller): Promise<void> {
  let last = '';
  return again(caller, 50, async () => {
    const { answer, items } = await feedAfter(pick(caller.nodes), caller.key, last);
    last = items.at(-1)?.id ?? last;
    if (items.length > 0 || answer.status !== 200) {
      caller.history.push({ op: 'feed', ...seen(caller, answer), events: items.map(toldOf) });
    }
  });
}

/** Makes a key, uses it everywhere, revokes it, and tries it again soon and late. */
export function holdKeys(caller: Caller): Promise<void> {
  return again(caller, 100, async () => {
    const { history, nodes, key: admin } = caller;
    const sent = { name: caller.session, scopes: ['read'], rate: 0 };
    const made = await ask(pick(nodes), '/admin/keys', admin, 'POST', sent);
    const { id, key } = dataOf(made);
    if (id === undefined || key === undefined) return;
    history.push({ op: 'key.made', ...seen(caller, made), key: id });
    const use = async (node: string) =>
      history.push({ op: 'key.used', ...seen(caller, await ask(node, '/v1/series', key)), key: id });
    for (const node of nodes) await use(node);
    await sleep(Math.random() * 2000);
    for (const node of nodes) await use(node);
    // Some stay: they have to open until the end.
    if (Math.random() < 0.3) return;
    const node = pick(nodes);
    const revoked = await ask(node, `/admin/keys/${id}/revoke`, admin, 'POST');
    history.push({ op: 'key.revoked', ...seen(caller, revoked), key: id });
    await use(node);
    await sleep(5000 + Math.random() * 2000);
    for (const each of nodes) await use(each);
  });
}

/** Spends a budget from all processes at once, more than it gives. */
export function spend(caller: Caller, aMinute: number): Promise<void> {
  return again(caller, 500, async () => {
    const asked = Array.from({ length: 2 * caller.nodes.length }, (_, at) => caller.nodes[at % caller.nodes.length]);
    const answers = await Promise.all(asked.map((node = '') => ask(node, '/v1/series', caller.key)));
    for (const answer of answers) {
      caller.history.push({ op: 'spent', ...seen(caller, answer), key: caller.session, aMinute });
    }
  });
}
