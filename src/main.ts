/** The program: runs the command that the command line names. */
import { EXIT, printError } from './cli/output.ts';
import { runProgram } from './cli/program.ts';
import { faultOfFile } from './failure.ts';

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // Whoever read this has had enough, as head(1) has: there is nobody left to tell.
    if (error.code === 'EPIPE') process.exit();
    // A service goes on, as it does where its own disk is full.
    process.exitCode = EXIT.failed;
    if (stream === process.stdout) printError(faultOfFile(error));
  });
}
const isService = ['serve', 'worker'].includes(process.argv[2] ?? '');
// A service may be ended while it is loaded, or waits for its origin: nothing has begun, so that is no failure.
if (isService) {
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(EXIT.ok));
}
const isDone = await runProgram(process.argv);
// What was open when the start failed would keep the process for good.
if (isService && !isDone) setTimeout(() => process.exit(), 500).unref();
