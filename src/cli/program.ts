/** The command line: every command with its flags, in one place. */
import { Command, CommanderError } from 'commander';
import { SETTINGS } from '../config.ts';
import { ConfigurationError } from '../configuration-error.ts';
import { OperatorFailure } from '../failure.ts';
import { VERSION } from '../release.ts';
import { CommandFailure, EXIT, printError } from './output.ts';

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

const withJson = (command: Command) => withConfig(command).option('--json', 'Print exactly one JSON document.');

export function buildProgram(): Command {
  const program = new Command('cardstock')
    .description('A self-hosted service for the trading-card market.')
    .version(VERSION);
  withConfig(program.command('serve'))
    .description('Answer requests, and ingest on schedule.')
    .option('--host <address>', SETTINGS.host.meaning)
    .option('--port <port>', SETTINGS.port.meaning)
    .option('--public-url <url>', SETTINGS.publicUrl.meaning)
    .option('--no-ingest', 'Leave ingest to a worker.')
    .action(lazily(async () => (await import('./serve.ts')).serve));
  withConfig(program.command('worker'))
    .description('Ingest on schedule without serving.')
    .action(lazily(async () => (await import('./serve.ts')).work));

  const ingest = program.command('ingest').description('Run sources by hand.');
  withJson(ingest.command('run').argument('<source>', 'A source by its name, or all.'))
    .option('--accept-prune', 'Let go of printings even when they are more than 1 % of all.')
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
    .action(lazily(async () => (await import('./ingest.ts')).sourcesList));
  withJson(sources.command('test'))
    .description('Read one document of each source.')
    .action(lazily(async () => (await import('./ingest.ts')).sourcesTest));

  withJson(program.command('audit'))
    .description('Show which marketplace ids are withheld, what is unmatched, and why.')
    .action(lazily(async () => (await import('./audit.ts')).audit));
  withJson(program.command('explain').argument('<card>', 'A card by its id.'))
    .description('Show where each price of a card comes from.')
    .action(lazily(async () => (await import('./audit.ts')).explain));

  withConfig(program.command('export').description('Write out what is stored.').command('prices').argument('[file]'))
    .description('Write the price history as lines of JSON.')
    .action(lazily(async () => (await import('./prices.ts')).exportPricesTo));
  withJson(program.command('import').description('Read in what was written out.').command('prices').argument('[file]'))
    .description('Read price history from lines of JSON; the same lines again change nothing.')
    .action(lazily(async () => (await import('./prices.ts')).importPricesFrom));
  addKeyCommands(program.command('keys').description('Manage API keys.'));
  const db = program.command('db').description('Look after the store.');
  withJson(db.command('status'))
    .description('Show the schema and what is stored.')
    .action(lazily(async () => (await import('./db.ts')).dbStatus));
  withJson(db.command('migrate'))
    .description('Bring the schema up to date and show it.')
    .action(lazily(async () => (await import('./db.ts')).dbStatus));
  const config = program.command('config').description('Look at the configuration.');
  withJson(config.command('print'))
    .description('Show every setting and where it came from.')
    .action(lazily(async () => (await import('./config.ts')).configPrint));
  return program;
}

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

/** Runs one command; what goes wrong becomes a sentence and an exit code. */
export async function runProgram(argv: readonly string[]): Promise<void> {
  const program = buildProgram();
  for (const command of [program, ...descendants(program)]) command.exitOverride();
  try {
    await program.parseAsync(argv);
  } catch (error) {
    process.exitCode = report(error);
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
  printError(error instanceof OperatorFailure ? error.message : String((error as Error)?.stack ?? error));
  return EXIT.failed;
}
