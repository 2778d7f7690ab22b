/** `cardstock init`: writes the configuration file, from flags or by asking on a terminal, once its sources answer. */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { readConfigFile } from '../config/config-file.ts';
import { didYouMean } from '../config/did-you-mean.ts';
import { SETTINGS } from '../config/settings.ts';
import { PROPOSED } from '../games/games.ts';
import { type CommonFlags, configOf } from './context.ts';
import { CommandFailure, misused, printJson, printNote, printRows, TYPED } from './output.ts';
import { probeCells, probeSources } from './sources.ts';

const PROPOSAL = PROPOSED.sources;

/** Flags that are about one game whose sources are named one by one. */
const ADDRESSES = ['catalog', 'catalogFiles', 'language', 'usdMarket', 'category', 'eurMarket', 'justtcgKey'] as const;
/** Those that name a source without asking: the others only say how. */
const NAMES_A_SOURCE = new Set<string>(['catalog', 'catalogFiles', 'usdMarket', 'eurMarket']);

type Answers = Partial<Record<'games' | (typeof ADDRESSES)[number] | 'userAgent', string>>;

type InitFlags = CommonFlags & Answers & { test: boolean; force?: boolean };

/** Cardmarket publishes its lists of marketplace products beside the price guide: without them sealed products have no EUR price. */
function productLists(prices: string): string[] {
  const [, base, game] = /^(.*)\/priceGuide\/price_guide_(\d+)\.json$/.exec(prices) ?? [];
  if (base === undefined) return [];
  return ['singles', 'nonsingles'].map((kind) => `${base}/productList/products_${kind}_${game}.json`);
}

const withoutSlash = (address: string) => address.trim().replace(/\/+$/, '');

/** Where a demo was started the catalog gets a store of its own: ids and prices of both would stand side by side. */
function ownData({ data = SETTINGS.data.fallback }: CommonFlags): { data?: string } {
  return existsSync(join(data, 'first-key')) ? { data: `${withoutSlash(data)}-live` } : {};
}

/**
 * The games of that list, separated by commas, each with the sources that it is usually read from.
 * @throws CommandFailure
 */
function gamesOf(list: string): Record<string, unknown> {
  const names = [...new Set(list.split(',').map((name) => name.trim()))];
  const known = Object.keys(PROPOSED.games);
  const games = names.map((name) => {
    const game = Object.hasOwn(PROPOSED.games, name) ? PROPOSED.games[name] : undefined;
    if (game === undefined) throw misused(`there is no game ${JSON.stringify(name)}${didYouMean(name, known)}`);
    return [name, { sources: game.sources }];
  });
  return Object.fromEntries(games);
}

/** The file's content, its sources in the order in which they must run. */
function contentOf(answers: Answers): Record<string, unknown> {
  const contact = answers.userAgent ? { user_agent: answers.userAgent } : {};
  if (answers.games !== undefined) return { games: gamesOf(answers.games), ...contact };
  const { catalog, catalogFiles, usdMarket, eurMarket, justtcgKey } = answers;
  const { language = 'en', category = PROPOSAL.usd_market.category } = answers;
  const sources: Record<string, unknown> = {};
  if (catalogFiles) sources.catalog = { adapter: PROPOSAL.catalog.adapter, files: withoutSlash(catalogFiles) };
  else if (catalog) sources.catalog = { adapter: PROPOSAL.catalog.adapter, url: withoutSlash(catalog), language };
  if (usdMarket) sources.usd_market = { adapter: 'tcgcsv', url: withoutSlash(usdMarket), category: Number(category) };
  if (justtcgKey) {
    sources.usd_conditions = { adapter: 'justtcg', url: 'https://api.justtcg.com/v1', api_key: justtcgKey };
  }
  if (eurMarket) {
    const products = productLists(eurMarket);
    sources.eur_market = { adapter: 'cardmarket', prices: eurMarket, ...(products.length > 0 ? { products } : {}) };
  }
  return { sources, ...contact };
}

/** Asks until each game is a known one: the other answers need not be typed again. */
async function askGames(ask: () => Promise<Answers>): Promise<string | undefined> {
  const { games } = await ask();
  try {
    if (games) gamesOf(games);
    return games;
  } catch (error) {
    printNote((error as Error).message);
    return askGames(ask);
  }
}

/** Asks for each source; Enter takes what is proposed, which is what was answered the last time, and a dash leaves it out. */
async function askFor(before: Answers): Promise<Answers> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // One line after another, also when several are pasted at once.
  const lines = terminal[Symbol.asyncIterator]();
  const answer = async (name: keyof Answers, question: string, proposal = '') => {
    const proposed = before[name] ?? proposal;
    printNote(question);
    printNote(`  [${proposed || 'none'}]`, ' ');
    const line = await lines.next();
    if (line.done) throw new CommandFailure('nothing was written: not every question was answered');
    const text = line.value.trim() || proposed;
    return { [name]: text === '-' ? '' : text };
  };
  printNote('Press Enter to take the value in brackets, or type - to leave a source out.', '\n\n');
  const contact = () =>
    answer('userAgent', 'Your contact, sent to every source, such as my-shop/1.0 (ops@my-shop.com); may be empty');
  try {
    const known = Object.keys(PROPOSED.games).join(', ');
    const games = await askGames(() =>
      answer('games', `Games, separated by commas, or empty for your own addresses: ${known}`),
    );
    if (games) return { games, ...(await contact()) };
    return {
      ...(await answer('catalog', `Cards and expansions: a ${PROPOSED.catalogTitle}`, PROPOSAL.catalog.url)),
      ...(await answer('usdMarket', 'USD prices and sealed products: tcgcsv', PROPOSAL.usd_market.url)),
      ...(await answer('eurMarket', "EUR prices: Cardmarket's price guide", PROPOSAL.eur_market.prices)),
      ...(await answer('justtcgKey', 'USD prices by condition: a JustTCG API key')),
      ...(await contact()),
    };
  } finally {
    terminal.close();
  }
}

/**
 * Whether the flags say what to read; else a person is asked.
 * @throws CommandFailure for flags that do not go together, and where nobody can be asked
 */
function nameSources(flags: InitFlags): boolean {
  const named = ADDRESSES.filter((name) => flags[name] !== undefined);
  if (flags.games !== undefined && named.length > 0) {
    const typed = named.map((name) => `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`);
    throw misused(`${typed.join(', ')} cannot stand with --games: edit the file that it writes`);
  }
  const isGiven = flags.games !== undefined || named.some((name) => NAMES_A_SOURCE.has(name));
  if (!isGiven && !process.stdin.isTTY) {
    throw misused('name the games, or the sources of one, at least --catalog or --catalog-files');
  }
  return isGiven;
}

/** Writes the file beside its place first: nothing that cannot be used ever stands there. */
export async function init(flags: InitFlags): Promise<void> {
  const path = resolve(flags.config ?? 'cardstock.config.json');
  if (existsSync(path) && !flags.force) throw misused(`${path} exists already; --force replaces it`);
  const kept = `${path}.answers`;
  const isAsked = !nameSources(flags);
  const before = existsSync(kept) ? (JSON.parse(readFileSync(kept, 'utf8')) as Answers) : {};
  const asked = isAsked ? await askFor(before) : {};
  const answers = { ...flags, ...asked };
  const own = ownData(flags);
  const content = { ...own, ...contentOf(answers) };
  const draft = `${path}.draft`;
  try {
    // It may hold a key of JustTCG.
    writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
    const { sources, games } = readConfigFile(draft, { required: true, settings: ['data'] });
    if (!sources?.catalog && !games) throw misused('a catalog is needed: --catalog or --catalog-files');
    const config = configOf({ config: draft });
    const tested = flags.test ? await probeSources(config) : [];
    if (!flags.json && flags.test) printRows(tested, false, probeCells, 'wrap');
    const failed = tested.filter(({ outcome }) => outcome === 'failed').map(({ source, says }) => `${source}: ${says}`);
    if (failed.length > 0) {
      if (isAsked) writeFileSync(kept, JSON.stringify(asked), { mode: 0o600 });
      const where = isAsked ? `. Your answers are kept in ${kept} and proposed the next time` : '';
      throw new CommandFailure(`nothing was written: ${failed.join('; ')}; --no-test writes it all the same${where}`);
    }
    renameSync(draft, path);
    rmSync(kept, { force: true });
    if (flags.json)
      printJson({ file: path, sources: config.games.flatMap(({ sources }) => Object.keys(sources)), tested });
    else {
      const apart = own.data ? ` Its catalog is kept in ${own.data}, apart from the demo.` : '';
      printNote(`Wrote ${path}.${apart} Next: ${TYPED} serve, which says how a key is made`);
    }
  } finally {
    rmSync(draft, { force: true });
  }
}
