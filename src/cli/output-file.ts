/** Files that a command writes where the operator says. */
import { chmodSync, lstatSync, renameSync, rmSync } from 'node:fs';

/**
 * Has a file written beside `file` and put in its place once it is whole, with the rights of the one before; straight to what
 * is no plain file, as /dev/stdout. @param write takes where to write, and what removes it should a signal end the command
 */
export async function writeWhole(
  file: string,
  write: (path: string, undo: () => void) => Promise<unknown>,
): Promise<void> {
  const before = lstatSync(file, { throwIfNoEntry: false });
  if (before !== undefined && !before.isFile()) {
    await write(file, () => undefined);
    return;
  }
  const partial = `${file}.partial`;
  const undo = () => rmSync(partial, { force: true });
  try {
    await write(partial, undo);
    if (before !== undefined) chmodSync(partial, before.mode);
    renameSync(partial, file);
  } finally {
    undo();
  }
}
