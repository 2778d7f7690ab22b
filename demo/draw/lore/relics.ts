/** Relics: one object each, drawn large about (0, 0). */
import { blend, darker, lighter, oklch } from '../colour.ts';
import {
  box,
  circle,
  ellipse,
  group,
  type Ink,
  line,
  linear,
  many,
  num,
  polygon,
  radial,
  ramp,
  ring,
  shape,
  smooth,
} from '../ink.ts';
import { twinkle } from '../scenes/scenery.ts';

/** The stuffs an object is made of, one hue for each picture. */
interface Stuff {
  ink: Ink;
  metal: string;
  bright: string;
  cloth: string;
  outline: string;
  glow: string;
  stroke: string;
}

function stuffOf(ink: Ink): Stuff {
  const hue = ink.random.between(0, 360);
  const [light, mid, dark] = [oklch(0.93, 0.08, 88), oklch(0.74, 0.13, 78), oklch(0.45, 0.09, 58)];
  const outline = oklch(0.24, 0.05, 40);
  return {
    ink,
    outline,
    bright: light,
    metal: linear(
      ink,
      [
        [0, light],
        [0.45, mid],
        [0.55, blend(light, mid, 0.4)],
        [1, dark],
      ],
      [0, 0],
      [1, 0.6],
    ),
    cloth: oklch(0.62, 0.15, hue),
    glow: oklch(0.86, 0.13, hue + 180),
    stroke: `stroke="${outline}" stroke-width="3.4" stroke-linejoin="round"`,
  };
}

const glass = ({ ink, glow }: Stuff) =>
  radial(ink, [
    [0, '#ffffff', 0.95],
    [0.4, glow, 0.85],
    [1, blend(glow, '#20304a', 0.5), 0.9],
  ]);
const clothFill = ({ ink, cloth }: Stuff) =>
  linear(
    ink,
    [
      [0, lighter(cloth, 0.35)],
      [1, darker(cloth, 0.35)],
    ],
    [0, 0],
    [1, 1],
  );

const RELICS: Record<string, (stuff: Stuff) => string> = {
  kettle: (s) =>
    line('M-52 -34Q0 -112 52 -34', s.outline, 13) +
    line('M-52 -34Q0 -112 52 -34', s.bright, 6) +
    shape('M58 -6Q92 -12 104 -52L120 -46Q112 22 62 36Z', s.metal, s.stroke) +
    shape('M-64 70Q-92 -30 0 -44Q92 -30 64 70Q0 84 -64 70Z', s.metal, s.stroke) +
    ellipse(0, -42, 30, 9, s.metal, s.stroke) +
    circle(0, -55, 9, s.cloth, s.stroke) +
    line('M-46 24Q-50 -14 -22 -26', '#ffffff', 7, 'stroke-opacity=".6"') +
    many(3, (i) => line(`M${106 + i * 8} ${-62 - i * 14}q10 -12 0 -24`, '#ffffff', 5, 'stroke-opacity=".6"')),
  map: (s) =>
    group(
      shape('M-96 -58L-34 -74L30 -56L96 -72L92 62L30 76L-34 60L-98 74Z', ramp(s.ink, '#fbeecb', '#d9b679'), s.stroke) +
        line('M-34 -74V60M30 -56V76', s.outline, 2, 'stroke-opacity=".35"') +
        line('M-74 36q22 -46 44 -22t42 -20t34 -34', s.cloth, 5, 'stroke-dasharray="10 9"') +
        line('M38 -52l20 20m0 -20l-20 20', '#c0392b', 6) +
        shape('M-78 -34q12 -14 26 0q10 -12 22 0Z', '#8bb98a', 'fill-opacity=".8"') +
        circle(-60, 44, 10, 'none', `stroke="${s.cloth}" stroke-width="4"`) +
        ellipse(58, 34, 22, 12, '#7fb4c4', 'fill-opacity=".7"'),
      'transform="rotate(-7)"',
    ),
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
    shape(
      polygon([
        [-40, -56],
        [0, -90],
        [40, -56],
      ]),
      s.metal,
      s.stroke,
    ) +
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
  crown: (s) =>
    shape('M-84 54L-96 -40L-50 -4L-26 -66L0 -10L26 -66L50 -4L96 -40L84 54Q0 76 -84 54Z', s.metal, s.stroke) +
    many(5, (i) =>
      circle(
        [-96, -26, 0, 26, 96][i] ?? 0,
        [-48, -74, -20, -74, -48][i] ?? 0,
        i === 2 ? 9 : 11,
        i % 2 ? s.cloth : s.glow,
        s.stroke,
      ),
    ) +
    many(3, (i) => ellipse(-46 + i * 46, 34 + (i === 1 ? 6 : 0), 11, 14, i === 1 ? s.cloth : s.glow, s.stroke)) +
    line('M-76 10Q0 34 76 10', '#ffffff', 4, 'stroke-opacity=".5"'),
  gloves: (s) =>
    many(2, (i) =>
      group(
        shape(
          'M-34 84V16Q-52 -4 -46 -22T-22 -8V-56q0 -12 11 -12t11 12v-14q0 -12 11 -12t11 12v12q0 -11 10 -11t10 12v20q0 -9 9 -9t9 10V34Q48 60 34 84Z',
          clothFill(s),
          s.stroke,
        ) +
          box(-42, 66, 84, 24, s.metal, 8, s.stroke) +
          circle(2, 18, 10, s.glow, s.stroke),
        `transform="translate(${i ? 46 : -46} 0) scale(${i ? 0.92 : -0.92} 0.92) rotate(12)"`,
      ),
    ),
  moon: (s) =>
    line('M12 -120V-74', s.outline, 3) +
    shape('M22 -78A82 82 0 1 0 82 30A66 66 0 1 1 22 -78Z', ramp(s.ink, '#fffbe4', s.bright), s.stroke) +
    line('M-34 -40l-22 30M-46 12l-14 26M-10 54l-16 16', s.outline, 2, 'stroke-opacity=".3"') +
    twinkle(38, -6, 19, s.glow, 1) +
    twinkle(64, -52, 11, '#ffffff', 1) +
    circle(-30, 30, 7, s.cloth, 'fill-opacity=".4"') +
    line('M-36 2q8 8 18 0', s.outline, 3.4),
  compass: (s) =>
    circle(0, 0, 88, s.metal, s.stroke) +
    circle(0, 0, 70, '#fdf6df', s.stroke) +
    many(12, (i) => group(line('M0 -64V-56', s.outline, i % 3 ? 2 : 5), `transform="rotate(${i * 30})"`)) +
    circle(0, 0, 46, 'none', `stroke="${s.cloth}" stroke-width="2.4"`) +
    group(
      shape(
        polygon([
          [0, -58],
          [12, 0],
          [-12, 0],
        ]),
        s.cloth,
        s.stroke,
      ) +
        shape(
          polygon([
            [0, 58],
            [12, 0],
            [-12, 0],
          ]),
          '#ffffff',
          s.stroke,
        ),
      `transform="rotate(${num(s.ink.random.between(-60, 60))})"`,
    ) +
    circle(0, 0, 8, s.metal, s.stroke) +
    circle(0, -100, 13, 'none', `stroke="${s.outline}" stroke-width="7"`),
  umbrella: (s) =>
    group(
      line('M0 -70V66q0 24 24 22t18 -24', s.outline, 11) +
        line('M0 -70V66q0 24 24 22t18 -24', s.bright, 5) +
        shape(
          'M-108 6Q-96 -86 0 -92Q96 -86 108 6Q82 -16 54 6Q28 -16 0 6Q-28 -16 -54 6Q-82 -16 -108 6Z',
          clothFill(s),
          s.stroke,
        ) +
        shape(
          'M-54 6Q-52 -62 0 -92Q52 -62 54 6Q28 -16 0 6Q-28 -16 -54 6Z',
          lighter(s.cloth, 0.35),
          'fill-opacity=".5"',
        ) +
        line('M0 -92v-16', s.outline, 6),
      'transform="rotate(14)"',
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
    box(-40, -6, 80, 92, ramp(s.ink, '#fff7e2', '#e3c48f', 'across'), 12, s.stroke) +
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
  boots: (s) =>
    many(2, (i) =>
      group(
        shape('M-30 -84H26V20Q78 30 84 66H-34Z', clothFill(s), s.stroke) +
          box(-38, 62, 126, 16, darker(s.cloth, 0.5), 7, s.stroke) +
          box(-36, -92, 68, 22, s.metal, 9, s.stroke) +
          many(3, (k) => line(`M-6 ${-48 + k * 24}l28 10`, s.bright, 4.5)) +
          shape('M-34 -34q-52 -8 -62 -42q34 2 46 14q-6 -14 -2 -24q20 14 22 36Z', '#ffffff', s.stroke),
        `transform="translate(${i ? 22 : -34} ${i ? 8 : -6}) scale(.86)"`,
      ),
    ),
  feather: (s) =>
    group(
      shape(
        'M0 96Q-8 20 -40 -16Q-60 -70 0 -112Q60 -70 40 -16Q8 20 0 96Z',
        linear(s.ink, [
          [0, s.glow],
          [0.5, s.cloth],
          [1, darker(s.cloth, 0.3)],
        ]),
        s.stroke,
      ) +
        line('M0 100V-96', s.outline, 4) +
        many(5, (i) =>
          line(`M0 ${-60 + i * 22}l-26 -18M0 ${-60 + i * 22}l26 -18`, s.outline, 2, 'stroke-opacity=".4"'),
        ) +
        ellipse(0, -62, 14, 18, s.bright, s.stroke) +
        ellipse(0, -62, 6, 9, s.outline),
      'transform="rotate(24)"',
    ),
};

/** A relic adrift before a burst of light. */
export function relic(ink: Ink, motif: string): string {
  const draw = RELICS[motif];
  if (draw === undefined) throw new RangeError(`no such relic: ${motif}`);
  const stuff = stuffOf(ink);
  const halo = radial(ink, [
    [0, stuff.glow, 0.8],
    [0.45, stuff.glow, 0.3],
    [1, stuff.glow, 0],
  ]);
  const star = shape(
    smooth(
      ring(24, (i) => (i % 2 ? 122 : 150), 0, 0),
      true,
    ),
    stuff.glow,
    'fill-opacity=".22"',
  );
  const sparks = many(7, (i) =>
    twinkle(
      Math.cos(i * 0.9) * ink.random.between(112, 150),
      Math.sin(i * 0.9) * ink.random.between(95, 130),
      ink.random.between(5, 12),
      '#ffffff',
    ),
  );
  return (
    circle(0, 0, 190, halo) +
    star +
    group(draw(stuff), `transform="rotate(${num(ink.random.between(-9, 9))})"`) +
    sparks
  );
}
