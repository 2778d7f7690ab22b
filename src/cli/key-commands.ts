/** The commands of `cardstock keys` and their options. */
import type { Command } from 'commander';

/** Adds a command of a group, which a function of the group's file runs. */
export type Group<File> = (name: string, handler: keyof File, description: string) => Command;

/** A list that may be long: oldest first, all of it without these. */
export const inPages = (command: Command): Command =>
  command.option('--limit <count>', 'How many.').option('--after <id>', 'Only those made after this one.');

export function addKeyCommands(keys: Group<typeof import('./keys.ts')>): void {
  keys('create', 'keysCreate', 'Make a key; it is shown once.')
    .requiredOption('--name <name>', 'What the key is for.')
    .option('--scope <scopes>', 'read, scan, admin; several with commas.', 'read')
    .option('--rate <per-minute>', 'Requests a minute; 0 for no budget.')
    .option('--rate-day <per-day>', 'Requests a day beside that.')
    .option('--games <names>', 'The only games that it sees; several with commas.')
    .option('--addresses <ranges>', 'Where it may be used, such as 203.0.113.0/24; several with commas.')
    .option('--expires <span>', 'Ends after e.g. 90d.');
  inPages(keys('list', 'keysList', 'Show the keys.'));
  keys('usage <id>', 'keysUsage', 'Show what a key was used for, by day, route and status.').option(
    '--days <n>',
    'Days up to today.',
    '31',
  );
  keys('revoke <id>', 'keysRevoke', 'End a key at once.');
  keys('link <id>', 'keysLink', 'Print an address that downloads one file without a key, until it or the key ends.')
    .requiredOption('--file <name>', 'The file by its name in the manifest, without digest the newest; or events.atom.')
    .option('--expires <span>', 'Ends after so long.', '90d')
    .option('--revoke', 'End all links of the key to this file that were made so far.');
  keys('rotate <id>', 'keysRotate', 'Replace a key by a new one like it.').option(
    '--grace <span>',
    'How long the old key goes on.',
    '24h',
  );
}
