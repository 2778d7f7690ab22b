/** The scan bench's camera: a pinhole over a table with a card, perhaps in plastic, under lamps, and a poor sensor. */
import sharp from 'sharp';
import type { Chance } from './chance.ts';
import { clutterOf } from './clutter.ts';
import { foilOf, type Light, lampsOf, tableOf } from './surface.ts';
import type { Conditions } from './tiers.ts';

/** A card's picture in linear light, halved again and again. */
export interface Print {
  levels: { width: number; height: number; data: Float32Array }[];
}

/** A photo as a file, and where the card's corners are on it, in shares of its width and height, from the card's top left. */
export interface Photo {
  jpeg: Uint8Array;
  corners: [x: number, y: number][];
}

const CARD_WIDTH = 63;
const CORNER = 3;
const LINEAR = Float32Array.from({ length: 256 }, (_, i) => (i / 255) ** 2.2);
const GAMMA = Uint8Array.from({ length: 4097 }, (_, i) => Math.round(255 * (i / 4096) ** (1 / 2.2)));

/** Reads a picture as the bench prints it. */
export async function printOf(bytes: Uint8Array): Promise<Print> {
  const { data, info } = await sharp(bytes)
    .flatten({ background: '#fff' })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  let last = { width: info.width, height: info.height, data: Float32Array.from(data, (value) => LINEAR[value] ?? 0) };
  const levels = [last];
  while (last.width >= 128) {
    const width = last.width >> 1;
    const height = last.height >> 1;
    const half = new Float32Array(width * height * 3);
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width * 3; x += 1) {
        const channel = x % 3;
        const at = (2 * y * last.width + 2 * ((x - channel) / 3)) * 3 + channel;
        const below = at + last.width * 3;
        const sum =
          (last.data[at] ?? 0) + (last.data[at + 3] ?? 0) + (last.data[below] ?? 0) + (last.data[below + 3] ?? 0);
        half[y * width * 3 + x] = sum / 4;
      }
    }
    last = { width, height, data: half };
    levels.push(last);
  }
  return { levels };
}

type Vector = [number, number, number];
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** Where the camera stands and looks: position, and the directions of its right, its down and its view. */
function poseOf(chance: Chance, { tiltMax, rollMax, fillMax }: Conditions) {
  const tilt = (tiltMax * Math.sqrt(chance.between(0, 1)) * Math.PI) / 180;
  const towards = chance.between(0, 2 * Math.PI);
  const roll = (chance.between(-rollMax, rollMax) * Math.PI) / 180;
  const distance = chance.between(180, 420) * (fillMax > 0 ? 1.6 : 1);
  const view: Vector = [Math.sin(tilt) * Math.cos(towards), Math.sin(tilt) * Math.sin(towards), -Math.cos(tilt)];
  const raw: Vector = [Math.cos(roll), Math.sin(roll), 0];
  const along = dot(raw, view);
  const flat: Vector = [raw[0] - along * view[0], raw[1] - along * view[1], -along * view[2]];
  const length = Math.sqrt(dot(flat, flat));
  const right: Vector = [flat[0] / length, flat[1] / length, flat[2] / length];
  // With y of the table downwards and z towards the camera, view × right points down in the picture.
  const down: Vector = [
    -(view[1] * right[2] - view[2] * right[1]),
    -(view[2] * right[0] - view[0] * right[2]),
    -(view[0] * right[1] - view[1] * right[0]),
  ];
  const offX = chance.between(-20, 20);
  const offY = chance.between(-20, 20);
  const eye: Vector = [offX - view[0] * distance, offY - view[1] * distance, -view[2] * distance];
  return { eye, right, down: down[1] < 0 ? ([-down[0], -down[1], -down[2]] as Vector) : down, view };
}

/** How far the point lies outside of a rectangle with round corners around the origin; below 0 inside. */
function outside(x: number, y: number, halfWidth: number, halfHeight: number, corner: number): number {
  const dx = Math.abs(x) - halfWidth + corner;
  const dy = Math.abs(y) - halfHeight + corner;
  return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - corner;
}

/** The print's light at (u, v), 0 to 1 each way, from the halving where `spread` of its pixels make one of the photo. */
function printed(print: Print, u: number, v: number, spread: number, into: Light): void {
  const level = Math.max(0, Math.min(print.levels.length - 1, Math.round(Math.log2(spread))));
  const source = print.levels[level];
  if (source === undefined) return;
  const x = Math.max(0, Math.min(source.width - 1.01, u * source.width - 0.5));
  const y = Math.max(0, Math.min(source.height - 1.01, v * source.height - 0.5));
  const left = Math.floor(x);
  const top = Math.floor(y);
  const at = (top * source.width + left) * 3;
  const below = at + source.width * 3;
  const right = x - left;
  const down = y - top;
  for (let i = 0; i < 3; i += 1) {
    const above = (source.data[at + i] ?? 0) * (1 - right) + (source.data[at + 3 + i] ?? 0) * right;
    const under = (source.data[below + i] ?? 0) * (1 - right) + (source.data[below + 3 + i] ?? 0) * right;
    into[i] = above * (1 - down) + under * down;
  }
}

/** The plastic around a card: how much wider it is on each side, in millimetres, and how it changes what is seen. */
function plasticOf(chance: Chance, { sleeveShare, toploaderShare }: Conditions) {
  if (chance.happens(toploaderShare)) {
    return { border: chance.between(5, 7.5), haze: chance.between(0, 0.06), gloss: 1.2, clear: true };
  }
  if (chance.happens(sleeveShare)) {
    return { border: chance.between(1, 3), haze: chance.between(0, 0.05), gloss: 0.9, clear: chance.happens(0.6) };
  }
  return undefined;
}

/** A frame as phones have it, upright or across, in which the points lie somewhere, whole, at a share of its long side. */
function frameOf(points: readonly (readonly [number, number])[], long: number, chance: Chance, given: Conditions) {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const most = long / chance.between(given.fillMin, given.fillMax);
  const least = most * chance.oneOf([3 / 4, 9 / 16]);
  const isUpright = chance.happens(0.6);
  // Where the card would not fit into the short side, the photographer steps back.
  const back = Math.max(1, (right - left) / (isUpright ? least : most), (bottom - top) / (isUpright ? most : least));
  const [width, height] = [(isUpright ? least : most) * back, (isUpright ? most : least) * back];
  const x = left - chance.between(0, width - right + left);
  const y = top - chance.between(0, height - bottom + top);
  return { left: x, right: x + width, top: y, bottom: y + height };
}

/** Rounds up a box of the picture plane around points, each side moved out by its share. */
function cropOf(points: readonly (readonly [number, number])[], chance: Chance, { cropMin, cropMax }: Conditions) {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const room = () => chance.between(cropMin, cropMax);
  return {
    left: left - room() * (right - left),
    right: right + room() * (right - left),
    top: top - room() * (bottom - top),
    bottom: bottom + room() * (bottom - top),
  };
}

/** The sensor: blur, noise and gamma, in place of the light that fell on it. */
function developed(
  { light, width, height, cardPixels }: { light: Float32Array; width: number; height: number; cardPixels: number },
  chance: Chance,
  given: Conditions,
): Buffer {
  blur(light, width, height, chance.between(0, given.defocusMax) * cardPixels, 0, 'both');
  const motion = chance.between(0, given.motionMax) * cardPixels;
  blur(light, width, height, motion, chance.between(0, Math.PI), 'line');
  const noise = chance.between(0, given.noiseMax);
  const pixels = Buffer.alloc(light.length);
  for (let i = 0; i < light.length; i += 1) {
    const value = light[i] ?? 0;
    const grain = noise === 0 ? 0 : noise * Math.sqrt(0.02 + Math.max(0, value)) * roughNormal(chance);
    pixels[i] = GAMMA[Math.max(0, Math.min(4096, Math.round((value + grain) * 4096)))] ?? 0;
  }
  return pixels;
}

/** Near enough to normal, and cheap. */
const roughNormal = (chance: Chance): number => chance.between(-1, 1) + chance.between(-1, 1) + chance.between(-1, 1);

/** Mean over a disc (a few rings of samples) or along a line, `reach` pixels to each side. */
function blur(
  light: Float32Array,
  width: number,
  height: number,
  reach: number,
  angle: number,
  shape: 'both' | 'line',
): void {
  if (reach < 0.3) return;
  const offsets: [number, number][] = [];
  if (shape === 'line') {
    const steps = Math.max(1, Math.ceil(reach));
    for (let i = -steps; i <= steps; i += 1) {
      offsets.push([(Math.cos(angle) * reach * i) / steps, (Math.sin(angle) * reach * i) / steps]);
    }
  } else {
    // Rings of a disc: as good as every pixel of it, and far fewer.
    const rings = Math.min(3, Math.ceil(reach));
    for (let ring = 0; ring <= rings; ring += 1) {
      const spots = Math.max(1, 6 * ring);
      for (let i = 0; i < spots; i += 1) {
        const turn = (2 * Math.PI * i) / spots;
        offsets.push([(reach * ring * Math.cos(turn)) / rings, (reach * ring * Math.sin(turn)) / rings]);
      }
    }
  }
  const shiftsX = Int32Array.from(offsets, ([x]) => Math.round(x));
  const shiftsY = Int32Array.from(offsets, ([, y]) => Math.round(y));
  const count = offsets.length;
  const from = Float32Array.from(light);
  for (let y = 0, to = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, to += 3) {
      let r = 0;
      let g = 0;
      let b = 0;
      for (let k = 0; k < count; k += 1) {
        const sx = Math.max(0, Math.min(width - 1, x + (shiftsX[k] ?? 0)));
        const at = (Math.max(0, Math.min(height - 1, y + (shiftsY[k] ?? 0))) * width + sx) * 3;
        r += from[at] ?? 0;
        g += from[at + 1] ?? 0;
        b += from[at + 2] ?? 0;
      }
      light[to] = r / count;
      light[to + 1] = g / count;
      light[to + 2] = b / count;
    }
  }
}

/** Everything that is seen at a place of the table, in linear light before the camera. */
function sceneOf(print: Print, chance: Chance, given: Conditions) {
  const whole = print.levels[0];
  if (whole === undefined) throw new RangeError('an empty print');
  const halfWidth = CARD_WIDTH / 2;
  const halfHeight = (halfWidth * whole.height) / whole.width;
  const isFar = given.fillMax > 0;
  const table = tableOf(chance, isFar);
  const clutter = isFar ? clutterOf(chance, given.clutterMax, given.handShare) : undefined;
  const plastic = plasticOf(chance, given);
  const glossy = chance.happens(given.glossShare) || (plastic !== undefined && chance.happens(given.glossShare));
  const gloss = glossy ? chance.between(0.2, 1) * given.glossMax * (plastic?.gloss ?? 0.6) : 0;
  const lamps = lampsOf(chance, plastic === undefined ? chance.between(0.2, 0.7) : chance.between(0.5, 0.97));
  const foiled = chance.happens(given.foilShare);
  const foil = foilOf(chance, foiled ? chance.between(0.3, 1) * given.foilMax : 0);
  const bend: Vector = [chance.normal() * 6e-4, chance.normal() * 6e-4, 0];
  const lampAngle = chance.between(0, 2 * Math.PI);
  const fall = (given.light * chance.between(0, 0.55)) / halfHeight;
  const shadow = chance.between(0, 3);
  const shadowX = Math.cos(lampAngle) * shadow;
  const shadowY = Math.sin(lampAngle) * shadow;
  const border = plastic?.border ?? 0;
  const sheen: Light = [0, 0, 0];
  const seen = (x: number, y: number, dir: Vector, spread: number, into: Light): void => {
    const lit = Math.max(0.15, 1 + fall * (x * Math.cos(lampAngle) + y * Math.sin(lampAngle)));
    const off = outside(x, y, halfWidth, halfHeight, CORNER);
    const over = outside(x, y, halfWidth + border, halfHeight + border, plastic === undefined ? CORNER : 1.5);
    if (off <= 0) {
      const u = x / (2 * halfWidth) + 0.5;
      const v = y / (2 * halfHeight) + 0.5;
      printed(print, u, v, (spread * whole.width) / CARD_WIDTH, into);
      if (foiled) {
        foil(u, v, dir[0] + dir[1], sheen);
        for (let i = 0; i < 3; i += 1) into[i] = (into[i] ?? 0) * (1 - 0.3 * (sheen[i] ?? 0)) + (sheen[i] ?? 0);
      }
    } else {
      table(x, y, into);
      clutter?.(x, y, false, into);
      const shade = outside(x - shadowX, y - shadowY, halfWidth + border, halfHeight + border, CORNER);
      if (over > 0 && shade < 2) for (let i = 0; i < 3; i += 1) into[i] = (into[i] ?? 0) * (shade < 0 ? 0.55 : 0.75);
      if (over <= 0 && plastic?.clear === false) into.fill(0.03);
    }
    clutter?.(x, y, true, into);
    let mirrored = 0;
    if (gloss > 0 && over <= 0) {
      // The mirrored ray, about a normal that bends a little over the surface.
      const nx = bend[0] * x;
      const ny = bend[1] * y;
      const k = 2 * (dir[0] * nx + dir[1] * ny + dir[2]);
      mirrored = gloss * lamps.mirrored(x, y, dir[0] - k * nx, dir[1] - k * ny, -(dir[2] - k) * -1);
    }
    const haze = over <= 0 ? (plastic?.haze ?? 0) : 0;
    const rim = plastic !== undefined && over > -0.5 && over <= 0 ? 0.25 : 0;
    for (let i = 0; i < 3; i += 1) into[i] = lit * ((into[i] ?? 0) * (1 - haze) + haze + rim) + mirrored;
  };
  return { seen, halfWidth, halfHeight, border };
}

/** Takes a photo. `quarters` turns the finished photo clockwise. */
export async function takePhoto(print: Print, given: Conditions, chance: Chance, quarters: number): Promise<Photo> {
  const { eye, right, down, view } = poseOf(chance, given);
  const scene = sceneOf(print, chance, given);
  const project = (x: number, y: number): [number, number] => {
    const ray: Vector = [x - eye[0], y - eye[1], -eye[2]];
    const depth = dot(ray, view);
    return [dot(ray, right) / depth, dot(ray, down) / depth];
  };
  const cornersAt = (w: number, h: number) => [project(-w, -h), project(w, -h), project(w, h), project(-w, h)];
  const object = cornersAt(scene.halfWidth + scene.border, scene.halfHeight + scene.border);
  const isFar = given.fillMax > 0;
  const edges = [project(0, -scene.halfHeight), project(0, scene.halfHeight)] as const;
  const long = Math.hypot(edges[1][0] - edges[0][0], edges[1][1] - edges[0][1]);
  const crop = isFar ? frameOf(object, long, chance, given) : cropOf(object, chance, given);
  const wide = crop.right - crop.left;
  const high = crop.bottom - crop.top;
  const longest = given.sideMin * (given.sideMax / given.sideMin) ** chance.between(0, 1);
  const scale = longest / Math.max(wide, high);
  const width = Math.max(1, Math.round(wide * scale));
  const height = Math.max(1, Math.round(high * scale));
  const warmth = 0.22 * given.light * chance.between(-1, 1);
  const exposure = 2 ** (given.light * chance.between(-0.7, 0.35));
  const gains: Light = [
    exposure * (1 + warmth),
    exposure * (1 + 0.08 * given.light * chance.between(-1, 1)),
    exposure * (1 - warmth),
  ];
  const vignette = 0.35 * given.light * chance.between(0, 1);
  const light = new Float32Array(width * height * 3);
  const seen: Light = [0, 0, 0];
  const spread = -eye[2] / scale < 0 ? eye[2] / scale : -eye[2] / scale;
  for (let row = 0, to = 0; row < height; row += 1) {
    const py = crop.top + (row + 0.5) / scale;
    for (let column = 0; column < width; column += 1, to += 3) {
      const px = crop.left + (column + 0.5) / scale;
      const dir: Vector = [
        view[0] + px * right[0] + py * down[0],
        view[1] + px * right[1] + py * down[1],
        view[2] + px * right[2] + py * down[2],
      ];
      const far = -eye[2] / dir[2];
      scene.seen(eye[0] + dir[0] * far, eye[1] + dir[1] * far, dir, spread, seen);
      const dark = 1 - vignette * (((2 * column) / width - 1) ** 2 + ((2 * row) / height - 1) ** 2) * 0.5;
      for (let i = 0; i < 3; i += 1) light[to + i] = Math.min(1, (seen[i] ?? 0) * (gains[i] ?? 1) * dark);
    }
  }
  const cardPixels = isFar ? long * scale * 0.7 : 0.85 * Math.min(width, height);
  const pixels = developed({ light, width, height, cardPixels }, chance, given);
  const quality = Math.round(chance.between(given.qualityMin, given.qualityMax));
  const jpeg = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .rotate(90 * quarters)
    .jpeg({ quality })
    .toBuffer();
  const corners = cornersAt(scene.halfWidth, scene.halfHeight).map(([x, y]) =>
    turnedShare((x - crop.left) / wide, (y - crop.top) / high, quarters),
  );
  return { jpeg, corners };
}

function turnedShare(x: number, y: number, quarters: number): [number, number] {
  let [a, b] = [x, y];
  for (let i = 0; i < quarters; i += 1) [a, b] = [1 - b, a];
  return [a, b];
}
