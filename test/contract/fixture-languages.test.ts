/** The recorded catalog in five languages: every text is upstream's, and everything else is the card's own. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import type { Card, CardSummary, Expansion, Series } from '../../src/catalog/records.ts';
import { withheldTexts } from '../../src/store/catalog/translations.ts';
import { readEverything } from '../support/oracles/walk.ts';
import {
  type FixtureUpstream,
  fixtureFolder,
  fixturesMissing,
  startFixtureUpstream,
} from '../support/sources/fixture-upstream.ts';
import { filesOf, restOf, spokenFixture } from '../support/sources/localized-fixture.ts';
import type { TestApi } from '../support/stages/api.ts';

interface UpstreamCard {
  id: string;
  name: string;
  [field: string]: unknown;
  attacks?: { name?: string; effect?: string; cost?: string[] }[];
  abilities?: { type?: string; name?: string; effect?: string }[];
  weaknesses?: { type: string }[];
  resistances?: { type: string }[];
}

/** Where each of upstream's texts stands in our records. */
const TEXTS: readonly [upstream: string, ours: (card: Card) => unknown][] = [
  ['name', ({ name }) => name],
  ['rarity', ({ rarity }) => rarity],
  ['category', ({ category }) => category],
  ['types', ({ metadata }) => metadata.types],
  ['stage', ({ metadata }) => metadata.stage],
  ['evolveFrom', ({ metadata }) => metadata.evolve_from],
  ['description', ({ metadata }) => metadata.description],
  ['effect', ({ metadata }) => metadata.effect],
  ['trainerType', ({ metadata }) => metadata.trainer_type],
  ['energyType', ({ metadata }) => metadata.energy_type],
];

/** The texts that upstream gives a card, each beside what is shown. */
function texts(theirs: UpstreamCard, ours: Card): [field: string, theirs: unknown, ours: unknown][] {
  const said = TEXTS.flatMap(([field, read]): [string, unknown, unknown][] =>
    theirs[field] === undefined ? [] : [[field, theirs[field], read(ours)]],
  );
  const { attacks, abilities, weaknesses, resistances } = ours.metadata;
  const shown = (theirs.attacks ?? []).filter((attack) => Object.keys(attack).length > 0);
  for (const [at, attack] of shown.entries()) {
    if (attack.name) said.push(['attack', attack.name, attacks[at]?.name]);
    if (attack.effect) said.push(['attack effect', attack.effect, attacks[at]?.text]);
    if (attack.cost) said.push(['attack cost', attack.cost, attacks[at]?.cost]);
  }
  for (const [at, ability] of (theirs.abilities ?? []).entries()) {
    if (ability.type) said.push(['ability kind', ability.type, abilities[at]?.kind]);
    if (ability.name) said.push(['ability', ability.name, abilities[at]?.name]);
    if (ability.effect) said.push(['ability effect', ability.effect, abilities[at]?.text]);
  }
  for (const [at, { type }] of (theirs.weaknesses ?? []).entries()) said.push(['weakness', type, weaknesses[at]?.type]);
  for (const [at, { type }] of (theirs.resistances ?? []).entries())
    said.push(['resistance', type, resistances?.[at]?.type]);
  return said;
}

/** What is the same in every language. */
const canonical = ({ id, game, expansion_id, number, illustrator, variants, metadata }: Card) => ({
  id,
  game,
  expansion_id,
  number,
  illustrator,
  variants,
  hp: metadata.hp,
  retreat: metadata.retreat,
  dex_numbers: metadata.dex_numbers,
  damage: metadata.attacks.map(({ damage }) => damage),
  modifiers: metadata.weaknesses.map(({ modifier }) => modifier),
  legality: metadata.legality,
});

/** Compares every card that is there; returns how many texts were equal. */
async function compare(api: TestApi, upstream: FixtureUpstream, language: string, withheld: ReadonlySet<string>) {
  const theirs = new Map(
    (await upstream.json<UpstreamCard[]>(`${upstream.base}/tcgdex/generated/${language}/cards.json`)).map((card) => [
      card.id,
      card,
    ]),
  );
  const { cards } = await readEverything(api);
  let [equal, without] = [0, 0];
  for (const [id, own] of cards) {
    const shown = await api.data<Card>(`/v1/cards/${id}?lang=${language}`);
    assert.deepEqual(canonical(shown), canonical(own), `${id} in ${language}`);
    const upstreamCard = theirs.get(id);
    if (upstreamCard === undefined || withheld.has(id)) {
      const { lang, ...record } = shown;
      assert.deepEqual(record, own);
      assert.notEqual(lang, language);
      without += 1;
      continue;
    }
    assert.equal(shown.lang, language);
    assert.equal(shown.names?.[language], upstreamCard.name);
    for (const [field, text, ours] of texts(upstreamCard, shown)) {
      assert.deepEqual(ours, text, `${field} of ${id} in ${language}`);
      equal += 1;
    }
  }
  return { equal, without };
}

suite('the recorded catalog in five languages', { skip: fixturesMissing }, () => {
  test('French and German beside English: every text is upstream’s, prices and printings are the card’s own', async () => {
    await using upstream = await startFixtureUpstream('sample');
    await using place = await spokenFixture(upstream, filesOf(upstream), ['en', 'fr', 'de']);
    const held = await withheldTexts(place.store.reads, 'game');
    for (const language of ['fr', 'de']) {
      const withheld = new Set(held.filter((text) => text.language === language).map(({ card_id }) => card_id));
      assert.ok(withheld.size <= 1319 * 0.002, `${[...withheld]}`);
      const { equal, without } = await compare(place.api, upstream, language, withheld);
      assert.equal(without, 1325 - 1319 + withheld.size);
      assert.ok(equal > 10_000, `${equal} texts in ${language}`);
    }
    const sets = await upstream.json<{ id: string; name: string }[]>(`${upstream.base}/tcgdex/generated/fr/sets.json`);
    for (const { id, name } of sets)
      assert.equal((await place.api.data<Expansion>(`/v1/expansions/${id}?lang=fr`)).name, name);
    const series = await upstream.json<{ id: string; name: string }[]>(
      `${upstream.base}/tcgdex/generated/fr/series.json`,
    );
    for (const { id, name } of series)
      assert.equal((await place.api.data<Series>(`/v1/series/${id}?lang=fr`)).name, name);
  });

  test('Chinese beside Japanese: no text of the cards that upstream joins by mistake is shown', async () => {
    await using upstream = await startFixtureUpstream('sample');
    await using place = await spokenFixture(upstream, filesOf(upstream), ['ja', 'zh-tw']);
    const held = await withheldTexts(place.store.reads, 'game');
    const withheld = new Set(held.map(({ card_id }) => card_id));
    const { one_id_two_cards } = JSON.parse(readFileSync(`${fixtureFolder('sample')}/MANIFEST.json`, 'utf8'));
    const wrong: [string, string, string][] = one_id_two_cards.cards;
    const found = wrong.filter(([id]) => withheld.has(id));
    assert.ok(found.length >= wrong.length * 0.95, `${found.length} of ${wrong.length}`);
    for (const [id, , chinese] of found) {
      assert.notEqual((await place.api.data<Card>(`/v1/cards/${id}?lang=zh-tw`)).name, chinese);
    }
    const { counts } = place.reports.at(-1) ?? assert.fail();
    assert.equal(counts.texts_withheld, withheld.size);
    const { equal } = await compare(place.api, upstream, 'zh-tw', withheld);
    assert.ok(equal > 1500, `${equal} texts`);
  });

  test('Japanese and Chinese beside English: the cards of Asia are cards, each with its texts', async () => {
    await using upstream = await startFixtureUpstream('sample');
    await using place = await spokenFixture(upstream, filesOf(upstream), ['en', 'ja', 'zh-tw']);
    const { cards, expansions } = await readEverything(place.api);
    for (const [language, region] of [
      ['en', undefined],
      ['ja', 'asia'],
    ] as const) {
      const theirs = await upstream.json<UpstreamCard[]>(`${upstream.base}/tcgdex/generated/${language}/cards.json`);
      const ours = theirs.filter(({ id, name }) => cards.get(id)?.name === name);
      assert.equal(ours.length, theirs.length, language);
      const sets = new Set(ours.map(({ id }) => cards.get(id)?.expansion_id));
      for (const set of expansions) if (sets.has(set.id)) assert.equal(set.region, region, set.id);
    }
    const held = new Set((await withheldTexts(place.store.reads, 'game')).map(({ card_id }) => card_id));
    const { equal } = await compare(place.api, upstream, 'zh-tw', held);
    assert.ok(equal > 1500, `${equal} texts`);
  });

  test('the REST API gives the same texts as the compiled files', async () => {
    await using upstream = await startFixtureUpstream('sample', ['--missing', '0']);
    const names: CardSummary[][] = [];
    for (const catalog of [filesOf(upstream), restOf(upstream)]) {
      await using place = await spokenFixture(upstream, catalog, ['en', 'fr']);
      const { next_cursor: _, items } = await place.api.data<{ items: CardSummary[]; next_cursor: string }>(
        '/v1/cards?lang=fr&limit=200&expansion_id=swshp',
      );
      names.push(items.map(({ image, ...row }) => ({ ...row, image: null })));
    }
    assert.equal(names[0]?.length, 200);
    assert.deepEqual(names[1], names[0]);
  });
});
