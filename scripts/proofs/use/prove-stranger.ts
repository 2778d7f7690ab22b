/** Proves a stranger's path by the clock: the README's own blocks, run as they stand, from a clone to a catalog of one's own. */
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { hasChromium, openBrowser, watchedPage } from '../../../test/support/browser/browser.ts';
import { strangersEnvironment } from '../../../test/support/processes/command.ts';
import { freePort } from '../../../test/support/servers/ports.ts';
import { startDemoUpstream } from '../../../test/support/sources/demo-upstream.ts';
import { fixturesMissing, startFixtureUpstream } from '../../../test/support/sources/fixture-upstream.ts';

/** Seconds since the clone began; a script reads and types in no time, so that what is left is a person's. */
const GOALS_S = { answer: 90, chart: 120, webhook: 240, upstream: 360 };
/** Printed beside the figure: it fails nothing. */
const SECOND_START_S_GOAL = 1.5;
/** From this load for each core on, others keep the machine busy: what is late is told then, and fails nothing. */
const BUSY_LOAD = 2;
const LOOK_AGAIN_MS = 2000;
const PATIENCE_MS = 300_000;
const STOP_MS = 30_000;

const here = fileURLToPath(new URL('../../../', import.meta.url));
const place = mkdtempSync(join(tmpdir(), 'cardstock-stranger-'));
const clone = join(place, 'cardstock');
const isBusy = (loadavg()[0] ?? 0) > BUSY_LOAD * availableParallelism();
const env = strangersEnvironment();
const running = new Set<ChildProcess>();

/** What the README says in the block of this name, with free ports in the place of its own. */
type Block = (name: string) => string;

async function readBlocks(): Promise<Block> {
  const text = readFileSync(join(here, 'README.md'), 'utf8');
  const ports = { 8080: await freePort(), 3000: await freePort() };
  // What is not on a line of its own, such as the service's port, stands in the environment.
  Object.assign(env, { CARDSTOCK_PORT: String(ports[8080]) });
  return (name) => {
    const [, block] =
      new RegExp(`^\`\`\`\\w+ ${name.replaceAll('.', '\\.')}\\n([\\s\\S]*?)^\`\`\``, 'm').exec(text) ?? [];
    if (block === undefined) throw new Error(`README.md has no block ${name}`);
    return block
      .replaceAll('127.0.0.1:8080', `127.0.0.1:${ports[8080]}`)
      .replaceAll(/127\.0\.0\.1:3000|PORT=3000/g, (found) => found.replace('3000', String(ports[3000])))
      .replaceAll('<this repository>', here);
  };
}

/** A terminal in which a block goes on until it is stopped. */
interface Terminal {
  /** Resolves with the first line like the pattern, of either output. */
  line(pattern: RegExp): Promise<string>;
  /** Ctrl-C. */
  stop(): Promise<void>;
}

function open(block: string, cwd: string): Terminal {
  const child = spawn('bash', ['-ec', block], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  running.add(child);
  const ended = once(child, 'close').then(() => running.delete(child));
  const lines: string[] = [];
  const readers = [child.stdout, child.stderr].map((input) => createInterface({ input }));
  const line = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const fail = (why: string) => reject(new Error(`${why}: ${block}\n${lines.slice(-20).join('\n')}`));
      const look = (text: string) => pattern.test(text) && resolve(text);
      for (const text of lines) look(text);
      for (const reader of readers) reader.on('line', look);
      setTimeout(() => fail(`no line like ${pattern} came in time`), PATIENCE_MS).unref();
      ended.then(() => fail('it ended'));
    });
  for (const reader of readers) reader.on('line', (text) => lines.push(text));
  return { line, stop: () => stop(child) };
}

async function stop(child: ChildProcess): Promise<void> {
  if (!running.has(child)) return;
  const ended = once(child, 'close');
  // npm and bash stand between: the whole group is told, as a terminal does.
  process.kill(-(child.pid ?? 0), 'SIGINT');
  const lastResort = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), STOP_MS);
  await ended;
  clearTimeout(lastResort);
}

/** Runs a block to its end and gives what it printed. */
async function run(block: string): Promise<string> {
  const child = spawn('bash', ['-ec', block], { cwd: clone, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  running.add(child);
  const told = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    told.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    told.err += chunk;
  });
  const [code] = await once(child, 'close');
  running.delete(child);
  if (code !== 0) throw new Error(`this ended with ${code}: ${block}\n${told.out}${told.err}`);
  return told.out;
}

const began = performance.now();
let late = 0;

function reached(milestone: keyof typeof GOALS_S, what: string): void {
  const seconds = (performance.now() - began) / 1000;
  const isLate = seconds > GOALS_S[milestone];
  if (isLate && !isBusy) late += 1;
  const verdict = isLate ? (isBusy ? ' LATE, on a busy machine' : ' LATE') : '';
  process.stdout.write(`${what}: ${seconds.toFixed(1)} s (goal ${GOALS_S[milestone]} s)${verdict}\n`);
}

/** The console by the printed link: a search, a card, its chart. */
async function seeChart(link: string): Promise<void> {
  if (!hasChromium()) return void process.stdout.write('first chart: skipped, there is no Chromium\n');
  const browser = await openBrowser();
  try {
    const { page, strays } = await watchedPage(browser, new URL(link).origin);
    await page.goto(link);
    await page.getByRole('heading', { level: 1, name: 'Browse' }).waitFor();
    await page.getByRole('searchbox').fill('vultwik');
    const results = page.getByRole('list', { name: 'Results' });
    await results
      .getByRole('link', { name: /Vultwick/ })
      .first()
      .click();
    const chart = page.locator('.chart-host');
    // Prices are loaded behind the catalog: whoever is quicker looks again.
    const isThere = () =>
      chart.waitFor({ timeout: LOOK_AGAIN_MS }).then(
        () => true,
        () => false,
      );
    for (const until = Date.now() + PATIENCE_MS; !(await isThere()) && Date.now() < until; ) await page.reload();
    assert.match((await chart.getAttribute('aria-label')) ?? '', /Daily prices from .* NM(?: market)?: \$/);
    assert.deepEqual(strays, []);
  } finally {
    await browser.close();
  }
  reached('chart', 'first chart, by the printed link');
}

/** The service started again as a supervisor starts it: at once, on the store that is there, without a key of its own making. */
async function startsAgain(): Promise<void> {
  const began = performance.now();
  const service = open('node bin/cardstock.js serve', clone);
  const announced = JSON.parse(await service.line(/"listening"/)) as { first_key?: string };
  const seconds = (performance.now() - began) / 1000;
  assert.equal(announced.first_key, undefined, 'a key is made once');
  process.stdout.write(`second start: ${seconds.toFixed(2)} s (goal ${SECOND_START_S_GOAL} s on a quiet machine)\n`);
  await service.stop();
}

async function ownWebhook(block: Block): Promise<void> {
  const receiver = open(block('receive'), clone);
  const waiting = await receiver.line(/Waiting for events/);
  const address = /http:\S+/.exec(waiting)?.[0] ?? '';
  const unsigned = await fetch(address, { method: 'POST', body: '{"id":"e1","name":"game.cards.updated"}' });
  assert.equal(unsigned.status, 401, 'what is not signed is refused');
  await run(block('trigger'));
  await receiver.line(/^game\.cards\.updated \S+$/);
  reached('webhook', 'own webhook received, its signature checked');
  await receiver.stop();
}

/** Saves the file as it stands but for the address, and asks until the catalog is there. */
async function ownCatalog(block: Block): Promise<void> {
  await using upstream = fixturesMissing ? await startDemoUpstream() : await startFixtureUpstream('sample');
  const file = block('cardstock.config.json').replace('https://api.tcgdex.net/v2', upstream.rest);
  assert.ok(file.includes(upstream.rest), 'the address of the source stands in the file');
  writeFileSync(join(clone, 'cardstock.config.json'), file);
  const service = open(block('own-start'), clone);
  await service.line(/"listening"/);
  for (const until = Date.now() + PATIENCE_MS; ; ) {
    const { data } = JSON.parse(await run(block('own-ask'))) as { data: { items: { prices: unknown[] }[] } };
    if (data.items[0]) {
      assert.ok(data.items[0].prices.length > 0, 'the first card has the prices that its source embeds');
      break;
    }
    if (Date.now() > until) throw new Error('the catalog did not come');
  }
  reached('upstream', 'switched to a real-format upstream, first priced card');
  await service.stop();
}

try {
  const block = await readBlocks();
  const service = open(block('start'), place);
  const announced = JSON.parse(await service.line(/"listening"/)) as { try: string; console: string };
  for (const request of [block('ask'), announced.try]) {
    const { data } = JSON.parse(await run(request)) as { data: { items: { name: string; image: { high: string } }[] } };
    assert.equal(data.items[0]?.name, 'Vultwick');
    assert.equal((await fetch(data.items[0].image.high)).status, 200, 'the picture it names is there');
  }
  const node = execFileSync('node', ['--version'], { env, encoding: 'utf8' }).trim();
  reached('answer', `clone to first answer (npm ci included, own Node ${node})`);
  await seeChart(announced.console);
  await ownWebhook(block);
  await service.stop();
  await startsAgain();
  await ownCatalog(block);
} finally {
  await Promise.all([...running].map(stop));
  rmSync(place, { recursive: true, force: true, maxRetries: 5 });
}
if (late > 0) process.exitCode = 1;
