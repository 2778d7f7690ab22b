/** What collectors type finds the card, from what a run stored on both engines: codes, expansions, rarities, printings, illustrators. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { GAMES } from '../../src/games/games.ts';
import { readCatalogIndexes } from '../../src/search/build/catalog-indexes.ts';
import { GameIndexes } from '../../src/search/game-indexes.ts';
import { allExpansions } from '../../src/store/catalog/expansions.ts';
import { gameRows } from '../../src/store/catalog/game-versions.ts';
import type { Engine, Store } from '../../src/store/store.ts';
import { catalogFolder, tinyCatalog, type UpstreamCatalog } from '../support/sources/tiny-catalog.ts';
import { runCatalog } from '../support/stages/ingest.ts';
import { newStore, postgresMissing } from '../support/stages/stores.ts';

const GAME = 'game';
const WORDS = new Map([[GAME, GAMES.pokemon.search]]);

/** Three expansions, each with a card of one name, and some with what collectors speak of. */
function catalog(): UpstreamCatalog {
  const made = tinyCatalog();
  const [first, second] = made.sets;
  Object.assign(first ?? {}, { abbreviation: { official: 'EMD' }, tcgOnline: 'ED' });
  Object.assign(second ?? {}, { abbreviation: { official: 'EMT:TG' } });
  for (const card of made.cards.filter(({ localId }) => localId === '7')) card.name = 'Thornback ex';
  const [special, stamped] = made.cards;
  Object.assign(special ?? {}, { rarity: 'Special illustration rare', illustrator: 'Nell "Ash" Vey' });
  const stamps = [{ type: 'normal', size: 'standard', stamp: ['1st-edition'] }];
  Object.assign(stamped ?? {}, { name: 'Emberwing', variants_detailed: stamps });
  const [titled, plain, coded] = made.cards.slice(2);
  Object.assign(titled ?? {}, { name: 'Vela - Keeper of the Drowned Orchard', rarity: 'Gilded' });
  Object.assign(plain ?? {}, { name: 'Vela - Keeper of the Drowned Orchards' });
  Object.assign(made.cards.at(-1) ?? {}, { name: 'Lamp - Gilded' });
  Object.assign(coded ?? {}, { localId: 'EMD-EN005' });
  return made;
}

async function first(store: Store, query: string): Promise<string | undefined> {
  const indexes = new GameIndexes(await readCatalogIndexes(store, new Map(), { words: WORDS }));
  return indexes.search('cards', { query, limit: 5 })[0]?.id;
}

const namesVersion = async (store: Store) => (await gameRows(store.reads))[0]?.names;

function understands(engine: Engine): void {
  test('a card is found by what collectors say of it, in any order', async () => {
    await using place = await newStore(engine);
    const { store } = place;
    await using folder = await catalogFolder(catalog());
    await runCatalog(store, folder.files);
    const right = {
      'EMD 7': 'ember1-7',
      'ed 007': 'ember1-7',
      'emd-7': 'ember1-7',
      'EMT 7': 'ember2-7',
      'thornback frost gate': 'frost1-7',
      'Ember Tide Thornback ex': 'ember2-7',
      '7 thornback ember1': 'ember1-7',
      'ember2-7': 'ember2-7',
      'FROST1-7': 'frost1-7',
      'glimmer sir': 'ember1-1',
      'glimmer special illustration rare': 'ember1-1',
      'vey glimmer': 'ember1-1',
      'emberwing 1st edition': 'ember1-2',
      'emberwing 1st ed psa 10': 'ember1-2',
      'vela gilded': 'ember1-3',
      'gilded vela': 'ember1-3',
      EMDEN005: 'ember1-5',
      'thornback of no such word frost gate': 'frost1-7',
    };
    for (const [query, id] of Object.entries(right)) assert.equal(await first(store, query), id, query);
    assert.ok(
      (await allExpansions(store.reads, GAME)).every((record) => !('codes' in record)),
      'no record shows codes',
    );
  });

  test('an expansion and a number find its card first: by id, then by code, then by the letters of a number', async () => {
    await using place = await newStore(engine);
    const { store } = place;
    const made = tinyCatalog(10);
    const [ember, tide, frost] = made.sets;
    Object.assign(ember ?? {}, { id: 'sw7' });
    Object.assign(tide ?? {}, { id: 'sw7p', abbreviation: { official: 'SV' } });
    // Its code is another one's id.
    Object.assign(frost ?? {}, { id: 'u', abbreviation: { official: 'SW7' } });
    const numbers = { 2: 'SW78', 3: 'SV4', 4: 'Z', 5: 'XY10', 6: 'RC5' } as Readonly<Record<string, string>>;
    for (const card of made.cards) {
      const set = { ember1: 'sw7', ember2: 'sw7p', frost1: 'u' }[card.set.id] ?? '';
      // Those of letters stand in one set.
      const localId = set === 'u' ? (numbers[card.localId] ?? card.localId) : card.localId;
      Object.assign(card, { id: `${set}-${localId}`, localId, set: { id: set } });
    }
    await using folder = await catalogFolder(made);
    await runCatalog(store, folder.files);
    const right = {
      'sw7 8': 'sw7-8',
      'sw7-8': 'sw7-8',
      'u-SW78': 'u-SW78',
      'SW7 8': 'sw7-8',
      sw78: 'u-SW78',
      'SV 4': 'sw7p-4',
      // As it is printed, with a language between.
      'SV EN 4': 'sw7p-4',
      u8: 'u-8',
      SV4: 'u-SV4',
      'u Z': 'u-Z',
      'U z': 'u-Z',
      'xy 10': 'u-XY10',
      'sw7 10': 'sw7-10',
      'RC5/RC32': 'u-RC5',
    };
    for (const [query, id] of Object.entries(right)) assert.equal(await first(store, query), id, query);
  });

  test('rarity, illustrator, printings and codes move the names, so that the index follows; texts do not', async () => {
    await using place = await newStore(engine);
    const { store } = place;
    await store.write((writes) => writes.insertInto('games').values({ name: GAME, id_prefix: '' }).execute());
    const made = catalog();
    await using folder = await catalogFolder(made);
    await runCatalog(store, folder.files);
    const [card] = made.cards;
    const steps: [change: object, of: object | undefined, isMoved: boolean][] = [
      [{ description: 'Another text' }, card, false],
      [{ rarity: 'Hyper rare' }, card, true],
      [{ illustrator: 'Odo Lark' }, card, true],
      [{ variants_detailed: [{ type: 'holo', size: 'standard' }] }, card, true],
      [{ abbreviation: { official: 'NEW' } }, made.sets[0], true],
    ];
    for (const [change, of, isMoved] of steps) {
      const before = await namesVersion(store);
      Object.assign(of ?? {}, change);
      await folder.write(made);
      await runCatalog(store, folder.files);
      assert.equal((await namesVersion(store)) !== before, isMoved, JSON.stringify(change));
    }
    assert.equal(await first(store, 'NEW 7'), 'ember1-7');
    assert.equal(await first(store, 'odo lark'), 'ember1-1');
  });
}

suite("collectors' words on sqlite", () => understands('sqlite'));
suite("collectors' words on postgres", { skip: postgresMissing }, () => understands('postgres'));
