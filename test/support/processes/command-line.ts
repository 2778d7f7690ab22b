/** The program's own parser, without what its commands do. */
import type { Command } from 'commander';
import { buildProgram } from '../../../src/cli/program.ts';

/** Every command that does something, by its words. */
export const leaves = (command: Command, words: string[] = []): { words: string[]; command: Command }[] =>
  command.commands.length === 0
    ? [{ words, command }]
    : command.commands.flatMap((child) => leaves(child, [...words, child.name()]));

/**
 * The words of the command that `typed` would run, without the program's name.
 * @throws CommanderError for an unknown flag or command, and for one argument too many or too few
 */
export async function commandOf(typed: readonly string[]): Promise<string> {
  const program = buildProgram();
  let reached = '';
  const quiet = { writeErr: () => undefined };
  program.exitOverride().configureOutput(quiet);
  for (const { words, command } of leaves(program)) {
    command
      .exitOverride()
      .configureOutput(quiet)
      .action(() => {
        reached = words.join(' ');
      });
  }
  await program.parseAsync(typed, { from: 'user' });
  return reached;
}
