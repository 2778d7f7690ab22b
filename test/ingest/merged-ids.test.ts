/** Ids that a source merges or renames go on answering: by its stable upstream ids, by its list of merges, through later runs. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Card } from '../../src/catalog/records.ts';
import { catalogVersion } from '../../src/store/meta.ts';
import type { Store } from '../../src/store/store.ts';
import { apiOn, type TestApi } from '../support/stages/api.ts';
import { runAll } from '../support/stages/ingest.ts';
import { ENGINES, newStore } from '../support/stages/stores.ts';
import { merge, page, record, set } from '../unit/games/magic/scryfall-upstream.ts';

type Row = Record<string, unknown>;

/** Answers as Scryfall would, with the file of one day. */
function upstreamOf(rows: readonly Row[], migrations: readonly Row[], day: string) {
  const file = { type: 'default_cards', updated_at: `${day}T09:00:00Z`, jsonl_download_uri: `demo:scryfall/${day}` };
  const documents: Record<string, string> = {
    'scryfall/bulk-data': JSON.stringify(page([file])),
    'scryfall/sets': JSON.stringify(page([set()])),
    'scryfall/migrations': JSON.stringify(page(migrations)),
    [`scryfall/${day}`]: rows.map((row) => JSON.stringify(row)).join('\n'),
  };
  return (path: string) => documents[path];
}

async function publish(store: Store, day: string, rows: readonly Row[], migrations: readonly Row[] = []) {
  const demo = upstreamOf(rows, migrations, day);
  const [report] = await runAll(store, { catalog: { adapter: 'scryfall', url: 'demo:scryfall' } }, { demo });
  assert.equal(report?.outcome, 'succeeded', report?.reason ?? '');
  return report.counts;
}

const named = (number: string, id: string, name = `Keeper ${id}`) =>
  record({ collector_number: number, id, name, tcgplayer_id: undefined, cardmarket_id: undefined });

/** The card that answers for an id: its own id, and its number. */
async function answering(api: TestApi, id: string): Promise<[string, string | null]> {
  const card = await api.data<Card>(`/v1/cards/${encodeURIComponent(id)}`);
  return [card.id, card.number];
}

for (const [engine, missing] of ENGINES) {
  suite(`an id that a source gives up, on ${engine}`, { skip: missing }, () => {
    test("of a card under a new number answers as before, and the new number's id as well", async () => {
      await using place = await newStore(engine);
      await using api = await apiOn(place.store);
      const renames = async () =>
        (await api.data<{ items: { from: string; to: string }[] }>('/v1/migrations')).items.map(({ from, to }) => [
          from,
          to,
        ]);
      await publish(place.store, '2026-07-14', [named('1', 'a'), named('2', 'b')], [merge('old', 'a', 'lmp', '9')]);
      assert.deepEqual(await renames(), [], 'a further id of the source, and one that merged, are no renames');
      const counts = await publish(place.store, '2026-07-15', [named('1★', 'a', 'Another Name'), named('2', 'b')]);
      assert.deepEqual([counts.cards_renamed, counts.cards_new], [1, 0]);
      for (const id of ['lmp-1', 'lmp-1★', 'a']) assert.deepEqual(await answering(api, id), ['lmp-1', '1★']);
      assert.deepEqual(await renames(), [['lmp-1', 'lmp-1★']]);
      await publish(place.store, '2026-07-16', [named('1c', 'a'), named('2', 'b'), named('3', 'c')]);
      for (const id of ['lmp-1', 'lmp-1c', 'a']) assert.deepEqual(await answering(api, id), ['lmp-1', '1c']);
    });

    test('of a card merged into another answers for that one, through a chain and in a store that never had it', async () => {
      await using place = await newStore(engine);
      await using api = await apiOn(place.store);
      const merges = [
        merge('old', 'middle', 'lmp', '9'),
        merge('middle', 'a', 'lmp', '1b'),
        merge('x', null, 'lmp', '7'),
      ];
      await publish(place.store, '2026-07-14', [named('1', 'a')], merges);
      for (const id of ['lmp-9', 'lmp-1b', 'old', 'middle', 'a'])
        assert.deepEqual(await answering(api, id), ['lmp-1', '1']);
      assert.equal((await api.get('/v1/cards/lmp-7')).status, 404);
    });

    test('of a card that was merged, and is here, is still that card; its stable upstream id is the other one', async () => {
      await using place = await newStore(engine);
      await using api = await apiOn(place.store);
      await publish(place.store, '2026-07-14', [named('1', 'a'), named('2', 'b'), named('3', 'c')]);
      await publish(place.store, '2026-07-15', [named('1', 'a'), named('3', 'c')], [merge('b', 'a', 'lmp', '2')]);
      assert.deepEqual(await answering(api, 'lmp-2'), ['lmp-2', '2']);
      assert.deepEqual(await answering(api, 'b'), ['lmp-1', '1']);
    });

    test('moves the version, so that no answer of before stands; a run without news leaves it', async () => {
      await using place = await newStore(engine);
      const version = () => catalogVersion(place.store.reads);
      await publish(place.store, '2026-07-14', [named('1', 'a')]);
      const first = await version();
      await publish(place.store, '2026-07-15', [named('1', 'a')], [merge('old', 'a', 'lmp', '9')]);
      const second = await version();
      assert.ok(second > first, `${first} ${second}`);
      await publish(place.store, '2026-07-16', [named('1', 'a')], [merge('old', 'a', 'lmp', '9')]);
      assert.equal(await version(), second);
    });
  });
}
