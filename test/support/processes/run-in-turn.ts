/** A process that runs one command after another: each line it reads is a command, each line it writes what came of it. */
import { createInterface } from 'node:readline';
import { runProgram } from '../../../src/cli/program.ts';

const write = process.stdout.write.bind(process.stdout);

for await (const line of createInterface({ input: process.stdin })) {
  const { args, env, directory } = JSON.parse(line) as {
    args: string[];
    env: Record<string, string>;
    directory: string;
  };
  const before = { ...process.env };
  const result = { code: 0, stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    process[name].write = (chunk: string | Uint8Array) => {
      result[name] += chunk;
      return true;
    };
  }
  process.chdir(directory);
  Object.assign(process.env, env);
  process.exitCode = 0;
  await runProgram(['node', 'cardstock', ...args]);
  process.env = before;
  result.code = Number(process.exitCode);
  process.exitCode = 0;
  write(`${JSON.stringify(result)}\n`);
}
