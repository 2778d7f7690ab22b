/** What becomes of each field of a Scryfall record, and of the forms in which records differ. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cardSeed } from '../../../../src/games/magic/scryfall/records.ts';
import { BadRecord } from '../../../../src/upstream/seed-collector.ts';
import { record } from './scryfall-upstream.ts';

/** The seed, and what was said of it. */
function seedOf(fields: Record<string, unknown> = {}) {
  const said: string[] = [];
  const note = (text: string) => void said.push(text);
  return { seed: cardSeed(record(fields), { leftOut: note, unknownWord: note }), said };
}
const attributes = (fields: Record<string, unknown>) => seedOf(fields).seed.metadata.attributes ?? {};
const printings = (fields: Record<string, unknown>) =>
  seedOf(fields).seed.variants.map(({ type, subtype, size, stamps, foil }) => ({ type, subtype, size, stamps, foil }));

test('every field has its place', () => {
  const { seed, said } = seedOf();
  assert.deepEqual(said, []);
  const ids = { tcgplayer: 11, cardmarket: 21 };
  const look = { subtype: null, size: 'standard', stamps: [], foil: null, external_ids: ids };
  assert.deepEqual(seed, {
    id: 'lmp-1',
    expansion_id: 'lmp',
    number: '1',
    name: 'Lantern Keeper',
    rarity: 'rare',
    illustrator: 'A. Drawer',
    image: { low: 'https://p.example/s.jpg', high: 'https://p.example/l.jpg' },
    category: 'Creature',
    metadata: {
      hp: null,
      types: ['G'],
      dex_numbers: [],
      stage: null,
      evolve_from: null,
      description: 'It never sleeps.',
      effect: 'Flying. It keeps a lamp.',
      trainer_type: null,
      energy_type: null,
      retreat: null,
      abilities: [],
      attacks: [],
      weaknesses: [],
      resistances: null,
      legality: { expanded: false, standard: true },
      attributes: {
        mana_cost: '{1}{G}',
        cmc: 2,
        type_line: 'Legendary Creature — Owl Scout',
        power: 2,
        toughness: '1+*',
        color_identity: ['G'],
        keywords: ['Flying'],
        layout: 'normal',
        frame: 2015,
        border_color: 'black',
        oracle_id: 'ffffffff-0000-4000-8000-000000000001',
        scryfall_id: '00000000-0000-4000-8000-000000000001',
      },
      legalities: { standard: 'legal', vintage: 'restricted', modern: 'banned', pauper: 'not_legal' },
    },
    variants: [
      { type: 'normal', ...look },
      { type: 'foil', ...look },
    ],
    external_ids: ids,
    ids_complete: true,
  });
});

test('numbers are numbers; signs in their place stay as printed', () => {
  const { power, toughness, loyalty, defense } = attributes({
    power: '-1',
    toughness: '*',
    loyalty: '4',
    defense: '5',
  });
  assert.deepEqual([power, toughness, loyalty, defense], [-1, '*', 4, 5]);
  for (const power of ['+1', '∞', '-0', 'NaN', '?']) assert.equal(attributes({ power }).power, power);
});

test('letters and stars in numbers are part of the id', () => {
  for (const number of ['12a', '7★', '★7', '33†', 'A-12', 'AER-14']) {
    const { seed } = seedOf({ collector_number: number });
    assert.deepEqual([seed.id, seed.number], [`lmp-${number}`, number]);
  }
});

test('a space in a number is printed, and none of the id; a number of spaces is none', () => {
  const { seed } = seedOf({ id: 'a', collector_number: 'a1 2007' });
  assert.deepEqual([seed.id, seed.number], ['lmp-a1_2007', 'a1 2007']);
  assert.throws(() => seedOf({ id: 'a', collector_number: '  ' }), BadRecord);
});

test('a finish is a printing, with the treatment, size, stamps and foil pattern of the record', () => {
  const plain = { subtype: null, size: 'standard', stamps: [], foil: null };
  assert.deepEqual(printings({ finishes: ['etched', 'glossy'] }), [
    { ...plain, type: 'etched' },
    { ...plain, type: 'glossy' },
  ]);
  assert.deepEqual(
    printings({
      finishes: ['foil'],
      border_color: 'borderless',
      frame_effects: ['legendary', 'showcase', 'inverted'],
      full_art: true,
      oversized: true,
      promo_types: ['boosterfun', 'surgefoil', 'prerelease'],
    }),
    [
      {
        type: 'foil',
        subtype: 'borderless-showcase-fullart',
        size: 'oversized',
        stamps: ['boosterfun', 'prerelease'],
        foil: 'surgefoil',
      },
    ],
  );
});

test('a record of before there were finishes says them by two flags', () => {
  const types = (foil: boolean | undefined, nonfoil: boolean | undefined) =>
    printings({ finishes: undefined, foil, nonfoil }).map(({ type }) => type);
  assert.deepEqual(types(true, true), ['normal', 'foil']);
  assert.deepEqual(types(true, false), ['foil']);
  assert.deepEqual(types(undefined, undefined), ['normal']);
});

test('an etched printing has the marketplace product of its own where there is one', () => {
  const tcgplayer = (fields: Record<string, unknown>) =>
    seedOf(fields).seed.variants.map(({ external_ids }) => external_ids.tcgplayer);
  assert.deepEqual(tcgplayer({ finishes: ['nonfoil', 'etched'], tcgplayer_etched_id: 12 }), [11, 12]);
  assert.deepEqual(tcgplayer({ finishes: ['etched'] }), [11]);
  assert.deepEqual(tcgplayer({ finishes: ['etched'], tcgplayer_id: undefined, tcgplayer_etched_id: 12 }), [12]);
});

const FACES = [
  {
    object: 'card_face',
    name: 'Day Owl',
    mana_cost: '{W}',
    type_line: 'Creature — Owl',
    oracle_text: 'It wakes.',
    flavor_text: 'Up early.',
    artist: 'A. Drawer',
    colors: ['W'],
    power: '1',
    toughness: '2',
    image_uris: { small: 'https://p.example/1s.jpg', large: 'https://p.example/1l.jpg' },
  },
  {
    object: 'card_face',
    name: 'Night Owl',
    mana_cost: '',
    type_line: 'Creature — Owl',
    oracle_text: 'It hunts.',
    colors: ['B'],
    power: '3',
    toughness: '3',
    image_uris: { small: 'https://p.example/2s.jpg', large: 'https://p.example/2l.jpg' },
  },
];

test('each face has its name, text and picture; the card is what its front shows', () => {
  const absent = ['mana_cost', 'type_line', 'oracle_text', 'flavor_text', 'colors', 'power', 'toughness', 'image_uris'];
  const bare = Object.fromEntries(absent.map((name) => [name, undefined]));
  const { seed } = seedOf({ ...bare, name: 'Day Owl // Night Owl', layout: 'transform', card_faces: FACES });
  assert.deepEqual(seed.image, { low: 'https://p.example/1s.jpg', high: 'https://p.example/1l.jpg' });
  const { types, effect, description, attributes: terms } = seed.metadata;
  assert.deepEqual(
    [seed.name, seed.category, types, effect, description],
    ['Day Owl // Night Owl', 'Creature', ['W'], 'It wakes.', 'Up early.'],
  );
  assert.deepEqual([terms?.mana_cost, terms?.power, terms?.toughness], ['{W}', 1, 2]);
  assert.deepEqual(terms?.faces, [
    {
      name: 'Day Owl',
      mana_cost: '{W}',
      type_line: 'Creature — Owl',
      power: 1,
      toughness: 2,
      types: ['W'],
      text: 'It wakes.',
      description: 'Up early.',
      illustrator: 'A. Drawer',
      image: { low: 'https://p.example/1s.jpg', high: 'https://p.example/1l.jpg' },
    },
    {
      name: 'Night Owl',
      type_line: 'Creature — Owl',
      power: 3,
      toughness: 3,
      types: ['B'],
      text: 'It hunts.',
      image: { low: 'https://p.example/2s.jpg', high: 'https://p.example/2l.jpg' },
    },
  ]);
});

test('the category is the first word of the type line that says what it is', () => {
  const lines = {
    'Legendary Snow Creature — Elf': 'Creature',
    'Kindred Sorcery — Eldrazi': 'Sorcery',
    'Tribal Instant — Elf': 'Instant',
    'Scariest Creature You’ll Ever See': 'Creature',
    Vanguard: 'Vanguard',
    Legendary: 'Legendary',
  };
  for (const [type_line, category] of Object.entries(lines))
    assert.equal(seedOf({ type_line }).seed.category, category);
});

test('a split card has one picture and both texts, its own fields before those of a face', () => {
  const halves = FACES.map(({ image_uris, colors, ...face }) => face);
  const { seed } = seedOf({ layout: 'split', mana_cost: '{W} // {B}', oracle_text: undefined, card_faces: halves });
  assert.equal(seed.image?.high, 'https://p.example/l.jpg');
  assert.equal(seed.metadata.effect, 'It wakes.');
  assert.equal(seed.metadata.attributes?.mana_cost, '{W} // {B}');
  const faces = (seed.metadata.attributes?.faces ?? []) as { text: string; image?: unknown }[];
  const texts = faces.map((face) => [face.text, face.image]);
  assert.deepEqual(texts, [
    ['It wakes.', undefined],
    ['It hunts.', undefined],
  ]);
});

test('a reversible card has its oracle id, cost and type on its faces alone', () => {
  const faces = FACES.map((face) => ({ ...face, oracle_id: 'eeeeeeee-0000-4000-8000-000000000001', cmc: 1 }));
  const absent = {
    oracle_id: undefined,
    cmc: undefined,
    type_line: undefined,
    colors: undefined,
    mana_cost: undefined,
  };
  const { seed, said } = seedOf({ ...absent, layout: 'reversible_card', card_faces: faces });
  const { oracle_id, cmc, type_line } = seed.metadata.attributes ?? {};
  assert.deepEqual(
    [oracle_id, cmc, type_line, seed.category],
    ['eeeeeeee-0000-4000-8000-000000000001', 1, 'Creature — Owl', 'Creature'],
  );
  assert.deepEqual(said, []);
});

test("a field that cannot be taken is left out and told; a face's picture that no page may show as well", () => {
  const { seed, said } = seedOf({
    artist: 7,
    power: { of: 'it' },
    legalities: { standard: 'sometimes', modern: 'legal' },
    card_faces: [{ name: 'Day Owl', image_uris: { small: 'javascript:1', large: 'javascript:2' } }],
  });
  assert.deepEqual([seed.illustrator, seed.metadata.attributes?.power], [null, undefined]);
  assert.deepEqual(seed.metadata.legalities, { modern: 'legal' });
  assert.deepEqual(seed.metadata.attributes?.faces, [{ name: 'Day Owl' }]);
  assert.deepEqual(
    said.map((text) => text.split(' ')[0]),
    ['/artist', '/power', '/legalities/standard', '/card_faces/*/image_uris'],
  );
});

test('a finish without a name leaves its printing out, and no other is let go for it', () => {
  const { seed } = seedOf({ finishes: ['nonfoil', 7] });
  assert.equal(seed.lacks_printings, true);
  assert.deepEqual(
    seed.variants.map(({ type }) => type),
    ['normal'],
  );
  assert.deepEqual(seedOf({ finishes: ['nonfoil', 'hologram'] }).said, ['type "hologram"']);
});

test('null is as good as absent', () => {
  const { seed, said } = seedOf({ flavor_text: null, finishes: null, image_uris: null, promo_types: null });
  assert.deepEqual(said, []);
  assert.deepEqual([seed.metadata.description, seed.image, seed.variants.length], [null, null, 1]);
});

test('a record without an id, name, set or number is none', () => {
  for (const field of ['id', 'name', 'set', 'collector_number']) {
    assert.throws(() => seedOf({ [field]: undefined }), BadRecord, field);
    assert.throws(() => seedOf({ [field]: '\0' }), BadRecord, field);
  }
});
