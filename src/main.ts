/** The program: runs the command that the command line names. */
import { runProgram } from './cli/program.ts';

await runProgram(process.argv);
