/** What the configuration file says of services whose clients are answered here. */
import Type, { type Static } from 'typebox';
import type { Game } from '../games/game.ts';
import { GAMES } from '../games/games.ts';
import { didYouMean } from './did-you-mean.ts';
import { isRecord, schemaFaults } from './sources-section.ts';

const CompatSettings = Type.Object(
  {
    game: Type.Optional(Type.String()),
    keyless: Type.Optional(Type.Boolean()),
    pocket: Type.Optional(Type.Boolean()),
    at: Type.Optional(Type.Array(Type.String({ pattern: '^(/[\\w.~-]+)+$', description: 'a path such as /v2' }))),
  },
  { additionalProperties: false },
);

export type CompatSection = Readonly<Record<string, Static<typeof CompatSettings>>>;

/** What is wrong with the `compat` of the file at `path`; `games` are those that it names. */
export function compatFaults(path: string, compat: unknown, games: readonly string[]): string[] {
  if (compat === undefined) return [];
  if (!isRecord(compat)) return [`${path} "compat": must be an object of services by name`];
  const known = Object.values<Game>(GAMES).flatMap((game) => Object.keys(game.compat ?? {}));
  return Object.entries(compat).flatMap(([name, settings]) => {
    const place = `${path} "compat.${name}"`;
    if (!known.includes(name)) return [`${place}: is no service that is answered for${didYouMean(name, known)}`];
    const faults = schemaFaults(place, CompatSettings, settings);
    const { game } = (settings ?? {}) as { game?: unknown };
    if (faults.length > 0 || typeof game !== 'string' || games.includes(game)) return faults;
    return [`${place} "game": ${game} is none of the games${didYouMean(game, games)}`];
  });
}
