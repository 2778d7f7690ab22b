/** Relics that stand in a house: kettle, bell, lantern, bottle, key, book, candle, hourglass. */
import { ACROSS, box, circle, ellipse, group, line, many, polygon, ramp, shape, twinkle } from '../ink.ts';
import { clothFill, glass, type Stuff } from './stuff.ts';

/** By motif. */
export const HOME_RELICS: Record<string, (s: Stuff) => string> = {
  kettle: (s) =>
    line('M-52 -34Q0 -112 52 -34', s.outline, 13) +
    line('M-52 -34Q0 -112 52 -34', s.bright, 6) +
    shape('M58 -6Q92 -12 104 -52L120 -46Q112 22 62 36Z', s.metal, s.stroke) +
    shape('M-64 70Q-92 -30 0 -44Q92 -30 64 70Q0 84 -64 70Z', s.metal, s.stroke) +
    ellipse(0, -42, 30, 9, s.metal, s.stroke) +
    circle(0, -55, 9, s.cloth, s.stroke) +
    line('M-46 24Q-50 -14 -22 -26', '#ffffff', 7, 'stroke-opacity=".6"') +
    many(3, (i) => line(`M${106 + i * 8} ${-62 - i * 14}q10 -12 0 -24`, '#ffffff', 5, 'stroke-opacity=".6"')),
  bell: (s) =>
    shape('M-14 -84a14 14 0 1 1 28 0Z', 'none', `stroke="${s.outline}" stroke-width="10"`) +
    shape('M-80 52C-56 28 -62 -30 -46 -56Q-30 -84 0 -84T46 -56C62 -30 56 28 80 52Z', s.metal, s.stroke) +
    circle(0, 66, 15, s.metal, s.stroke) +
    box(-86, 46, 172, 16, s.metal, 8, s.stroke) +
    line('M-36 22Q-44 -34 -20 -58', '#ffffff', 7, 'stroke-opacity=".6"') +
    line('M-54 12Q0 24 54 12', s.cloth, 7) +
    many(3, (i) =>
      line(
        `M${-112 - i * 13} ${6 - i * 8}q-12 28 2 ${52 + i * 14}M${112 + i * 13} ${6 - i * 8}q12 28 -2 ${52 + i * 14}`,
        s.bright,
        4,
        'stroke-opacity=".7"',
      ),
    ),
  lantern: (s) =>
    line('M-26 -76Q0 -122 26 -76', s.outline, 10) +
    line('M-26 -76Q0 -122 26 -76', s.bright, 4.5) +
    shape(polygon([-40, -56], [0, -90], [40, -56]), s.metal, s.stroke) +
    box(-46, -56, 92, 112, glass(s), 10, s.stroke) +
    shape('M0 42C-34 34 -26 -8 4 -40C12 -12 34 10 0 42Z', s.glow, s.stroke) +
    shape('M0 40C-16 32 -12 10 2 -8C8 8 16 22 0 40Z', '#ffffff') +
    line('M-15 -56V56M15 -56V56', s.outline, 3, 'stroke-opacity=".5"') +
    box(-56, 54, 112, 18, s.metal, 6, s.stroke) +
    box(-44, 72, 88, 12, s.metal, 6, s.stroke),
  bottle: (s) =>
    box(-15, -98, 30, 26, '#b98a5a', 6, s.stroke) +
    shape('M-20 -76H20V-38Q66 -18 66 34Q66 86 0 86T-66 34Q-66 -18 -20 -38Z', glass(s), s.stroke) +
    shape('M-58 26Q-28 8 0 26T58 26Q62 78 0 78T-58 26Z', clothFill(s), 'fill-opacity=".8"') +
    line('M-10 46c-26 -16 22 -38 -2 -56s20 -22 8 -40', '#ffffff', 6, 'stroke-opacity=".9"') +
    many(6, (i) => circle(-34 + i * 14, 52 - (i % 3) * 14, 3 + (i % 2) * 2, '#ffffff', 'fill-opacity=".8"')) +
    line('M-46 34Q-44 0 -20 -14', '#ffffff', 6, 'stroke-opacity=".6"'),
  key: (s) =>
    group(
      circle(-58, 0, 40, s.metal, s.stroke) +
        circle(-58, 0, 21, '#00000000', s.stroke) +
        circle(-58, 0, 18, s.glow, 'fill-opacity=".85"') +
        box(-22, -10, 128, 20, s.metal, 8, s.stroke) +
        shape('M62 8h14v30h-14ZM84 8h16v40h-16Z', s.metal, s.stroke) +
        twinkle(-58, 0, 15, '#ffffff', 1),
      'transform="rotate(-32)"',
    ),
  book: (s) =>
    shape('M-106 -54Q-50 -78 0 -50Q50 -78 106 -54V64Q50 44 0 70Q-50 44 -106 64Z', clothFill(s), s.stroke) +
    shape('M-94 -60Q-46 -82 0 -54V58Q-46 34 -94 52Z', '#fdf3d7', s.stroke) +
    shape('M94 -60Q46 -82 0 -54V58Q46 34 94 52Z', '#f3e2b6', s.stroke) +
    many(5, (i) =>
      line(`M-80 ${-40 + i * 17}q32 -12 66 4M80 ${-40 + i * 17}q-32 -12 -66 4`, s.outline, 2.2, 'stroke-opacity=".35"'),
    ) +
    twinkle(0, -84, 22, s.glow, 1) +
    twinkle(-34, -104, 11, '#ffffff') +
    twinkle(36, -100, 9, '#ffffff'),
  wick: (s) =>
    box(-40, -6, 80, 92, ramp(s.ink, '#fff7e2', '#e3c48f', ACROSS), 12, s.stroke) +
    ellipse(0, -4, 40, 12, '#fffdf2', s.stroke) +
    shape('M-40 6q10 30 20 6t20 2t20 12t20 -22v-8H-40Z', '#fffdf2', 'fill-opacity=".95"') +
    line('M0 -4q-5 -14 3 -24', s.outline, 5) +
    shape('M2 -24C-36 -34 -22 -78 6 -112C14 -82 40 -58 2 -24Z', s.glow, s.stroke) +
    shape('M2 -28C-16 -36 -10 -60 5 -80C10 -62 20 -46 2 -28Z', '#ffffff') +
    ellipse(0, 88, 62, 11, s.metal, s.stroke),
  hourglass: (s) =>
    shape('M-50 -72H50Q50 -22 10 0Q50 22 50 72H-50Q-50 22 -10 0Q-50 -22 -50 -72Z', glass(s), s.stroke) +
    shape('M-34 -36H34Q24 -14 0 -2Q-24 -14 -34 -36Z', s.cloth) +
    shape('M-44 66Q-30 30 0 26T44 66Z', s.cloth) +
    line('M0 -4V30', s.cloth, 4) +
    box(-66, -92, 132, 20, s.metal, 8, s.stroke) +
    box(-66, 72, 132, 20, s.metal, 8, s.stroke) +
    line('M-58 -72V72M58 -72V72', s.outline, 7),
};
