/** What may be left out where everything is demanded: the reasons that a skip gives, each with why it stands here. */

const EXPECTED: readonly { reason: string; why: string }[] = [
  {
    reason: 'needs the upstream fixtures',
    why: 'they lie beside few checkouts; where they do, .ci/run sets them and runs these suites in a step of their own',
  },
  {
    reason: 'needs a Python with duckdb',
    why: 'its packages are 300 MB, which a pull request does not install: whoever changes files names such a Python',
  },
];

/** Whether a test that gives this reason may be left out. */
export const isExpectedSkip = (skip: string): boolean => EXPECTED.some(({ reason }) => skip.startsWith(reason));
