/** The console's few signs, drawn here so that no font or sprite is fetched. */
const PATHS = {
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16.2 16.2 21 21',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6L6 18',
  browse: 'M4 5h7v6H4zM13 5h7v6h-7zM4 13h7v6H4zM13 13h7v6h-7z',
  cards:
    'M8 4h10a1.5 1.5 0 0 1 1.5 1.5V17M6 7h9a1.5 1.5 0 0 1 1.5 1.5v10A1.5 1.5 0 0 1 15 20H6a1.5 1.5 0 0 1-1.5-1.5v-10A1.5 1.5 0 0 1 6 7z',
  movers: 'M4 16l5-5 4 4 7-8M15 7h5v5',
  box: 'M12 3l8 4.5v9L12 21l-8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9',
  scan: 'M4 8V5a1 1 0 0 1 1-1h3M16 4h3a1 1 0 0 1 1 1v3M20 16v3a1 1 0 0 1-1 1h-3M8 20H5a1 1 0 0 1-1-1v-3M4 12h16',
  list: 'M4 6h10M4 12h10M4 18h6M18.5 9v10M21 10.5h-3.7a1.7 1.7 0 0 0 0 3.5h2.4a1.7 1.7 0 0 1 0 3.5H16',
  overview: 'M4 19V9M10 19V5M16 19v-7M21 19H3',
  ingest: 'M12 4v10M8 10l4 4 4-4M5 19h14',
  key: 'M14.5 4a5.5 5.5 0 0 0-5.2 7.3L4 16.6V20h3.4v-2.4h2.4v-2.4h1.6l1.3-1.3A5.5 5.5 0 1 0 14.5 4zM16 8.2v.1',
  events: 'M6 17c0-6 3-10 6-10s6 4 6 10M4 17h16M10 20h4M12 4v3',
  audit: 'M5 4h14v16H5zM8.5 9h7M8.5 13h7M8.5 17h4',
  docs: 'M6 4h9l4 4v12H6zM14 4v5h5M9 13h6M9 17h6',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v3M12 19v3M2 12h3M19 12h3M4.9 4.9 7 7M17 17l2.1 2.1M19.1 4.9 17 7M7 17l-2.1 2.1',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z',
  out: 'M14 4h5v16h-5M3 12h11M10 8l4 4-4 4',
  camera: 'M4 8h3.5L9 5.5h6L16.5 8H20v11H4zM12 10.2a3.2 3.2 0 1 0 0 6.4 3.2 3.2 0 0 0 0-6.4z',
  copy: 'M9 9h10v11H9zM5 15V4h10',
  check: 'M5 12.5l4.5 4.5L19 7.5',
} as const;

export type IconName = keyof typeof PATHS;

/** A sign beside a text that says the same. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
