/** `cardstock price`: a list is priced with a server and without one, shown, and written back. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { newWorkplace, openShell, startServer } from '../support/processes/command.ts';
import { catalogFolder, tinyCatalog } from '../support/sources/tiny-catalog.ts';
import { marketFolder, tinyMarket } from '../support/sources/tiny-market.ts';

/** Of an app: what spreadsheets put before it, and 201 rows more than one request takes. */
const LIST = [
  '"sep=,"',
  'Folder Name,Quantity,Trade Quantity,Card Name,Set Code,Set Name,Card Number,Condition,Printing,Language,Price Bought,Date Bought,LOW,MID,MARKET',
  'Binder,2,0,Glimer 3 of ember1,EMB,Ember Dawn,3,NearMint,Normal,English,,,,,',
  'Binder,1,0,Glimmer 3 of ember1,EMB,Ember Dawn,3,LightPlayed,Reverse Holo,English,,,,,',
  'Binder,1,0,Nobody,,,,Mint,Normal,English,,,,,',
  ...Array.from({ length: 201 }, () => 'Binder,1,0,Glimmer 1 of ember1,,ember1,1,Poor,Normal,English,,,,,'),
].join('\r\n');

interface Priced {
  dialect: string;
  rows: { line: number; usd: number | null; card: { id: string } | null; is_certain: boolean }[];
  totals: { condition: string; cards: number; usd: number; asNm: number }[];
}

test('a list is priced alike with a server and without one, shown with its totals, and written back', async () => {
  await using place = await newWorkplace();
  const catalog = tinyCatalog();
  for (const [at, card] of catalog.cards.entries()) card.thirdParty = { tcgplayer: at + 1, cardmarket: 1001 + at };
  await using folder = await catalogFolder(catalog);
  await using market = await marketFolder();
  await market.write(tinyMarket('2026-05-01', catalog.cards.length));
  const sources = { catalog: { adapter: 'tcgdex', files: folder.files }, usd_market: market.sources.usd };
  writeFileSync(join(place.directory, 'cardstock.config.json'), JSON.stringify({ sources }));
  writeFileSync(join(place.directory, 'list.csv'), Buffer.from(`\ufeff${LIST}`, 'utf16le'));
  const shell = openShell(place);
  assert.equal((await shell.run(['ingest', 'run', 'all'])).code, 0);

  const alone = await shell.run(['price', 'list.csv', '--json', '--csv', 'priced.csv']);
  assert.equal(alone.code, 0, alone.stderr);
  const spoken = await shell.run(['price', 'list.csv', '--json', '--lang', 'en']);
  assert.equal((JSON.parse(spoken.stdout) as { rows: { card: { lang: string } }[] }).rows[0]?.card.lang, 'en');
  const refused = await shell.run(['price', 'list.csv', '--lang', 'de']);
  assert.deepEqual([refused.code, /served here: en/.test(refused.stderr)], [2, true], refused.stderr);
  const { dialect, rows, totals } = JSON.parse(alone.stdout) as Priced;
  assert.equal(dialect, 'Dragon Shield web');
  assert.deepEqual(
    rows.slice(0, 4).map(({ line, usd, card, is_certain }) => [line, usd, card?.id, is_certain]),
    [
      [3, 300, 'ember1-3', true],
      [4, 350, 'ember1-3', true],
      [5, null, undefined, false],
      [6, 100, 'ember1-1', true],
    ],
  );
  assert.deepEqual(
    totals.map(({ condition, cards, usd, asNm }) => [condition, cards, usd, asNm]),
    [
      ['NM', 3, 600, 0],
      ['MP', 1, 350, 1],
      ['DMG', 201, 20_100, 201],
      ['all', 205, 21_050, 202],
    ],
  );
  const written = readFileSync(join(place.directory, 'priced.csv'), 'utf8').split('\r\n');
  assert.equal(written.length, rows.length + 2);
  assert.match(
    written[1] ?? '',
    /^Binder,2,0,Glimer 3 of ember1,.*,ember1-3,Glimmer 3 of ember1,,Ember Dawn,3,normal,NM,2,3\.00,NM,6\.00,/,
  );

  await using server = await startServer(place, ['--no-work']);
  const asked = await shell.run([
    'price',
    'list.csv',
    '--json',
    '--url',
    server.announced.listening,
    '--key',
    await keyOf(shell),
  ]);
  assert.deepEqual(JSON.parse(asked.stdout), JSON.parse(alone.stdout));

  const shown = await shell.run(['price', 'list.csv']);
  assert.match(
    shown.stdout,
    /^line +qty +card +expansion.*\n3 +2 +Glimmer 3 of ember1 +Ember Dawn +3 +normal +NM +\$3\.00 +–? +.*certain/,
  );
  assert.match(shown.stdout, /\n5 +1 +Nobody .*not found/);
  assert.match(
    shown.stdout,
    /\nall +205 +\$210\.50 .*\n202 cards have no USD price of their condition: that of NM stands in\.\n$/,
  );
  assert.match(shown.stderr, /^204 rows, read as Dragon Shield web$/m);
});

async function keyOf(shell: ReturnType<typeof openShell>): Promise<string> {
  const { stdout } = await shell.run(['keys', 'create', '--name', 'asks', '--json']);
  return (JSON.parse(stdout) as { key: string }).key;
}

test('a file that is no list, or not there, is told in a sentence', async () => {
  await using place = await newWorkplace();
  writeFileSync(join(place.directory, 'odd.csv'), 'one,two\n1,2\n');
  const shell = openShell(place);
  for (const [file, why] of [
    ['odd.csv', /odd\.csv: Its first line names no columns/],
    ['absent.csv', /absent\.csv cannot be read/],
  ] as const) {
    const { code, stderr } = await shell.run(['price', file]);
    assert.equal(code, 2);
    assert.match(stderr, why);
  }
});
