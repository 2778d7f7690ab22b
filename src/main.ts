/** The program: runs the command that the command line names. */
import { enableCompileCache } from 'node:module';

// Stripping types and compiling cost 0.4 s at each start; kept on disk they cost a tenth of it.
enableCompileCache();
const { runProgram } = await import('./cli/program.ts');
await runProgram(process.argv);
