/** The program: runs the command that the command line names. */
import { keepCompiled } from './compile-cache.ts';

keepCompiled();
const { runProgram } = await import('./cli/program.ts');
await runProgram(process.argv);
