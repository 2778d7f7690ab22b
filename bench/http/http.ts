/** CPU per request of this service beside a bare node:http server that writes the same bytes, in one run. */
// Usage: node bench/http/http.ts [part of a case's name]; ROUNDS=15 by default; PostgreSQL too where DATABASE_URL names one.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Engine } from '../../src/store/store.ts';
import { postgresMissing } from '../../test/support/stages/stores.ts';
import { ask, cpuPerRequest, quiet, startLoad } from './cpu-a-request.ts';
import { answerOf } from './read-over-http.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 15);
const wanted = process.argv[2] ?? '';

interface Case {
  name: string;
  path: string;
  headers: Record<string, string>;
  goal: number;
  cacheMb: number;
  engine?: Engine;
}

const HISTORY = '/v1/cards/ember1-7/prices?from=2026-08-23&to=2026-11-20';

/** What has to be shown, by request. */
const cases: Case[] = [
  { name: 'detail, warm', path: '/v1/cards/ember1-7', headers: {}, goal: 0.85, cacheMb: 64 },
  { name: '304', path: '/v1/cards/ember1-7', headers: { 'If-None-Match': '*' }, goal: 0.85, cacheMb: 64 },
  { name: 'list of 200, warm', path: '/v1/cards?limit=200', headers: {}, goal: 0.85, cacheMb: 64 },
  {
    name: 'list of 200, gzip',
    path: '/v1/cards?limit=200',
    headers: { 'Accept-Encoding': 'gzip' },
    goal: 0.85,
    cacheMb: 64,
  },
  { name: 'list of 50, warm', path: '/v1/cards?limit=50', headers: {}, goal: 0.85, cacheMb: 64 },
  { name: 'detail, cache off', path: '/v1/cards/ember1-7', headers: {}, goal: 0.3, cacheMb: 0 },
  { name: 'list of 50, cache off', path: '/v1/cards?limit=50', headers: {}, goal: 0.1, cacheMb: 0 },
  { name: 'priced list, cache off', path: '/v1/cards?limit=50&include=prices', headers: {}, goal: 0.03, cacheMb: 0 },
  { name: '90 days, cache off', path: HISTORY, headers: {}, goal: 0.1, cacheMb: 0 },
  { name: 'detail, PostgreSQL', path: '/v1/cards/ember1-7', headers: {}, goal: 0.2, cacheMb: 0, engine: 'postgres' },
  { name: 'list, PostgreSQL', path: '/v1/cards?limit=50', headers: {}, goal: 0.1, cacheMb: 0, engine: 'postgres' },
  { name: '90 days, PostgreSQL', path: HISTORY, headers: {}, goal: 0.1, cacheMb: 0, engine: 'postgres' },
];

interface Arm {
  child: ChildProcess;
  port: number;
  key: string;
}

async function start(script: string, ...args: string[]): Promise<Arm> {
  const child = fork(new URL(script, import.meta.url), args);
  const [ready] = (await once(child, 'message')) as [{ port: number; key?: string }];
  return { child, port: ready.port, key: ready.key ?? '' };
}

const cpuUsOf = (arm: Arm) => async () => {
  const { user, system } = await ask<NodeJS.CpuUsage>(arm.child, 'cpu');
  return user + system;
};

const bare = await start('./bare-server.ts');
const services = new Map<string, Promise<Arm>>();
const serviceOf = ({ cacheMb, engine = 'sqlite' }: Case): Promise<Arm> => {
  const name = `${engine} ${cacheMb}`;
  const service = services.get(name) ?? start('./http-server.ts', String(cacheMb), engine);
  services.set(name, service);
  return service;
};
const load = startLoad();

let missed = 0;
process.stdout.write(`request                  bytes   bare µs  ours µs   ratio    goal\n`);
for (const each of cases) {
  const { name, path, headers, goal, engine } = each;
  if (!name.includes(wanted) || (engine === 'postgres' && postgresMissing)) continue;
  const service = await serviceOf(each);
  const sent = { Authorization: `Bearer ${service.key}`, ...headers };
  await answerOf(service.port, path, sent);
  const answer = await answerOf(service.port, path, sent);
  await ask(bare.child, answer);
  const requests = [{ method: 'GET', path, headers: sent }];
  const times: [number, number][] = [];
  // One round to warm up; the arms take turns, so that both meet the same neighbours on the machine.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const cost = (arm: Arm) => cpuPerRequest(cpuUsOf(arm), load, { port: arm.port, requests });
    const pair: [number, number] = [await cost(bare), await cost(service)];
    if (round > 0) times.push(pair);
  }
  const plain = quiet(times.map(([cost]) => cost));
  const ours = quiet(times.map(([, cost]) => cost));
  const ratio = plain / ours;
  const isMissed = ratio < goal;
  if (isMissed) missed += 1;
  const row = [
    name.padEnd(22),
    String(Buffer.from(answer.body, 'base64').length).padStart(7),
    plain.toFixed(1).padStart(9),
    ours.toFixed(1).padStart(8),
    ratio.toFixed(2).padStart(7),
    `${goal.toFixed(2)}${isMissed ? ' missed' : ''}`.padStart(7),
  ];
  process.stdout.write(`${row.join(' ')}\n`);
}
process.exit(missed === 0 ? 0 : 1);
