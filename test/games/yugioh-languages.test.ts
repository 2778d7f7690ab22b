/** Yu-Gi-Oh! in several languages: names and texts of YGOPRODeck, and all else as in English. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Card, CardSummary } from '../../src/catalog/records.ts';
import { gameOf } from '../../src/games/games.ts';
import { withheldTexts } from '../../src/store/catalog/translations.ts';
import type { SourceSettings } from '../../src/upstream/source-fields.ts';
import { walkList } from '../support/oracles/walk.ts';
import { fixturesMissing, startFixtureUpstream } from '../support/sources/fixture-upstream.ts';
import { apiOn } from '../support/stages/api.ts';
import { runGames } from '../support/stages/ingest.ts';
import { newStore } from '../support/stages/stores.ts';

interface RawCard {
  name: string;
  desc: string;
  card_sets: { set_code: string }[];
}

suite('Yu-Gi-Oh! in several languages', { skip: fixturesMissing }, () => {
  test('each card has the name and text of its language, and is found by it', async () => {
    await using upstream = await startFixtureUpstream('sample');
    await using place = await newStore('sqlite');
    const url = `${upstream.base}/ygoprodeck/api/v7`;
    const sources = { catalog: { adapter: 'ygoprodeck', url, give_up_after: '1s' } as SourceSettings };
    const scope = { game: 'game', idPrefix: '', language: 'en', translations: ['fr', 'de'] };
    for (const { outcome, reason } of await runGames(place.store, [{ scope, sources }])) {
      assert.equal(outcome, 'succeeded', reason ?? '');
    }
    await using api = await apiOn(place.store, { games: [gameOf(sources, scope)] });
    const own = new Set((await walkList<CardSummary>(api, '/v1/cards', 200)).map(({ id }) => id));
    const withheld = new Set((await withheldTexts(place.store.reads, 'game')).map(({ card_id }) => card_id));
    for (const language of ['fr', 'de']) {
      const { data } = await upstream.json<{ data: RawCard[] }>(`${url}/cardinfo.php?misc=yes&language=${language}`);
      const codes = data.flatMap((card) => card.card_sets.map(({ set_code }) => [set_code, card] as const));
      const shown = codes.filter(([code]) => own.has(code) && !withheld.has(code));
      assert.ok(shown.length > 1000 && withheld.size <= own.size * 0.002, `${withheld.size} of ${own.size} withheld`);
      for (const [code, { name, desc }] of shown.filter((_, at) => at % 20 === 0)) {
        const path = `/v1/cards/${encodeURIComponent(code)}`;
        const card = await api.data<Card>(`${path}?lang=${language}`);
        assert.deepEqual([card.name, card.metadata.effect, card.lang], [name, desc, language], code);
        assert.deepEqual(card.metadata.attributes, (await api.data<Card>(path)).metadata.attributes);
      }
      const [, { name = '' } = {}] = shown[0] ?? [];
      const { items } = await api.data<{ items: (CardSummary & { score: number })[] }>(
        `/v1/cards?q=${encodeURIComponent(name)}&lang=${language}&limit=1`,
      );
      assert.deepEqual([items[0]?.name, items[0]?.score], [name, 1]);
    }
  });
});
