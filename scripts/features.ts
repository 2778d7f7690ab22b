/** Writes the table of docs/features.md: what the service does, and behind which of its doors each thing is found. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PAGE = 'docs/features.md';

/** The doors, in the order of the columns. */
export const DOORS = ['HTTP', 'command line', 'console', 'TypeScript', 'Python', 'assistants', 'files'] as const;

/** Why a door lacks a thing, by the letter that stands in its cell. */
const REASONS: Readonly<Record<string, string>> = {
  a: 'An assistant has nine tools, so that their descriptions take few of its words; it answers this by another of them, or a person does.',
  d: 'Files hold what is stored. This is worked out from it at each request, and the files have all that it is worked out from.',
  e: 'The work of an operator: it needs the scope `admin`, which clients of readers and assistants do not ask for. HTTP takes it from any program.',
  h: 'It has to be done on the machine of the service, with its data directory or database at hand.',
  m: 'What this door is for has no use of it, or has it in another cell of the row.',
  p: 'A plain download or upload over HTTP, for which a client of ours adds nothing to what a language has.',
  r: 'The service calls the receiver here; a client only checks what came.',
};

/**
 * A line a thing: its name, what leads to it behind each door, and a page about it. A door's names are operations of the OpenAPI
 * document (or a path beside it), commands, pages of the console, members of the clients, tools, and entities of files; a letter in brackets is the reason
 * why there is none.
 */
const FEATURES = `
Games, their fields and values | listGames listFields listValues | games list, get | /, /search | games fields values | games fields values | search_cards | (d) | fields.md
Series | listSeries getSeries | get | /, /series/:id | series.list series.iterate series.get | one_series list_series iter_series | (a) | series texts | quick-start.md
Expansions | listExpansions getExpansion | get | /expansions/:id, /expansions/:id/checklist | expansions.list expansions.iterate expansions.get | expansion list_expansions iter_expansions | list_expansions | expansions texts | quick-start.md
Find cards: by words, filters, field terms | listCards | search, get | /search, /cards | cards.list cards.iterate | list_cards iter_cards | search_cards | cards texts | search-queries.md
A card with its prices | getCard | get | /cards/:id | cards.get | card | get_card | cards card_prices texts | prices.md
Price history of a card | getCardPrices | get, export prices | /cards/:id | cards.prices | card_prices | get_prices | card_prices | prices.md
Statistics and chart of a card | getCardStats getCardChart | get | /cards/:id | cards.stats cards.chart | card_stats card_chart | get_prices | (d) | statistics.md
What an expansion is worth | getExpansionStats getExpansionChart | get | /expansions/:id | expansions.stats expansions.chart | expansion_stats expansion_chart | list_expansions | (d) | statistics.md
What moved most | listMovers | get | /movers, / | movers | movers | top_movers | (d) | statistics.md
Why a card has this price, or none | explainCard | explain, audit | /cards/:id | cards.explain | explain_card | explain_price | (d) | prices.md
Sealed products | listProducts getProduct | get | /products, /products/:id | products.list products.iterate products.get | product list_products iter_products | find_products | products | prices.md
Price history of a product | getProductPrices getProductStats | get, export prices | /products/:id | products.prices products.stats | product_prices product_stats | get_prices | product_prices | prices.md
Ids of other services, renamed ids | resolveIds listMigrations | get | (m) | resolve migrations.list migrations.iterate | resolve list_migrations iter_migrations | (a) | aliases | migrating.md
Price a list of cards | readLookup | price | /list | lookup | lookup | value_list | (d) | lists.md
Which card is on a photo | scanPhoto | scan photo | /scan | scan | scan | identify_card | (d) | scan-api.md
Pictures of cards | getPicture getDemoPicture | pictures status, pictures fetch, pictures prune | /cards/:id | (p) | (p) | get_card | (p) | pictures.md
Tables for a spreadsheet | listCards listProducts readLookup | price | /list, /expansions/:id/checklist | (p) | (p) | (a) | card_prices product_prices | csv.md
The feed of events | listEvents readEventsAtom | listen | (m) | events.list events.iterate | list_events iter_events | (a) | (d) | events.md
Webhooks and watches | listSubscriptions createSubscription getSubscription deleteSubscription testSubscription pauseSubscription resumeSubscription rotateSubscriptionSecret recoverSubscription | subscriptions create, subscriptions list, subscriptions test, subscriptions pause, subscriptions resume, subscriptions delete, subscriptions rotate, events trigger | /subscriptions, /subscriptions/:id | verifyWebhook | verify_webhook | (e) | (r) | events.md
Deliveries, sent again | listDeliveries getDelivery resendDelivery | subscriptions deliveries, subscriptions replay | /subscriptions/:id | (e) | (e) | (e) | (d) | events.md
The whole catalog, taken home | getManifest downloadFile exportFile | export files, export prices | (m) | (p) | (p) | (a) | series expansions cards products aliases texts card_prices product_prices | files.md
A link to one file, without a key | downloadLinked | keys link | (m) | (p) | (p) | (e) | card_prices product_prices | files.md
A copy that follows another service | getManifest listEvents | serve, follow verify | /ingest | (e) | (e) | (e) | series expansions cards products aliases texts card_prices product_prices | files.md
Days of prices from elsewhere | (h) | import days, import prices | (h) | (h) | (h) | (e) | card_prices product_prices | files.md
Clients of pokemontcg.io | /compat/pokemontcg/v2 | (m) | (m) | (m) | (m) | (m) | (m) | moving-from-pokemontcg.md
Assistants | callTool | mcp | (m) | (m) | (m) | search_cards | (m) | assistants.md
Keys, budgets, what they used | listKeys createKey listKeyUsage revokeKey rotateKey linkFile endLinks | keys create, keys list, keys usage, keys revoke, keys rotate | /keys | (e) | (e) | (e) | (e) | keys.md
Sessions of the console | signIn getSession signOut | console-link | /keys | (e) | (e) | (e) | (e) | console.md
Runs of sources | listRuns startRun followRuns | ingest run, ingest runs, sources list, sources test | /ingest | (e) | (e) | (e) | (e) | sources.md
What guards leave out | listHeld acceptHeld | ingest held, ingest accept | /ingest, /audit | (e) | (e) | (e) | (e) | prices.md
What is not right yet | getOverview getAudit | audit | /overview, /audit | (e) | (e) | (e) | (e) | sources.md
Wrong days, documents kept | (h) | prices forget, prices verify | (h) | (h) | (h) | (e) | (e) | prices.md
Whether all is well | getHealth getLiveness getReadiness getMetrics | doctor, db status | /overview | health | health | (e) | (e) | operating.md
Look after the store | (h) | backup, restore, db status, db migrate, db move, games remove | (h) | (h) | (h) | (e) | (e) | operating.md
Set up and start | (h) | init, serve, worker, config print, completion, demo photo, scan fit | (h) | (h) | (h) | (e) | (e) | installing.md
The descriptions of all this | getIndex getOpenapi | completion | (m) | (m) | (m) | (m) | (m) | quick-start.md
`.trim();

/** What leads to a thing behind one door, or the letter of the reason why nothing does. */
export interface Cell {
  names: string[];
  reason: string | undefined;
}

/** Every thing with what leads to it behind each door, in the order of the doors. */
export const features = FEATURES.split('\n').map((line) => {
  const [title = '', ...rest] = line.split(' | ');
  const page = rest.pop() ?? '';
  const cells = rest.map((cell, at): Cell => {
    const reason = /^\((\w)\)$/.exec(cell)?.[1];
    const isPhrase = ['command line', 'console'].includes(DOORS[at] ?? '');
    return { names: reason ? [] : cell.split(isPhrase ? ', ' : ' '), reason };
  });
  return { title, page, cells };
});

/** The page with its table as it stands here. */
export function featuresPage(): string {
  const [before = ''] = readFileSync(PAGE, 'utf8').split('| what |');
  const rows = features.map(({ title, page, cells }) => {
    const shown = cells.map(({ names, reason }) =>
      reason ? `– (${reason})` : names.map((name) => `\`${name}\``).join(' '),
    );
    return `| [${title}](${page}) | ${shown.join(' | ')} |`;
  });
  const reasons = Object.entries(REASONS).map(([letter, reason]) => `- (${letter}) ${reason}`);
  const head = [`| what | ${DOORS.join(' | ')} |`, `|${'---|'.repeat(DOORS.length + 1)}`];
  return `${before}${[...head, ...rows, '', '## Where a cell is empty', ...reasons, ''].join('\n')}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(PAGE, featuresPage());
