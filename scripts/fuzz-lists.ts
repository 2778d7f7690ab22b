/** Tries over the games of a whole store that made-up files of lists are never certain and wrong, and name every unread column. */
// Usage: node scripts/node24.mjs scripts/fuzz-lists.ts <data folder of a store with cards> [files, 300] [seed]

import { randomInt } from 'node:crypto';
import type { DeployedGame } from '../src/games/game.ts';
import { GAMES } from '../src/games/games.ts';
import { openStore } from '../src/store/open-store.ts';
import { fuzzLists } from '../test/support/made/list-fuzz.ts';
import { searchNow } from '../test/support/stages/search.ts';

const [dataDir = 'data', files = '300', given] = process.argv.slice(2);
const seed = Number(given ?? randomInt(2 ** 31));
process.stdout.write(`seed ${seed}\n`);
const store = await openStore({ dataDir });
const names = await store.reads.selectFrom('games').select('name').execute();
const games = names.map(({ name }): DeployedGame => {
  const rules = name in GAMES ? GAMES[name as keyof typeof GAMES] : GAMES.tcgplayer;
  return { ...rules, name, idPrefix: name === 'pokemon' ? '' : `${name}-`, languages: ['en'] };
});
const index = await searchNow(store).index();
const { rows, certain, refused } = await fuzzLists({ reads: store.reads, index, games }, Number(files), seed);
process.stdout.write(`${rows} rows of ${files} files, ${refused} refused: ${certain} certain, none wrongly\n`);
await store.close();
