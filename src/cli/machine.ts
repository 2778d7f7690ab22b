/** What a machine gives that a service of ours cannot live with: too little memory, a data directory beyond a network. */
import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Config } from '../config/settings.ts';

const MEGABYTE = 1024 * 1024;
/** English and French with both markets run within this much; docs/capacity.md has the rest. */
export const MEMORY_MB_MIN = 512;

/** File systems of other machines, by their kind as `statfs` gives it. */
const KINDS =
  '6969 NFS, 517b SMB, ff534d42 SMB, fe534d42 SMB, 1021997 9P, 5346414f AFS, 6b414653 AFS, 73757245 Coda, c36400 Ceph, bd00bd0 Lustre, 47504653 GPFS';
const NETWORK_FILE_SYSTEMS: ReadonlyMap<number, string> = new Map(
  KINDS.split(', ').map((each): [number, string] => [Number.parseInt(each, 16), each.split(' ')[1] ?? '']),
);

export interface MachineTrouble {
  check: 'memory' | 'data';
  says: string;
  remedy: string;
}

/** What the machine is asked; a test gives answers of its own. */
export interface Machine {
  /** Bytes that the process may have at most; 0 or undefined where nothing limits it. */
  limit(): number | undefined;
  /** The kind of the file system that holds the directory. */
  fileSystem(directory: string): Promise<number>;
}

const REAL: Machine = {
  limit: () => process.constrainedMemory(),
  fileSystem: async (directory) => (await statfs(directory)).type,
};

/** A sentence for each thing that will do harm later. */
export async function machineTroubles(
  { values: { data, databaseUrl } }: Pick<Config, 'values'>,
  machine: Machine = REAL,
): Promise<MachineTrouble[]> {
  const found: MachineTrouble[] = [];
  const limitMb = Math.floor((machine.limit() ?? 0) / MEGABYTE);
  if (limitMb > 0 && limitMb < MEMORY_MB_MIN) {
    found.push({
      check: 'memory',
      says: `this process may have ${limitMb} MB of memory; with less than ${MEMORY_MB_MIN} MB the system may end it during a run of a source`,
      remedy: `raise the memory limit of the container or unit to ${MEMORY_MB_MIN} MB`,
    });
  }
  if (databaseUrl !== undefined) return found;
  const kind = await machine.fileSystem(standing(resolve(data))).catch(() => undefined);
  const network = kind === undefined ? undefined : NETWORK_FILE_SYSTEMS.get(kind >>> 0);
  if (network !== undefined) {
    found.push({
      check: 'data',
      says: `${data} lies on ${network}: the embedded store cannot live on a network file system, whose locks and writes SQLite cannot trust`,
      remedy: 'put the data directory on a disk of this machine, or set DATABASE_URL',
    });
  }
  return found;
}

/** The directory, or the nearest above it that is there. */
const standing = (directory: string): string =>
  existsSync(directory) || dirname(directory) === directory ? directory : standing(dirname(directory));
