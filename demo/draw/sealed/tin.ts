/** A tin. */
import { darker, lighter } from '../colour.ts';
import { ACROSS, box, clipped, line, linear } from '../ink.ts';
import { label, type Wrap } from './wrap.ts';

export function tin(wrap: Wrap): string {
  const { ink, colour, light } = wrap;
  const metal = linear(
    ink,
    ACROSS,
    [0, darker(colour, 0.35)],
    [0.2, lighter(colour, 0.55)],
    [0.5, colour],
    [0.85, lighter(colour, 0.3)],
    [1, darker(colour, 0.5)],
  );
  return (
    box(215, 190, 570, 690, metal, 60, `stroke="${darker(colour, 0.6)}" stroke-width="6"`) +
    clipped(ink, box(255, 250, 490, 590, '#000000', 36), label(wrap, 255, 250, 490, 590, 'Collector’s Tin')) +
    box(255, 250, 490, 590, 'none', 36, `stroke="${light}" stroke-width="7"`) +
    box(195, 165, 610, 62, metal, 30, `stroke="${darker(colour, 0.6)}" stroke-width="6"`) +
    line('M240 182H700', '#ffffff', 6, 'stroke-opacity=".55"')
  );
}
