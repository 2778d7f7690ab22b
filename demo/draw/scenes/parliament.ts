/** The winter wood: birches in falling snow. */
import { blend, darker, lighter } from '../colour.ts';
import { ACROSS, circle, ellipse, line, many, polygon, ramp, rounded, shape } from '../ink.ts';
import { mist, ridge } from './ground.ts';
import { fir } from './peaks.ts';
import type { Scene } from './scene.ts';
import { crescent, motes, sky, stars } from './sky.ts';

/** A birch, bare and barred. */
function birch({ ink, mood }: Scene, x: number, h: number, thick: number, shade: number): string {
  const { random } = ink;
  const pale = blend(lighter(mood.light, 0.2), mood.land[1], shade);
  const bark = ramp(ink, pale, blend(pale, mood.land[2], 0.45), ACROSS);
  const scars = many(9, () => {
    const y = random.between(0, h);
    return ellipse(
      x + thick * random.between(0.15, 0.7),
      y,
      thick * random.between(0.15, 0.32),
      random.between(1.2, 3),
      darker(mood.land[2], 0.2),
      rounded`fill-opacity="${0.8 - shade * 0.6}"`,
    );
  });
  const bough = (up: number) =>
    line(
      rounded`M${x + thick / 2} ${up}q${thick * random.between(-3, 3)} ${-thick} ${thick * random.between(-5, 5)} ${-thick * 4}`,
      pale,
      thick * 0.22,
    );
  return (
    bough(h * 0.35) +
    bough(h * 0.2) +
    bough(h * 0.5) +
    shape(polygon([x - thick * 0.1, h], [x + thick * 0.12, -5], [x + thick * 0.85, -5], [x + thick * 1.1, h]), bark) +
    scars
  );
}

export function parliament(scene: Scene): string {
  const { ink, mood, w, h } = scene;
  const { random } = ink;
  const snow = ramp(ink, lighter(mood.light, 0.6), blend(mood.light, mood.land[0], 0.75));
  const drift = (y: number, swell: number) =>
    shape(rounded`M-5 ${y}Q${w * 0.25} ${y - swell} ${w * 0.55} ${y}T${w + 5} ${y - swell * 0.4}V${h + 5}H-5Z`, snow);
  return (
    sky(scene, 0.75) +
    stars(scene, 50, 0.5) +
    crescent(scene, w * random.between(0.2, 0.8), h * random.between(0.15, 0.26), h * 0.075) +
    ridge(scene, h * 0.62, h * 0.05, mood.land[0]) +
    many(14, (i) =>
      fir(
        (i / 14) * w + random.between(-12, 12),
        h * 0.7,
        h * random.between(0.12, 0.26),
        blend(mood.land[0], mood.land[1], random.between(0.1, 0.6)),
        lighter(mood.light, 0.3),
      ),
    ) +
    mist(scene, h * 0.69, h * 0.14, mood.sky[2], 0.8) +
    drift(h * 0.72, h * 0.04) +
    many(5, (i) => birch(scene, (i / 5) * w + random.between(0, w * 0.12), h * 0.78, w * 0.022, 0.45)) +
    drift(h * 0.78, h * 0.05) +
    birch(scene, w * random.between(0.01, 0.08), h * 0.92, w * 0.05, 0) +
    birch(scene, w * random.between(0.86, 0.93), h * 0.9, w * 0.045, 0.1) +
    drift(h * 0.86, h * 0.03) +
    many(46, () =>
      circle(
        random.between(0, w),
        random.between(0, h),
        random.between(0.8, 2.8),
        '#ffffff',
        rounded`fill-opacity="${random.between(0.4, 0.95)}"`,
      ),
    ) +
    motes(scene, 8, mood.accent, 0.35, 0.85)
  );
}
