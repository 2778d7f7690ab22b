/** Runs the real command line on a terminal, as a person who reads what is asked before answering. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cleanEnvironment, PROGRAM, type Workplace } from './command.ts';

/** Why there is no terminal, or false. */
export const terminalMissing = spawnSync('script', ['--version']).status === 0 ? false : 'needs script (util-linux)';

/** What a question ends in: what Enter takes. */
const PROMPT = /\] $/;
const RUN_MS_MAX = 300_000;
export const CTRL_C = '\x03';

/** A command on a terminal of its own. */
export interface Terminal {
  /** Everything shown so far, as it was written. */
  shown(): string;
  /** Resolves when `pattern` is shown, or at the end. */
  until(pattern: RegExp): Promise<void>;
  type(text: string): void;
  /** The exit code. */
  ended: Promise<number | null>;
}

/**
 * Starts a command on a terminal. What is typed before the program reads keys is the terminal's to interpret: an end of
 * input would be taken for a NUL, and the program wait for ever.
 */
export function openTerminal(
  { directory }: Pick<Workplace, 'directory'>,
  args: readonly string[],
  {
    env = {},
    onShown,
    program = PROGRAM,
  }: { env?: Record<string, string>; onShown?: (terminal: Terminal) => void; program?: string } = {},
): Terminal {
  // The empty line tells that the terminal is the command's: what is typed before nobody hears.
  const line = [process.execPath, program, ...args].map((word) => `'${word}'`).join(' ');
  const child = spawn('script', ['-qec', `echo; exec ${line}`, '/dev/null'], {
    cwd: directory,
    env: cleanEnvironment(env),
    timeout: RUN_MS_MAX,
  });
  let shown = '';
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const terminal: Terminal = {
    shown: () => shown,
    until: async (pattern) => {
      while (!pattern.test(shown) && child.exitCode === null) {
        await Promise.race([once(child.stdout, 'data'), ended]);
      }
    },
    type: (text) => void child.stdin.write(text),
    ended,
  };
  child.stdout.on('data', (chunk) => {
    shown += chunk;
    onShown?.(terminal);
  });
  return terminal;
}

/** Runs a command and types one answer at each prompt. */
export async function runOnTerminal(
  place: Pick<Workplace, 'directory'>,
  args: readonly string[],
  answers: readonly string[],
): Promise<{ code: number | null; shown: string }> {
  const left = [...answers];
  const answer = ({ shown, type }: Terminal) => {
    if (PROMPT.test(shown())) type(left.shift() ?? '');
  };
  const terminal = openTerminal(place, args, { onShown: answer });
  return { code: await terminal.ended, shown: terminal.shown() };
}

/** What no person is to see: the log of programs, and where in the program a fault arose. */
export const UNFIT_FOR_PEOPLE = /\{"level"|Unhandled|unhandled|^\s+at .*[:(]/m;
