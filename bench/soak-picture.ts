/** Draws a soak over time as an SVG: memory, handles, waiting and stalls, each with its own scale. */
import type { Sample } from './soak-verdict.ts';

const WIDTH = 960;
const PANEL = 150;
const LEFT = 70;
const RIGHT = 20;
const GAP = 46;

interface Panel {
  title: string;
  lines: { name: string; colour: string; of(sample: Sample): number }[];
  /** A level that is not to be passed. */
  goal?: number;
}

const PANELS: Panel[] = [
  {
    title: 'memory, MB',
    lines: [
      { name: 'resident', colour: '#1f5fbf', of: ({ memoryMb }) => memoryMb },
      { name: 'heap', colour: '#8a92a3', of: ({ heapMb }) => heapMb },
      { name: 'of it living', colour: '#2f8f4e', of: ({ weight }) => weight?.live ?? Number.NaN },
      { name: 'photo process', colour: '#b8541c', of: ({ weight }) => weight?.photos ?? Number.NaN },
    ],
  },
  { title: 'handles', lines: [{ name: 'open', colour: '#1f5fbf', of: ({ handles }) => handles }] },
  {
    title: 'waiting for an answer, ms',
    lines: [
      { name: 'p99', colour: '#b8541c', of: ({ p99Ms }) => p99Ms },
      { name: 'p50', colour: '#1f5fbf', of: ({ p50Ms }) => p50Ms },
    ],
  },
  {
    title: 'longest stall of the request thread, ms',
    lines: [
      { name: 'stall', colour: '#b8541c', of: ({ stallMs }) => stallMs },
      { name: 'of it without a core', colour: '#8a92a3', of: ({ stallMs, heldUpMs }) => Math.min(stallMs, heldUpMs) },
    ],
    goal: 50,
  },
];

const text = (x: number, y: number, content: string, more = '') => `<text x="${x}" y="${y}" ${more}>${content}</text>`;

/** The line of one life after another: between them there was no process. */
function path(
  samples: readonly Sample[],
  x: (s: number) => number,
  y: (value: number) => number,
  of: (sample: Sample) => number,
) {
  let life = -1;
  return samples
    .filter((sample) => Number.isFinite(of(sample)))
    .map((sample) => {
      const step = sample.life === life ? 'L' : 'M';
      life = sample.life;
      return `${step}${x(sample.atS).toFixed(1)} ${y(of(sample)).toFixed(1)}`;
    })
    .join('');
}

export function soakPicture(samples: readonly Sample[], title: string): string {
  const lastS = Math.max(1, samples.at(-1)?.atS ?? 1);
  const x = (s: number) => LEFT + (s / lastS) * (WIDTH - LEFT - RIGHT);
  const restartS = samples.find(({ life }) => life > 0)?.atS;
  const panels = PANELS.map(({ title: name, lines, goal }, at) => {
    const top = 60 + at * (PANEL + GAP);
    const values = samples.flatMap((sample) => lines.map(({ of }) => of(sample))).filter(Number.isFinite);
    const most = Math.max(1, goal ?? 0, ...values) * 1.1;
    const y = (value: number) => top + PANEL - (value / most) * PANEL;
    const legend = lines.map((each, line) =>
      text(LEFT + 330 + line * 150, top - 8, each.name, `fill="${each.colour}"`),
    );
    return [
      text(LEFT, top - 8, name, 'font-weight="600"'),
      ...legend,
      `<path d="M${LEFT} ${top}V${top + PANEL}H${WIDTH - RIGHT}" fill="none" stroke="#8a92a3"/>`,
      ...[0, most / 2, most].map((value) =>
        text(LEFT - 8, y(value) + 4, value.toFixed(value < 10 ? 1 : 0), 'text-anchor="end"'),
      ),
      goal === undefined
        ? ''
        : `<path d="M${LEFT} ${y(goal)}H${WIDTH - RIGHT}" stroke="#c0392b" stroke-dasharray="4 4"/>`,
      restartS === undefined
        ? ''
        : `<path d="M${x(restartS)} ${top}V${top + PANEL}" stroke="#23262f" stroke-dasharray="2 3"/>`,
      ...lines.map(
        ({ colour, of }) => `<path d="${path(samples, x, y, of)}" fill="none" stroke="${colour}" stroke-width="1.4"/>`,
      ),
    ].join('\n');
  });
  const height = 60 + PANELS.length * (PANEL + GAP);
  const minutes = Array.from({ length: 6 }, (_, at) => (lastS * at) / 5);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="12" fill="#23262f">
<rect width="100%" height="100%" fill="#fff"/>
${text(LEFT, 26, title, 'font-size="16" font-weight="600"')}
${panels.join('\n')}
${minutes.map((s) => text(x(s), height - 22, `${(s / 60).toFixed(1)} min`, 'text-anchor="middle"')).join('\n')}
</svg>
`;
}
