/** The games of this deployment: what people call each, the languages it is shown in, and what it calls its cards' facts. */

import Type, { type Static } from 'typebox';
import { byName, doc, text } from '../../catalog/field-shapes.ts';
import type { DeployedGame } from '../../games/game.ts';
import { storedGames } from '../../store/games.ts';
import type { RouteRequest } from '../request.ts';
import type { Speaking } from './in-language.ts';
import { wholeList } from './list.ts';

const ServedGame = Type.Object({
  name: text('What its records, events and game= call it', 'orbwright'),
  title: text('What people call it', 'Orbwright'),
  languages: Type.Array(
    Type.String(),
    doc("What lang= takes for it, the catalog's own first; empty for a game that is read no more", ['en']),
  ),
  facts: byName(
    Type.String(),
    'What it calls facts of its cards whose field says otherwise: by the field in metadata or its attributes',
    { cost: 'Energy cost' },
  ),
});

export const GameList = wholeList(
  ServedGame,
  'The games as they are configured, then those that are served but read no more',
);

export async function listGames(
  _request: RouteRequest,
  { reads, games, only }: Speaking,
): Promise<Static<typeof GameList>> {
  const configured = games.map((game) => {
    const { name, languages, facts = {} } = game;
    return { name, title: titleOf(game, games), languages: [...languages], facts };
  });
  const known = new Set(games.map(({ name }) => name));
  const left = (await storedGames(reads)).filter(({ name }) => !known.has(name) && (only?.includes(name) ?? true));
  return {
    items: [...configured, ...left.map(({ name }) => ({ name, title: inWords(name), languages: [], facts: {} }))],
    next_cursor: null,
  };
}

/** Two deployed games of one title, such as the regional prints of two regions, are told apart by their names alone. */
function titleOf({ name, title }: DeployedGame, games: readonly DeployedGame[]): string {
  const isAlone = games.filter((game) => game.title === title).length === 1;
  return title !== undefined && isAlone ? title : inWords(name);
}

/** `two_words` is Two Words. */
const inWords = (name: string): string =>
  name
    .split('_')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(' ');
