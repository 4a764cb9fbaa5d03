import { execFile } from 'node:child_process';
import fs from 'node:fs';
import { chmod, copyFile, mkdir, open, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { sqliteStores } from '../../adapters/sqlite/index.ts';
import { newJob } from '../../contract/jobs/sample-data.ts';
import { mailproof } from './mailproof.ts';
import { workFolder } from './work-folder.ts';

const execute = promisify(execFile);

/**
 * libsql lets go of a file that is closed when its garbage is collected: here, that a process has ended is a copy of its file.
 *
 * A store with an account, a key and a job, which a server has open.
 */
async function scene() {
  const { file, names } = await workFolder();
  const store = file('mailproof.db');
  const stores = sqliteStores(store);
  onTestFinished(() => stores.close());
  await stores.ledger.grant({ id: 'first', account: 'acme', milliCredits: 99_800, reason: 'purchase' });
  await stores.ledger.hold({ id: 'held', account: 'acme', milliCredits: 200, expiresInMs: 60_000 });
  const { key } = await stores.keys.create({ account: 'acme' });
  await stores.jobs.create(newJob({ account: 'acme' }), [{ email: 'ann@example.com' }]);
  const run = (words: string, location = store) =>
    mailproof(['store', ...words.split(' '), '--store', `sqlite:${location}`]);
  return { run, store, stores, file, names, key };
}

const isMain = (name: string) => !/-(wal|shm)$/.test(name);

const content = '1 account with 99.8 credits, 1 API key, 1 job.\n';

describe('mailproof store', () => {
  it('backs up a store that is in use, for its owner only, and restores it elsewhere', async () => {
    const { run, store, file, key, names } = await scene();
    const backup = file('backup.db');
    expect(await run(`backup ${backup}`)).toEqual({
      code: 0,
      stdout: '',
      stderr: `${backup} is a checked copy of ${store}: ${content}`,
    });
    expect((await stat(backup)).mode & 0o777).toBe(0o600);
    const other = file('other.db');
    const { code, stderr } = await run(`restore ${backup}`, other);
    expect({ code, stderr }).toEqual({ code: 0, stderr: `${other} is restored from ${backup}: ${content}` });
    expect((await stat(other)).mode & 0o777).toBe(0o600);
    const restored = sqliteStores(other);
    expect(await restored.keys.find(key)).toMatchObject({ account: 'acme' });
    expect(await restored.ledger.balance('acme')).toEqual({ available: 99_600, held: 200 });
    await restored.close();
    expect((await names()).filter((name) => name.includes('part'))).toEqual([]);
  });

  it('goes back to a backup once nothing has the store open, and only if it is told to overwrite', async () => {
    const { run, store, stores, file } = await scene();
    const backup = file('backup.db');
    await run(`backup ${backup}`);
    await stores.ledger.grant({ id: 'second', account: 'umbrella', milliCredits: 1, reason: 'purchase' });
    expect(await run(`restore ${backup}`)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`${store} has accounts, keys or jobs.`),
    });
    expect(await run(`restore ${backup} --overwrite`)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`A process has ${store} open.`),
    });
    expect(await stores.ledger.balance('umbrella')).toMatchObject({ available: 1 });
    await stores.close();
    const closed = file('closed.db');
    await copyFile(store, closed);
    expect(await run(`restore ${backup} --overwrite`, closed)).toMatchObject({ code: 0 });
    const restored = sqliteStores(closed);
    onTestFinished(() => restored.close());
    expect(await restored.ledger.balance('umbrella')).toMatchObject({ available: 0 });
    expect(await restored.ledger.balance('acme')).toMatchObject({ available: 99_600 });
  });

  it('gives a backup its name only once it is on the disk, and removes what one killed days ago has left', async () => {
    const { run, file, store, names } = await scene();
    await writeFile(file('backup.db.mailproof-part-killed'), 'half');
    await utimes(file('backup.db.mailproof-part-killed'), 1e9, 1e9);
    const atSync: string[][] = [];
    const sync = vi.spyOn(fs, 'fsyncSync').mockImplementation(() => {
      atSync.push(fs.readdirSync(dirname(store)).filter((name) => name.startsWith('backup')));
    });
    syncBuiltinESMExports();
    onTestFinished(() => {
      sync.mockRestore();
      syncBuiltinESMExports();
    });
    expect(await run(`backup ${file('backup.db')}`)).toMatchObject({ code: 0 });
    expect(atSync).toEqual([
      [expect.stringContaining('backup.db.mailproof-part-')],
      ['backup.db', expect.stringContaining('part')],
    ]);
    expect((await names()).filter((name) => name.includes('part'))).toEqual([]);
  });

  // To mount a disk takes root on Linux.
  it.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
    'names the disk of the copy, not that of the store, if it is full',
    async () => {
      const { run, file } = await scene();
      const disk = file('disk');
      await mkdir(disk);
      await execute('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'tmpfs', disk]);
      onTestFinished(async () => {
        await execute('umount', ['--lazy', disk]);
      });
      expect(await run(`backup ${disk}/backup.db`)).toMatchObject({
        code: 3,
        stderr: expect.stringContaining(`The SQLite file ${disk}/backup.db cannot grow: the disk`),
      });
      expect(await readdir(disk)).toEqual([]);
    },
  );

  it('leaves the copy alone that another process is making for the same backup', async () => {
    const { run, file } = await scene();
    await writeFile(file('backup.db.mailproof-part-other'), 'half');
    expect(await run(`backup ${file('backup.db')}`)).toMatchObject({ code: 0 });
    expect(await readFile(file('backup.db.mailproof-part-other'), 'utf8')).toBe('half');
  });

  it('restores into a store that has been opened but not used', async () => {
    const { run, file } = await scene();
    const opened = sqliteStores(file('opened.db'));
    await opened.ping();
    await opened.close();
    await copyFile(file('opened.db'), file('unused.db'));
    await run(`backup ${file('backup.db')}`);
    expect(await run(`restore ${file('backup.db')}`, file('unused.db'))).toMatchObject({ code: 0 });
  });

  it.each([
    [
      'of another program',
      (path: string) => writeFile(path, 'a letter, which is no database'),
      /is not a SQLite database/,
    ],
    ['without anything in it', (path: string) => writeFile(path, ''), /has no data of mailproof/],
    ['that is not there', async () => {}, /There is no file/],
    ['of another release', (path: string) => patch(path, 60, [0, 0, 3, 231]), /of another release/],
    // In the middle of a page of a table.
    [
      'that is damaged',
      async (path: string) => patch(path, 3 * 4_096, Array(2_000).fill(7)),
      /damaged|malformed/,
    ],
  ])('restores no file %s, and leaves the store as it is', async (_, spoil, words) => {
    const { run, file, store, stores, names } = await scene();
    await stores.close();
    const backup = file('backup.db');
    if (_ === 'of another release' || _ === 'that is damaged') await copyFile(store, backup);
    await spoil(backup);
    const before = await readFile(store);
    const namesBefore = (await names()).filter(isMain);
    const { code, stderr } = await run(`restore ${backup} --overwrite`);
    expect(stderr).toMatch(words);
    expect(code).toBeGreaterThan(1);
    expect((await readFile(store)).equals(before)).toBe(true);
    expect((await names()).filter(isMain)).toEqual(namesBefore);
  });

  it('takes the place of a store that is damaged, with what an earlier process has left beside it', async () => {
    const { run, file, store, stores, names } = await scene();
    await run(`backup ${file('backup.db')}`);
    await stores.close();
    const damaged = file('damaged.db');
    await copyFile(store, damaged);
    const pages = Math.floor((await stat(damaged)).size / 4_096);
    for (let page = 2; page < pages; page += 1) await patch(damaged, page * 4_096, Array(4_000).fill(7));
    await writeFile(`${damaged}-journal`, 'what a crash has left');
    expect(await run(`restore ${file('backup.db')} --overwrite`, damaged)).toMatchObject({ code: 0 });
    expect(await names()).not.toContain('damaged.db-journal');
    const restored = sqliteStores(damaged);
    onTestFinished(() => restored.close());
    expect(await restored.ledger.balance('acme')).toMatchObject({ available: 99_600 });
  });

  it('replaces no file with a backup, and none of another program with a restored store', async () => {
    const { run, file } = await scene();
    await writeFile(file('letter.txt'), 'a letter');
    await run(`backup ${file('backup.db')}`);
    expect(await run(`backup ${file('letter.txt')}`)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is one already'),
    });
    expect(await run(`restore ${file('backup.db')} --overwrite`, file('letter.txt'))).toMatchObject({
      code: 3,
    });
    expect(await readFile(file('letter.txt'), 'utf8')).toBe('a letter');
  });

  it.each([
    ['backup', 'redis://127.0.0.1:1', 'redis-cli --rdb FILE'],
    ['backup', 'postgres://127.0.0.1:1/mail', 'pg_dump'],
    ['restore', 'postgres://127.0.0.1:1/mail', 'pg_restore'],
  ])('%s of %s says how that is copied', async (action, location, tool) => {
    const { code, stderr } = await mailproof(['store', action, 'x', '--store', location]);
    expect(code).toBe(2);
    expect(stderr).toContain(tool);
  });
});

async function patch(path: string, position: number, bytes: readonly number[]): Promise<void> {
  await chmod(path, 0o600);
  const handle = await open(path, 'r+');
  await handle.write(Uint8Array.from(bytes), 0, bytes.length, position);
  await handle.close();
}
