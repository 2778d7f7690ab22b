/** Whether the Python is there that the client for it runs under. */
import { spawnSync } from 'node:child_process';

const NEEDS = 'import sys; sys.exit(sys.version_info < (3, 11))';

/** Why a test that needs it is left out; false where it is there. */
export const PYTHON_MISSING =
  spawnSync('python3', ['-c', NEEDS]).status === 0 ? false : 'needs python3 (3.11 or later)';
