/** Draws what catalogs of several sizes cost as an SVG: a panel for each figure, sizes from left to right, both by their logarithm. */
import type { SearchTimes } from './million-search.ts';
import type { Served } from './million-serving.ts';

/** What a run took: seconds of CPU and by the clock, and the most memory that its process ever had. */
export interface Ingested {
  cpuS: number;
  wallS: number;
  memoryMb: number;
}

/** Of a first run, of one in which 1 card in 100 changed, and of one that found nothing else. */
export interface Runs {
  first: Ingested;
  changed?: Ingested;
  same?: Ingested;
}

/** All that is measured of one size. */
export interface MillionRow extends Runs {
  cards: number;
  storeMb: number;
  events: number;
  search: SearchTimes;
  served: Served;
}

const TITLE = 'What a catalog costs by the number of its cards, on SQLite';
const PANEL_WIDTH = 300;
const PANEL_HEIGHT = 120;
const LEFT = 60;
const TOP = 60;
const GAP_X = 80;
const GAP_Y = 70;
const COLUMNS = 3;
const COLOURS = ['#1f5fbf', '#b8541c', '#3d7a3d'];

interface Panel {
  title: string;
  /** NaN where a size was not measured. */
  lines: Record<string, (row: MillionRow) => number>;
}

const PANELS: Panel[] = [
  {
    title: 'ingest, seconds of CPU',
    lines: {
      first: ({ first }) => first.cpuS,
      '1 % changed': ({ changed }) => changed?.cpuS ?? Number.NaN,
      same: ({ same }) => same?.cpuS ?? Number.NaN,
    },
  },
  {
    title: 'memory, MB at most or at rest',
    lines: {
      'ingest, at most': ({ first }) => first.memoryMb,
      'serve, at rest': ({ served }) => served.restMb,
      'serve, loaded': ({ served }) => served.loadedMb,
    },
  },
  { title: 'the store, MB', lines: { 'on the disk': ({ storeMb }) => storeMb } },
  {
    title: 'start, seconds of CPU until',
    lines: { 'first answer': ({ served }) => served.startCpuS, 'first search': ({ served }) => served.readyCpuS },
  },
  { title: 'a search in process, ms', lines: { p50: ({ search }) => search.p50, p99: ({ search }) => search.p99 } },
  {
    title: 'an answer that is not kept, ms of CPU',
    lines: {
      detail: ({ served }) => served.detail.cpuMs,
      'list of 50': ({ served }) => served.list.cpuMs,
      'list of 50, sorted': ({ served }) => served.sorted.cpuMs,
    },
  },
];

const text = (x: number, y: number, content: string, more = '') =>
  `<text x="${x.toFixed(0)}" y="${y.toFixed(0)}" ${more}>${content}</text>`;
const short = (value: number) => (value >= 10 ? value.toFixed(0) : value.toPrecision(2));
/** 23,546 cards are 24 k, not every one of them. */
const sizeText = (cards: number) => (cards >= 1e6 ? `${cards / 1e6} M` : `${Math.round(cards / 1000)} k`);

export function millionPicture(rows: readonly MillionRow[]): string {
  const sizes = rows.map(({ cards }) => Math.log(cards));
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  const panels = PANELS.map(({ title, lines }, at) => {
    const left = LEFT + (at % COLUMNS) * (PANEL_WIDTH + GAP_X);
    const top = TOP + Math.floor(at / COLUMNS) * (PANEL_HEIGHT + GAP_Y);
    const values = Object.values(lines)
      .flatMap((of) => rows.map((row) => Math.log(of(row))))
      .filter(Number.isFinite);
    const [low, high] = [Math.min(...values) - 0.2, Math.max(...values) + 0.2];
    const x = (cards: number) =>
      left + 24 + ((Math.log(cards) - least) / Math.max(1e-9, most - least)) * (PANEL_WIDTH - 48);
    const y = (value: number) => top + PANEL_HEIGHT - ((Math.log(value) - low) / (high - low)) * PANEL_HEIGHT;
    const drawn = Object.entries(lines).map(([name, of], place) => {
      const known = rows.filter((row) => Number.isFinite(of(row)));
      const points = known.map((row) => `${x(row.cards).toFixed(1)} ${y(of(row)).toFixed(1)}`);
      const fill = `fill="${COLOURS[place]}"`;
      return [
        `<path d="M${points.join('L')}" fill="none" stroke="${COLOURS[place]}" stroke-width="1.6"/>`,
        ...known.map((row) =>
          text(x(row.cards), y(of(row)) - 5, short(of(row)), `${fill} font-size="10" text-anchor="middle"`),
        ),
        text(left + place * 100, top + PANEL_HEIGHT + 32, name, fill),
      ].join('\n');
    });
    return [
      text(left, top - 10, title, 'font-weight="600"'),
      `<path d="M${left} ${top}V${top + PANEL_HEIGHT}H${left + PANEL_WIDTH}" fill="none" stroke="#8a92a3"/>`,
      ...rows.map(({ cards }) =>
        text(x(cards), top + PANEL_HEIGHT + 15, sizeText(cards), 'text-anchor="middle" font-size="10"'),
      ),
      ...drawn,
    ].join('\n');
  });
  const width = LEFT + COLUMNS * (PANEL_WIDTH + GAP_X);
  const height = TOP + Math.ceil(PANELS.length / COLUMNS) * (PANEL_HEIGHT + GAP_Y);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12" fill="#23262f">
<title>${TITLE}</title>
<rect width="100%" height="100%" fill="#fff"/>
${text(LEFT, 26, TITLE, 'font-size="16" font-weight="600"')}
${panels.join('\n')}
</svg>
`;
}
