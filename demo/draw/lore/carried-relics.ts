/** Relics that are worn or carried: map, crown, gloves, moon, compass, umbrella, boots, feather. */
import { darker, lighter } from '../colour.ts';
import {
  box,
  circle,
  DOWN,
  ellipse,
  group,
  line,
  linear,
  many,
  polygon,
  ramp,
  rounded,
  shape,
  twinkle,
} from '../ink.ts';
import { clothFill, type Stuff } from './stuff.ts';

/** By motif. */
export const CARRIED_RELICS: Record<string, (s: Stuff) => string> = {
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
      shape(polygon([0, -58], [12, 0], [-12, 0]), s.cloth, s.stroke) +
        shape(polygon([0, 58], [12, 0], [-12, 0]), '#ffffff', s.stroke),
      rounded`transform="rotate(${s.ink.random.between(-60, 60)})"`,
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
        linear(s.ink, DOWN, [0, s.glow], [0.5, s.cloth], [1, darker(s.cloth, 0.3)]),
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
