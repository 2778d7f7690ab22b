/** Draws the way of the data through the rooms, docs/way-of-data.svg: a step stands in it only if the code makes it. */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { importsBetweenRooms, type SourceFile } from '../../test/support/house/house-rules.ts';
import { WAY } from '../house.ts';

const BOX = { width: 118, height: 44 };
const COLUMN = 168;
const ROW = 78;
const MARGIN = 16;

/** Where each place stands, by column and row; what lies outside the service has a dashed frame. */
const PLACES: Readonly<Record<string, { column: number; row: number; says: string; outside?: true }>> = {
  sources: { column: 0, row: 1, says: 'of others', outside: true },
  upstream: { column: 1, row: 1, says: 'documents, formats' },
  games: { column: 1, row: 0, says: 'catalog adapters' },
  ingest: { column: 2, row: 1, says: 'check, compare' },
  store: { column: 3, row: 1, says: 'one transaction' },
  events: { column: 4, row: 3, says: 'outbox, deliveries' },
  search: { column: 4, row: 0, says: 'index in process' },
  scan: { column: 4, row: 2, says: 'photo to card' },
  keys: { column: 5, row: 0, says: 'and budgets' },
  api: { column: 5, row: 1, says: 'routes, envelope' },
  caller: { column: 6, row: 1, says: 'asks', outside: true },
  subscriber: { column: 6, row: 3, says: 'is told', outside: true },
};

/** Steps that cross the edge of the service: no import makes them. */
const OUTSIDE = [
  { from: 'sources', to: 'upstream' },
  { from: 'api', to: 'caller' },
  { from: 'events', to: 'subscriber' },
];

const middle = (name: string) => {
  const { column, row } = PLACES[name] ?? { column: 0, row: 0 };
  return { x: MARGIN + column * COLUMN + BOX.width / 2, y: MARGIN + row * ROW + BOX.height / 2 };
};

/** The point of a box's edge on the way to `towards`. */
function edge(name: string, towards: string) {
  const [a, b] = [middle(name), middle(towards)];
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const reach = Math.min(
    dx === 0 ? Number.POSITIVE_INFINITY : BOX.width / 2 / Math.abs(dx),
    dy === 0 ? Number.POSITIVE_INFINITY : BOX.height / 2 / Math.abs(dy),
  );
  return { x: Math.round(a.x + dx * reach), y: Math.round(a.y + dy * reach) };
}

function arrow({ from, to }: { from: string; to: string }): string {
  const [start, end] = [edge(from, to), edge(to, from)];
  return `<path d="M${start.x} ${start.y}L${end.x} ${end.y}" marker-end="url(#head)"/>`;
}

function box([name, { says, outside }]: [string, (typeof PLACES)[string]]): string {
  const { x, y } = middle(name);
  const frame = `<rect x="${x - BOX.width / 2}" y="${y - BOX.height / 2}" width="${BOX.width}" height="${BOX.height}" rx="6"${outside ? ' class="outside"' : ''}/>`;
  return `${frame}<text x="${x}" y="${y - 3}" class="name">${name}</text><text x="${x}" y="${y + 13}">${says}</text>`;
}

const STYLE = `
svg{--ink:#23262f;--faint:#5d6472;--paper:#fff;--line:#8a92a3}
@media(prefers-color-scheme:dark){svg{--ink:#e8eaf0;--faint:#a5adbd;--paper:#1b1e26;--line:#6c7486}}
rect{fill:var(--paper);stroke:var(--line)} .outside{stroke-dasharray:4 3}
path{stroke:var(--line);fill:none;stroke-width:1.5} marker path{fill:var(--line);stroke:none}
text{fill:var(--faint);font:11px system-ui,sans-serif;text-anchor:middle} .name{fill:var(--ink);font-weight:600;font-size:13px}`;

/**
 * The picture.
 * @throws Error when a step has no import behind it, or a room of the way has no place
 */
export function drawWay(files: readonly SourceFile[]): string {
  const made = importsBetweenRooms(files);
  for (const { at, of, from, to } of WAY) {
    if (!made.get(at)?.has(of))
      throw new Error(`nothing in ${at} imports ${of}: data does not go from ${from} to ${to}`);
    if (!PLACES[from] || !PLACES[to]) throw new Error(`${from} or ${to} has no place in the picture`);
  }
  const width = 2 * MARGIN + 6 * COLUMN + BOX.width;
  const height = 2 * MARGIN + 3 * ROW + BOX.height;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img">
<title>The way of data: sources, upstream and games, ingest, store; then api, search and scan to the caller, events to the subscriber</title>
<style>${STYLE}</style>
<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>
${[...WAY, ...OUTSIDE].map(arrow).join('\n')}
${Object.entries(PLACES).map(box).join('\n')}
</svg>
`;
}

/** Where the picture lies. */
export const PICTURE = 'docs/way-of-data.svg';

if (process.argv[1] && import.meta.filename === process.argv[1]) {
  const files = globSync('src/**/*.ts').map((path) => ({ path, text: readFileSync(path, 'utf8') }));
  writeFileSync(PICTURE, drawWay(files));
}
