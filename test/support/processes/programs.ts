/** Server programs of this machine: whether they are installed, and one of a test's own, in a folder that goes with it. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, listeningOn } from '../servers/ports.ts';

/** Why what needs this program is left out, or false where it is there. */
export const programMissing = (name: string, packaged = name): string | false =>
  spawnSync('sh', ['-c', `command -v ${name}`]).status === 0 ? false : `needs ${name}: apt-get install ${packaged}`;

export interface StartedProgram extends AsyncDisposable {
  port: number;
  url: string;
}

/**
 * Starts the program, which listens when this returns.
 * @param argsIn writes its files into the directory, and says how it is started so that it listens on the port
 * @param how the signal that ends it
 */
export async function startProgram(
  name: string,
  argsIn: (directory: string, port: number) => Promise<readonly string[]>,
  how: 'SIGTERM' | 'SIGKILL' = 'SIGTERM',
): Promise<StartedProgram> {
  const directory = await mkdtemp(join(tmpdir(), `cardstock-${name}-`));
  const port = await freePort();
  // Some of them run as another user.
  await chmod(directory, 0o755);
  const args = await argsIn(directory, port);
  const child = spawn(name, args, { stdio: 'ignore', env: { ...process.env, HOME: directory } });
  const ended = once(child, 'exit');
  await listeningOn(port);
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      child.kill(how);
      await ended;
      await rm(directory, { recursive: true, force: true });
    },
  };
}
