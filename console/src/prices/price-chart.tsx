/** The chart of prices: lines over days as SVG, which follows the theme and the printer, read by pointer, touch or keys. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { inUnits } from '../../../src/catalog/listing/amounts.ts';
import { day } from '../elements/format.ts';
import { type Chart, daysBetween, extremes, known, type Line } from './chart-data.ts';
import { dayTicks, valueTicks } from './chart-scale.ts';

interface PriceChartProps {
  chart: Chart;
  from: string;
  to: string;
  /** What it shows, in words. */
  label: string;
  write(value: number, line: Pick<Line, 'currency'>): string;
}

const [HEIGHT, BELOW, ABOVE] = [280, 26, 12];
const WIDTH_FIRST = 640;
const PIXELS_A_DAY_LABEL = 76;
const VALUE_TICKS = 5;
/** Points of a line that has many would touch. */
const DOTS_MAX = 60;
/** Tells lines apart also without colours. */
const DASHES = ['', '7 4', '2 3', '10 3 2 3', '4 4'];
const lineStyle = (at: number) => ({ stroke: `var(--series-${(at % 5) + 1})`, dash: DASHES[at % DASHES.length] });

/** A line's path: over days without an observation it is thin and dotted, so that nobody takes it for one. */
function pathsOf(line: Line, x: (day: string) => number, y: (value: number) => number) {
  const points = known(line);
  let whole = '';
  let gaps = '';
  points.forEach(([on, value], at) => {
    const place = `${x(on).toFixed(1)} ${y(value).toFixed(1)}`;
    const before = points[at - 1];
    const isNext = before !== undefined && Date.parse(on) - Date.parse(before[0]) <= 86_400_000;
    whole += `${isNext ? 'L' : 'M'}${place}`;
    if (before !== undefined && !isNext) gaps += `M${x(before[0]).toFixed(1)} ${y(before[1]).toFixed(1)}L${place}`;
  });
  return { whole, gaps, points };
}

/** The width of the place it is drawn in, also when that changes. */
function useWidth() {
  const host = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(WIDTH_FIRST);
  useLayoutEffect(() => {
    const node = host.current;
    if (node === null) return;
    const measure = () => node.clientWidth > 0 && setWidth(node.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(node);
    return () => observer.disconnect();
  }, []);
  return { host, width };
}

/** Each line with its value of the day that is pointed at, else its newest with the day of that. */
function Legend({ chart, on, write }: Pick<PriceChartProps, 'chart' | 'write'> & { on: string | undefined }) {
  return (
    <ul class="legend">
      {chart.lines.map((line, at) => {
        const newest = extremes(line)?.newest;
        const [shownOn, value] = on === undefined ? (newest ?? []) : [on, line.points.get(on)];
        const { stroke, dash } = lineStyle(at);
        return (
          <li key={line.label}>
            <svg width="26" height="10" aria-hidden="true">
              <path d="M1 5H25" stroke={stroke} stroke-width="2" stroke-dasharray={dash} />
            </svg>
            {line.label} <strong>{value === undefined || value === null ? 'not observed' : write(value, line)}</strong>{' '}
            {shownOn !== undefined && <span class="quiet">{day(shownOn)}</span>}
          </li>
        );
      })}
    </ul>
  );
}

type Write = PriceChartProps['write'];

/** Where days and values lie in a chart of this width. */
function scaleOf(chart: Chart, days: readonly string[], width: number, write: Write) {
  const values = chart.lines.flatMap((line) => known(line).map(([, value]) => value));
  const ticks = valueTicks(Math.min(...values), Math.max(...values), VALUE_TICKS);
  const [low = 0, high = 1] = [ticks[0], ticks.at(-1)];
  const [first = { currency: 'USD' as const }] = chart.lines;
  // Of two currencies the axis shows neither sign.
  const isMixed = !chart.isChange && chart.lines.some(({ currency }) => currency !== first.currency);
  const labels = ticks.map((value) => (isMixed ? inUnits(value) : write(value, first)));
  const left = Math.max(...labels.map((text) => text.length)) * 7.2 + 10;
  const right = width - 8;
  const xAt = (at: number) => left + ((right - left) * at) / Math.max(1, days.length - 1);
  const indexOf = new Map(days.map((each, at) => [each, at]));
  return {
    ...{ ticks, labels, left, right, xAt },
    x: (each: string) => xAt(indexOf.get(each) ?? 0),
    y: (value: number) => ABOVE + ((HEIGHT - ABOVE - BELOW) * (high - value)) / (high - low || 1),
  };
}

type Scale = ReturnType<typeof scaleOf>;

function Axes({ scale, from, length }: { scale: Scale; from: string; length: number }) {
  const { ticks, labels, left, right, xAt, y } = scale;
  const most = Math.max(2, Math.floor((right - left) / PIXELS_A_DAY_LABEL));
  return (
    <>
      {ticks.map((value, at) => (
        <g key={value}>
          <path class="grid" d={`M${left} ${y(value)}H${right}`} />
          <text x={left - 6} y={y(value) + 4} text-anchor="end">
            {labels[at]}
          </text>
        </g>
      ))}
      {dayTicks(from, length, most).map(({ at, label }) => (
        <text x={xAt(at)} y={HEIGHT - 6} text-anchor={at === 0 ? 'start' : 'middle'} key={at}>
          {label}
        </text>
      ))}
    </>
  );
}

const Lines = ({ lines, scale: { x, y } }: { lines: readonly Line[]; scale: Scale }) =>
  lines.map((line, at) => {
    const { stroke, dash } = lineStyle(at);
    const { whole, gaps, points } = pathsOf(line, x, y);
    return (
      <g stroke={stroke} fill="none" key={line.label}>
        <path class="gap" d={gaps} />
        <path d={whole} stroke-width="2" stroke-dasharray={dash} stroke-linejoin="round" />
        {points.length <= DOTS_MAX &&
          points.map(([each, value]) => <circle cx={x(each)} cy={y(value)} r="2.5" fill={stroke} key={each} />)}
      </g>
    );
  });

export function PriceChart({ chart, from, to, label, write }: PriceChartProps) {
  const { host, width } = useWidth();
  const [pointed, setPointed] = useState<number>();
  const days = daysBetween(from, to);
  const scale = scaleOf(chart, days, width, write);
  const { left, right, xAt, x, y } = scale;
  const last = days.length - 1;
  const on = pointed === undefined ? undefined : days[pointed];
  const onPointer = (event: PointerEvent & { currentTarget: SVGSVGElement }) => {
    const along = event.clientX - event.currentTarget.getBoundingClientRect().left - left;
    setPointed(Math.min(last, Math.max(0, Math.round((along / (right - left)) * last))));
  };
  const [first] = chart.lines;
  const marks = first && !chart.isChange ? extremes(first) : undefined;
  return (
    <figure class="chart" ref={host}>
      <svg
        class="chart-host"
        viewBox={`0 0 ${width} ${HEIGHT}`}
        height={HEIGHT}
        role="img"
        aria-label={label}
        onPointerMove={onPointer}
        onPointerDown={onPointer}
        // A finger that is lifted leaves as well: what it chose stays to be read.
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setPointed(undefined)}
      >
        <Axes scale={scale} from={from} length={days.length} />
        <Lines lines={chart.lines} scale={scale} />
        {marks &&
          [marks.lowest, marks.highest].map(([each, value], at) => (
            <circle class="mark" cx={x(each)} cy={y(value)} r="5" key={at === 0 ? 'lowest' : 'highest'} />
          ))}
        {pointed !== undefined && <path class="pointed" d={`M${xAt(pointed)} ${ABOVE}V${HEIGHT - BELOW}`} />}
      </svg>
      <input
        type="range"
        class="chart-day"
        aria-label="Day that the legend shows"
        aria-valuetext={on === undefined ? 'the newest of each line' : day(on)}
        min={0}
        max={last}
        value={pointed ?? last}
        onInput={(event) => setPointed(Number(event.currentTarget.value))}
        onBlur={() => setPointed(undefined)}
      />
      <Legend chart={chart} on={on} write={write} />
      {marks && first && (
        <p class="quiet">
          {first.label}: lowest {write(marks.lowest[1], first)} on {day(marks.lowest[0])}, highest{' '}
          {write(marks.highest[1], first)} on {day(marks.highest[0])}. Dotted: days without an observation.
        </p>
      )}
    </figure>
  );
}
