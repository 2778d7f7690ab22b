/** The rules of the house inside of rooms: which way wings may import each other, and what a folder may be called. */
import { FLOORS } from '../../../scripts/house.ts';
import { importedPaths, roomOf, type SourceFile } from './house-rules.ts';

/** A wing: a folder of a room, or a file in its root. */
const wingOf = (path: string): string => {
  const [first = '', ...deeper] = path.replace(/^src\/(?:[^/]+\/)?/, '').split('/');
  return deeper.length === 0 ? first : `${first}/`;
};

interface Arrow {
  from: string;
  to: string;
  because: string;
}

/** Imports from wing to wing inside of each room; those of types alone count too. */
function arrowsByRoom(files: readonly SourceFile[]): Map<string, Arrow[]> {
  const rooms = new Map<string, Arrow[]>();
  for (const file of files.filter(({ path }) => path.startsWith('src/'))) {
    const room = roomOf(file.path) ?? '';
    const arrows = rooms.get(room) ?? [];
    rooms.set(room, arrows);
    const from = wingOf(file.path);
    for (const target of importedPaths(file)) {
      const to = wingOf(target);
      if (roomOf(target) === room && to !== from) arrows.push({ from, to, because: `${file.path} imports ${target}` });
    }
  }
  return rooms;
}

/** Arrows of wings that lead back to where they begin. */
export const wingCircles = (files: readonly SourceFile[]): string[] =>
  [...arrowsByRoom(files).values()].flatMap((arrows) => {
    const next = Map.groupBy(arrows, ({ from }) => from);
    const reaches = (from: string, wanted: string, seen: Set<string>): boolean =>
      (next.get(from) ?? []).some(({ to }) => {
        if (to === wanted) return true;
        if (seen.has(to)) return false;
        return reaches(to, wanted, seen.add(to));
      });
    return arrows.filter(({ from, to }) => reaches(to, from, new Set([to]))).map(({ because }) => because);
  });

/** Imports from a floor of a room up to one that stands on it, and floors without a stair; `except` for some rooms. */
export const wrongStairs = (files: readonly SourceFile[], except: readonly string[] = []): string[] =>
  Object.entries(FLOORS).flatMap(([room, floors]) => {
    if (except.includes(room)) return [];
    const floorOf = (wing: string) => floors.findIndex((wings) => wings.includes(wing));
    const between = (arrowsByRoom(files).get(room) ?? []).map((arrow) => {
      const [from, to] = [floorOf(arrow.from), floorOf(arrow.to)];
      return { ...arrow, rise: from < 0 || to < 0 ? 0 : to - from };
    });
    const isJoined = (wing: string) => between.some(({ from, to, rise }) => rise < 0 && (from === wing || to === wing));
    return [
      ...between.filter(({ rise }) => rise > 0).map(({ because }) => because),
      ...floors.filter((wings) => !wings.some(isJoined)).map((wings) => `${room}: no stair at ${wings.join(', ')}`),
    ];
  });

/** Nouns by now, and words of the field's: sealed products, priced printings. */
const NOUNS = new Set(['listing', 'matching', 'packed', 'priced', 'sealed']);
const PARTICIPLE = /(?:^|-)(?:\w+(?:ed|ing)|shown|kept|spoken|held|told|known|taken|given|written|made)$/;

/** Folders that are called by what was done to their files, not by what these are. */
export const participleFolders = (files: readonly SourceFile[]): string[] =>
  [...new Set(files.flatMap(({ path }) => path.split('/').slice(0, -1)))].filter(
    (folder) => PARTICIPLE.test(folder) && !NOUNS.has(folder),
  );
