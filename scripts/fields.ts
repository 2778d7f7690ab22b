/** Writes the tables of docs/fields.md from what each game declares, so that the page and the service list the same. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { COMMON_FIELDS, type Field } from '../src/catalog/listing/fields.ts';
import type { Game } from '../src/games/game.ts';
import { GAMES } from '../src/games/games.ts';

const PAGE = 'docs/fields.md';

const row = ({ name, aliases, type, title, example }: Field) =>
  `| \`${type === 'flag' ? `is:${name}` : name}\`${aliases.map((alias) => ` \`${alias}\``).join('')} | ${type} | ${title} | \`${example}\` |`;

const table = (title: string, fields: readonly Field[]) =>
  [`### ${title}`, '', '| field | type | what it is | example |', '|---|---|---|---|', ...fields.map(row), ''].join(
    '\n',
  );

/** The page with its tables as the games declare them now. */
export function fieldsPage(): string {
  const tables = Object.values<Game>(GAMES).flatMap(({ title, fields = [], sources }) =>
    JSON.stringify(sources).includes('"demo:') ? [] : [table(title ?? 'Other games, by what TCGplayer says', fields)],
  );
  const [before = ''] = readFileSync(PAGE, 'utf8').split('### Every game');
  return `${before}${[table('Every game', COMMON_FIELDS), ...tables].join('\n')}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(PAGE, fieldsPage());
