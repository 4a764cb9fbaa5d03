import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { postgresStores } from '../../adapters/postgres/index.ts';
import { postgresqlOfFile, unprivilegedUser } from './postgresql-server.ts';

const run = promisify(execFile);
const diskBytes = 32 * 2 ** 20;

const server = await postgresqlOfFile();
// To mount a disk takes root on Linux.
const user = process.platform === 'linux' ? await unprivilegedUser() : undefined;

describe.runIf(user !== undefined)('a full disk', () => {
  it('is named, loses nothing, and writes succeed once there is room', async () => {
    const disk = join(server.folder, 'disk');
    await mkdir(disk);
    await run('mount', ['-t', 'tmpfs', '-o', `size=${diskBytes}`, 'tmpfs', disk]);
    onTestFinished(async () => {
      await server.kill();
      await run('umount', ['--lazy', disk]);
    });
    await chown(disk, user?.uid ?? 0, user?.gid ?? 0);
    const admin = new pg.Client(server.url);
    admin.on('error', () => {});
    await admin.connect();
    await admin.query(`CREATE TABLESPACE small LOCATION '${disk}'`);
    await admin.query('CREATE DATABASE app TABLESPACE small');
    await admin.end();

    const url = server.url.replace(/postgres$/, 'app');
    const stores = postgresStores(url);
    onTestFinished(() => stores.close());
    await stores.ledger.grant({ id: 'order', account: 'acme', milliCredits: 1_000, reason: 'purchase' });
    const host = new pg.Client(url);
    host.on('error', () => {});
    await host.connect();
    onTestFinished(() => host.end());
    await host.query('CREATE TABLE filler (text text)');
    const fill =
      'INSERT INTO filler SELECT repeat(md5(random()::text), 20) FROM generate_series(1, $1::integer)';
    for (const rows of [1_000, 10]) {
      // Until there is no room for so many.
      const failure = await (async () => {
        for (;;) await host.query(fill, [rows]);
      })().catch((error) => error);
      expect(failure).toMatchObject({ code: '53100' });
    }

    // Longer than what pages in use have room for, and not compressible.
    const entry = { value: randomBytes(2 ** 20).toString('base64'), expiresAt: 4e12 };
    const refused = {
      code: 'storage_unavailable',
      message: expect.stringContaining('The disk of PostgreSQL is full. Make room.'),
    };
    await expect(stores.cache.set('key', entry)).rejects.toMatchObject(refused);
    // Front ends without room say that they are not ready, and go on answering.
    await expect(stores.checkReady()).rejects.toMatchObject(refused);
    expect(await stores.ledger.balance('acme')).toEqual({ available: 1_000, held: 0 });

    await host.query('DROP TABLE filler');
    await expect.poll(() => stores.cache.set('key', entry).then(() => 'set', String)).toBe('set');
    await stores.ping();
    await stores.checkReady();
    expect(await stores.cache.get('key')).toEqual(entry);
    const hold = { id: 'hold', account: 'acme', milliCredits: 400, expiresInMs: 60_000 };
    expect(await stores.ledger.hold(hold)).toEqual({ kind: 'held', available: 600 });
  }, 120_000);
});
