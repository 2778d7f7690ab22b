/** The command line: every command with its flags, in one place. */
import { Argument, Command, CommanderError, Help, type HelpConfiguration, Option } from 'commander';
import { ConfigurationError } from '../config/configuration-error.ts';
import { SETTINGS } from '../config/settings.ts';
import { SIGNATURES } from '../events/signature.ts';
import { FORMATS } from '../events/watches/chat-bodies.ts';
import { Failure, faultOfFile, OperatorFailure } from '../failure.ts';
import { PROPOSED } from '../games/games.ts';
import { knownReason } from '../ingest/runs/reasons.ts';
import { VERSION } from '../release.ts';
import { EXAMPLES } from './examples.ts';
import { addKeyCommands, type Group, inPages } from './key-commands.ts';
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

const withService = (command: Command) =>
  command.option('--key <key>', SETTINGS.key.meaning).option('--url <url>', SETTINGS.url.meaning);

const withLog = (command: Command) =>
  withConfig(command).addOption(
    new Option('--log <form>', 'How the log is written; by default lines on a terminal, else JSON.').choices([
      'lines',
      'json',
    ]),
  );

const withJson = (command: Command) => withConfig(command).option('--json', 'Print exactly one JSON document.');

/** Commands of one file, below one that is only their name. */
function group<File>(program: Command, name: string, description: string, load: () => Promise<File>): Group<File> {
  return commandsOf(program.command(name).description(description), load);
}

const commandsOf =
  <File>(parent: Command, load: () => Promise<File>): Group<File> =>
  (name, handler, description) =>
    withJson(parent.command(name))
      .description(description)
      .action(lazily(async () => (await load())[handler] as Handler));

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
    .option(
      '--follow <url>',
      'Serve what another Cardstock serves, without a configuration file; its key is in CARDSTOCK_FOLLOW_KEY.',
    )
    .option('--no-work', 'Leave ingest and deliveries to a worker.')
    .action(lazily(async () => (await import('./serve.ts')).serve));
  withLog(program.command('worker'))
    .description(
      'Ingest on schedule and deliver events without serving; of several processes one is active, the others wait.',
    )
    .action(lazily(async () => (await import('./serve.ts')).work));

  addMaintenanceCommands(program);

  const ingest = group(program, 'ingest', 'Run sources by hand.', () => import('./ingest.ts'));
  ingest('run', 'ingestRun', 'Run a source now.')
    .argument('<source>', 'A source by its name, all, or scan for the index of pictures.')
    .option(
      '--accept-prune',
      'Delete printings even when they are more than 1 % of all, and accept groups of prices that shrank.',
    )
    .option('--from <day>', 'Read older days, from this one; for sources whose address holds {day}.')
    .option('--to <day>', 'The last of the days to read; without --from the only one.');
  ingest('runs', 'ingestRuns', 'Show the newest runs.').option('--limit <count>', 'How many runs.', '20');
  ingest('held', 'ingestHeld', 'Show what guards leave out: part, reason, since when.');
  ingest('accept', 'ingestAccept', 'Take what is left out as it is, with the next run of its source.')
    .argument('<id-or-source>', 'A part by its id, or all of a source.')
    .option('--part <part>', 'Only this part of the source.');

  const sources = group(program, 'sources', 'Look at the configured sources.', () => import('./sources.ts'));
  sources('list', 'sourcesList', 'Show the sources.');
  sources('test', 'sourcesTest', 'Read one document of each source.');

  const following = group(program, 'follow', 'Look after a service that follows another.', () => import('./follow.ts'));
  following('verify', 'followVerify', 'Compare what is here with the origin, file by file, and mend what differs.');
  const pictures = group(program, 'pictures', 'Look after the pictures that are kept.', () => import('./pictures.ts'));
  pictures('status', 'picturesStatus', 'Show how many are kept, and how much room they take.');
  pictures('fetch', 'picturesFetch', 'Fetch those that are not there yet, until there is no more room.').option(
    '--game <game>',
    'Only those of this game.',
  );
  pictures('prune', 'picturesPrune', 'Delete what no card names any more.').option(
    '--to-gb <gigabytes>',
    'And the longest unused, until so many are left.',
  );
  const games = group(program, 'games', 'Look at the games of the store.', () => import('./games.ts'));
  games('list', 'gamesList', 'Show each game, what its ids begin with, and how many records it has.');
  games('remove', 'gamesRemove', 'Delete a game, and notify subscribers that its cards and products are deleted.')
    .argument('<name>', 'A game that is not configured any more.')
    .option('--yes', 'Really delete its records and their prices.');

  withJson(program.command('audit'))
    .description('Show which marketplace ids are withheld, which printings are unmatched, and why.')
    .addOption(
      new Option(
        '--format <form>',
        'upstream: JSON of ids that are wrong, by the file in which the catalog keeps them.',
      ).choices(['upstream']),
    )
    .action(lazily(async () => (await import('./explain.ts')).audit));
  withJson(program.command('explain').argument('<card>', 'A card by its id.'))
    .description('Show where each price of a card comes from, or why there is none.')
    .action(lazily(async () => (await import('./explain.ts')).explain));

  const out = group(program, 'export', 'Write out what is stored.', () => import('./prices.ts'));
  out('files', 'exportFiles', 'Write the whole catalog as files with a manifest, as they are served.').argument(
    '<dir>',
  );
  out('prices', 'exportPricesTo', 'Write the price history as lines of JSON.').argument('[file]');
  const into = group(program, 'import', 'Read in what was written out.', () => import('./import-days.ts'));
  const takes = (command: Command) =>
    command
      .option('--dry-run', 'Say what would come, and change nothing.')
      .option('--source <name>', 'What rows that name no source are noted under.', 'import')
      .option('--accept', 'Take what guards would leave out.');
  takes(
    into('days', 'importDaysFrom', 'Read days of prices from files; the same files again change nothing.'),
  ).argument('<files...>', 'Files or addresses of days and months, under their names.');
  takes(into('prices', 'importPricesFrom', 'Read lines of prices; the same lines again change nothing.')).argument(
    '[file]',
  );
  const prices = group(program, 'prices', 'Look after stored prices.', () => import('./prices.ts'));
  prices('forget', 'pricesForget', 'Take what a source said of one day out again, as if it had never been read.')
    .requiredOption('--source <name>', 'The source that said them.')
    .requiredOption('--day <day>', 'The day to remove; it may lie in the future.')
    .option('--dry-run', 'Say what would go, and change nothing.');
  prices('verify', 'pricesVerify', 'Derive current amounts anew from kept documents, and say which differ.').option(
    '--sample <count>',
    'How many amounts.',
    '1000',
  );
  withJson(program.command('console-link'))
    .description('Print a link that opens the console once, within 30 minutes.')
    .action(lazily(async () => (await import('./keys.ts')).consoleLink));
  const scan = program.command('scan').description('Recognise cards on photos.');
  withService(withJson(scan.command('photo', { isDefault: true }).argument('<file>', 'A photo of one card.')))
    .option('--game <game>', 'Only cards of this game.')
    .option('--lang <language>', 'The language that names are shown in.')
    .option('--all', 'Each of up to twelve cards on the photo.')
    .option(
      '--report <dir>',
      'Write the photo, the answer and how it came about into this new folder; nothing is sent.',
    )
    .description('Say which card a photo shows; the word photo may be left out.')
    .action(lazily(async () => (await import('./scan.ts')).scan));
  withJson(scan.command('fit'))
    .option('--seed <number>', 'The same pictures with the same seed give the same model.', '1')
    .description('Train the scan on the pictures of this catalog.')
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
  addKeyCommands(group(program, 'keys', 'Manage API keys.', () => import('./keys.ts')));
  const subscriptions = () => import('./subscriptions.ts');
  addSubscriptionCommands(group(program, 'subscriptions', 'Manage webhook subscriptions.', subscriptions));
  const events = group(program, 'events', 'Try events out.', subscriptions);
  events('trigger <name>', 'eventsTrigger', 'Send a sample to every subscription that wants it.');
  withService(withConfig(program.command('mcp')))
    .description('Give an assistant on this machine tools, over standard input and output.')
    .action(lazily(async () => (await import('./mcp.ts')).mcp));
  withService(withConfig(program.command('listen')))
    .option('--events <events>', 'Only these: names or patterns, separated by commas.')
    .option('--json', 'Print each event whole, a line of JSON each.')
    .option('--forward-to <url>', 'Send each event on to this address, signed.')
    .description('Show events as they happen.')
    .action(lazily(async () => (await import('./listen.ts')).listen));
  const db = group(program, 'db', 'Look after the store.', () => import('./db.ts'));
  db('status', 'dbStatus', 'Show the schema and what is stored.');
  db('migrate', 'dbMigrate', 'Bring the schema up to date and show it.');
  db('move', 'dbMove', 'Move everything into an empty store on the other engine, and compare both.').requiredOption(
    '--to <place>',
    'Where to: a postgres: address, or a directory for an embedded store.',
  );
  const config = group(program, 'config', 'Look at the configuration.', () => import('./config.ts'));
  config('print', 'configPrint', 'Show every setting and where it came from.');
  addExamples(program);
  for (const command of program.commands) command.helpGroup(HELP_GROUPS[command.name()] ?? OTHERS);
  return program;
}

const OTHERS = 'Use the data:';
const [START, READ, LOOK, HAND_OUT] = ['Start and run:', 'Read sources:', 'Look after:', 'Keys and events:'];
/** What of `--help` stands together: by the task that people come with. */
const HELP_GROUPS: Readonly<Record<string, string>> = {
  ...{ serve: START, worker: START, init: START, doctor: START, config: START, 'console-link': START, demo: START },
  ...{ ingest: READ, sources: READ, games: READ, audit: READ, explain: READ, prices: READ },
  ...{ backup: LOOK, restore: LOOK, db: LOOK, completion: LOOK },
  ...{ keys: HAND_OUT, subscriptions: HAND_OUT, events: HAND_OUT, listen: HAND_OUT },
};

function addExamples(command: Command, words = 'cardstock'): void {
  for (const child of command.commands) {
    const called = `${words} ${child.name()}`;
    const example = EXAMPLES[called.slice('cardstock '.length)];
    if (example !== undefined) child.addHelpText('after', `\nExample:\n  $ ${called} ${example}`.trimEnd());
    addExamples(child, called);
  }
}

/** Setting up, looking after, and trying out. */
function addMaintenanceCommands(program: Command): void {
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
    .option('--user-agent <text>', 'Your contact, sent to every source: a name and an address.')
    .option('--no-test', 'Write the file without asking the sources.')
    .option('--force', 'Replace a file that is there.')
    .description('Write the configuration file; asks on a terminal, and tests the sources.')
    .action(lazily(async () => (await import('./init.ts')).init));
  withJson(program.command('doctor'))
    .option('--public-url <url>', SETTINGS.publicUrl.meaning)
    .description('Check everything the service stands on, each with its remedy; exits 3 when something is bad.')
    .action(lazily(async () => (await import('./doctor.ts')).doctor));
  const copies = commandsOf(program, () => import('./db.ts'));
  copies('backup <file>', 'backup', 'Copy the embedded store into one file while it is used, and verify the copy.');
  copies('restore <file>', 'restoreFrom', 'Put such a copy in place.').option(
    '--force',
    'Into a data directory that is not empty; what it replaces is set aside.',
  );
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
    .option('--filter <terms>', "Field terms, such as --filter='hp>=150 -type:fire': docs/fields.md.")
    .option('--sort <sort>', 'name, released, usd, eur or a field of numbers, descending with a minus.')
    .option('--game <game>', 'Only cards of this game.')
    .option('--lang <language>', 'The language that names are shown in.')
    .option('--limit <count>', 'How many.', '20')
    .option('--key <key>', SETTINGS.key.meaning)
    .option('--url <url>', SETTINGS.url.meaning)
    .description('Ask the running service for cards, and show what each costs at least.')
    .action(lazily(async () => (await import('./get.ts')).search));
  program
    .command('completion')
    .addArgument(new Argument('<shell>').choices(['bash', 'zsh', 'fish']))
    .option('--json', 'Print exactly one JSON document.')
    .description('Print a script that completes commands and flags in a shell.')
    .action(lazily(async () => (await import('./completion.ts')).completion));
}

/** Collects what `-q` is given, one `name=value` each time. */
const addParameter = (given: string, before: readonly string[] = []): string[] => [...before, given];

function addSubscriptionCommands(subscriptions: Group<typeof import('./subscriptions.ts')>): void {
  subscriptions('create', 'subscriptionsCreate', 'Make a subscription; its secret is shown once.')
    .requiredOption('--url <url>', 'Where events are sent: a public https: address.')
    .option('--events <names>', "Event names or patterns such as 'game.*'; several with commas.")
    .option('--watch <rules>', 'Rules of prices: JSON, or @FILE.')
    .addOption(new Option('--format <format>', 'What is posted.').choices(FORMATS))
    .addOption(new Option('--signature <version>', 'v1: a shared secret; v1a: a public key.').choices(SIGNATURES))
    .option('--ordered', 'One delivery at a time, in the order of the feed.')
    .option('--allow-private', 'Let the address lie in your own network, and be plain http:.');
  inPages(subscriptions('list', 'subscriptionsList', 'Show the subscriptions and how they fare.'));
  subscriptions('test <id>', 'subscriptionsTest', 'Send a sample now and show what came back.').option(
    '--event <name>',
    'Which event; by default the first that is wanted.',
  );
  subscriptions('deliveries <id>', 'subscriptionsDeliveries', 'Show the newest deliveries.')
    .option('--state <state>', 'Only pending, delivered or failed ones.')
    .option('--attempts', 'Show single attempts with what was answered.')
    .option('--limit <count>', 'How many.', '50');
  subscriptions('replay <id>', 'subscriptionsReplay', 'Send events again.')
    .option('--event <event-id>', 'One event, by its id.')
    .option('--since <time>', 'Every event since this time (ISO 8601).');
  subscriptions('pause <id>', 'subscriptionsPause', 'Hold deliveries back.');
  subscriptions('resume <id>', 'subscriptionsResume', 'Let deliveries go out again, what has waited included.');
  subscriptions('delete <id>', 'subscriptionsDelete', 'Remove a subscription and what waits for it.');
  subscriptions('rotate <id>', 'subscriptionsRotate', 'Make a new secret; the old one signs too for 24 hours.');
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
  return error instanceof Error && 'syscall' in error ? faultOfFile(error) : knownReason(error);
}
