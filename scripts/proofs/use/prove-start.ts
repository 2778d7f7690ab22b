/** Proves the first minute: a fresh clone, `npm start` under this machine's own Node, the printed request, a second start. */
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { strangersEnvironment } from '../../../test/support/processes/command.ts';

/** Goals, printed beside the figures: a busy machine must not turn a proof of function red. */
const FIRST_ANSWER_S_GOAL = 60;
const SECOND_START_S_GOAL = 1.5;

interface Announced {
  listening: string;
  first_key?: string;
  try?: string;
}

const clone = mkdtempSync(join(tmpdir(), 'cardstock-clone-'));
const env = strangersEnvironment();

/** Starts the service as a user does and waits for the line that says where it listens. */
async function start(
  command: string,
  args: string[],
): Promise<{ child: ChildProcess; announced: Announced; seconds: number }> {
  const began = performance.now();
  const child = spawn(command, args, {
    cwd: clone,
    env: { ...env, CARDSTOCK_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    if (!line.startsWith('{')) continue;
    return { child, announced: JSON.parse(line) as Announced, seconds: (performance.now() - began) / 1000 };
  }
  throw new Error('the service ended without saying where it listens');
}

async function stop(child: ChildProcess): Promise<void> {
  // npm stands between: the whole group is told, as a terminal does.
  process.kill(-(child.pid ?? 0), 'SIGTERM');
  await once(child, 'close');
}

try {
  execFileSync('git', ['clone', '--quiet', '.', clone]);
  const ownNode = execFileSync('node', ['--version'], { env, encoding: 'utf8' }).trim();
  const first = await start('npm', ['start']);
  const began = performance.now();
  const answer = JSON.parse(execFileSync('sh', ['-c', `${first.announced.try} --silent`], { encoding: 'utf8' }));
  const seconds = first.seconds + (performance.now() - began) / 1000;
  assert.ok(answer.data.items.length > 0, 'the printed request finds cards');
  const image = await fetch(answer.data.items[0].image.high);
  assert.equal(image.status, 200, 'and their pictures are there');
  await stop(first.child);
  process.stdout.write(
    `fresh clone to answer (npm ci included, own Node ${ownNode}): ${seconds.toFixed(1)} s (goal ${FIRST_ANSWER_S_GOAL} s)\n`,
  );

  const starts: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const again = await start('node', ['bin/cardstock.js', 'serve']);
    assert.equal(again.announced.first_key, undefined, 'a key is made once');
    starts.push(again.seconds);
    await stop(again.child);
  }
  const second = starts.map((value) => value.toFixed(2)).join(', ');
  process.stdout.write(`second start: ${second} s (goal ${SECOND_START_S_GOAL} s on a quiet machine)\n`);
} finally {
  rmSync(clone, { recursive: true, force: true });
}
