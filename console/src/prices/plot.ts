/** Draws lines over days with uPlot. */
import uPlot from 'uplot';
import { day } from '../elements/format.ts';
import type { Line } from './chart-data.ts';

/** A plot on the page. */
export interface DrawnPlot {
  end(): void;
}

const HEIGHT = 300;
const HEIGHT_NARROW = 240;
const NARROW = 520;
/** Dots on the lines of a year would touch. */
const DOTTED_DAYS_MAX = 100;

/** Tells lines apart also without colours. */
const DASHES: readonly number[][] = [[], [7, 4], [2, 3], [10, 3, 2, 3], [4, 4]];

/** Days stand as midnights in UTC, so that no zone moves a price to the day before. */
const secondsOf = (day: string): number => Date.parse(`${day}T00:00Z`) / 1000;

/** The size of the place that a plot is drawn in. */
const sizeIn = ({ clientWidth }: HTMLElement) => ({
  width: clientWidth,
  height: clientWidth < NARROW ? HEIGHT_NARROW : HEIGHT,
});

/** The text of an amount; null where there is none. */
type Write = (cents: number | null) => string;

function seriesOf(lines: readonly Line[], colour: (name: string) => string, isDotted: boolean, write: Write) {
  return lines.map(
    ({ label }, at): uPlot.Series => ({
      label,
      stroke: colour(`--series-${(at % 5) + 1}`),
      width: 2,
      dash: DASHES[at % DASHES.length] ?? [],
      // A day that was not observed is a gap, never a line drawn across.
      spanGaps: false,
      points: { show: isDotted, size: 4 },
      value: (_, cents) => write(cents),
    }),
  );
}

function optionsOf(host: HTMLElement, lines: readonly Line[], isDotted: boolean, write: Write): uPlot.Options {
  const style = getComputedStyle(host);
  // A canvas wants the colour itself: the property says both, light and dark.
  const colour = (name: string) => {
    host.style.color = `var(${name})`;
    const { color } = style;
    host.style.color = '';
    return color;
  };
  const axis = {
    stroke: colour('--ink-quiet'),
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { stroke: colour('--line'), width: 1 },
    font: `12px ${style.fontFamily}`,
  };
  return {
    ...sizeIn(host),
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    cursor: { points: { size: 7 } },
    legend: { live: true },
    axes: [
      {
        ...axis,
        values: [
          [86_400 * 28, '{MMM} {YY}', null, null, null, null, null, null, 1],
          [86_400, '{MMM} {D}', null, null, null, null, null, null, 1],
        ],
      },
      { ...axis, size: 64, values: (_, splits) => splits.map((cents) => write(cents)) },
    ],
    scales: { y: { range: (_, low, high) => uPlot.rangeNum(low, high, 0.12, true) } },
    series: [
      {
        label: 'Day',
        value: (_, seconds) => (seconds === null ? '–' : day(new Date(seconds * 1000).toISOString().slice(0, 10))),
      },
      ...seriesOf(lines, colour, isDotted, write),
    ],
  };
}

/** Draws the lines over the days into `host`, and anew when its size changes. */
export function drawPlot(host: HTMLElement, days: readonly string[], lines: readonly Line[], write: Write): DrawnPlot {
  const data = [days.map(secondsOf), ...lines.map(({ points }) => days.map((day) => points.get(day) ?? null))];
  const options = optionsOf(host, lines, days.length <= DOTTED_DAYS_MAX, write);
  const plot = new uPlot(options, data as uPlot.AlignedData, host);
  const observer = new ResizeObserver(() => {
    const { width, height } = sizeIn(host);
    if (width > 0 && (width !== plot.width || height !== plot.height)) plot.setSize({ width, height });
  });
  observer.observe(host);
  return {
    end() {
      observer.disconnect();
      plot.destroy();
    },
  };
}
