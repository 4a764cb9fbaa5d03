import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import Libsql from 'libsql';
import { describe, expect, it } from 'vitest';
import type { SqliteStoresOptions } from '../../adapters/sqlite/index.ts';
import { mainSchema } from '../../adapters/sqlite/schema.ts';
import { StorageUnavailable } from '../../src/errors.ts';
import type { StorageAspect } from '../../src/ports/storage-diagnosis.ts';
import { openStores, temporaryFile } from './temporary-file.ts';

/** Writes a file as mailproof leaves it, as far as an examination can see, but for what `changes` says. */
async function usedFile(changes: { version?: number; applicationId?: number; journal?: string } = {}) {
  const { version = mainSchema.version, applicationId = mainSchema.applicationId } = changes;
  const file = await temporaryFile();
  const database = new Libsql(file);
  database.exec(`PRAGMA journal_mode = ${changes.journal ?? 'WAL'}; CREATE TABLE something (one);
    PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${version};`);
  database.close();
  return file;
}

async function examine(file: string, options: SqliteStoresOptions & { minFreeBytes?: number } = {}) {
  const { minFreeBytes = 0, ...storeOptions } = options;
  const { diagnosis } = openStores(file, storeOptions);
  const conditions = (await diagnosis?.examine({ minFreeBytes })) ?? [];
  return {
    of: (aspect: StorageAspect) => conditions.find((condition) => condition.aspect === aspect),
    severities: Object.fromEntries(conditions.map(({ aspect, severity }) => [aspect, severity])),
  };
}

const allRight = { access: 'ok', version: 'ok', journal: 'ok', space: 'ok' };

describe('the examination of an SQLite file', () => {
  it('finds nothing wrong with one in use, and leaves it as it is', async () => {
    const file = await temporaryFile();
    const stores = openStores(file);
    await stores.ledger.grant({ id: 'g', account: 'acme', milliCredits: 5, reason: 'purchase' });
    expect((await examine(file)).severities).toEqual(allRight);
    expect(await stores.ledger.balance('acme')).toEqual({ available: 5, held: 0 });
  });

  it('finds nothing wrong with one that does not exist yet, and does not create it', async () => {
    const file = await temporaryFile();
    const { severities, of } = await examine(file);
    expect(severities).toEqual({ access: 'ok', space: 'ok' });
    expect(of('access')?.summary).toContain('does not exist yet');
    expect((await examine(file)).of('access')?.summary).toContain('does not exist yet');
  });

  it('finds nothing wrong with an empty one, and leaves it empty', async () => {
    const file = await temporaryFile();
    await writeFile(file, '');
    for (let times = 0; times < 2; times += 1) {
      const { severities, of } = await examine(file);
      expect(severities).toEqual({ access: 'ok', version: 'ok', space: 'ok' });
      expect(of('version')?.summary).toContain('when it is first used');
    }
  });

  it('finds nothing wrong while another process writes', async () => {
    const file = await usedFile();
    const writer = new Libsql(file);
    writer.exec('BEGIN IMMEDIATE');
    expect((await examine(file)).severities).toEqual(allRight);
    writer.exec('ROLLBACK');
    writer.close();
  });

  it('warns of a journal mode other than WAL', async () => {
    const { severities, of } = await examine(await usedFile({ journal: 'DELETE' }));
    expect(severities).toEqual({ ...allRight, journal: 'warning' });
    expect(of('journal')).toMatchObject({
      summary: expect.stringContaining('"delete" instead of WAL'),
      advice: expect.stringContaining('local disk'),
    });
  });

  it('finds one of another release, or of another program', async () => {
    const other = await examine(await usedFile({ version: 999 }));
    expect(other.severities).toEqual({ version: 'failure', space: 'ok' });
    expect(other.of('version')?.summary).toContain('another release');
    const foreign = await examine(await usedFile({ applicationId: 7 }));
    expect(foreign.severities).toEqual({ version: 'failure', space: 'ok' });
    expect(foreign.of('version')?.summary).toContain('something else');
  });

  it('warns of a disk that is nearly full, and finds one that is too full', async () => {
    const file = await usedFile();
    const { of } = await examine(file);
    const freeBytes = Number(/^([\d.]+) GB/.exec(of('space')?.summary ?? '')?.[1]) * 1e9;
    const asked = async (minFreeBytes: number) => (await examine(file, { minFreeBytes })).of('space');
    expect(await asked(freeBytes / 2)).toMatchObject({ severity: 'ok' });
    expect(await asked(freeBytes * 2)).toMatchObject({
      severity: 'warning',
      advice: expect.stringContaining('should be free'),
    });
    expect(await asked(freeBytes * 20)).toMatchObject({ severity: 'failure' });
  });

  it('rejects if its directory does not exist', async () => {
    const examined = examine(join(dirname(await temporaryFile()), 'missing', 'mailproof.db'));
    await expect(examined).rejects.toThrow(StorageUnavailable);
    await expect(examined).rejects.toThrow(/cannot be created\. Create its directory/);
  });

  it('rejects if no file can be created in its directory', async () => {
    const notADirectory = await temporaryFile();
    await writeFile(notADirectory, '');
    await expect(examine(join(notADirectory, 'mailproof.db'))).rejects.toThrow(/cannot be created/);
  });

  it('rejects if it cannot be written', async () => {
    class ReadOnly extends Libsql {
      constructor(file: string) {
        super(file);
        this.exec('PRAGMA query_only = ON');
      }
    }
    const examined = examine(await usedFile(), { driver: ReadOnly as never });
    await expect(examined).rejects.toThrow(StorageUnavailable);
    await expect(examined).rejects.toThrow(/cannot be written/);
  });

  it('rejects if it is no SQLite file', async () => {
    const damaged = await temporaryFile();
    await writeFile(damaged, 'This is a letter to my aunt, and no database at all.'.repeat(100));
    await expect(examine(damaged)).rejects.toThrow(/is not a SQLite database/);
    const folder = await temporaryFile();
    await mkdir(folder);
    await expect(examine(folder)).rejects.toThrow(StorageUnavailable);
  });
});
