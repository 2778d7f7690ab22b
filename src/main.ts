/** The program: runs the command that the command line names. */
import { keepCompiled } from './compile-cache.ts';

keepCompiled();
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    // Whoever read this has had enough, as head(1) has: there is nobody left to tell.
    process.exit();
  });
}
const { runProgram } = await import('./cli/program.ts');
await runProgram(process.argv);
