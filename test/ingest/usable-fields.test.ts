/** A field that cannot be taken is null or left out, counted and listed; its card stays, and so do its printings. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Card } from '../../src/catalog/records.ts';
import { cardBodies } from '../../src/store/catalog/cards.ts';
import type { Store } from '../../src/store/store.ts';
import { catalogFolder, tinyCard, tinyCatalog, type UpstreamCatalog } from '../support/sources/tiny-catalog.ts';
import { runCatalog } from '../support/stages/ingest.ts';
import { ENGINES, newStore } from '../support/stages/stores.ts';

const CARD = 'ember1-3';

async function cardOf(store: Store, id: string): Promise<Card | undefined> {
  const body = (await store.write((writes) => cardBodies(writes, [id]))).get(id);
  return body === undefined ? undefined : (JSON.parse(body) as Card);
}

/** A catalog with one card changed. */
function changed(change: (card: UpstreamCatalog['cards'][number]) => void): UpstreamCatalog {
  const catalog = tinyCatalog();
  for (const card of catalog.cards) if (card.id === CARD) change(card);
  return catalog;
}

for (const [engine, skip] of ENGINES) {
  suite(`a field that cannot be taken on ${engine}`, { skip }, () => {
    test('is left out or null, counted and listed; the card is kept', async () => {
      await using place = await newStore(engine);
      await using folder = await catalogFolder(
        changed((card) => Object.assign(card, { dexId: [384.1, 7], hp: 'many', localId: '', rarity: 3 })),
      );
      const { outcome, reason, counts } = await runCatalog(place.store, folder.files);
      assert.deepEqual([outcome, counts.quarantined, counts.fields_left_out], ['succeeded', 0, 4]);
      assert.match(reason ?? '', /^fields left out: 1 × card: \/\w+ .* \(ember1-3\)$/);
      for (const field of ['/dexId/\\*', '/hp', '/localId', '/rarity']) assert.match(reason ?? '', new RegExp(field));
      const card = await cardOf(place.store, CARD);
      assert.deepEqual(
        [card?.number, card?.rarity, card?.metadata.hp, card?.metadata.dex_numbers],
        [null, null, null, [7]],
      );
      assert.equal(card?.variants.length, 2);
    });

    test('is one that no text can hold: half of a character is left out, what is empty stays so, a name of blanks is none', async () => {
      await using place = await newStore(engine);
      const odd = { description: 'a\ud800b', illustrator: '\udc00', rarity: '', category: '', stage: '\u{1f0a1}' };
      await using folder = await catalogFolder(changed((card) => Object.assign(card, odd)));
      const { counts, reason } = await runCatalog(place.store, folder.files);
      assert.equal(counts.fields_left_out, 2, reason ?? '');
      const { rarity, category, illustrator, metadata } = (await cardOf(place.store, CARD)) ?? {};
      assert.deepEqual(
        [rarity, category, illustrator, metadata?.description, metadata?.stage],
        ['', '', null, null, '\u{1f0a1}'],
      );
      for (const name of ['\ud800', ' \n\u3000']) {
        await folder.write(changed((card) => Object.assign(card, { name })));
        const { reason: fault } = await runCatalog(place.store, folder.files);
        assert.match(fault ?? '', /^1 records quarantined; the first: card: \/name .* \(ember1-3\)/);
      }
    });

    test('that is a printing’s own lets no printing go', async () => {
      await using place = await newStore(engine);
      await using folder = await catalogFolder(tinyCatalog());
      await runCatalog(place.store, folder.files);
      for (const spoilt of [[{ type: 'normal' }, { type: 4 }], [{ type: 4 }], 42]) {
        await folder.write(changed((card) => Object.assign(card, { variants_detailed: spoilt })));
        const { outcome, counts } = await runCatalog(place.store, folder.files);
        assert.deepEqual([outcome, counts.variants_missing, counts.variants_pruned], ['succeeded', 0, 0]);
      }
      assert.equal((await cardOf(place.store, CARD))?.variants.length, 2);
    });

    test('of more than 1 % of the records is another format: an outage', async () => {
      await using place = await newStore(engine);
      const catalog = tinyCatalog();
      for (const card of catalog.cards.slice(0, 2)) card.hp = 'many';
      await using folder = await catalogFolder(catalog);
      const { outcome, reason } = await runCatalog(place.store, folder.files);
      assert.equal(outcome, 'failed');
      assert.match(
        reason ?? '',
        /^2 of 41 records have fields that cannot be taken; the first: card: \/hp must be integer/,
      );
    });

    test('an unknown printing word is kept, counted and listed', async () => {
      await using place = await newStore(engine);
      await using folder = await catalogFolder(
        changed((card) => Object.assign(card, { variants_detailed: [{ type: 'normal', stamp: ['Sello nuevo'] }] })),
      );
      const { reason, counts } = await runCatalog(place.store, folder.files);
      assert.equal(counts.words_unknown, 1);
      assert.equal(reason, 'words not known: 1 × card: stamp "Sello nuevo" (ember1-3)');
      assert.deepEqual((await cardOf(place.store, CARD))?.variants[0]?.stamps, ['Sello nuevo']);
    });

    test('cards of a set that its language does not list are quarantined, and are no outage up to one in ten', async () => {
      await using place = await newStore(engine);
      const unlisted = (count: number) => {
        const catalog = tinyCatalog();
        const cards = Array.from({ length: count }, (_, at) => tinyCard('pop1', at + 1));
        // As upstream has them: the set has a German name, its series none.
        catalog.cards.push(...cards.map((card) => ({ ...card, set: { id: 'pop1', name: 'POP Serie 1' } })));
        return catalog;
      };
      await using folder = await catalogFolder(unlisted(4));
      const { outcome, reason, counts } = await runCatalog(place.store, folder.files);
      assert.deepEqual([outcome, counts.cards, counts.quarantined, counts.cards_unplaced], ['succeeded', 36, 0, 4]);
      assert.equal(reason, '4 cards quarantined: none of the listed expansions contains them (pop1-1)');
      await folder.write(unlisted(5));
      const next = await runCatalog(place.store, folder.files);
      assert.equal(next.outcome, 'failed');
      assert.match(next.reason ?? '', /^5 cards are of expansions that are not listed; the first: pop1-1: left out/);
    });
  });
}
