/** Runs the real command line on a terminal, as a person who reads what is asked before answering. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cleanEnvironment, PROGRAM, type Workplace } from './command.ts';

/** Why there is no terminal, or false. */
export const terminalMissing = spawnSync('script', ['--version']).status === 0 ? false : 'needs script (util-linux)';

/** What a question ends in: what Enter takes. */
const PROMPT = /\] $/;
const RUN_MS_MAX = 60_000;

/**
 * Runs a command and types one answer at each prompt. What is typed before the program reads keys is the terminal's to
 * interpret: an end of input would be taken for a NUL, and the program wait for ever.
 */
export async function runOnTerminal(
  { directory }: Pick<Workplace, 'directory'>,
  args: readonly string[],
  answers: readonly string[],
): Promise<{ code: number | null; shown: string }> {
  const line = [process.execPath, PROGRAM, ...args].map((word) => `'${word}'`).join(' ');
  const options = { cwd: directory, env: cleanEnvironment({}), timeout: RUN_MS_MAX };
  const child = spawn('script', ['-qec', line, '/dev/null'], options);
  const left = [...answers];
  let shown = '';
  child.stdout.on('data', (chunk) => {
    shown += chunk;
    if (PROMPT.test(shown)) child.stdin.write(left.shift() ?? '');
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, shown };
}
