/** Colours as `#rrggbb`, made and mixed in OKLCH, where equal steps look equal. */

const clampUnit = (x: number) => Math.min(1, Math.max(0, x));
const toGamma = (x: number) => (x <= 0.0031308 ? 12.92 * x : 1.055 * x ** (1 / 2.4) - 0.055);
const toLinear = (x: number) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
const channel = (x: number) =>
  Math.round(clampUnit(toGamma(clampUnit(x))) * 255)
    .toString(16)
    .padStart(2, '0');

/** Björn Ottosson's OKLab, to sRGB; what lies outside the gamut is clipped. */
function hexOfLab(l: number, a: number, b: number): string {
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const red = 4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short;
  const green = -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short;
  const blue = -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short;
  return `#${channel(red)}${channel(green)}${channel(blue)}`;
}

function labOfHex(hex: string): [number, number, number] {
  const at = (i: number) => toLinear(Number.parseInt(hex.slice(i, i + 2), 16) / 255);
  const [red, green, blue] = [at(1), at(3), at(5)];
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short,
  ];
}

/** Lightness 0..1, chroma 0..0.37, hue in degrees. */
export function oklch(lightness: number, chroma: number, hue: number): string {
  const angle = (hue * Math.PI) / 180;
  return hexOfLab(lightness, chroma * Math.cos(angle), chroma * Math.sin(angle));
}

/** The colour a share of the way from one to the other. */
export function blend(from: string, to: string, share: number): string {
  const [l1, a1, b1] = labOfHex(from);
  const [l2, a2, b2] = labOfHex(to);
  return hexOfLab(l1 + (l2 - l1) * share, a1 + (a2 - a1) * share, b1 + (b2 - b1) * share);
}

export const lighter = (hex: string, share: number): string => blend(hex, '#ffffff', share);
export const darker = (hex: string, share: number): string => blend(hex, '#0a0714', share);
