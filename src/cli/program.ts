/** The command line, as the table of commands has it, and what becomes of what goes wrong. */
import { extname } from 'node:path';
import { Argument, Command, CommanderError, Help, type HelpConfiguration, Option } from 'commander';
import { ConfigurationError } from '../config/configuration-error.ts';
import { SETTINGS } from '../config/settings.ts';
import { Failure, faultOfFile, OperatorFailure } from '../failure.ts';
import { knownReason } from '../ingest/runs/reasons.ts';
import { VERSION } from '../release.ts';
import { COMMANDS } from './commands.ts';
import { CommandFailure, EXIT, parserOutput, printError, printJson } from './output.ts';

/** Each loads only when a command of its own runs: the others would cost each of them 0.2 s. A package brings them as .js. */
const loaded = (file: string): Promise<object> => import(`./${file}${extname(import.meta.filename)}`);

/** Flags that choose the configuration and the store, and how the command speaks. */
function addCommonFlags(command: Command, kind: string): void {
  if (kind === 'nothing') return;
  command
    .option('--config <file>', SETTINGS.config.meaning)
    .option('--data <dir>', SETTINGS.data.meaning)
    .option('--database-url <url>', SETTINGS.databaseUrl.meaning)
    .option('--log-level <level>', SETTINGS.logLevel.meaning);
  const log = new Option('--log <form>', 'How the log is written; by default lines on a terminal, else JSON.');
  if (kind === 'log') command.addOption(log.choices(['lines', 'json']));
  if (kind === 'json') command.option('--json', 'Print exactly one JSON document.');
}

/** What stands below a command: `<file> | What it is.`, `--limit <count> = 20 | How many.`, `--games <names> , | Several.` */
function addInput(command: Command, head: string, description: string): void {
  const [, flags = '', mark, fallback, choices] =
    /^(.*?)(?: (!|,|\.\.\.))?(?: = (\S+))?(?: \((.*)\))?$/.exec(head) ?? [];
  const input = flags.startsWith('-') ? new Option(flags, description) : new Argument(flags, description);
  if (choices !== undefined) input.choices(choices.split(' '));
  if (input instanceof Argument) return void command.addArgument(input);
  if (fallback !== undefined) input.default(fallback);
  // Given twice it is both, whatever it is by default.
  const listed: string[] = [];
  if (mark === ',')
    input.argParser((given) => {
      listed.push(given);
      return listed.join(',');
    });
  if (mark === '...') input.argParser((given, before: readonly string[] = []) => [...before, given]);
  command.addOption(input.makeOptionMandatory(mark === '!'));
}

/** What a command's line says behind its words and description. */
function addAction(command: Command, words: readonly string[], told: readonly string[]): void {
  const example = told.find((part) => part.startsWith('$'));
  if (example === undefined) return;
  const [where = '', kind = 'json'] = (told.find((part) => part !== example) ?? '').split(/ ?\+/);
  const [file = words[0] ?? '', handler = camelCase(words.join('-'))] = where.split(' ').filter(Boolean);
  addCommonFlags(command, kind === 'default' ? 'json' : kind);
  command.addHelpText('after', `\nExample:\n  $ cardstock ${words.join(' ')}${example.slice(1)}`);
  command.action(async (...given: unknown[]) => {
    const found = Object.entries(await loaded(file)).find(([name]) => name === handler);
    if (found === undefined) throw new Error(`${file}.ts has no ${handler}`);
    await found[1](...given);
  });
}

const camelCase = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

export function buildProgram(): Command {
  const program = new Command('cardstock')
    .description('A self-hosted service for the trading-card market.')
    .version(VERSION)
    .configureOutput(parserOutput);
  let [heading, command, group] = ['', program, program];
  for (const line of COMMANDS.trim().split('\n')) {
    const [head = '', description = '', ...told] = line.trim().split(/ \| ?/);
    if (line.endsWith(':')) heading = line;
    else if (line.startsWith(' ')) addInput(command, head, description);
    else {
      const words = head.split(' ').filter((word) => /^\w/.test(word));
      const name = head.slice(words.slice(0, -1).join(' ').length).trim();
      command = (words.length > 1 ? group : program).command(name, {
        isDefault: told[0]?.endsWith('+default') ?? false,
      });
      if (words.length === 1) group = command.helpGroup(heading);
      addAction(command.description(description), words, told);
    }
  }
  return program;
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

/** Runs one command, and says whether it went well; what went wrong became a sentence and an exit code, and with --json a document too. */
export async function runProgram(argv: readonly string[]): Promise<boolean> {
  const program = buildProgram();
  for (const command of [program, ...descendants(program)]) {
    const next = `  ${wordsOf(command)} --help shows how`;
    command.exitOverride().configureHelp(OWN_FIRST).showHelpAfterError(next);
  }
  try {
    await program.parseAsync(argv);
    return true;
  } catch (error) {
    process.exitCode = report(error);
    const isSilent = process.exitCode === EXIT.ok || (error instanceof CommandFailure && error.hasPrinted);
    if (argv.includes('--json') && !isSilent) {
      const { message } = error as Error;
      printJson({ error: { message, exit_code: process.exitCode } });
    }
    return false;
  }
}

const wordsOf = (command: Command): string =>
  command.parent === null ? command.name() : `${wordsOf(command.parent)} ${command.name()}`;

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
  if (error instanceof EvalError) return `NODE_OPTIONS forbids what this is built on: ${error.message}`;
  return error instanceof Error && 'syscall' in error ? faultOfFile(error) : knownReason(error);
}
