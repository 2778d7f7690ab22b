/** Functions that do not fit on a screen, found in the trees that the compiler makes of source texts. */
import { type FunctionLikeDeclaration, isFunctionLikeDeclaration, type Node } from 'typescript/unstable/ast';
import { createVirtualFileSystem } from 'typescript/unstable/fs';
import { API } from 'typescript/unstable/sync';
import type { SourceFile } from './house-rules.ts';

export const FUNCTION_LINES_MAX = 60;

const CONFIG = '/tsconfig.json';
/** Nothing is looked up: a tree needs its own text alone. */
const compilerOptions = { noLib: true, noResolve: true, types: [], jsx: 'preserve' };

/**
 * Functions longer than a screen as `path:line`, from the head to the closing brace; those inside them count along.
 *
 * The linter's own rule for this leaves out the lines that JSX and template texts break. The compiler calls its
 * interface unstable: `package.json` pins the version.
 */
export function longFunctions(files: readonly SourceFile[]): string[] {
  const texts = Object.fromEntries(files.map(({ path, text }) => [`/${path}`, text]));
  const config = JSON.stringify({ compilerOptions, files: files.map(({ path }) => path) });
  const api = new API({ cwd: '/', fs: createVirtualFileSystem({ ...texts, [CONFIG]: config }) });
  try {
    const { program } = api.updateSnapshot({ openProjects: [CONFIG] }).getProject(CONFIG) ?? {};
    return files.flatMap(({ path }) => {
      const tree = program?.getSourceFile(`/${path}`);
      if (tree === undefined) throw new Error(`the compiler made no tree of ${path}`);
      const lineOf = (position: number) => tree.getLineAndCharacterOfPosition(position).line + 1;
      return functionsIn(tree).flatMap((node) => {
        const first = lineOf(node.getStart(tree));
        const lines = lineOf(node.end) - first + 1;
        return lines > FUNCTION_LINES_MAX ? [`${path}:${first} takes ${lines} lines`] : [];
      });
    });
  } finally {
    api.close();
  }
}

function functionsIn(node: Node): FunctionLikeDeclaration[] {
  const found: FunctionLikeDeclaration[] = isFunctionLikeDeclaration(node) ? [node] : [];
  node.forEachChild((child) => void found.push(...functionsIn(child)));
  return found;
}
