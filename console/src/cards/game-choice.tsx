/** Which game is looked at: in the address, so that a link shows the same. */
import { Choice } from '../elements/choice.tsx';
import { worded } from '../elements/format.ts';
import { go, queryOf, usePlace } from '../frame/router.tsx';
import { useGames } from './outline.ts';

/** The game that the address names; undefined for all of them. */
export const useGame = (): string | undefined => usePlace().query.get('game') ?? undefined;

/** All games, or one of them; nothing where there is one only. */
export function GameChoice() {
  const { path, query } = usePlace();
  const games = useGames();
  const game = useGame();
  if (games.length < 2 && game === undefined) return null;
  const options = games.map(({ name, title }) => ({ value: name, label: title }));
  const isKnown = game === undefined || options.some(({ value }) => value === game);
  return (
    <Choice
      legend="Game"
      options={[
        { value: '', label: 'All games' },
        ...options,
        ...(isKnown ? [] : [{ value: game, label: worded(game) }]),
      ]}
      value={game ?? ''}
      onChoose={(value) => go(`${path}${queryOf({ ...Object.fromEntries(query), game: value })}`, { replace: true })}
    />
  );
}
