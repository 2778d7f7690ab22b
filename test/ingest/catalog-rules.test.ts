/** What a catalog run does with what comes: publish, keep, rename, refuse. */

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Card } from '../../src/catalog/records.ts';
import { variantNames } from '../../src/catalog/variant-names.ts';
import { explainCard } from '../../src/ingest/audit/explain-card.ts';
import { cardById, expansionById } from '../../src/store/catalog/catalog-records.ts';
import { catalogVersion } from '../../src/store/meta.ts';
import { recentRuns, taskByName } from '../../src/store/runs.ts';
import { cardPageText } from '../../src/store/views/priced/catalog-pages.ts';
import { catalogFolder, tinyCard, tinyCatalog, type UpstreamCatalog } from '../support/sources/tiny-catalog.ts';
import { cardOf, catalogStage } from '../support/stages/catalog-stage.ts';
import { GAME } from '../support/stages/game.ts';
import { runAll } from '../support/stages/ingest.ts';
import { ENGINES, newStore } from '../support/stages/stores.ts';

for (const [engine, skip] of ENGINES) {
  suite(`a catalog run on ${engine}`, { skip }, () => {
    test('publishes what came, and a second run on unchanged data changes nothing', async () => {
      await using s = await catalogStage(engine);
      const version = await catalogVersion(s.store.reads);
      const again = await s.run();
      assert.equal(again.outcome, 'succeeded');
      assert.ok(
        Object.values(again.counts).every((count) => count === 0),
        JSON.stringify(again.counts),
      );
      assert.equal(await catalogVersion(s.store.reads), version);
    });

    test('a file written anew with the same content changes nothing', async () => {
      await using s = await catalogStage(engine);
      const version = await catalogVersion(s.store.reads);
      const again = await s.run((catalog) => catalog.cards.reverse());
      assert.equal(again.counts.cards_changed, 0);
      assert.equal(again.counts.cards, 36);
      assert.equal(await catalogVersion(s.store.reads), version);
    });

    test('files that are again as they were before the last publish are read again, whatever that one could not take', async () => {
      await using s = await catalogStage(engine, tinyCatalog(40));
      const nameOf = async () => (await expansionById(s.store.reads, 'ember1'))?.name;
      let undo = () => undefined as unknown;
      const spoilt = await s.run(({ sets: [set], cards }) => {
        const name = set?.name;
        Object.assign(set ?? {}, { name: 'A bad build' });
        cards.push({ ...tinyCard('ember1', 99), id: '' });
        undo = () => [Object.assign(set ?? {}, { name }), cards.pop()];
      });
      assert.deepEqual([spoilt.counts.quarantined, await nameOf()], [1, 'A bad build']);
      assert.equal((await s.run(() => undo())).outcome, 'succeeded');
      assert.equal(await nameOf(), 'Ember Dawn');
    });

    test('a source told otherwise reads what has not changed anew', async () => {
      await using place = await newStore(engine);
      await using folder = await catalogFolder(tinyCatalog());
      const catalog = tinyCatalog();
      for (const card of catalog.cards) card.image = `https://pictures.example/${card.id}`;
      await folder.write(catalog);
      const runWith = (pictures: 'webp' | 'jpg') =>
        runAll(place.store, { catalog: { adapter: 'tcgdex', files: folder.files, pictures } });
      await runWith('webp');
      const [again] = await runWith('jpg');
      assert.equal(again?.counts.cards_changed, 36);
      assert.match((await cardOf(place.store, 'ember1-1')).image?.low ?? '', /low\.jpg$/);
    });

    test('a changed card is changed, its printings keep their ids', async () => {
      await using s = await catalogStage(engine);
      const before = await cardOf(s.store, 'ember1-1');
      const report = await s.run(({ cards }) => {
        const card = cards.find(({ id }) => id === 'ember1-1');
        Object.assign(card ?? {}, {
          name: 'Glimmer the First',
          variants_detailed: [{ type: 'reverse' }, { type: 'normal' }, { type: 'holo' }],
        });
      });
      assert.equal(report.counts.cards_changed, 1);
      assert.equal(report.counts.variants_new, 1);
      const after = await cardOf(s.store, 'ember1-1');
      assert.equal(after.name, 'Glimmer the First');
      const idOf = (card: Card, type: string) => card.variants.find((variant) => variant.type === type)?.id;
      for (const type of ['normal', 'reverse']) assert.equal(idOf(after, type), idOf(before, type));
      assert.ok(Number.isInteger(idOf(after, 'holo')));
    });

    test('exact duplicates of a printing are printings of their own', async () => {
      await using s = await catalogStage(engine);
      await s.run(({ cards }) =>
        Object.assign(cards[0] ?? {}, { variants_detailed: [{ type: 'normal' }, { type: 'normal' }] }),
      );
      const { variants } = await cardOf(s.store, 'ember1-1');
      const [first, second] = variants.filter(({ type }) => type === 'normal');
      assert.ok(first && second);
      assert.notEqual(first.id, second.id);
    });

    test('explain names each printing as the price rows do', async () => {
      await using s = await catalogStage(engine);
      await s.run(({ cards }) =>
        Object.assign(cards[0] ?? {}, {
          variants_detailed: [
            { type: 'holo', stamp: ['staff', '1st-edition'] },
            { type: 'normal' },
            { type: 'normal' },
          ],
        }),
      );
      const explained = await explainCard(s.store.reads, 'ember1-1', [GAME]);
      const names = new Set(explained?.variants.map(({ variant }) => variant));
      const { variants } = await cardOf(s.store, 'ember1-1');
      assert.deepEqual([...names].sort(), [...variantNames(variants).values()].sort());
      assert.ok(names.has('holo:1st-edition+staff'));
    });

    test('a card missing upstream stays', async () => {
      await using s = await catalogStage(engine);
      const report = await s.run(({ cards }) => cards.splice(3, 1));
      assert.equal(report.outcome, 'succeeded');
      assert.equal((await cardOf(s.store, 'ember1-4')).name, 'Glimmer 4 of ember1');
    });

    test('an expansion and a series missing upstream stay, with their cards', async () => {
      await using s = await catalogStage(engine, tinyCatalog(40));
      await s.run((catalog) => {
        catalog.sets.push({ id: 'gone', name: 'Gone', serie: { id: 'frost' }, cardCount: { official: 1, total: 1 } });
        catalog.cards.push(tinyCard('gone', 1));
      });
      const report = await s.run((catalog) => {
        catalog.sets.pop();
        catalog.cards.pop();
      });
      assert.equal(report.outcome, 'succeeded', report.reason ?? '');
      assert.ok(await expansionById(s.store.reads, 'gone'));
      await cardOf(s.store, 'gone-1');
    });

    test('an id that upstream renamed keeps answering under its old id, and answers under the new one', async () => {
      await using s = await catalogStage(engine);
      const before = await cardOf(s.store, 'ember1-3');
      const rename = ({ cards }: UpstreamCatalog) =>
        Object.assign(cards.find(({ id }) => id === 'ember1-3') ?? {}, { id: 'ember1-003', localId: '003' });
      const report = await s.run(rename);
      assert.equal(report.counts.cards_renamed, 1);
      assert.equal(report.counts.cards_new, 0);
      const after = await cardOf(s.store, 'ember1-003');
      assert.deepEqual(after, await cardOf(s.store, 'ember1-3'));
      assert.deepEqual(
        after.variants.map(({ id }) => id),
        before.variants.map(({ id }) => id),
      );
      const again = await s.run(({ cards }) => Object.assign(cards[0] ?? {}, { rarity: 'Rare' }));
      assert.equal(again.counts.cards_renamed, 0);
      assert.equal(again.counts.cards_new, 0);
    });

    test('an expansion that upstream renamed keeps its id and its cards', async () => {
      await using s = await catalogStage(engine);
      const report = await s.run((catalog) => {
        for (const set of catalog.sets) if (set.id === 'ember2') set.id = 'em02';
        for (const card of catalog.cards) {
          if (card.set.id !== 'ember2') continue;
          card.set = { id: 'em02' };
          card.id = card.id.replace('ember2', 'em02');
        }
      });
      assert.equal(report.outcome, 'succeeded', report.reason ?? '');
      assert.equal(report.counts.cards_renamed, 12);
      assert.equal(report.counts.cards_new, 0);
      assert.equal((await expansionById(s.store.reads, 'em02'))?.id, 'ember2');
      assert.equal((await cardOf(s.store, 'em02-7')).expansion_id, 'ember2');
    });

    test('an outage writes nothing, and the run is recorded as failed with its reason', async () => {
      await using s = await catalogStage(engine);
      const version = await catalogVersion(s.store.reads);
      const cards = JSON.stringify(tinyCatalog().cards);
      const half = JSON.stringify(tinyCatalog().cards.filter((_, at) => at % 2 === 0));
      const outages: [name: 'cards' | 'sets', text: string, reason: RegExp][] = [
        ['cards', '[]', /no cards came/],
        ['cards', half, /only 18 cards came; the last good run had 36: left out until it stays so for 3 days/],
        ['cards', cards.slice(0, cards.length / 2), /not whole JSON/],
        ['cards', '42', /holds no list/],
        ['cards', '{"cards":[]}', /holds no list/],
        ['cards', '', /not whole JSON/],
        ['cards', '<!doctype html><title>Just a moment</title>', /not whole JSON/],
        ['cards', cards.replaceAll('"name":"', '"name":"\\u0000'), /cannot be taken/],
        ['cards', cards.replaceAll('"localId"', '"local_id"'), /cannot be taken/],
        ['sets', '[]', /no expansions came/],
      ];
      for (const [name, text, reason] of outages) {
        const report = await s.runText(name, text);
        assert.equal(report.outcome, 'failed', `${text.slice(0, 40)}: ${report.reason}`);
        assert.match(report.reason ?? '', reason);
        assert.equal(await catalogVersion(s.store.reads), version);
        const [run] = await recentRuns(s.store.reads, { limit: 1 });
        assert.equal(run?.outcome, 'failed');
        assert.equal((await taskByName(s.store.reads, 'catalog'))?.last_error, report.reason);
        assert.equal((await s.run()).outcome, 'succeeded', 'and the next good answer is taken');
      }
    });

    test('a list of fewer than 90 % of the last good run is an outage, of series and expansions too', async () => {
      await using s = await catalogStage(engine);
      const more = (catalog: UpstreamCatalog) => {
        catalog.series.push({ id: 'moss', name: 'Moss' }, { id: 'dune', name: 'Dune' });
        const cardCount = { official: 0, total: 0 };
        for (const id of ['moss1', 'dune1']) {
          catalog.sets.push({ id, name: id, serie: { id: id.slice(0, 4) }, cardCount });
        }
      };
      assert.equal((await s.run(more)).outcome, 'succeeded');
      const series = await s.run((catalog) => catalog.series.splice(2));
      assert.match(series.reason ?? '', /^only 2 series came; the last good run had 4/);
      const expansions = await s.run((catalog) => {
        catalog.series.push({ id: 'moss', name: 'Moss' }, { id: 'dune', name: 'Dune' });
        catalog.sets.splice(3);
      });
      assert.match(expansions.reason ?? '', /^only 3 expansions came; the last good run had 5/);
    });

    test('an expansion that came with fewer than half of its cards is named, and keeps them', async () => {
      await using s = await catalogStage(engine, tinyCatalog(40));
      const report = await s.run((catalog) => {
        catalog.sets.push({ id: 'small', name: 'Small', serie: { id: 'frost' }, cardCount: { official: 9, total: 9 } });
        catalog.cards.push(...Array.from({ length: 9 }, (_, at) => tinyCard('small', at + 1)));
      });
      assert.equal(report.outcome, 'succeeded');
      const shrunk = await s.run((catalog) => catalog.cards.splice(-5));
      assert.equal(shrunk.outcome, 'succeeded');
      assert.equal(shrunk.reason, 'only 4 of the 9 cards of small came: the others stay as they are');
      assert.equal((await cardOf(s.store, 'small-9')).expansion_id, 'small');
    });

    test('single bad records are quarantined with a reason, at most 1 %, and keep what they were', async () => {
      await using s = await catalogStage(engine, tinyCatalog(60));
      const report = await s.run(({ cards }) => {
        cards[0] = { ...tinyCard('ember1', 1), name: 'Bad\u0000name' };
        Object.assign(cards[1] ?? {}, { rarity: 'Rare' });
      });
      assert.equal(report.outcome, 'succeeded', report.reason ?? '');
      assert.equal(report.counts.quarantined, 1);
      assert.match(report.reason ?? '', /ember1-1/);
      assert.equal((await cardOf(s.store, 'ember1-1')).name, 'Glimmer 1 of ember1');
      assert.equal((await cardOf(s.store, 'ember1-2')).rarity, 'Rare');
    });

    test('a card of an expansion that is quarantined is quarantined with it', async () => {
      await using s = await catalogStage(engine, tinyCatalog(70));
      const report = await s.run(({ cards, sets }) => {
        sets.push({ id: 'nowhere', name: '', serie: { id: 'ember' } });
        cards.push(tinyCard('nowhere', 1));
      });
      assert.deepEqual([report.outcome, report.counts.quarantined], ['succeeded', 2]);
      assert.match(report.reason ?? '', /2 records quarantined; the first: expansion: \/name /);
      assert.equal(await cardById(s.store.reads, 'nowhere-1'), undefined);
      const again = await s.run();
      assert.equal(again.reason, report.reason, 'and said to be so until it can be taken');
    });

    test('cards without detailed printings get them from the legacy flags', async () => {
      await using s = await catalogStage(engine);
      await s.run(({ cards }) => {
        delete cards[0]?.variants_detailed;
        const variants = { normal: true, reverse: true, holo: false, firstEdition: true, wPromo: true };
        Object.assign(cards[0] ?? {}, { variants, thirdParty: { tcgplayer: 7, cardmarket: 8 } });
        Object.assign(cards[1] ?? {}, { variants_detailed: [], variants: { holo: true, firstEdition: true } });
      });
      const printed = (card: Card) => card.variants.map(({ type, stamps }) => [type, ...stamps].join('+')).sort();
      const first = await cardOf(s.store, 'ember1-1');
      assert.deepEqual(printed(first), ['normal', 'normal+1st-edition', 'normal+w-promo', 'reverse']);
      assert.deepEqual(first.variants[0]?.external_ids, { tcgplayer: 7, cardmarket: 8 });
      const holo = await cardOf(s.store, 'ember1-2');
      assert.ok(printed(holo).includes('holo') && printed(holo).includes('holo+1st-edition'));
    });

    test('a release date that moves, moves the expansion and its cards', async () => {
      await using s = await catalogStage(engine);
      await s.run(({ sets }) =>
        Object.assign(sets.find(({ id }) => id === 'frost1') ?? {}, { releaseDate: '2030-01-01' }),
      );
      const { items } = await cardPageText(s.store.reads, { after: undefined, limit: 100, isPriced: false });
      const cards = JSON.parse(`[${items}]`) as { expansion_id: string }[];
      assert.deepEqual([...new Set(cards.map(({ expansion_id }) => expansion_id))], ['ember1', 'ember2', 'frost1']);
    });
  });
}
