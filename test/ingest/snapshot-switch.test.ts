/** A switch of the upstream's snapshot changes exactly what the fixtures count, deletes nothing, prunes by the rule. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, suite, test } from 'node:test';
import type { Card, Variant } from '../../src/catalog/records.ts';
import type { RunReport } from '../../src/ingest/runs/runner.ts';
import type { SourceSettings } from '../../src/upstream/source-fields.ts';
import { expectedCard, type RawCard } from '../support/oracles/expected-catalog.ts';
import { readEverything, type Served } from '../support/oracles/walk.ts';
import {
  type FixtureData,
  type FixtureUpstream,
  fixtureFolder,
  fixturesMissing,
  startFixtureUpstream,
} from '../support/sources/fixture-upstream.ts';
import { apiOn } from '../support/stages/api.ts';
import { runAll } from '../support/stages/ingest.ts';
import { newStore } from '../support/stages/stores.ts';

const OLD = '2026-07-14';
const NEW = '2026-08-21';

/** The fixtures' own count of what differs between the two snapshots. */
interface Counted {
  cards_new: number;
  cards_gone: number;
  cards_changed_published: number;
  cards_links_changed: number;
  printings_pruned: number;
  printings_new: number;
}

const countedIn = (data: FixtureData): Counted =>
  (
    JSON.parse(readFileSync(`${fixtureFolder(data)}/MANIFEST.json`, 'utf8')) as {
      changes_between_snapshots: { total: Counted };
    }
  ).changes_between_snapshots.total;

/** Changes of the fixtures' count that we fold away: an attack without a field, `x` for `×` and signs like it. */
const FOLDED = { sample: 3, churn: 7 };

type PrintingFields = Pick<Variant, 'type' | 'subtype' | 'size' | 'stamps' | 'foil' | 'external_ids'>;

const keyOf = ({ type, subtype, size, stamps, foil }: PrintingFields) =>
  JSON.stringify([type, subtype, size, [...stamps].sort(), foil]);

/** What the fixtures compare of a card: the published fields, and its printings in no order. */
const published = ({ name, rarity, illustrator, category, metadata, variants }: Fields) =>
  JSON.stringify([name, rarity, illustrator, category, metadata, variants.map(keyOf).sort()]);
/** The same with the printings in the order in which they are served. */
const shown = (card: Fields) => published(card) + card.variants.map(keyOf).join();
const links = ({ variants }: Fields) =>
  JSON.stringify(variants.map((variant) => keyOf(variant) + JSON.stringify(variant.external_ids)).sort());

type Fields = Pick<Card, 'name' | 'rarity' | 'illustrator' | 'category' | 'metadata'> & { variants: PrintingFields[] };

/** The record without its prices: another card's new link may take them away, where the names contradict each other. */
const catalogText = (card: Card | undefined) =>
  JSON.stringify(card, (name, value) => (name === 'usd_market' || name === 'eur_market' ? undefined : value));

/** Ids of the cards of both sides that `view` sees as different. */
const differing = (a: ReadonlyMap<string, Fields>, b: ReadonlyMap<string, Fields>, view: (card: Fields) => string) =>
  [...a].flatMap(([id, card]) => {
    const other = b.get(id);
    return other && view(card) !== view(other) ? [id] : [];
  });

/** The id of each printing by its card, key and, for exact duplicates, place. */
function printingIds({ cards }: Served): Map<string, number> {
  const ids = new Map<string, number>();
  for (const [card, { variants }] of cards) {
    for (const variant of variants) {
      let place = 1;
      while (ids.has(`${card} ${keyOf(variant)} ${place}`)) place += 1;
      ids.set(`${card} ${keyOf(variant)} ${place}`, variant.id);
    }
  }
  return ids;
}

const idsOf = ({ cards }: Served) =>
  new Set([...cards.values()].flatMap(({ variants }) => variants.map(({ id }) => id)));

/** Every run of the switch, and what was served after each. */
interface Switch {
  before: Served;
  /** The first run on the new snapshot. */
  first: RunReport;
  afterFirst: Served;
  /** The second one. */
  second: RunReport;
  /** A third one with --accept-prune. */
  accepted: RunReport;
  final: Served;
  expectedBefore: Map<string, Fields>;
  expectedFinal: Map<string, Fields>;
}

const expectedCards = async ({ json, files }: FixtureUpstream) =>
  new Map((await json<RawCard[]>(`${files}/cards.json`)).map((card) => [card.id, expectedCard(card)]));

async function switchSnapshot(data: FixtureData, sourceOf: (upstream: FixtureUpstream) => SourceSettings) {
  await using upstream = await startFixtureUpstream(data, ['--snapshot', OLD]);
  await using place = await newStore('sqlite');
  await using api = await apiOn(place.store);
  const run = async (acceptPrune = false): Promise<RunReport> => {
    const [report] = await runAll(place.store, { catalog: sourceOf(upstream) }, { acceptPrune });
    assert.equal(report?.outcome, 'succeeded', report?.reason ?? '');
    return report;
  };
  await run();
  const seen = { before: await readEverything(api), expectedBefore: await expectedCards(upstream) };
  await upstream.control({ snapshot: NEW });
  const first = await run();
  const afterFirst = await readEverything(api);
  const second = await run();
  const accepted = await run(true);
  const final = await readEverything(api);
  return { ...seen, first, afterFirst, second, accepted, final, expectedFinal: await expectedCards(upstream) };
}

const ways: Record<string, (upstream: FixtureUpstream) => SourceSettings> = {
  'compiled files': ({ files }) => ({ adapter: 'tcgdex', files }),
  'the REST crawl': ({ rest }) => ({ adapter: 'tcgdex', url: rest }),
};

for (const data of ['sample', 'churn'] as const) {
  for (const [way, sourceOf] of Object.entries(ways)) {
    suite(`a switch of the snapshot of data/${data}, read by ${way}`, { skip: fixturesMissing }, () => {
      let s: Switch;
      let counted: Counted;
      before(async () => {
        counted = countedIn(data);
        s = await switchSnapshot(data, sourceOf);
      });

      test('changes exactly the cards that the fixtures count', () => {
        const changed = differing(s.before.cards, s.final.cards, published);
        assert.deepEqual(changed.toSorted(), differing(s.expectedBefore, s.expectedFinal, published).toSorted());
        assert.equal(changed.length, counted.cards_changed_published - FOLDED[data]);
        assert.equal(s.first.counts.cards_new, counted.cards_new);
        const atOnce = differing(s.before.cards, s.afterFirst.cards, shown);
        assert.equal(s.first.counts.cards_changed, atOnce.length);
        const later = differing(s.afterFirst.cards, s.final.cards, published);
        assert.deepEqual(new Set([...atOnce, ...later]), new Set(changed), 'the others only lose printings');
      });

      test('leaves every other card, expansion and series as it was, to the byte', () => {
        const touched = new Set([
          ...differing(s.before.cards, s.final.cards, published),
          ...differing(s.before.cards, s.final.cards, links),
        ]);
        for (const [id, card] of s.before.cards) {
          if (!touched.has(id)) assert.equal(catalogText(s.final.cards.get(id)), catalogText(card));
        }
        assert.equal(JSON.stringify(s.final.series), JSON.stringify(s.before.series));
      });

      test('deletes nothing', () => {
        assert.equal(s.final.summaries.length, s.before.summaries.length + counted.cards_new);
        for (const { id } of s.before.summaries) assert.ok(s.final.cards.has(id), `${id} still answers`);
        assert.equal(s.final.expansions.length, s.before.expansions.length);
        assert.equal(s.final.series.length, s.before.series.length);
      });

      test('prunes a printing only in the second run without it, and more than 1 % only when accepted', () => {
        const { printings_pruned, printings_new } = counted;
        const { variants_respelled = 0 } = s.first.counts;
        const lost = printings_pruned - variants_respelled;
        assert.equal(s.first.counts.variants_new, printings_new - variants_respelled);
        assert.equal(s.first.counts.variants_missing, lost);
        assert.equal(s.first.counts.variants_pruned, 0);
        const [old, afterFirst, now] = [s.before, s.afterFirst, s.final].map(idsOf);
        assert.ok(old && afterFirst && now);
        for (const id of old) assert.ok(afterFirst.has(id), `${id} is kept`);
        const isMany = lost > old.size / 100;
        assert.equal(s.second.counts.variants_pruned ?? 0, isMany ? 0 : lost);
        assert.equal(s.second.counts.prune_withheld ?? 0, isMany ? lost : 0);
        if (isMany) assert.match(s.second.reason ?? '', /--accept-prune/);
        assert.equal(s.accepted.counts.variants_pruned ?? 0, isMany ? lost : 0);
        assert.equal([...old].filter((id) => !now.has(id)).length, lost);
      });

      test('a printing that is spelled otherwise keeps its id, and has no other marketplace ids than it had', () => {
        const was = new Map([...s.before.cards.values()].flatMap(({ variants }) => variants.map((v) => [v.id, v])));
        let respelled = 0;
        for (const { variants } of s.afterFirst.cards.values()) {
          for (const variant of variants) {
            const before = was.get(variant.id);
            if (before === undefined || keyOf(before) === keyOf(variant)) continue;
            respelled += 1;
            const { tcgplayer, cardmarket } = variant.external_ids;
            const other = (now: number | null, then: number | null) => now !== null && then !== null && now !== then;
            const isOther =
              other(tcgplayer, before.external_ids.tcgplayer) && other(cardmarket, before.external_ids.cardmarket);
            assert.ok(!isOther, JSON.stringify([before, variant]));
          }
        }
        assert.equal(respelled, s.first.counts.variants_respelled);
        assert.equal(respelled > 300, data === 'churn');
      });

      test('leaves the ids of all other printings, and gives no id twice', () => {
        const old = printingIds(s.before);
        const now = printingIds(s.final);
        for (const [key, id] of now) if (old.has(key)) assert.equal(id, old.get(key), key);
        assert.equal(new Set(now.values()).size, now.size);
      });

      test('serves in the end what the new snapshot holds', () => {
        for (const [id, card] of s.expectedFinal) {
          assert.deepEqual(published(s.final.cards.get(id) as Fields), published(card), id);
        }
        assert.equal(s.final.cards.size, s.expectedFinal.size);
      });

      // REST answers name marketplace ids only beside prices.
      if (way !== 'compiled files') return;
      test('counts cards with other marketplace ids apart from changed ones', () => {
        const relinked = differing(s.before.cards, s.final.cards, links);
        assert.deepEqual(relinked.toSorted(), differing(s.expectedBefore, s.expectedFinal, links).toSorted());
        assert.equal(relinked.length, counted.cards_links_changed);
        const visible = new Set(differing(s.before.cards, s.afterFirst.cards, shown));
        const silently = differing(s.before.cards, s.afterFirst.cards, links).filter((id) => !visible.has(id));
        assert.equal(s.first.counts.cards_relinked, silently.length);
      });
    });
  }
}
