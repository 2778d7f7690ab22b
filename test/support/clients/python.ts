/** Whether the Python is there that the client for it runs under. */
import { spawnSync } from 'node:child_process';

const NEEDS = 'import sys; sys.exit(sys.version_info < (3, 11))';

/** A Python that has the packages that notebooks read files with; CARDSTOCK_PYTHON names another than the usual. */
export const NOTEBOOK_PYTHON = process.env.CARDSTOCK_PYTHON ?? 'python3';

/** Why what is shown in notebooks is left out; false where it can be run. */
export const NOTEBOOK_MISSING =
  spawnSync(NOTEBOOK_PYTHON, ['-c', 'import duckdb, pandas, pyarrow, polars']).status === 0
    ? false
    : 'needs a Python with duckdb, pandas, pyarrow and polars: CARDSTOCK_PYTHON names it';

/** Why a test that needs it is left out; false where it is there. */
export const PYTHON_MISSING =
  spawnSync('python3', ['-c', NEEDS]).status === 0 ? false : 'needs python3 (3.11 or later)';
