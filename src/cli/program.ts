/** The command line: every command with its flags, in one place. */
import { Argument, Command, CommanderError, Help, type HelpConfiguration, Option } from 'commander';
import { ConfigurationError } from '../config/configuration-error.ts';
import { SETTINGS } from '../config/settings.ts';
import { Failure, OperatorFailure } from '../failure.ts';
import { PROPOSED } from '../games/games.ts';
import { knownReason } from '../ingest/runs/reasons.ts';
import { VERSION } from '../release.ts';
import { EXAMPLES } from './examples.ts';
import { CommandFailure, EXIT, parserOutput, printError, printJson } from './output.ts';

/** A command's function; commander hands it the arguments, then the flags. */
type Handler = (...given: never[]) => unknown;

/** Loads a command's file only when it runs: the others would cost each of them 0.2 s. */
const lazily =
  (load: () => Promise<Handler>) =>
  async (...given: unknown[]): Promise<void> => {
    const handler = await load();
    await handler(...(given as never[]));
  };

/** Flags that choose the configuration and the store. */
function withConfig(command: Command): Command {
  return command
    .option('--config <file>', SETTINGS.config.meaning)
    .option('--data <dir>', SETTINGS.data.meaning)
    .option('--database-url <url>', SETTINGS.databaseUrl.meaning)
    .option('--log-level <level>', SETTINGS.logLevel.meaning);
}

/** Of the commands that stay. */
const withLog = (command: Command) =>
  withConfig(command).addOption(
    new Option('--log <form>', 'How the log is written; by default lines on a terminal, else JSON.').choices([
      'lines',
      'json',
    ]),
  );

const withJson = (command: Command) => withConfig(command).option('--json', 'Print exactly one JSON document.');

export function buildProgram(): Command {
  const program = new Command('cardstock')
    .description('A self-hosted service for the trading-card market.')
    .version(VERSION)
    .configureOutput(parserOutput);
  withLog(program.command('serve'))
    .description('Answer requests, ingest on schedule, and deliver events.')
    .option('--host <address>', SETTINGS.host.meaning)
    .option('--port <port>', SETTINGS.port.meaning)
    .option('--public-url <url>', SETTINGS.publicUrl.meaning)
    .option('--no-work', 'Leave ingest and deliveries to a worker.')
    .action(lazily(async () => (await import('./serve.ts')).serve));
  withLog(program.command('worker'))
    .description('Ingest on schedule and deliver events without serving; of several one is at it, the others stand by.')
    .action(lazily(async () => (await import('./serve.ts')).work));

  addCareCommands(program);

  const ingest = program.command('ingest').description('Run sources by hand.');
  withJson(ingest.command('run').argument('<source>', 'A source by its name, all, or scan for the index of pictures.'))
    .option(
      '--accept-prune',
      'Let go of printings even when they are more than 1 % of all, and take groups of prices that shrank as they are.',
    )
    .option('--from <day>', 'Read older days, from this one; for sources whose address holds {day}.')
    .option('--to <day>', 'The last of the days to read; without --from the only one.')
    .description('Run a source now.')
    .action(lazily(async () => (await import('./ingest.ts')).ingestRun));
  withJson(ingest.command('runs'))
    .option('--limit <count>', 'How many runs.', '20')
    .description('Show the newest runs.')
    .action(lazily(async () => (await import('./ingest.ts')).ingestRuns));

  const sources = program.command('sources').description('Look at the configured sources.');
  withJson(sources.command('list'))
    .description('Show the sources.')
    .action(lazily(async () => (await import('./sources.ts')).sourcesList));
  withJson(sources.command('test'))
    .description('Read one document of each source.')
    .action(lazily(async () => (await import('./sources.ts')).sourcesTest));

  const games = program.command('games').description('Look at the games of the store.');
  withJson(games.command('list'))
    .description('Show each game, what its ids begin with, and how many records it has.')
    .action(lazily(async () => (await import('./games.ts')).gamesList));
  withJson(games.command('remove').argument('<name>', 'A game that is not configured any more.'))
    .option('--yes', 'Really delete its records and their prices.')
    .description('Delete a game, and tell subscribers that its cards and products are gone.')
    .action(lazily(async () => (await import('./games.ts')).gamesRemove));

  withJson(program.command('audit'))
    .description('Show which marketplace ids are withheld, what is unmatched, and why.')
    .action(lazily(async () => (await import('./audit.ts')).audit));
  withJson(program.command('explain').argument('<card>', 'A card by its id.'))
    .description('Show where each price of a card comes from, or why there is none.')
    .action(lazily(async () => (await import('./explain.ts')).explain));

  withJson(program.command('export').description('Write out what is stored.').command('prices').argument('[file]'))
    .description('Write the price history as lines of JSON.')
    .action(lazily(async () => (await import('./prices.ts')).exportPricesTo));
  withJson(program.command('import').description('Read in what was written out.').command('prices').argument('[file]'))
    .description('Read price history from lines of JSON; the same lines again change nothing.')
    .action(lazily(async () => (await import('./prices.ts')).importPricesFrom));
  withJson(program.command('console-link'))
    .description('Print a link that opens the console once, within 30 minutes.')
    .action(lazily(async () => (await import('./console-link.ts')).consoleLink));
  const scan = program.command('scan').description('Recognise cards on photos.');
  withJson(scan.command('photo', { isDefault: true }).argument('<file>', 'A photo of one card.'))
    .option('--game <game>', 'Only cards of this game.')
    .option('--lang <language>', 'The language that names are shown in.')
    .option('--all', 'Each of up to twelve cards on the photo.')
    .option(
      '--report <dir>',
      'Write the photo, the answer and how it came about into this new folder; nothing is sent.',
    )
    .option('--key <key>', SETTINGS.key.meaning)
    .option('--url <url>', SETTINGS.url.meaning)
    .description('Say which card a photo shows; the word photo may be left out.')
    .action(lazily(async () => (await import('./scan.ts')).scan));
  withJson(scan.command('fit'))
    .option('--seed <number>', 'The same pictures with the same seed give the same model.', '1')
    .description('Learn from the pictures of this catalog how to tell its cards apart.')
    .action(lazily(async () => (await import('./scan-fit.ts')).scanFit));
  withJson(
    program.command('price').argument('<file>', 'A list of cards as CSV: of an app, a marketplace, or your own.'),
  )
    .option('--game <game>', 'The game of rows that name none.')
    .option('--lang <language>', 'The language that names are shown in.')
    .option('--csv <file>', 'Write the list there, with what was found behind its columns.')
    .option('--key <key>', SETTINGS.key.meaning)
    .option('--url <url>', SETTINGS.url.meaning)
    .description('Price a list: which cards it means, what they cost, and what all come to.')
    .action(lazily(async () => (await import('./price.ts')).price));
  const demo = program.command('demo').description('Try the demo games.');
  demo
    .command('photo')
    .argument('<card>', 'A card of a demo game by its id.')
    .option('--seed <text>', 'Another photo of it for every text.', '1')
    .description('Write a made-up photo of a card, to try the scan with.')
    .action(lazily(async () => (await import('./scan.ts')).demoPhotoOf));
  addKeyCommands(program.command('keys').description('Manage API keys.'));
  addSubscriptionCommands(program.command('subscriptions').description('Manage who is told of events.'));
  const events = program.command('events').description('Try events out.');
  withJson(events.command('trigger').argument('<name>'))
    .description('Send a sample to every subscription that wants it.')
    .action(lazily(async () => (await import('./subscriptions.ts')).eventsTrigger));
  withConfig(program.command('listen'))
    .option('--events <events>', 'Only these: names or patterns, separated by commas.')
    .option('--json', 'Print each event whole, a line of JSON each.')
    .option('--key <key>', SETTINGS.key.meaning)
    .option('--url <url>', SETTINGS.url.meaning)
    .option('--forward-to <url>', 'Send each event on to this address, signed.')
    .description('Show events as they happen.')
    .action(lazily(async () => (await import('./listen.ts')).listen));
  const db = program.command('db').description('Look after the store.');
  withJson(db.command('status'))
    .description('Show the schema and what is stored.')
    .action(lazily(async () => (await import('./db.ts')).dbStatus));
  withJson(db.command('migrate'))
    .description('Bring the schema up to date and show it.')
    .action(lazily(async () => (await import('./db.ts')).dbStatus));
  withJson(db.command('move'))
    .requiredOption('--to <place>', 'Where to: a postgres: address, or a directory for an embedded store.')
    .description('Move everything into an empty store on the other engine, and compare both.')
    .action(lazily(async () => (await import('./db.ts')).dbMove));
  const config = program.command('config').description('Look at the configuration.');
  withJson(config.command('print'))
    .description('Show every setting and where it came from.')
    .action(lazily(async () => (await import('./config.ts')).configPrint));
  addExamples(program);
  return program;
}

/** Below the help of each command an example of it. */
function addExamples(command: Command, words = 'cardstock'): void {
  for (const child of command.commands) {
    const called = `${words} ${child.name()}`;
    const example = EXAMPLES[called.slice('cardstock '.length)];
    if (example !== undefined) child.addHelpText('after', `\nExample:\n  $ ${called} ${example}`.trimEnd());
    addExamples(child, called);
  }
}

/** Setting up, looking after, and trying out. */
function addCareCommands(program: Command): void {
  withJson(program.command('init'))
    .option(
      '--games <names>',
      `Several of ${Object.keys(PROPOSED.games).join(', ')}: each from where it is usually read.`,
    )
    .option('--catalog <url>', `A ${PROPOSED.catalogTitle}, such as ${PROPOSED.sources.catalog.url}.`)
    .option('--catalog-files <url>', 'Its compiled files instead: the folder of cards.json, sets.json and series.json.')
    .option('--language <code>', 'Language of the catalog (default: en).')
    .option('--usd-market <url>', 'tcgcsv: https://tcgcsv.com/tcgplayer.')
    .option(
      '--category <number>',
      `The category of tcgcsv that is the game (default: ${PROPOSED.sources.usd_market.category}).`,
    )
    .option('--eur-market <url>', 'The price guide of Cardmarket.')
    .option('--justtcg-key <key>', 'A key of JustTCG: USD prices by condition.')
    .option('--user-agent <text>', 'How sources are told who asks: a name and an address to reach you at.')
    .option('--no-test', 'Write the file without asking the sources.')
    .option('--force', 'Replace a file that is there.')
    .description('Write the configuration file; asks on a terminal, and tests the sources.')
    .action(lazily(async () => (await import('./init.ts')).init));
  withJson(program.command('doctor'))
    .option('--public-url <url>', SETTINGS.publicUrl.meaning)
    .description('Check everything the service stands on, each with its remedy; exits 3 when something is bad.')
    .action(lazily(async () => (await import('./doctor.ts')).doctor));
  withJson(program.command('backup').argument('<file>'))
    .description('Copy the embedded store into one file while it is used, and verify the copy.')
    .action(lazily(async () => (await import('./backup.ts')).backup));
  withJson(program.command('restore').argument('<file>'))
    .option('--force', 'Into a data directory that is not empty; what it replaces is set aside.')
    .description('Put such a copy in place.')
    .action(lazily(async () => (await import('./backup.ts')).restoreFrom));
  withJson(program.command('get').argument('<path>', 'Such as /v1/cards.'))
    .option('-q, --query <name=value>', 'A parameter; may be given again.', addParameter)
    .option('--key <key>', SETTINGS.key.meaning)
    .option('--url <url>', SETTINGS.url.meaning)
    .option('--public-url <url>', 'The same, as it was called before.')
    .description('Ask the running service.')
    .action(lazily(async () => (await import('./get.ts')).get));
  withJson(program.command('search').argument('[words...]', 'What is searched for: a name, a number, or both.'))
    .option(
      '-q, --query <name=value>',
      'A filter, such as rarity=Common or usd_max=500; may be given again.',
      addParameter,
    )
    .option('--sort <sort>', 'catalog, name, released, usd or eur, descending with a minus: --sort=-usd.')
    .option('--game <game>', 'Only cards of this game.')
    .option('--lang <language>', 'The language that names are shown in.')
    .option('--limit <count>', 'How many.', '20')
    .option('--key <key>', SETTINGS.key.meaning)
    .option('--url <url>', SETTINGS.url.meaning)
    .description('Ask the running service for cards, and show what each costs at least.')
    .action(lazily(async () => (await import('./search.ts')).search));
  program
    .command('completion')
    .addArgument(new Argument('<shell>').choices(['bash', 'zsh', 'fish']))
    .option('--json', 'Print exactly one JSON document.')
    .description('Print a script that completes commands and flags in a shell.')
    .action(lazily(async () => (await import('./completion.ts')).completion));
}

/** Collects what `-q` is given, one `name=value` each time. */
const addParameter = (given: string, before: readonly string[] = []): string[] => [...before, given];

function addKeyCommands(keys: Command): void {
  withJson(keys.command('create'))
    .requiredOption('--name <name>', 'What the key is for.')
    .option('--scope <scopes>', 'read, scan, admin; several with commas.', 'read')
    .option('--rate <per-minute>', 'Requests a minute; 0 for no budget.')
    .option('--expires <span>', 'Ends after e.g. 90d.')
    .description('Make a key; it is shown once.')
    .action(lazily(async () => (await import('./keys.ts')).keysCreate));
  withJson(keys.command('list'))
    .description('Show the keys.')
    .action(lazily(async () => (await import('./keys.ts')).keysList));
  withJson(keys.command('revoke').argument('<id>'))
    .description('End a key at once.')
    .action(lazily(async () => (await import('./keys.ts')).keysRevoke));
  withJson(keys.command('rotate').argument('<id>'))
    .option('--grace <span>', 'How long the old key goes on.', '24h')
    .description('Replace a key by a new one like it.')
    .action(lazily(async () => (await import('./keys.ts')).keysRotate));
}

function addSubscriptionCommands(subscriptions: Command): void {
  withJson(subscriptions.command('create'))
    .requiredOption('--url <url>', 'Where events are sent: a public https: address.')
    .requiredOption('--events <names>', "Event names or patterns such as 'game.*'; several with commas.")
    .option('--allow-private', 'Let the address lie in your own network, and be plain http:.')
    .description('Make a subscription; its secret is shown once.')
    .action(lazily(async () => (await import('./subscriptions.ts')).subscriptionsCreate));
  withJson(subscriptions.command('list'))
    .description('Show the subscriptions and how they fare.')
    .action(lazily(async () => (await import('./subscriptions.ts')).subscriptionsList));
  withJson(subscriptions.command('test').argument('<id>'))
    .option('--event <name>', 'Which event; by default the first that is wanted.')
    .description('Send a sample now and show what came back.')
    .action(lazily(async () => (await import('./subscriptions.ts')).subscriptionsTest));
  withJson(subscriptions.command('deliveries').argument('<id>'))
    .option('--state <state>', 'Only pending, delivered or failed ones.')
    .option('--attempts', 'Show single attempts with what was answered.')
    .option('--limit <count>', 'How many.', '50')
    .description('Show the newest deliveries.')
    .action(lazily(async () => (await import('./subscriptions.ts')).subscriptionsDeliveries));
  withJson(subscriptions.command('replay').argument('<id>'))
    .option('--event <event-id>', 'One event, by its id.')
    .option('--since <time>', 'Every event since this time (ISO 8601).')
    .description('Send events again.')
    .action(lazily(async () => (await import('./subscriptions.ts')).subscriptionsReplay));
  for (const [name, meaning] of [
    ['pause', 'Hold deliveries back.'],
    ['resume', 'Let deliveries go out again, what has waited included.'],
    ['delete', 'Remove a subscription and what waits for it.'],
  ] as const) {
    withJson(subscriptions.command(name).argument('<id>'))
      .description(meaning)
      .action(lazily(async () => (await import('./subscriptions.ts')).changes[name]));
  }
  withJson(subscriptions.command('rotate').argument('<id>'))
    .description('Make a new secret; the old one signs too for 24 hours.')
    .action(lazily(async () => (await import('./subscriptions.ts')).subscriptionsRotate));
}

/** Flags that many commands take: they stand below what a command has of its own. */
const COMMON = ['--config', '--data', '--database-url', '--log-level', '--log', '--json', '--help'];

const OWN_FIRST: HelpConfiguration = {
  visibleOptions: (command) => {
    const shown = Help.prototype.visibleOptions.call(new Help(), command);
    const place = ({ long }: Option) => COMMON.indexOf(long ?? '');
    return shown.toSorted((a, b) => place(a) - place(b));
  },
};

/** Runs one command; what goes wrong becomes a sentence and an exit code, and with --json a document too. */
export async function runProgram(argv: readonly string[]): Promise<void> {
  const program = buildProgram();
  for (const command of [program, ...descendants(program)]) command.exitOverride().configureHelp(OWN_FIRST);
  try {
    await program.parseAsync(argv);
  } catch (error) {
    process.exitCode = report(error);
    const isSilent = process.exitCode === EXIT.ok || (error instanceof CommandFailure && error.hasPrinted);
    if (argv.includes('--json') && !isSilent) {
      const { message } = error as Error;
      printJson({ error: { message, exit_code: process.exitCode } });
    }
  }
}

const descendants = (command: Command): Command[] =>
  command.commands.flatMap((child) => [child, ...descendants(child)]);

function report(error: unknown): number {
  // commander has printed its own message by now; help and version are no errors.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  if (error instanceof ConfigurationError) {
    for (const fault of error.faults) printError(fault);
    return EXIT.usage;
  }
  if (error instanceof CommandFailure) {
    printError(error.message);
    return error.exitCode;
  }
  if (error instanceof Failure) {
    printError(error.message);
    return error.code === 'not_found' ? EXIT.notFound : EXIT.usage;
  }
  printError(sentenceOf(error) ?? String((error as Error)?.stack ?? error));
  return EXIT.failed;
}

/** What the system or the store refused, as it says it; undefined for a fault of ours. */
function sentenceOf(error: unknown): string | undefined {
  // Out of a thread it comes without its class.
  if (error instanceof Error && error.name === OperatorFailure.name) return error.message;
  return error instanceof Error && 'syscall' in error ? error.message : knownReason(error);
}
