/** Families of cards that share all but a small mark, drawn here: basic energies, tokens, items of one scene, promo frames. */
import sharp from 'sharp';
import { type Random, randomOf } from '../../demo/random.ts';
import type { CardPicture } from './pictures.ts';

const WIDTH = 480;
const HEIGHT = 670;
const MEMBERS = 8;

/** Where a family's mark lies and how wide it is, as shares of the card's width and height. */
interface Layout {
  x: number;
  y: number;
  size: number;
}

const rgb = (random: Random, light = 50, strength = 60): string =>
  `hsl(${random.whole(0, 359)} ${strength}% ${light}%)`;

/** Signs in a box from -50 to 50, as unlike each other as those of energies are. */
const SIGNS = [
  'M-50 0a50 50 0 1 0 100 0a50 50 0 1 0 -100 0zM-22 0a22 22 0 1 0 44 0a22 22 0 1 0 -44 0z',
  'M0 -50L50 45H-50z',
  'M10 -50L-38 10H-6L-14 50L38 -12H6z',
  'M-16 -50H16V-16H50V16H16V50H-16V16H-50V-16H-16z',
  'M20 -48a50 50 0 1 0 0 96a40 40 0 1 1 0 -96z',
  'M-50 -40H50V-14H-50zM-50 14H50V40H-50z',
  'M-46 -46h38v38h-38zM8 -46h38v38h-38zM-46 8h38v38h-38zM8 8h38v38h-38z',
  'M0 -50C70 -20 50 50 0 50C-50 50 -70 -20 0 -50zM0 -24L-12 20H12z',
] as const;

/** A family's signs come in an order of its own, each turned and drawn a little otherwise. */
function signOf(family: string, member: number): string {
  const random = randomOf(`${family} signs`);
  const from = random.whole(0, SIGNS.length - 1);
  const turn = random.whole(0, 3) * 90 + random.between(-15, 15);
  return `<path fill-rule="evenodd" transform="rotate(${turn.toFixed(1)})" d="${SIGNS[(from + member) % SIGNS.length]}"/>`;
}

/** Lines of words as they look from afar. */
function wordsAt(words: string, x: number, y: number, lines: number, height: number): string {
  const random = randomOf(words);
  return Array.from({ length: lines }, (_, line) => {
    const pieces: string[] = [];
    for (let at = x; at < WIDTH - x - 30; ) {
      const wide = random.whole(8, 44);
      pieces.push(`<rect x="${at}" y="${y + 1.9 * height * line}" width="${wide}" height="${height}"/>`);
      at += wide + 7;
    }
    return pieces.join('');
  }).join('');
}

/** Things that stand in a scene, as many as it takes to be one. */
function sceneOf(words: string, things: number): string {
  const random = randomOf(words);
  return Array.from({ length: things }, () => {
    const [x, y] = [random.whole(0, WIDTH), random.whole(60, 400)];
    const [w, h] = [random.whole(20, 150), random.whole(20, 120)];
    const fill = rgb(random, random.whole(15, 85));
    return random.chance(0.5)
      ? `<ellipse cx="${x}" cy="${y}" rx="${w / 2}" ry="${h / 2}" fill="${fill}"/>`
      : `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fill}" transform="rotate(${random.whole(-40, 40)} ${x} ${y})"/>`;
  }).join('');
}

const marked = ({ x, y, size }: Layout, sign: string, fill: string, behind = ''): string =>
  `<g transform="translate(${x * WIDTH} ${y * HEIGHT}) scale(${(size * WIDTH) / 100})">${behind}<g fill="${fill}">${sign}</g></g>`;

interface Member {
  family: string;
  member: number;
  random: Random;
}

/** A whole card of a kind: what its family shares is drawn by chance of the family's name, the rest by the member's. */
const KINDS: Record<string, (its: Member) => string> = {
  energy: ({ family, member, random }) => {
    const hue = (member * 45 + random.whole(0, 20)) % 360;
    const ground = (light: number): string => `hsl(${hue} ${member === 6 ? 8 : 75}% ${light}%)`;
    const place = { x: 0.5, y: random.between(0.32, 0.5), size: random.between(0.22, 0.34) };
    const orb = `<circle r="82" fill="${ground(80)}"/><circle r="70" fill="${ground(50)}"/>`;
    return `<defs><radialGradient id="g" cy="${place.y}"><stop offset="0" stop-color="${ground(78)}"/><stop offset="1" stop-color="${ground(35)}"/></radialGradient></defs>
      <rect width="${WIDTH}" height="${HEIGHT}" fill="${rgb(random, 75, 10)}"/><rect x="22" y="70" width="436" height="560" fill="url(#g)"/>
      <path d="M70 ${random.whole(380, 480)}Q240 ${random.whole(60, 200)} 420 ${random.whole(150, 330)}" stroke="${ground(88)}" stroke-width="${random.whole(10, 50)}" fill="none"/>
      ${wordsAt(`${family} ${member}`, 40, 32, 1, 16)}${marked(place, signOf(family, member), '#111', orb)}`;
  },
  token: ({ family, member, random }) => {
    const place = { x: random.between(0.35, 0.65), y: random.between(0.28, 0.4), size: random.between(0.18, 0.3) };
    return `<rect width="${WIDTH}" height="${HEIGHT}" fill="#222"/><rect x="20" y="20" width="440" height="630" rx="14" fill="${rgb(random, 70, 25)}"/>
      <rect x="36" y="62" width="408" height="430" fill="${rgb(random, 60)}"/>${sceneOf(`${family} far`, 9)}
      <rect x="36" y="440" width="408" height="52" fill="${rgb(random, 85, 20)}"/><g fill="#222">${wordsAt(`${family} words`, 50, 456, 1, 14)}${wordsAt(`${family} below`, 60, 530, 3, 12)}</g>
      ${marked(place, signOf(family, member), rgb(random, 30))}`;
  },
  scene: ({ family, member, random }) => {
    const place = { x: random.between(0.25, 0.75), y: random.between(0.2, 0.38), size: random.between(0.2, 0.3) };
    return `<rect width="${WIDTH}" height="${HEIGHT}" fill="${rgb(random, 80, 15)}"/><svg x="24" y="64" width="432" height="300"><rect width="480" height="420" fill="${rgb(random, 65)}"/>${sceneOf(family, 26)}</svg>
      <g fill="#222">${wordsAt(`${family} ${member}`, 40, 30, 1, 16)}${wordsAt(`${family} rule ${member}`, 40, 400, 6, 13)}</g>
      ${marked(place, signOf(family, member), rgb(random, 45))}`;
  },
  promo: ({ family, member, random }) => {
    const place = { x: 0.5, y: 0.33, size: random.between(0.24, 0.34) };
    const panel = `<rect x="-75" y="-75" width="150" height="150" rx="20" fill="${rgb(random, 85)}"/>`;
    return `<rect width="${WIDTH}" height="${HEIGHT}" fill="${rgb(random, 30)}"/>${sceneOf(`${family} frame`, 40)}<rect x="40" y="470" width="400" height="160" fill="#eee"/>
      <g fill="#222">${wordsAt(`${family} ${member}`, 50, 490, 4, 14)}</g>${marked(place, signOf(family, member), rgb(randomOf(`${family} ${member}`), 40), panel)}`;
  },
};

/** Their games begin so; a folder of real ones is given as `template energy=folder`. */
export const TEMPLATE = 'template ';

/** So many families of each kind, of eight members each. */
export function templatePictures(families: number, seed: number): CardPicture[] {
  const pictures: CardPicture[] = [];
  for (const [kind, draw] of Object.entries(KINDS)) {
    for (let n = 0; n < families; n += 1) {
      const family = `${kind} ${n} ${seed}`;
      for (let member = 0; member < MEMBERS; member += 1) {
        const inside = draw({ family, member, random: randomOf(family) });
        const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${inside}</svg>`;
        pictures.push({
          game: `${TEMPLATE}${kind}`,
          id: `${family}-${member}`,
          artwork: `${family} ${member}`,
          bytes: () => sharp(Buffer.from(svg)).removeAlpha().jpeg({ quality: 90 }).toBuffer(),
        });
      }
    }
  }
  return pictures;
}
