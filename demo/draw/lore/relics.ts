/** Relics: one object each, drawn large about (0, 0). */
import { circle, group, type Ink, loop, MIDDLE, many, radial, ring, rounded, shape, twinkle } from '../ink.ts';
import { CARRIED_RELICS } from './carried-relics.ts';
import { HOME_RELICS } from './home-relics.ts';
import { stuffOf } from './stuff.ts';

const RELICS = { ...HOME_RELICS, ...CARRIED_RELICS };

/** A relic adrift before a burst of light. */
export function relic(ink: Ink, motif: string): string {
  const draw = RELICS[motif];
  if (draw === undefined) throw new RangeError(`no such relic: ${motif}`);
  const stuff = stuffOf(ink);
  const halo = radial(ink, MIDDLE, [0, stuff.glow, 0.8], [0.45, stuff.glow, 0.3], [1, stuff.glow, 0]);
  const star = shape(loop(...ring(24, (i) => (i % 2 ? 122 : 150))), stuff.glow, 'fill-opacity=".22"');
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
    group(draw(stuff), rounded`transform="rotate(${ink.random.between(-9, 9)})"`) +
    sparks
  );
}
