/** Each fault of the upstream during ingest: what is served stays, the run says why it failed, `/health` shows it. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Health } from '../../src/api/health.ts';
import type { RunReport } from '../../src/ingest/runs/runner.ts';
import { recentRuns } from '../../src/store/runs.ts';
import type { SourceSettings } from '../../src/upstream/source-fields.ts';
import { storedDigests, UNSERVED_TABLES } from '../support/oracles/stored.ts';
import { readEverything } from '../support/oracles/walk.ts';
import { type FixtureUpstream, fixturesMissing, startFixtureUpstream } from '../support/sources/fixture-upstream.ts';
import { apiOn, type TestApi } from '../support/stages/api.ts';
import { runAll } from '../support/stages/ingest.ts';
import { newStore, type TestStore } from '../support/stages/stores.ts';

/** A fault on the documents that `match`, and how the run with it ends. */
interface Case {
  kind: string;
  match?: string;
  times?: number;
  /** Why the run fails; or, where a few rows are bad, what a successful run says of them; or nothing at all. */
  ends: { failed: RegExp } | { noticed: RegExp } | 'untroubled';
}

const failed = (reason: RegExp) => ({ failed: reason });
const noticed = (reason: RegExp) => ({ noticed: reason });

/** Faults that only take time, or touch nothing that is read from these documents. */
const untroubled = (match: string): Case[] =>
  ['slow:20', 'stale', 'strings', 'no-holo-keys', 'version2', 'bom', 'gzip-unsaid'].map((kind) => {
    return { kind, match, ends: 'untroubled' };
  });

/** Faults of the transport and of whole documents. */
const broken = (match: string): Case[] => [
  { kind: 'status:500', match, ends: failed(/answered 500 \((gave up after \d+ tries|tried once)\)/) },
  { kind: 'status:503:30', match, ends: failed(/answered 503/) },
  { kind: 'status:429:30', match, ends: failed(/answered 429/) },
  { kind: 'status:403', match, ends: failed(/answered 403/) },
  { kind: 'truncated', match, ends: failed(/JSON/) },
  { kind: 'truncated:drop', match, ends: failed(/gave up after|tried once/) },
  { kind: 'drop', match, ends: failed(/gave up after|tried once/) },
  { kind: 'html', match, ends: failed(/a web page instead of data/) },
  {
    kind: 'giant',
    match,
    ends: failed(/is larger than the 128 MB that a run of 64 MB of memory takes: set CARDSTOCK_INGEST_MEMORY_MB/),
  },
];

const ofFiles: Case[] = [
  ...untroubled('.'),
  { kind: 'scale100', match: '.', ends: 'untroubled' },
  { kind: 'negative', match: '/cards.json', ends: 'untroubled' },
  ...broken('/cards.json'),
  { kind: 'status:404', match: '/sets.json', ends: failed(/answered 404/) },
  { kind: 'empty', ends: failed(/^no series came/) },
  { kind: 'empty', match: '/sets.json', ends: failed(/^no expansions came/) },
  { kind: 'empty', match: '/cards.json', ends: failed(/^no cards came/) },
  { kind: 'half', match: '/series.json', ends: failed(/^only 2 series came; the last good run had 4/) },
  { kind: 'half', match: '/sets.json', ends: failed(/^only 4 expansions came/) },
  { kind: 'half', match: '/cards.json', ends: failed(/^only 663 cards came/) },
  { kind: 'duplicate-rows', match: '/sets.json', ends: noticed(/expansion id given twice/) },
  { kind: 'duplicate-rows', match: '/cards.json', ends: failed(/^133 of \d+ records cannot be taken.*given twice/) },
  { kind: 'wrong-type', match: '/sets.json', ends: noticed(/^1 records quarantined; the first: expansion:.*\(42\)/) },
  { kind: 'wrong-type', match: '/cards.json', ends: noticed(/^1 records quarantined; the first: card:.*\(42\)/) },
  { kind: 'wrong-type:root', match: '/cards.json', ends: failed(/holds no list of rows/) },
  { kind: 'nul-names', match: '/cards.json', ends: failed(/records cannot be taken; the first: card: \/name/) },
];

const ofCrawl: Case[] = [
  ...untroubled('/cards/base1-'),
  { kind: 'scale100', match: '/cards/base1-', ends: noticed(/times .*: left out until it stays so for 3 days/) },
  { kind: 'negative', match: '/cards/base1-4$', ends: noticed(/^fields left out: .* is no amount/) },
  ...broken('/cards/base1-'),
  { kind: 'status:404', match: '/cards/base1-', ends: failed(/records cannot be taken; .*answered 404/) },
  { kind: 'status:404', match: '/cards/base1-', times: 3, ends: noticed(/^3 records quarantined.*answered 404/) },
  { kind: 'empty', match: '/en/series$', ends: failed(/^no series came/) },
  { kind: 'empty', match: '/en/sets$', ends: failed(/^no expansions came/) },
  {
    kind: 'empty',
    match: '/sets/base1$',
    ends: noticed(/^only 0 of the 102 cards of base1 came: the others stay as they are/),
  },
  { kind: 'empty', match: '/cards/base1-', ends: failed(/records cannot be taken/) },
  { kind: 'half', match: '/en/series$', ends: failed(/^only 2 series came/) },
  { kind: 'half', match: '/en/sets$', ends: failed(/^only 4 expansions came/) },
  { kind: 'half', match: '/sets/', ends: failed(/^only 66\d cards came/) },
  { kind: 'duplicate-rows', match: '/en/sets$', ends: noticed(/expansion: listed twice/) },
  { kind: 'duplicate-rows', match: '/sets/base1$', ends: noticed(/^11 records quarantined; .*card: listed twice/) },
  { kind: 'duplicate-rows', match: '/sets/', ends: failed(/records cannot be taken; .*card: listed twice/) },
  { kind: 'wrong-type', match: '/sets/', ends: noticed(/^7 records quarantined; .*card: listed without an id/) },
  { kind: 'wrong-type', match: '/cards/base1-4$', ends: noticed(/^1 records quarantined; the first: card:/) },
  { kind: 'wrong-type', match: '/cards/base1-', ends: failed(/records cannot be taken/) },
  { kind: 'wrong-type:root', match: '/en/sets$', ends: failed(/holds no list of rows/) },
  { kind: 'nul-names', match: '/cards/base1-', ends: failed(/records cannot be taken; the first: card: \/name/) },
];

const GIVE_UP = { give_up_after: '1s', adapter: 'tcgdex' } as const;
const ways: Record<string, { cases: Case[]; sourceOf: (upstream: FixtureUpstream) => SourceSettings }> = {
  'compiled files': { cases: ofFiles, sourceOf: ({ files }) => ({ ...GIVE_UP, files }) },
  'the REST crawl': { cases: ofCrawl, sourceOf: ({ rest }) => ({ ...GIVE_UP, url: rest }) },
};

const WINDOW_MS = 3_600_000;

for (const [way, { cases, sourceOf }] of Object.entries(ways)) {
  suite(`a fault of the upstream during ingest by ${way}`, { skip: fixturesMissing }, () => {
    let upstream: FixtureUpstream;
    let place: TestStore;
    let api: TestApi;
    let stored: Record<string, string>;
    let served: string;
    let now = new Date();

    const ingest = async (): Promise<RunReport> => {
      const [report] = await runAll(place.store, { catalog: sourceOf(upstream) }, { memoryMb: 64 });
      assert.ok(report);
      return report;
    };
    /** As if the upstream were read for the first time: an answer 304 would hide a fault in the body. */
    const forgetValidators = (part: string) =>
      place.store.write((writes) => writes.deleteFrom('documents').where('url', 'like', `%${part}%`).execute());
    const everythingServed = async () => {
      const { cards, ...lists } = await readEverything(api);
      return JSON.stringify([lists, ...cards]);
    };
    const servedRows = () => storedDigests(place.store, UNSERVED_TABLES, (_, { digest, ...row }) => row);
    const health = async () => JSON.parse((await api.get('/health', {})).text) as Health;

    before(async () => {
      upstream = await startFixtureUpstream('sample', ['--day', '2026-08-04']);
      place = await newStore('sqlite');
      api = await apiOn(place.store, {
        now: () => now,
        tasks: [{ name: 'catalog', windowMs: WINDOW_MS }],
      });
      // The REST answers name a marketplace id only on days with a price: both days' ids are known before `stale`.
      for (const day of ['2026-08-04', '2026-08-05']) {
        await upstream.control({ day });
        const report = await ingest();
        assert.equal(report.outcome, 'succeeded', report.reason ?? '');
      }
      stored = await servedRows();
      served = await everythingServed();
    });
    after(async () => {
      await api[Symbol.asyncDispose]();
      await place[Symbol.asyncDispose]();
      await upstream[Symbol.asyncDispose]();
    });

    for (const { ends, ...fault } of cases) {
      const outcome = ends === 'untroubled' || 'noticed' in ends ? 'succeeded' : 'failed';
      const title = `${fault.kind} on ${fault.match ?? 'every document'}: the run has ${outcome}, what is served stays`;
      test(title, async () => {
        await forgetValidators(way === 'compiled files' ? '.json' : '/cards/base1-');
        await upstream.control({ faults: [fault] });
        const report = await ingest();
        assert.equal(report.outcome, outcome, report.reason ?? '');
        if (ends === 'untroubled') assert.equal(report.reason, null);
        else assert.match(report.reason ?? '', 'failed' in ends ? ends.failed : ends.noticed);
        const [run] = await recentRuns(place.store.reads, { limit: 1 });
        assert.deepEqual([run?.outcome, run?.reason], [outcome, report.reason]);
        assert.deepEqual(await servedRows(), stored);
      });
    }

    test('every kind of fault that the fixtures know has been met', async () => {
      // Days are the matter of source-clock.test.ts.
      const met = new Set([...cases.map(({ kind }) => kind.split(':')[0]), 'dated']);
      assert.deepEqual(
        (await upstream.faultKinds()).filter((kind) => !met.has(kind)),
        [],
      );
    });

    test('/health is degraded after its window, ok again after recovery', async () => {
      await upstream.control({ faults: [] });
      await ingest();
      await upstream.control({ faults: [{ kind: 'status:403' }] });
      now = new Date();
      await ingest();
      assert.equal((await health()).status, 'ok', 'a failure inside the window degrades nothing');
      now = new Date(now.getTime() + WINDOW_MS + 1);
      const late = await health();
      assert.equal(late.status, 'degraded');
      assert.match(late.tasks[0]?.last_error ?? '', /answered 403/);
      await upstream.control({ faults: [] });
      assert.equal((await ingest()).outcome, 'succeeded');
      const recovered = await health();
      assert.equal(recovered.status, 'ok');
      assert.equal(recovered.tasks[0]?.last_error, null);
    });

    test('after all of them, every list and every card is served byte for byte as before', async () => {
      assert.equal(await everythingServed(), served);
    });
  });
}
