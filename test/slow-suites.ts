/**
 * Suites that `npm test` leaves out, so that it stays under 3 minutes on two quiet cores: `npm run test:slow`, and with it
 * `.ci/run`, runs them. What they hold is held more coarsely by suites that remain, or is far from most changes.
 */

const SLOW: readonly { why: string; suites: readonly string[] }[] = [
  {
    why: 'describe hundreds of drawn pictures and photos, a tenth of a second of CPU each',
    suites: [
      'test/contract/scan.test.ts',
      'test/e2e/scan.test.ts',
      'test/ingest/scan-index.test.ts',
      'test/ingest/scan-languages.test.ts',
      'test/scan/artwork-printings.test.ts',
      'test/unit/scan/fit-judged.test.ts',
    ],
  },
  {
    why: 'start, stop and kill whole services and commands, most of a second of CPU each',
    suites: [
      'test/cli/one-catalog.test.ts',
      'test/cli/stored.test.ts',
      'test/e2e/asked-service.test.ts',
      'test/e2e/ended-runs.test.ts',
      'test/e2e/front.test.ts',
      'test/e2e/init.test.ts',
      'test/e2e/maintenance.test.ts',
      'test/e2e/terminal.test.ts',
      'test/faults/failed-over.test.ts',
      'test/faults/lost-commits.test.ts',
      'test/faults/unwritable-store.test.ts',
      'test/store/replica.test.ts',
    ],
  },
  {
    why: 'pack and install the package, run its clients in other languages, or read documents larger than the memory',
    suites: ['test/client/package.test.ts', 'test/client/python.test.ts', 'test/ingest/memory.test.ts'],
  },
];

/** The paths of the slow suites. */
export const slowSuites: ReadonlySet<string> = new Set(SLOW.flatMap(({ suites }) => suites));
