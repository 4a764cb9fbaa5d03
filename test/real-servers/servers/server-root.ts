import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, chown, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Daemon, type DaemonStart, startDaemon } from './daemon.ts';
import { unpackedDebian } from './unpacked-debian.ts';

const execute = promisify(execFile);

/** Who may use a file or folder of a root. Default: root owns it, and all may read it. */
export interface Ownership {
  readonly user?: number;
  readonly group?: number;
  readonly mode?: number;
}

/**
 * A root of its own for one server, so that any number of servers of one kind run at the same time, each with its own
 * configuration, spool and sockets at the paths that are compiled into it.
 */
export class ServerRoot {
  readonly #path: string;

  private constructor(path: string) {
    this.#path = path;
  }

  /** The programs are hard links to those that were unpacked once: that takes no space and a few milliseconds. */
  static async create(): Promise<ServerRoot> {
    const folder = await unpackedDebian();
    const path = join(folder, `server-${randomUUID()}`);
    await execute('cp', ['-al', join(folder, 'root'), path]);
    return new ServerRoot(path);
  }

  /** Writes a file, and never into one that was unpacked, which all roots share. */
  async write(file: string, text: string, ownership: Ownership = {}): Promise<void> {
    const path = join(this.#path, file);
    await mkdir(dirname(path), { recursive: true });
    await rm(path, { force: true });
    await writeFile(path, text);
    await own(path, { mode: 0o644, ...ownership });
  }

  async createFolder(name: string, ownership: Ownership = {}): Promise<void> {
    const path = join(this.#path, name);
    await mkdir(path, { recursive: true });
    await own(path, { mode: 0o755, ...ownership });
  }

  /** Starts a server in this root. The root is removed when it ends, also if this process dies. */
  start({ command, ...options }: DaemonStart): Promise<Daemon> {
    return startDaemon({ ...options, command: ['chroot', this.#path, ...command], folder: this.#path });
  }
}

async function own(path: string, { user = 0, group = user, mode = 0o755 }: Ownership): Promise<void> {
  await chown(path, user, group);
  await chmod(path, mode);
}
