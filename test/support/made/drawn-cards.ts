/** Card pictures drawn from numbers, for scan tests that need many unlike pictures at once. */
import type { Raster } from '../../../src/scan/photo/raster.ts';

/** A card with a frame, a picture of soft coloured spots and some lines of text, all of them by the seed. */
export function drawnCard(seed: number, width = 144, height = 198): Raster {
  let state = seed * 2_654_435_761 + 1;
  const draw = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  for (let i = 0; i < 5; i += 1) draw();
  const spots = Array.from({ length: 14 }, () => ({
    x: draw(),
    y: 0.1 + 0.45 * draw(),
    size: 0.03 + 0.12 * draw(),
    colour: [draw() * 255, draw() * 255, draw() * 255],
  }));
  const frame = [60 + 190 * draw(), 60 + 190 * draw(), 60 + 190 * draw()];
  const words = Array.from({ length: 60 }, () => draw());
  const data = new Uint8Array(3 * width * height);
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 3) {
      const [u, v] = [x / width, y / height];
      const isPicture = u > 0.08 && u < 0.92 && v > 0.1 && v < 0.55;
      const line = Math.floor((v - 0.6) * 30);
      const isText = v > 0.6 && v < 0.93 && line % 2 === 0 && u > 0.1 && u < 0.3 + 0.6 * (words[line] ?? 0);
      const isLetter = isText && (words[(Math.floor(u * 40) + 7 * line) % 60] ?? 0) > 0.4;
      for (let i = 0; i < 3; i += 1) {
        let value = isLetter ? 20 : (frame[i] ?? 0);
        if (isPicture) {
          value = 255 * v;
          for (const spot of spots) {
            const near = Math.exp(-((u - spot.x) ** 2 + (v - spot.y) ** 2) / spot.size ** 2);
            value = value * (1 - near) + (spot.colour[i] ?? 0) * near;
          }
        }
        data[at + i] = value;
      }
    }
  }
  return { width, height, data };
}
