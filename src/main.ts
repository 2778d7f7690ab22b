/** The program: runs the command that the command line names. */
import { runProgram } from './cli/program.ts';

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    // Whoever read this has had enough, as head(1) has: there is nobody left to tell.
    process.exit();
  });
}
await runProgram(process.argv);
