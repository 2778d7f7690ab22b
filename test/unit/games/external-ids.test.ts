/** Ids of pokemontcg.io and TCGdex in every spelling lead to the places where those cards stand here. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { numberNormalized } from '../../../src/catalog/collector-number.ts';
import type { CardPlace } from '../../../src/games/game.ts';
import { placesOfPokemontcg, placesOfTcgdex } from '../../../src/games/pokemon/external-ids.ts';
import { fixtureFolder, fixturesMissing } from '../../support/sources/fixture-upstream.ts';

const spelled = (places: readonly CardPlace[]) => places.map(({ expansion_id, number }) => `${expansion_id}/${number}`);

test('the rules of half expansions, padding and promos', () => {
  for (const [id, place] of [
    ['base1-4', 'base1/4'],
    ['swsh35-1', 'swsh3.5/1'],
    ['sv3pt5-25', 'sv03.5/25'],
    ['sv1-1', 'sv01/1'],
    ['sv10-1', 'sv10/1'],
    ['swsh45sv-SV107', 'swsh4.5sv/sv107'],
    ['swsh12pt5gg-GG70', 'swsh12.5gg/gg70'],
    ['swshp-SWSH020', 'swshp/swsh020'],
    ['cel25c-15_A2', 'cel25cc/CC006'],
    ['mcd19-12', '2019sm/12'],
    ['ex10-?', 'exu/?'],
  ]) {
    assert.ok(
      spelled(placesOfPokemontcg(id ?? '')).includes(place ?? ''),
      `${id}: ${spelled(placesOfPokemontcg(id ?? ''))}`,
    );
  }
  assert.ok(spelled(placesOfTcgdex('SV3.5-6')).includes('sv03.5/6'));
  assert.ok(spelled(placesOfTcgdex('base01-04')).includes('base1/04'));
  for (const none of ['', '-', 'base1', 'base1-', '-4', 'cel25c-99_A'])
    assert.deepEqual(placesOfPokemontcg(none), [], none);
});

/** Cards of pokemontcg.io with their names there, one for each rule and exception. */
const KNOWN: Record<string, string> = {
  'base1-4': 'Charizard',
  'base6-3': 'Charizard',
  'basep-1': 'Pikachu',
  'bp-1': 'Electabuzz',
  'bw11-RC5': 'Torchic',
  'g1-RC5': 'Charizard',
  'bwp-BW98': 'Mew',
  'cel25-25': 'Mew',
  'cel25c-4_A': 'Charizard',
  'cel25c-17_A': 'Umbreon',
  'cel25c-60_A': 'Tapu Lele',
  'col1-SL7': 'Lugia',
  'dpp-DP01': 'Turtwig',
  'ecard2-H1': 'Ampharos',
  'ex10-!': 'Unown',
  'ex10-?': 'Unown',
  'fut20-1': 'Pikachu',
  'hsp-HGSS01': 'Ho-Oh',
  'mcd19-12': 'Eevee',
  'me1-1': 'Bulbasaur',
  'pgo-10': 'Charizard',
  'pop5-17': 'Umbreon',
  'si1-1': 'Mew',
  'sm35-1': 'Bulbasaur',
  'sm115-9': 'Charizard',
  'sma-SV49': 'Charizard',
  'smp-SM60': 'Charizard',
  'sv1-1': 'Pineco',
  'sv3pt5-25': 'Pikachu',
  'sve-1': 'Grass Energy',
  'svp-1': 'Sprigatito',
  'swsh12pt5-18': 'Charizard',
  'swsh12pt5gg-GG70': 'Arceus',
  'swsh35-74': 'Charizard',
  'swsh45sv-SV107': 'Charizard',
  'swsh11tg-TG03': 'Charizard',
  'swshp-SWSH020': 'Pikachu',
  'tk1a-1': 'Bagon',
  'xyp-XY17': 'Charizard',
};

interface RawCard {
  id: string;
  localId: string;
  name: string;
  set: { id: string };
}

/** The real catalog by place: expansion and number in its sortable form. */
function catalogByPlace() {
  const file = join(fixtureFolder('full'), 'catalog', '2026-08-21', 'cards.ndjson.gz');
  const cards = gunzipSync(readFileSync(file)).toString('utf8').split('\n').filter(Boolean);
  const byPlace = new Map<string, RawCard[]>();
  const all = cards.map((line) => JSON.parse(line) as RawCard);
  for (const card of all) {
    const place = `${card.set.id} ${numberNormalized(card.localId.replace('%3F', '?'))}`;
    byPlace.set(place, [...(byPlace.get(place) ?? []), card]);
  }
  const at = (places: readonly CardPlace[]): RawCard[] => {
    for (const { expansion_id, number } of places) {
      const found = byPlace.get(`${expansion_id} ${numberNormalized(number)}`);
      if (found) return found;
    }
    return [];
  };
  return { all, at };
}

test('in the real catalog known ids of pokemontcg.io lead to the card of that name', { skip: fixturesMissing }, () => {
  const { at } = catalogByPlace();
  const wrong = Object.entries(KNOWN).flatMap(([id, name]) => {
    const found = at(placesOfPokemontcg(id)).map((card) => card.name);
    return found.length === 1 && found[0]?.includes(name) ? [] : [`${id} ${name}: ${found}`];
  });
  assert.deepEqual(wrong, []);
});

/** How pokemontcg.io names our expansions, where it has them: by its rules, written the other way round. */
function pokemontcgId(expansion: string): string | undefined {
  // Expansions that pokemontcg.io never had.
  if (/^(tk-(?!ex)|[AB]\d|P-A|jumbo|wp|sp|miscp|mfb|xya|2024|me05)/.test(expansion)) return undefined;
  const exceptions: Record<string, string> = {
    lc: 'base6',
    bog: 'bp',
    cel25cc: 'cel25c',
    exu: 'ex10',
    fut2020: 'fut20',
    hgssp: 'hsp',
    'ex5.5': 'pccp',
    'swsh10.5': 'pgo',
    'sv10.5w': 'rsv10pt5',
    'sv10.5b': 'zsv10pt5',
    'tk-ex-latia': 'tk1a',
    'tk-ex-latio': 'tk1b',
    'tk-ex-p': 'tk2a',
    'tk-ex-m': 'tk2b',
    'swsh3.5': 'swsh35',
    'swsh4.5': 'swsh45',
    'swsh4.5sv': 'swsh45sv',
    'sm3.5': 'sm35',
    'sm7.5': 'sm75',
    mep: 'mep1',
  };
  const [, year] = /^20(\d\d)[a-z]+$/.exec(expansion) ?? [];
  if (year) return `mcd${year}`;
  return exceptions[expansion] ?? expansion.replace(/^(sv|me)0/, '$1').replace('.', 'pt');
}

test('in the real catalog 99 % of plausible ids lead to their one card, padded and not', {
  skip: fixturesMissing,
}, (context) => {
  const { all, at } = catalogByPlace();
  let [plausible, right] = [0, 0];
  const missed: string[] = [];
  for (const { id, localId, set } of all) {
    const expansion = pokemontcgId(set.id);
    // Its numbers there are not these; the known ones are tested above.
    if (expansion === undefined || expansion === 'cel25c') continue;
    const unpadded = localId.replace(/^([A-Za-z]*)0+(?=\d)/, '$1');
    for (const number of new Set([localId, unpadded])) {
      plausible += 1;
      const found = at(placesOfPokemontcg(`${expansion}-${number}`));
      if (found.length === 1 && found[0]?.id === id) right += 1;
      else missed.push(`${expansion}-${number}`);
    }
  }
  context.diagnostic(
    `${right} of ${plausible}: ${((100 * right) / plausible).toFixed(2)} %; missed ${missed.slice(0, 12)}`,
  );
  assert.ok(plausible > 20_000 && right / plausible >= 0.99);
});
