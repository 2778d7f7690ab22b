/** Proves that a copy kept by an export and events alone equals the catalog, with sender and receiver killed at random. */
import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync, existsSync, fsyncSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { seeded } from '../../../demo/random.ts';
import type { ProductPriceRow } from '../../../src/catalog/price-rows.ts';
import type { Product } from '../../../src/catalog/records.ts';
// prove-events.ts sqlite|postgres [--rounds 100] [--kills 50] [--seed 1] [--control]
// The control commits a change first and its events after; it must be seen to fail.
import { DEFAULT_SCOPE } from '../../../src/catalog/scope.ts';
import { startDeliveries } from '../../../src/events/deliver.ts';
import { exportLines } from '../../../src/events/export-lines.ts';
import { createSubscription, setPaused } from '../../../src/events/manage-subscriptions.ts';
import { recordEvents } from '../../../src/events/record-events.ts';
import { sealUnder } from '../../../src/events/sealed-secrets.ts';
import { changeEvents, noChanges, noteBefore } from '../../../src/ingest/changes.ts';
import { publishProducts } from '../../../src/ingest/matching/sealed/sealed-products.ts';
import { allProducts } from '../../../src/store/catalog/products.ts';
import { recentDeliveries } from '../../../src/store/events/deliveries.ts';
import { eventsAfter, newestEvent } from '../../../src/store/events/events.ts';
import { openStore } from '../../../src/store/open-store.ts';
import type { Store, StoreLocation, Writes } from '../../../src/store/store.ts';
import { pricedCards } from '../../../src/store/views/priced/priced-records.ts';
import { differences, Mirror } from '../../../test/support/oracles/mirror.ts';
import { writeCardPrices, writeProductPrices } from '../../../test/support/sources/price-days.ts';
import {
  catalogFolder,
  tinyCard,
  tinyCatalog,
  type UpstreamCatalog,
} from '../../../test/support/sources/tiny-catalog.ts';
import { GAME } from '../../../test/support/stages/game.ts';
import { runCatalog } from '../../../test/support/stages/ingest.ts';
import { newLocation } from '../../../test/support/stages/stores.ts';

const sealedBox: Product = {
  ...{ game: DEFAULT_SCOPE.game, id: 0, name: 'Box', clean_name: 'Box', number: null, image: null },
  ...{ usd_market_url: null, expansions: [] },
  ...{ external_ids: { tcgplayer: null, cardmarket: null }, usd_market: [], eur_market: null },
};
const CATALOG_CHANGES = 60;
const PRICE_CHANGES = 40;
/** The control tells this much after it has committed: the time that a busy process lets pass. */
const CONTROL_GAP_MS = 100;
const SEALED = sealUnder('the key of this proof');
const NETWORK = { resolve: async () => [] };
const ENTITIES = ['cards', 'expansions', 'series', 'products'] as const;

/** One random change of the upstream's catalog. */
function changeOnce(catalog: UpstreamCatalog, random: () => number, label: string, mayDrop: boolean): void {
  const pick = <Item>(items: Item[]) => items[Math.floor(random() * items.length)] as Item;
  const card = pick(catalog.cards);
  const kinds: (() => void)[] = [
    () => Object.assign(card, { name: `Card ${label}` }),
    () => Object.assign(card, { rarity: `Rarity ${label}` }),
    () => Object.assign(card, { illustrator: `Hand ${label}` }),
    () => Object.assign(card, { hp: Math.floor(random() * 300) }),
    () => Object.assign(card, { image: `https://pictures.example/${label}` }),
    () => Object.assign(card, { effect: `Effect ${label}` }),
    () => (card.variants_detailed as { type: string; foil?: string }[]).push({ type: 'holo', foil: label }),
    () => catalog.cards.push(tinyCard(pick(catalog.sets).id, 1000 + catalog.cards.length)),
    () => Object.assign(pick(catalog.sets), { name: `Set ${label}` }),
    () =>
      Object.assign(pick(catalog.sets), {
        releaseDate: `20${10 + Math.floor(random() * 15)}-01-0${1 + Math.floor(random() * 9)}`,
      }),
    () => Object.assign(pick(catalog.series), { name: `Series ${label}` }),
  ];
  const printings = card.variants_detailed as unknown[];
  if (mayDrop && printings.length > 1) printings.pop();
  else pick(kinds)();
}

/** Writes the round's prices with their events; the control commits the events on their own. */
async function writePrices(store: Store, seed: number, isControl: boolean): Promise<void> {
  const random = seeded(seed);
  const ids = await store.reads.selectFrom('cards').select('id').orderBy('id').execute();
  const chosen = Array.from({ length: PRICE_CHANGES }, () => ids[Math.floor(random() * ids.length)]?.id ?? '');
  const cards = await pricedCards(store.reads, [...new Set(chosen)]);
  const cents = () => Math.floor(random() * 100_000);
  const rows = new Map(
    cards.map(({ id, variants }) => [
      id,
      variants.flatMap((variant) => [
        {
          variant_id: variant.id,
          market: 'usd' as const,
          condition: 'NM' as const,
          amounts: { market: cents(), low: null, high: cents() },
        },
        {
          ...{ variant_id: variant.id, market: 'eur' as const, price_kind: 'plain' as const },
          amounts: { avg: cents(), low: cents(), trend: null, avg_holo: null, low_holo: null, trend_holo: null },
        },
      ]),
    ]),
  );
  const changes = noChanges();
  const tell = async (writes: Writes) => recordEvents(writes, DEFAULT_SCOPE, await changeEvents(writes, changes));
  await store.write(async (writes) => {
    const written = await writeCardPrices(writes, { source: 'p', observed_on: '2026-01-01' }, rows);
    for (const market of ['usd', 'eur'] as const) noteBefore(changes.prices[market].cards, written[market]);
    if (!isControl) await tell(writes);
  });
  if (!isControl) return;
  await sleep(CONTROL_GAP_MS);
  await store.write(tell);
}

/** Changes some of the products, and their prices, with their events. */
async function writeProducts(store: Store, seed: number): Promise<void> {
  const random = seeded(seed);
  const cents = () => Math.floor(random() * 100_000);
  const expansions = await store.reads.selectFrom('expansions').select(['id', 'name']).orderBy('id').execute();
  await store.write(async (writes) => {
    const stored = await allProducts(writes, DEFAULT_SCOPE.game);
    const wanted = stored.map((product): Product => {
      const fate = random();
      if (fate < 0.1) return { ...product, name: `Box ${seed}`, clean_name: `Box ${seed}` };
      if (fate < 0.15) return { ...product, expansions: [] };
      if (fate < 0.25)
        return { ...product, expansions: [expansions[Math.floor(random() * 3)] ?? { id: '', name: '' }] };
      return fate < 0.3 ? { ...product, number: String(seed) } : product;
    });
    wanted.push({
      ...sealedBox,
      id: 1 + Math.max(0, ...stored.map(({ id }) => id)),
      expansions: expansions.slice(0, 1),
    });
    const changes = noChanges();
    await publishProducts(writes, { ...GAME, name: sealedBox.game }, { stored, wanted }, changes);
    const chosen = wanted.filter(() => random() < 0.2).map(({ id }) => id);
    const eur = { avg: cents(), low: cents(), trend: null, avg_holo: null, low_holo: null, trend_holo: null };
    const usd = { market: cents(), low: null, high: cents() };
    const rows = new Map(
      chosen.map((id): [number, ProductPriceRow[]] => [
        id,
        [
          { variant: 'normal', market: 'usd', condition: 'Unopened', amounts: usd },
          { market: 'eur', amounts: eur },
        ],
      ]),
    );
    const written = await writeProductPrices(writes, { source: 'p', observed_on: '2026-01-01' }, rows);
    for (const market of ['usd', 'eur'] as const) noteBefore(changes.prices[market].products, written[market]);
    await recordEvents(writes, DEFAULT_SCOPE, await changeEvents(writes, changes));
  });
}

interface SenderPart {
  location: StoreLocation;
  files: string;
  isControl: boolean;
}

/** The sender's process: ingests what it is told to, and delivers all the time. */
async function sender({ location, files, isControl }: SenderPart): Promise<void> {
  const store = await openStore(location);
  startDeliveries({
    ...{ store, seal: SEALED, network: NETWORK, userAgent: 'proof', keptDays: 30 },
    onFault: (error) => process.stderr.write(`${String(error)}\n`),
  });
  process.on('message', async (seed: number) => {
    const report = await runCatalog(store, files);
    if (report.outcome !== 'succeeded') process.stderr.write(`${report.reason}\n`);
    await writePrices(store, seed, isControl);
    await writeProducts(store, seed);
    process.send?.(seed);
  });
  process.send?.('ready');
}

/** The receiver's process: keeps each delivery on disk before it says yes, and fails now and then. */
function receiver({ port, inbox }: { port: number; inbox: string }): void {
  const file = openSync(inbox, 'a');
  // About one kill in two hundred cuts a line short; the line written behind it, acknowledged, would be lost with it.
  appendFileSync(file, '\n');
  createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const fate = Math.random();
    if (fate < 0.03) return void response.writeHead(500).end();
    if (fate < 0.05) return void request.socket.destroy();
    const { headers } = request;
    appendFileSync(
      file,
      `${JSON.stringify({ headers, body: Buffer.concat(chunks).toString('utf8'), at: Date.now() })}\n`,
    );
    fsyncSync(file);
    if (fate < 0.07) return void request.socket.destroy();
    response.writeHead(204).end();
  }).listen(port, '127.0.0.1', () => process.send?.('ready'));
}

interface Inbox {
  headers: Record<string, string>;
  body: string;
}

/** Deliveries in the inbox; a kill may have cut the last line of a process short: that one was not acknowledged. */
const readInbox = (path: string): Inbox[] =>
  (existsSync(path) ? readFileSync(path, 'utf8') : '').split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as Inbox];
    } catch {
      return [];
    }
  });

async function exported(store: Store, entity: (typeof ENTITIES)[number]): Promise<string[]> {
  let text = '';
  for await (const part of exportLines(store, entity)) text += part;
  return text.trimEnd().split('\n').slice(1, -1);
}

/** A child that is started again whenever it was killed. */
async function start(role: string, part: unknown): Promise<ChildProcess> {
  const child = fork(process.argv[1] ?? '', [role, JSON.stringify(part)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  return child;
}

async function prove(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: '100' },
      kills: { type: 'string', default: '50' },
      seed: { type: 'string', default: '1' },
      control: { type: 'boolean', default: false },
    },
  });
  const engine = positionals[0] === 'postgres' ? 'postgres' : 'sqlite';
  const rounds = Number(values.rounds);
  const random = seeded(Number(values.seed));
  const directory = mkdtempSync(join(tmpdir(), 'cardstock-proof-'));
  const inbox = join(directory, 'inbox');
  await using place = await newLocation(engine);
  const catalog = tinyCatalog(40);
  await using folder = await catalogFolder(catalog);
  const store = await openStore(place.location);
  // Below the ports that outgoing connections take: a killed receiver comes back to its own.
  const port = 20_000 + Math.floor(Math.random() * 10_000);
  const service = { store, games: [DEFAULT_SCOPE.game], seal: SEALED, network: NETWORK };
  await runCatalog(store, folder.files);
  const mirror = new Mirror();
  for (const entity of ENTITIES) mirror.load(entity, await exported(store, entity));
  const request = { url: `http://127.0.0.1:${port}/`, events: ['game.*'], allowPrivate: true };
  const { id, secret } = await createSubscription(service, request);
  // It is told of what comes from now on.
  const begun = (await newestEvent(store.reads))?.position ?? 0;
  const parts = {
    sender: { location: place.location, files: folder.files, isControl: values.control },
    receiver: { port, inbox },
  };
  const children = { sender: await start('sender', parts.sender), receiver: await start('receiver', parts.receiver) };
  let killsLeft = Number(values.kills);
  let kills = 0;
  let isDone = false;
  const killing = (async () => {
    while (!isDone) {
      await sleep(100 + random() * 700);
      if (killsLeft <= 0) continue;
      killsLeft -= 1;
      kills += 1;
      const role = random() < 0.6 ? 'sender' : 'receiver';
      const child = children[role];
      child.kill('SIGKILL');
      await once(child, 'exit');
      children[role] = await start(role, parts[role]);
    }
  })();
  let round = 0;
  while (round < rounds || killsLeft > 0) {
    round += 1;
    for (let at = 0; at < CATALOG_CHANGES; at += 1) changeOnce(catalog, random, `${round}-${at}`, at === 0);
    await folder.write(catalog);
    for (let isTaken = false; !isTaken; ) {
      const child = children.sender;
      if (child.exitCode !== null || child.signalCode !== null || !child.connected) {
        await sleep(20);
        continue;
      }
      child.send(round, () => undefined);
      const taken = new AbortController();
      const { signal } = taken;
      const answered = [
        once(child, 'message', { signal }).then(() => true),
        once(child, 'exit', { signal }).then(() => false),
      ];
      isTaken = await Promise.race(answered);
      taken.abort();
      await Promise.allSettled(answered);
    }
    if (round % 20 === 0) process.stderr.write(`round ${round}, ${kills} kills, inbox ${readInbox(inbox).length}\n`);
  }
  isDone = true;
  await killing;
  const pending = async () => (await recentDeliveries(store.reads, id, { state: 'pending', limit: 1 })).length > 0;
  const unnumbered = async () => (await eventsAfter(store.reads, { after: 0, limit: 1_000_000 })).length;
  let known = -1;
  while ((await pending()) || known !== (await unnumbered())) {
    known = await unnumbered();
    await setPaused(service, id, false);
    await sleep(1000);
  }
  children.sender.kill('SIGKILL');
  children.receiver.kill('SIGKILL');
  const failed = (await recentDeliveries(store.reads, id, { state: 'failed', limit: 1000 })).length;

  const came = new Map<string, Inbox>();
  let duplicates = 0;
  let altered = 0;
  const verifier = new Webhook(secret);
  const bytesOf = ({ body }: Inbox) => createHash('sha256').update(body).digest('hex');
  for (const delivery of readInbox(inbox)) {
    const key = delivery.headers['webhook-id'] ?? '';
    const { id: inBody } = JSON.parse(delivery.body) as { id: string };
    // A long proof outlives the five minutes that a signature is fresh for: its own time is what it is checked at.
    const isSigned = verifier.sign(key, new Date(Number(delivery.headers['webhook-timestamp']) * 1000), delivery.body);
    const before = came.get(key);
    if (before) duplicates += 1;
    if (
      inBody !== key ||
      isSigned !== delivery.headers['webhook-signature'] ||
      (before && bytesOf(before) !== bytesOf(delivery))
    )
      altered += 1;
    came.set(key, delivery);
  }
  const committed = await eventsAfter(store.reads, { after: begun, limit: 1_000_000 });
  const lost = committed.filter((event) => !came.has(event.id)).length;
  const invented = [...came.keys()].filter((key) => !committed.some((event) => event.id === key)).length;
  const inOrder = [...came.values()].sort(
    (a, b) => Number(a.headers['webhook-position']) - Number(b.headers['webhook-position']),
  );
  for (const { body } of inOrder) mirror.apply(JSON.parse(body));
  const shown = { cards: [], expansions: [], series: [], products: [] } as Record<string, unknown[]>;
  for (const entity of ENTITIES) shown[entity] = (await exported(store, entity)).map((line) => JSON.parse(line));
  const different = differences(mirror, shown as never);
  const result = {
    engine,
    control: values.control,
    rounds: round,
    changes: round * (CATALOG_CHANGES + PRICE_CHANGES),
    kills,
    events: committed.length,
    lost,
    invented,
    duplicates,
    altered,
    failed,
    records_different: different.length,
  };
  process.stdout.write(`${JSON.stringify(result)}\n`);
  await store.close();
  rmSync(directory, { recursive: true, force: true });
  const isWhole = lost + invented + altered + different.length === 0;
  if (different.length > 0) process.stderr.write(`${different.slice(0, 5).join('\n')}\n`);
  process.exitCode = isWhole !== values.control ? 0 : 1;
}

const [, , role, part = '{}'] = process.argv;
if (role === 'sender') await sender(JSON.parse(part));
else if (role === 'receiver') receiver(JSON.parse(part));
else await prove();
