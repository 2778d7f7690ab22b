/** The logos of series and expansions, and the expansions' symbols as pictures of their own. */
import { type DemoExpansion, EXPANSIONS, SERIES } from '../wickwild/expansions.ts';
import { blend, darker } from './colour.ts';
import { box, clipped, DOWN, linear, newInk, svg } from './ink.ts';
import { CREAM, GOLD } from './palette.ts';
import { landscape } from './scenes/landscape.ts';
import { sceneOf } from './scenes/scene.ts';
import { symbol } from './symbols.ts';
import { writeFitted } from './text.ts';

const LOGO = { w: 720, h: 300 } as const;
const SYMBOL_SIZE = 128;

/** A banner of the place with the name across it. */
function banner(seed: string, place: string, name: string, above: string, sign: string): string {
  const { w, h } = LOGO;
  const ink = newInk(`logo ${seed}`);
  const scene = sceneOf(ink, place, w, h);
  const deep = darker(scene.mood.land[2], 0.35);
  const veil = linear(ink, DOWN, [0, deep, 0.15], [0.45, deep, 0.55], [1, deep, 0.2]);
  const frame = box(6, 6, w - 12, h - 12, '#000000', 40);
  const title = (dx: number, dy: number, fill: string) =>
    writeFitted(name, w / 2 + dx, 182 + dy, 76, 'bold', fill, w - 110, 'middle');
  const drawn =
    clipped(ink, frame, landscape(place, scene) + box(0, 0, w, h, veil)) +
    box(6, 6, w - 12, h - 12, 'none', 40, `stroke="${blend(scene.mood.light, GOLD[1], 0.5)}" stroke-width="8"`) +
    symbol(sign, w / 2, 78, 58, scene.mood.light, `stroke="${deep}" stroke-width="5"`) +
    title(3, 5, deep) +
    title(-2, -1, deep) +
    title(0, 0, CREAM) +
    writeFitted(above, w / 2, 236, 30, 'italic', scene.mood.light, w - 160, 'middle');
  return svg(ink, w, h, drawn);
}

const expansionOf = (id: string): DemoExpansion | undefined => EXPANSIONS.find((expansion) => expansion.id === id);

/** The logo of a series or an expansion as SVG, undefined for any other id. */
export function logoOf(id: string): string | undefined {
  const expansion = expansionOf(id);
  if (expansion !== undefined)
    return banner(
      id,
      expansion.place,
      expansion.name,
      SERIES.find((series) => series.id === expansion.series)?.name ?? '',
      id,
    );
  const series = SERIES.find((candidate) => candidate.id === id);
  const first = EXPANSIONS.find((candidate) => candidate.series === id);
  return series === undefined || first === undefined
    ? undefined
    : banner(`series ${id}`, first.place, series.name, 'A Wickwild series', first.id);
}

/** An expansion's symbol as SVG on nothing. */
export function symbolOf(id: string): string | undefined {
  if (expansionOf(id) === undefined) return undefined;
  return svg(
    newInk(id),
    SYMBOL_SIZE,
    SYMBOL_SIZE,
    symbol(id, SYMBOL_SIZE / 2, SYMBOL_SIZE / 2, SYMBOL_SIZE * 0.9, '#2b2438', 'stroke="#fffaf0" stroke-width="3"'),
  );
}
