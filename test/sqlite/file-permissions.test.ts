import { statSync } from 'node:fs';
import { chmod, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import Libsql from 'libsql';
import { describe, expect, it } from 'vitest';
import { openStores, temporaryFile } from './temporary-file.ts';

/** Returns the permissions of the store's files, by the ends of their names. */
async function permissions(file: string): Promise<Record<string, string>> {
  const names = (await readdir(dirname(file))).filter((name) => name.startsWith(basename(file)));
  const modes = names.map(async (name) => {
    const { mode } = await stat(join(dirname(file), name));
    return [name.slice(basename(file).length), (mode & 0o777).toString(8)];
  });
  return Object.fromEntries(await Promise.all(modes));
}

const everyFile = (mode: string) =>
  Object.fromEntries(['', '-wal', '-shm', '-pacing', '-pacing-wal', '-pacing-shm'].map((end) => [end, mode]));

describe.skipIf(process.platform === 'win32')('the files of a store', () => {
  it('are for their owner only', async () => {
    const file = await temporaryFile();
    await openStores(file).ping();
    expect(await permissions(file)).toEqual(everyFile('600'));
  });

  it('are so before SQLite opens them', async () => {
    const file = await temporaryFile();
    const modes: number[] = [];
    class Watched extends Libsql {
      constructor(path: string, options: { timeout: number }) {
        modes.push(statSync(path).mode & 0o777);
        super(path, options);
      }
    }
    await openStores(file, { driver: Watched }).ping();
    expect(modes).toEqual([0o600, 0o600]);
  });

  it('become so if they can be read by everybody, as when put back from a backup, also while it has them open', async () => {
    const file = await temporaryFile();
    const earlier = openStores(file);
    await earlier.ping();
    for (const end of Object.keys(everyFile(''))) await chmod(`${file}${end}`, 0o644);
    await openStores(file).ping();
    expect(await permissions(file)).toEqual(everyFile('600'));
    await earlier.ping();
  });

  it('stay those of a group that may write them, which somebody has chosen', async () => {
    const file = await temporaryFile();
    await writeFile(file, '');
    await chmod(file, 0o664);
    await openStores(file).ping();
    expect(await permissions(file)).toMatchObject({ '': '660', '-wal': '660', '-shm': '660' });
  });

  it('leave a folder that was named by mistake as it is', async () => {
    const folder = dirname(await temporaryFile());
    await chmod(folder, 0o755);
    await expect(openStores(folder).ping()).rejects.toMatchObject({ code: 'storage_unavailable' });
    expect((await stat(folder)).mode & 0o777).toBe(0o755);
  });

  it('are so behind a link, too', async () => {
    const file = await temporaryFile();
    const link = await temporaryFile();
    await symlink(file, link);
    await openStores(link).ping();
    expect(await permissions(file)).toMatchObject({ '': '600' });
  });
});
