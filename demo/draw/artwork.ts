/** A card's picture: its subject in its landscape, composed by the picture's own seed. */
import type { Artwork } from '../wickwild/card.ts';
import { darker, lighter } from './colour.ts';
import { creature } from './creatures/creature.ts';
import { greatFlame } from './glows.ts';
import { box, circle, DOWN, ellipse, group, type Ink, linear, MIDDLE, num, radial, ramp, rounded } from './ink.ts';
import { haven } from './lore/havens.ts';
import { keeper } from './lore/keeper.ts';
import { relic } from './lore/relics.ts';
import { landscape } from './scenes/landscape.ts';
import { type Scene, sceneOf } from './scenes/scene.ts';

/** Where the subject stands, and how large: as shares of the picture. */
interface Composition {
  x: number;
  y: number;
  scale: number;
  flip: boolean;
}

const FLOATING = new Set(['moth', 'fish', 'jelly', 'wisp']);

/** Half width of a creature in its own units, ears and tail included. */
const REACH = 130;

/** Birds stretch further up than others: under a title they are drawn smaller. */
const LONG_NECKED = 0.86;

function compose({ random }: Ink, tall: boolean): Composition {
  const kind = random.whole(0, 9);
  const flip = random.chance(0.5);
  if (tall)
    return { x: random.between(0.46, 0.54), y: random.between(0.43, 0.47), scale: random.between(0.68, 0.78), flip };
  if (kind < 2)
    return { x: random.between(0.42, 0.58), y: random.between(0.6, 0.68), scale: random.between(1.2, 1.4), flip };
  if (kind < 4)
    return {
      x: flip ? random.between(0.3, 0.4) : random.between(0.6, 0.7),
      y: random.between(0.62, 0.68),
      scale: random.between(0.72, 0.82),
      flip,
    };
  return { x: random.between(0.44, 0.56), y: random.between(0.55, 0.6), scale: random.between(0.94, 1.08), flip };
}

function creaturePicture(
  ink: Ink,
  artwork: Artwork & { kind: 'creature' },
  scene: Scene,
  tall: boolean,
): { behind: string; subject: string } {
  const { w, h, mood } = scene;
  const { x, y, scale, flip } = compose(ink, tall);
  const { species, type, shiny } = artwork;
  const subject = { plan: species.plan, breed: species.breed, family: species.family, type, age: species.age, shiny };
  const { drawing, coat } = creature(ink, subject);
  const size = (Math.min(w, h * 1.02) / (REACH * 2)) * scale * (tall && species.plan === 'bird' ? LONG_NECKED : 1);
  const [cx, cy] = [w * x, h * y];
  const halo = radial(ink, MIDDLE, [0, lighter(coat.flame, 0.35), 0.6], [0.55, coat.flame, 0.22], [1, coat.flame, 0]);
  const shadow = FLOATING.has(species.plan)
    ? ellipse(cx, Math.min(h * 0.94, cy + 135 * size), 60 * size, 7 * size, '#000000', 'fill-opacity=".16"')
    : ellipse(cx, cy + 100 * size, 88 * size, 11 * size, '#000000', 'fill-opacity=".3"');
  const far = ink.random.chance(0.16)
    ? group(
        creature(ink, { ...subject, age: 0 }).drawing,
        `transform="translate(${num(w * (x > 0.5 ? 0.16 : 0.84))} ${num(h * 0.76)}) scale(${num(size * 3.4) === '0' ? 0.3 : Math.round(size * 36) / 100})" opacity=".92"`,
      )
    : '';
  const lift = FLOATING.has(species.plan) ? -14 * size : 0;
  const placed = group(
    drawing,
    `transform="translate(${num(cx)} ${num(cy + lift)}) scale(${Math.round(size * (flip ? -1 : 1) * 1000) / 1000} ${Math.round(size * 1000) / 1000}) rotate(${num(ink.random.between(-5, 5))})"`,
  );
  return {
    behind: circle(cx, cy, 148 * size, halo) + far + shadow + mistAtFeet(ink, w, h, mood.sky[2]),
    subject: placed,
  };
}

const mistAtFeet = (ink: Ink, w: number, h: number, colour: string): string =>
  ink.random.chance(0.3) ? box(0, h * 0.78, w, h * 0.22, linear(ink, DOWN, [0, colour, 0], [1, colour, 0.35])) : '';

/** The landscape, turned and brought nearer by chance, so that two pictures of one place differ at a glance. */
function backdrop(ink: Ink, scene: Scene, place: string): string {
  const { random } = ink;
  const zoom = random.between(1, 1.22);
  const [dx, dy] = [-random.next() * (zoom - 1) * scene.w, -random.between(0.4, 1) * (zoom - 1) * scene.h];
  const painted = landscape(place, scene);
  const near = group(painted, `transform="translate(${num(dx)} ${num(dy)}) scale(${Math.round(zoom * 1000) / 1000})"`);
  return random.chance(0.5) ? near : group(near, rounded`transform="translate(${scene.w} 0) scale(-1 1)"`);
}

/**
 * The picture at a size, in two parts: what stays inside the picture's frame, and the subject, which the rarer frames let
 * step out of it. `tall` is the full-art composition, whose lower third lies under the rules.
 */
export function artworkOf(
  ink: Ink,
  artwork: Artwork,
  w: number,
  h: number,
  tall: boolean,
): { behind: string; subject: string } {
  if (artwork.kind === 'glow') return { behind: greatFlame(ink, artwork.type, w, h), subject: '' };
  const ground = tall ? h * 0.74 : h;
  const scene = sceneOf(ink, artwork.place, w, ground);
  const below = tall
    ? box(0, ground - 2, w, h - ground + 2, ramp(ink, scene.mood.land[2], darker(scene.mood.land[2], 0.5)))
    : '';
  const back = backdrop(ink, scene, artwork.place) + below;
  if (artwork.kind === 'creature') {
    const { behind, subject } = creaturePicture(ink, artwork, scene, tall);
    return { behind: back + behind, subject };
  }
  if (artwork.kind === 'Haven') return { behind: back + haven(scene, artwork.motif), subject: '' };
  const veil = box(0, 0, w, h, scene.mood.land[2], 0, 'fill-opacity=".28"');
  const size = Math.round((Math.min(w, h) / (artwork.kind === 'Keeper' ? 345 : 330)) * 1000) / 1000;
  const [x, y] = [
    w * (artwork.kind === 'Keeper' ? ink.random.between(0.4, 0.52) : 0.5),
    h * (artwork.kind === 'Keeper' ? 0.57 : 0.5),
  ];
  const drawing = artwork.kind === 'Keeper' ? keeper(ink, artwork.name) : relic(ink, artwork.motif);
  return {
    behind: back + (artwork.kind === 'Relic' ? veil : ''),
    subject: group(drawing, `transform="translate(${num(x)} ${num(y)}) scale(${size})"`),
  };
}
