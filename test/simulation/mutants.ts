/** Defects that are planted one at a time, in a copy of the sources, to see that the simulation finds each. */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export interface Mutant {
  name: string;
  file: string;
  /** What stands there, once, and what takes its place. */
  from: string;
  to: string;
}

const root = resolve(import.meta.dirname, '..', '..');

export const MUTANTS: readonly Mutant[] = [
  {
    name: 'the outbox: the second event of a transaction is dropped',
    file: 'src/events/record-events.ts',
    from: 'const of = Math.ceil(keys.length / RECORDS_MAX);',
    to: 'const of = now.getTime() % 3 === 0 ? 0 : Math.ceil(keys.length / RECORDS_MAX);',
  },
  {
    name: 'the sequencer: the newest event is numbered first',
    file: 'src/store/events/events.ts',
    from: "['seq', 'name', 'only_for'], 'seq')",
    to: "['seq', 'name', 'only_for'], '-seq')",
  },
  {
    name: 'the sequencer: a position is left out',
    file: 'src/store/events/events.ts',
    from: 'String(last + events.length)',
    to: 'String(last + events.length + (events.length === 2 ? 1 : 0))',
  },
  {
    name: 'the feed: a page begins with the last event of the one before',
    file: 'src/store/events/events.ts',
    from: ".where('position', '>', after)",
    to: ".where('position', '>=', after)",
  },
  {
    name: 'a claim: what another process is at is claimed too',
    file: 'src/store/events/deliveries.ts',
    from: '\n            and (lease_until is null or',
    to: '\n            and (lease_until is not null or lease_until is null or',
  },
  {
    name: 'crash handling: a lease of a dead process never ends',
    file: 'src/events/deliver.ts',
    from: 'const LEASE_MS = 30_000;',
    to: 'const LEASE_MS = 30_000_000_000;',
  },
  {
    name: 'an attempt: a late failure undoes what was delivered meanwhile',
    file: 'src/store/events/deliveries.ts',
    from: ", state: other('delivered' as const) }",
    to: ' }',
  },
  {
    name: 'an attempt: an answer of 500 is success',
    file: 'src/events/retry-rules.ts',
    from: 'if (error === null) {',
    to: 'if (error === null || status === 500) {',
  },
  {
    name: 'retries: given up after three',
    file: 'src/events/retry-rules.ts',
    from: 'RETRY_AFTER_S[attempts]',
    to: 'RETRY_AFTER_S[attempts + 8]',
  },
  {
    name: 'snapshots: two states in one',
    file: 'src/store/engines/sqlite.ts',
    from: 'if (readVersion() === before) return { version: before, value };',
    to: 'return { version: before, value };',
  },
  {
    name: 'keys: trusted for half a minute',
    file: 'src/keys/key-ring.ts',
    from: 'const TRUST_MS = 3000;',
    to: 'const TRUST_MS = 30_000;',
  },
  {
    name: 'a cursor: a page begins with the last row of the one before',
    file: 'src/store/views/priced/catalog-pages.ts',
    from: "behind(['sort_date', 'expansion_id', 'number_sort', 'id'], after)",
    to: "behind(['sort_date', 'expansion_id', 'number_sort', 'id'], [...after.slice(0, 3), ''])",
  },
  {
    name: 'lists: pages of an expansion go on by the number alone',
    file: 'src/store/views/priced/catalog-pages.ts',
    from: "behind(['number_sort', 'id'], [number, id])",
    to: "behind(['number_sort'], [number])",
  },
  {
    name: 'a budget: twice as much is regained',
    file: 'src/keys/gcra.ts',
    from: 'const nowMs = Math.floor(atMs);',
    to: 'const nowMs = Math.floor(2 * atMs);',
  },
  {
    name: 'ingest: what a run publishes is told now and then',
    file: 'src/ingest/price-day-events.ts',
    from: 'await changeEvents(writes, changes, game, changed)',
    to: 'now.getTime() % 3 === 0 ? [] : await changeEvents(writes, changes, game, changed)',
  },
  {
    name: 'the price guard: a file of another unit is taken',
    file: 'src/ingest/prices/price-guards.ts',
    from: 'if (ratios.length < MEDIAN_AMOUNTS_MIN) return',
    to: 'if (ratios.length >= 0) return',
  },
  {
    name: 'the price guard: a wild amount is shown at once',
    file: 'src/ingest/prices/price-guards.ts',
    from: 'const WILD_MOVE = 50;',
    to: 'const WILD_MOVE = 500;',
  },
  {
    name: 'derived tables: what lists show of a price stays as it was',
    file: 'src/store/views/priced/put-entries.ts',
    from: "moved.flatMap((of) => ('card_key' in of ? [of.card_key] : []))",
    to: '[]',
  },
  {
    name: 'derived tables: after a change of records lists get the prices alone',
    file: 'src/store/views/listing/refresh-columns.ts',
    from: "{ records: [], products: ['cards']",
    to: "{ records: ['cards', 'products'], products: ['cards']",
  },
  {
    name: 'matching: a card that comes has no price before the next file',
    file: 'src/ingest/matching/links/rematch.ts',
    from: 'if (markets.length === 0) return;',
    to: 'if (markets.length < 9) return;',
  },
  {
    name: "matching: a card keeps the prices of a marketplace product that is another card's now",
    file: 'src/ingest/prices/links.ts',
    from: 'gained = added.filter((link) => !readsOn(link, before))',
    to: 'gained = added.filter((link) => !before.has(link.variant_id))',
  },
  {
    name: 'the price history: a month that has begun gets no more days',
    file: 'src/store/prices/price-days.ts',
    from: 'if (body !== before.get(name)) changed.set(name, body);',
    to: 'if (body === undefined || !before.has(name)) changed.set(name, body);',
  },
  {
    name: 'crash handling: the run of a dead process stays open',
    file: 'src/ingest/runs/run-locks.ts',
    from: 'if (open.length > 0) await',
    to: 'if (open.length > 9) await',
  },
  {
    name: 'the stand-by works beside the worker',
    file: 'src/service/leader-election.ts',
    from: 'store.lock(LOCK_NAME)',
    to: "store.lock(LOCK_NAME, 'shared')",
  },
  {
    name: 'a full disk: what was undone already is undone again',
    file: 'src/store/engines/sqlite.ts',
    from: 'if (this.#database.inTransaction) await super',
    to: 'await super',
  },
  {
    name: 'the reader: a body that was torn is believed',
    file: 'src/upstream/http-reader.ts',
    from: 'scratch.close();\n    if (error instanceof Outage',
    to: 'if (size > 0) return scratch;\n    if (error instanceof Outage',
  },
  {
    name: 'the reader: who asks for patience gets none',
    file: 'src/upstream/http-reader.ts',
    from: 'Math.max(passing.putOff.waitMs ?? 0, ',
    to: 'Math.max(0, ',
  },
  {
    name: 'missed days: of several only the newest is read',
    file: 'src/ingest/marketplaces/day-addresses.ts',
    from: 'addDays(last, 1), today)',
    to: 'today, today)',
  },
  {
    name: 'missed days: the one after the last is skipped',
    file: 'src/ingest/marketplaces/day-walk.ts',
    from: 'isOlder ? known : { stamp, digest }',
    to: 'isOlder ? known : { stamp: dayOf(Date.parse(stamp.slice(0, 10)) + 86_400_000), digest }',
  },
  {
    name: 'a copy: a month that is another now is taken for known',
    file: 'src/ingest/origin/origin-source.ts',
    from: '(sha256 === undefined || known.get(part) !== sha256) &&',
    to: '(sha256 === undefined || !known.has(part)) &&',
  },
  {
    name: 'a copy: a gap: of several files that are others the last is not read',
    file: 'src/ingest/origin/origin-source.ts',
    from: 'const wanted = wantedParts(parts, known);',
    to: 'const wanted = wantedParts(parts, known).filter((_, at, all) => at === 0 || at < all.length - 1);',
  },
  {
    name: 'a copy: a file of another version is believed',
    file: 'src/ingest/origin/read-origin.ts',
    from: 'if ((file.sha256 ?? sha256) !== sha256 || (file.bytes ?? length) !== length)',
    to: "if (file.name === '')",
  },
  {
    name: 'secrets: addresses are kept as they are configured',
    file: 'src/failure.ts',
    from: "text.replaceAll(CREDENTIALS, '')",
    to: "text.replaceAll(CREDENTIALS, '$&')",
  },
];

/** The first seed that finds the mutant, and what it says; undefined where none of `seeds` does. */
export async function foundBy(mutant: Mutant, seeds: number): Promise<{ seed: number; says: string } | undefined> {
  const place = mkdtempSync(join(tmpdir(), 'cardstock-mutant-'));
  try {
    for (const part of [
      'src',
      'demo',
      'scripts',
      'test/simulation',
      'test/invariants',
      'test/support',
      'package.json',
    ]) {
      cpSync(join(root, part), join(place, part), { recursive: true });
    }
    symlinkSync(join(root, 'node_modules'), join(place, 'node_modules'));
    const path = join(place, mutant.file);
    const text = readFileSync(path, 'utf8');
    if (text.split(mutant.from).length !== 2) throw new Error(`${mutant.name}: ${mutant.file} has changed`);
    writeFileSync(
      path,
      text.replace(mutant.from, () => mutant.to),
    );
    const script = [
      '--disable-warning=ExperimentalWarning',
      'scripts/proofs/failure/prove-simulation.ts',
      '--unshrunk',
    ];
    const args = [...script, '--seeds', String(seeds)];
    const said = await new Promise<string>((done) => {
      execFile(process.execPath, args, { cwd: place }, (_, stdout, stderr) => done(stdout + stderr));
    });
    const [, seed, says] = /^seed (\d+):\n +(.*)$/m.exec(said) ?? [];
    return seed === undefined ? undefined : { seed: Number(seed), says: says ?? '' };
  } finally {
    rmSync(place, { recursive: true });
  }
}
