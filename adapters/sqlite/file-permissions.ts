import { chmodSync, closeSync, openSync, statSync } from 'node:fs';

const ownerOnly = 0o600;
const groupMayWrite = 0o020;

/**
 * Creates an SQLite file that only its owner may read and write, as SQLite then does with its `-wal` and `-shm`: there is no moment
 * at which others can open it. Does nothing if it cannot be created, which SQLite reports.
 */
export function createPrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'a', ownerOnly));
  } catch {}
}

/**
 * Takes away the permissions that others have for the files of a database, such as one put back from a backup. A group that may write
 * them was chosen by somebody, and keeps its own. Does nothing for a file of another user.
 *
 * Goes by names: to open and close a file would release the locks that SQLite has on it in this process.
 */
export function withdrawPermissions(path: string): void {
  for (const name of [path, `${path}-wal`, `${path}-shm`]) {
    try {
      const found = statSync(name);
      const mode = found.mode & 0o777;
      const kept = mode & groupMayWrite ? mode & 0o770 : mode & 0o700;
      if (found.isFile() && kept !== mode) chmodSync(name, kept);
    } catch {}
  }
}
