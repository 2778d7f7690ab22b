/** How rightly words of printings are understood: each kind of printing of each game in a store, as apps and shops write it, drawn by seed. */
import { parseArgs } from 'node:util';
import { seeded } from '../../demo/random.ts';
import type { Card, Variant } from '../../src/catalog/records.ts';
import type { DeployedGame } from '../../src/games/game.ts';
import { GAMES } from '../../src/games/games.ts';
import type { ListedRow } from '../../src/lookup/listed-row.ts';
import { type Found, lookUp, ROWS_MAX } from '../../src/lookup/lookup.ts';
import { readCatalogIndexes } from '../../src/search/build/catalog-indexes.ts';
import { GameIndexes } from '../../src/search/game-indexes.ts';
import { openStore } from '../../src/store/open-store.ts';
import { line } from '../report.ts';
import { pick } from '../search/misspell.ts';

const USAGE =
  'usage: node scripts/node24.mjs bench/lookup/printing-words.ts <data folder of a store with games> [--seed 1] [--rows 4000] [--misses 0] [--game pokemon]';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    rows: { type: 'string', default: '4000' },
    misses: { type: 'string', default: '0' },
    game: { type: 'string' },
  },
});
const [dataDir] = positionals;
if (dataDir === undefined) {
  process.stderr.write(`${USAGE}\n`);
  process.exit(2);
}
let misses = 0;
const store = await openStore({ dataDir });
const random = seeded(Number(values.seed));
const maybe = (chance: number) => random() < chance;

/** A printing with the card that has it. */
interface Drawn {
  card: Card;
  variant: Variant;
}

const games = (await store.reads.selectFrom('games').select('name').execute()).map(({ name: game }): DeployedGame => {
  const rules = game in GAMES ? GAMES[game as keyof typeof GAMES] : GAMES.tcgplayer;
  return { ...rules, name: game, idPrefix: game === 'pokemon' ? '' : `${game}-`, languages: ['en'] };
});
const bodies = (await store.reads.selectFrom('cards').select('body').execute()).map(
  ({ body }) => JSON.parse(body) as Card,
);
const names = new Map(
  (await store.reads.selectFrom('expansions').select(['id', 'name']).execute()).map((each) => [each.id, each.name]),
);
const parts = { reads: store.reads, index: new GameIndexes(await readCatalogIndexes(store)), games };
const sum = tally();
for (const game of games.filter(({ name }) => name === (values.game ?? name))) {
  const cards = bodies.filter((card) => card.game === game.name && card.number !== null);
  // Each kind weighs alike: a pattern of a thousand printings and a stamp of one.
  const kinds = [
    ...Map.groupBy(
      cards.flatMap((card) => card.variants.map((variant) => ({ card, variant }))),
      kindOf,
    ).values(),
  ];
  const own = tally();
  for (let done = 0; done < Number(values.rows); done += ROWS_MAX) await ask(game, kinds, own);
  print(game.name, own);
  for (const key of Object.keys(sum) as (keyof typeof sum)[]) sum[key] += own[key];
}
print('all', sum);
await store.close();

function tally() {
  return { rows: 0, right: 0, one: 0, certainOfOne: 0, certain: 0, wrong: 0 };
}

function kindOf({ variant: { type, subtype, size, stamps, foil } }: Drawn): string {
  const special = [subtype, size === 'standard' ? null : size, ...stamps, foil].filter((value) => value !== null);
  return special.length === 0 ? type : (pick(special, random) ?? type);
}

async function ask(game: DeployedGame, kinds: readonly Drawn[][], own: ReturnType<typeof tally>): Promise<void> {
  const drawn = Array.from({ length: ROWS_MAX }, () => pick(pick(kinds, random) ?? [], random) as Drawn);
  const rows = drawn.map((each) => written(each, game));
  const found = await lookUp(
    rows.map(({ row }) => row),
    parts,
  );
  for (const [at, each] of found.entries()) {
    const { card, variant } = drawn[at] as Drawn;
    count(own, each, {
      card,
      variant,
      row: rows[at]?.row ?? {},
      isOne: fitting(card, variant, rows[at]?.isFinishSaid ?? true).length === 1,
    });
  }
}

/** Printings of the card that have all that this one has: its words leave no other where there is one. */
function fitting(card: Card, { type, subtype, size, stamps, foil }: Variant, isFinishSaid: boolean): Variant[] {
  return card.variants.filter(
    (other) =>
      (other.type === type || !isFinishSaid) &&
      other.size === size &&
      (subtype === null || other.subtype === subtype) &&
      (foil === null || other.foil === foil) &&
      stamps.every((stamp) => other.stamps.includes(stamp)),
  );
}

function count(
  own: ReturnType<typeof tally>,
  { best, isPrintingCertain, problems }: Found,
  { card, variant, row, isOne }: Drawn & { row: ListedRow; isOne: boolean },
): void {
  const isRight = best?.card.id === card.id && sameKind(best.variant, variant);
  own.rows += 1;
  if (isRight) own.right += 1;
  if (isOne) own.one += 1;
  if (isPrintingCertain) own.certain += 1;
  if (isPrintingCertain && isOne && isRight) own.certainOfOne += 1;
  if (isPrintingCertain && !isRight) own.wrong += 1;
  if (isRight && (!isOne || isPrintingCertain)) return;
  if (misses++ >= Number(values.misses)) return;
  const was = best && `${best.card.id} ${JSON.stringify(best.variant && identityOf(best.variant))}`;
  process.stdout.write(
    `  ${JSON.stringify(row)} meant ${card.id} ${JSON.stringify(identityOf(variant))}, was ${was} ${isPrintingCertain} ${problems}\n`,
  );
}

function identityOf({ type, subtype, size, stamps, foil }: Variant) {
  return [type, subtype, size, [...stamps].sort(), foil];
}

function sameKind(a: Variant | null, b: Variant): boolean {
  return a !== null && JSON.stringify(identityOf(a)) === JSON.stringify(identityOf(b));
}

/** The printing in words: each value in a spelling of its own, in any order, in a column of its own or behind the name. */
function written({ card, variant }: Drawn, game: DeployedGame): { row: ListedRow; isFinishSaid: boolean } {
  const { type, subtype, size, stamps, foil } = variant;
  const finish = finishOf(variant, game);
  const special = [subtype, size === 'standard' ? null : size, ...stamps].filter((value) => value !== null);
  const said = [
    ...special.map((value) => spelled(value, stamps.includes(value) ? 'Stamp' : undefined)),
    ...(foil === null ? [] : [spelled(foil, 'Pattern')]),
  ];
  const isLeftOut = type === 'normal' && said.length > 0 && maybe(0.5);
  const words = shuffled([...said, ...(isLeftOut ? [] : [finish])]);
  const row = {
    name: card.name,
    number: card.number ?? '',
    expansion: names.get(card.expansion_id) ?? '',
    game: card.game,
  };
  if (maybe(0.5)) return { row: { ...row, printing: cased(words.join(' ')) }, isFinishSaid: !isLeftOut };
  const behind = said.map((value) => (maybe(0.5) ? ` (${cased(value)})` : ` [${cased(value)}]`)).join('');
  return { row: { ...row, name: row.name + behind, printing: finish }, isFinishSaid: true };
}

/** TCGplayer's word, or the catalog's; a ball pattern is sold as foil that is not reverse. */
function finishOf(variant: Variant, game: DeployedGame): string {
  const plain = { ...variant, subtype: null, stamps: [], foil: null, size: 'standard' };
  const sold = game.printings.subTypesOf(plain)[0] ?? variant.type;
  const isEdition = /unlimited|limited/i.test(sold);
  if (variant.foil !== null && variant.type === 'reverse' && maybe(0.3)) return 'Holofoil';
  return isEdition || maybe(0.4) ? variant.type : sold;
}

/** `cosmos`, `master ball`, `Master Ball Pattern`, `pre-release`, `Prerelease`, `1999-2000`. */
function spelled(value: string, beside: string | undefined): string {
  const form = random();
  const parted = value
    .replaceAll('-', ' ')
    .replace(/^(poke|master|love|dusk|quick|friend)(ball)$/, '$1 $2')
    .replace(/(.)foil$/, '$1 foil');
  const text = form < 0.2 ? value : form < 0.3 ? value.replaceAll('-', '') : parted.replace(/ copyright$/, '');
  return beside !== undefined && maybe(0.5) ? `${text} ${beside}` : text;
}

function cased(text: string): string {
  const form = random();
  if (form < 0.2) return text.toUpperCase();
  return form < 0.4 ? text : text.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  const drawn = items.map((item) => ({ item, place: random() }));
  return drawn.sort((a, b) => a.place - b.place).map(({ item }) => item);
}

function print(name: string, { rows, right, one, certainOfOne, certain, wrong }: ReturnType<typeof tally>): void {
  const share = (part: number, of: number) => (of === 0 ? '–' : (part / of).toFixed(4));
  line(
    name,
    `${rows} rows  right ${share(right, rows)}  words leave one ${one}, of those right and certain ${share(certainOfOne, one)}  certain ${share(certain, rows)}  certain and wrong ${wrong}`,
  );
}
