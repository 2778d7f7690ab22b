/** Magic in several languages: printed names and texts of Scryfall's file of every printing, by set and number. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Card, CardSummary } from '../../src/catalog/records.ts';
import { languagesOf } from '../../src/config/languages.ts';
import { gameOf } from '../../src/games/games.ts';
import type { SourceSettings } from '../../src/upstream/source-fields.ts';
import { apiOn } from '../support/stages/api.ts';
import { runGames } from '../support/stages/ingest.ts';
import { newStore } from '../support/stages/stores.ts';
import { page, record, set } from '../unit/games/magic/scryfall-upstream.ts';

const face = (fields: Record<string, unknown>) => ({ type_line: 'Instant', mana_cost: '{R}', ...fields });
const splitIn = (fields: readonly Record<string, unknown>[]) => ({
  collector_number: '2',
  oracle_id: 'ffffffff-0000-4000-8000-000000000002',
  name: 'Spark // Ash',
  layout: 'split',
  type_line: 'Instant // Instant',
  oracle_text: undefined,
  card_faces: [
    face({ name: 'Spark', oracle_text: 'It burns.', ...fields[0] }),
    face({ name: 'Ash', oracle_text: 'It is grey.', ...fields[1] }),
  ],
});
const french = {
  lang: 'fr',
  printed_name: 'Gardienne des lanternes',
  printed_type_line: 'Créature légendaire : hibou et éclaireur',
  printed_text: 'Vol. Elle garde une lampe.',
  flavor_text: 'Elle ne dort jamais.',
  image_uris: { small: 'https://p.example/fr/s.jpg', large: 'https://p.example/fr/l.jpg' },
};
/** A card that turns, both sides of which are printed in French. */
const turning = {
  ...splitIn([
    {
      type_line: 'Creature — Human Wizard',
      printed_name: 'Chercheuse',
      printed_type_line: 'Créature : humain et sorcier',
    },
    {
      type_line: 'Creature — Human Insect',
      printed_name: 'Aberration',
      printed_type_line: 'Créature : humain et insecte',
    },
  ]),
  collector_number: '4',
  oracle_id: 'ffffffff-0000-4000-8000-000000000004',
  name: 'Delver // Aberration',
  layout: 'transform',
  type_line: 'Creature — Human Wizard // Creature — Human Insect',
};
const OWN = [
  record(),
  record(splitIn([])),
  record({ collector_number: '3', name: 'Alone' }),
  record({ ...turning, id: '00000000-0000-4000-8000-00000000en04' }),
];
const ALL = [
  ...OWN,
  record({ ...french, id: '00000000-0000-4000-8000-00000000fr01' }),
  record({
    lang: 'zhs',
    id: '00000000-0000-4000-8000-0000000zhs01',
    printed_name: '提灯守护者',
    image_status: 'placeholder',
    image_uris: { small: 'https://p.example/none.jpg', large: 'https://p.example/none.jpg' },
  }),
  record({
    ...splitIn([
      { printed_name: 'Étincelle', printed_text: 'Elle brûle.', printed_type_line: 'Éphémère' },
      { printed_name: 'Cendre' },
    ]),
    lang: 'fr',
    id: '00000000-0000-4000-8000-00000000fr02',
  }),
  record({ ...turning, lang: 'fr', id: '00000000-0000-4000-8000-00000000fr06' }),
  // Nobody typed what is printed on it; another of a set that the catalog does not have; an extra.
  record({ collector_number: '3', name: 'Alone', lang: 'fr', id: '00000000-0000-4000-8000-00000000fr03' }),
  record({ ...french, set: 'zzz', id: '00000000-0000-4000-8000-00000000fr04' }),
  record({ ...french, collector_number: '9', layout: 'token', id: '00000000-0000-4000-8000-00000000fr05' }),
  42,
];

async function scryfallFolder(updatedAt = '2026-07-14T09:01:57.053+00:00') {
  const folder = await mkdtemp(join(tmpdir(), 'cardstock-scryfall-'));
  const url = pathToFileURL(folder).href;
  const put = (name: string, value: unknown) => writeFile(join(folder, name), JSON.stringify(value));
  const write = async (all: readonly unknown[], at = updatedAt) => {
    const file = (type: string) => ({
      type,
      updated_at: at,
      jsonl_download_uri: `${url}/${type}.jsonl.gz`,
      size: 9000,
    });
    await put('bulk-data', page([file('default_cards'), file('all_cards')]));
    await put('sets', page([set()]));
    await put('migrations', page([]));
    for (const [type, rows] of Object.entries({ default_cards: OWN, all_cards: all })) {
      await writeFile(
        join(folder, `${type}.jsonl.gz`),
        gzipSync(rows.map((row) => `${JSON.stringify(row)}\n`).join('')),
      );
    }
  };
  await write(ALL);
  return { url, write, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

suite('Magic in several languages', () => {
  test('a card has the printed name, type line, text and picture of its language; prices, numbers and colours are its own', async () => {
    await using folder = await scryfallFolder();
    await using place = await newStore('sqlite');
    const sources = { catalog: { adapter: 'scryfall', url: folder.url, give_up_after: '1s' } as SourceSettings };
    const scope = { game: 'game', idPrefix: '', ...languagesOf(['en', 'fr', 'zh-cn'], sources) };
    const reports = await runGames(place.store, [{ scope, sources }]);
    for (const { outcome, reason } of reports) assert.equal(outcome, 'succeeded', reason ?? '');
    await using api = await apiOn(place.store, { games: [gameOf(sources, scope)] });

    const own = await api.data<Card>('/v1/cards/lmp-1');
    assert.deepEqual(await api.data<Card>('/v1/cards/lmp-1?lang=fr'), {
      ...own,
      name: french.printed_name,
      image: { low: 'https://p.example/fr/s.jpg', high: 'https://p.example/fr/l.jpg' },
      metadata: {
        ...own.metadata,
        effect: french.printed_text,
        description: french.flavor_text,
        attributes: { ...own.metadata.attributes, type_line: french.printed_type_line },
      },
      lang: 'fr',
      names: { en: own.name, fr: french.printed_name, 'zh-cn': '提灯守护者' },
    });
    const chinese = await api.data<Card>('/v1/cards/lmp-1?lang=zh-cn');
    assert.deepEqual([chinese.name, chinese.image], ['提灯守护者', own.image], 'a placeholder is no picture');

    const split = await api.data<Card>('/v1/cards/lmp-2?lang=fr');
    assert.equal(split.name, 'Étincelle // Cendre');
    assert.equal(split.metadata.attributes?.type_line, 'Instant // Instant', 'of one face no half is told');
    const turned = await api.data<Card>('/v1/cards/lmp-4?lang=fr');
    assert.equal(turned.metadata.attributes?.type_line, 'Créature : humain et sorcier // Créature : humain et insecte');
    const faces = split.metadata.attributes?.faces as Record<string, unknown>[];
    assert.deepEqual(
      faces.map(({ name, type_line, text, mana_cost }) => [name, type_line, text, mana_cost]),
      [
        ['Étincelle', 'Éphémère', 'Elle brûle.', '{R}'],
        ['Cendre', 'Instant', 'It is grey.', '{R}'],
      ],
    );
    assert.equal((await api.data<Card>('/v1/cards/lmp-3?lang=fr')).lang, 'en', 'without a printed name it has no text');
    const found = await api.data<{ items: (CardSummary & { score: number })[] }>('/v1/cards?q=gardienne+des+lanternes');
    assert.deepEqual(
      found.items.map(({ id, score }) => [id, score]),
      [['lmp-1', 1]],
    );

    // The file is large and made anew twice a day: its texts are read once a week.
    const again = ALL.map((row) =>
      row instanceof Object && row.lang === 'fr' ? { ...row, printed_text: 'Vol.' } : row,
    );
    const effectAt = async (updatedAt: string) => {
      await folder.write(again, updatedAt);
      await runGames(place.store, [{ scope, sources }]);
      return (await api.data<Card>('/v1/cards/lmp-1?lang=fr')).metadata.effect;
    };
    assert.equal(await effectAt('2026-07-15T21:02:00.000+00:00'), french.printed_text);
    assert.equal(await effectAt('2026-07-21T21:02:00.000+00:00'), 'Vol.');
  });
});
