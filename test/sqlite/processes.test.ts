import { cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { auditedBalance, journalOf } from '../../contract/ledger/audit.ts';
import { modulesLoadedBy } from '../house/loaded-modules.ts';
import { repository } from '../house/repository-files.ts';
import { startChild } from './child-process.ts';
import { openStores, temporaryFile } from './temporary-file.ts';

const account = 'acme';
const grant = { id: 'grant', account, milliCredits: 100_000, reason: 'purchase' } as const;

describe('several processes on one file', () => {
  it('can open and create it at the same time', async () => {
    const file = await temporaryFile();
    const children = ['a', 'b', 'c'].map((id) =>
      startChild(
        file,
        `await stores.ledger.grant({ id: '${id}', account: 'acme', milliCredits: 1, reason: 'purchase' });`,
      ),
    );
    expect(await Promise.all(children.map((child) => child.ends()))).toEqual([0, 0, 0]);
    expect(await auditedBalance(openStores(file).ledger, account)).toEqual({ available: 3, held: 0 });
  });

  it('never hold more credits together than the account has', async () => {
    const file = await temporaryFile();
    const { ledger } = openStores(file);
    await ledger.grant(grant);
    const program = (name: string) => `
      let won = 0;
      for (let wave = 0; wave < 20; wave += 1) {
        const holds = Array.from({ length: 20 }, (_, number) => stores.ledger.hold(
          { id: '${name} ' + wave + ' ' + number, account: 'acme', milliCredits: 200, expiresInMs: 4e12 }));
        for (const { kind } of await Promise.all(holds)) if (kind === 'held') won += 1;
      }
      console.log(won);`;
    const children = ['first', 'second'].map((name) => startChild(file, program(name)));
    let won = 0;
    for (let number = 0; number < 400; number += 1) {
      const { kind } = await ledger.hold({
        id: `own ${number}`,
        account,
        milliCredits: 200,
        expiresInMs: 4e12,
      });
      if (kind === 'held') won += 1;
    }
    for (const child of children) {
      expect(await child.ends()).toBe(0);
      won += Number(child.lines[0]);
    }
    expect(won).toBe(500);
    expect(await auditedBalance(ledger, account)).toEqual({ available: 0, held: 100_000 });
  });

  it('see at once what another process has written', async () => {
    const file = await temporaryFile();
    const { ledger, keys, cache } = openStores(file);
    expect(await ledger.balance(account)).toEqual({ available: 0, held: 0 });
    const child = startChild(
      file,
      `await stores.ledger.grant(${JSON.stringify(grant)});
       await stores.cache.set('key', { value: 'from the other', expiresAt: 4e12 });
       console.log((await stores.keys.create({ account: 'acme' })).key);`,
    );
    expect(await child.ends()).toBe(0);
    expect(await ledger.balance(account)).toEqual({ available: 100_000, held: 0 });
    expect((await cache.get('key'))?.value).toBe('from the other');
    expect(await keys.find(child.lines[0] ?? '')).toMatchObject({ account });
  });
});

describe('a process that is killed', () => {
  /** Results are written to standard output at once; the pipe keeps them even if the process dies. */
  const program = `
    import { writeSync } from 'node:fs';
    const work = async (worker) => {
      for (let number = 0; ; number += 1) {
        const id = worker + '-' + number;
        await stores.ledger.hold({ id, account: 'acme', milliCredits: 200, expiresInMs: 0 });
        writeSync(1, 'hold ' + id + '\\n');
        if (number % 3 === 2) continue;
        const kind = number % 3 === 0 ? 'capture' : 'release';
        await stores.ledger[kind](id);
        writeSync(1, kind + ' ' + id + '\\n');
      }
    };
    await Promise.all(Array.from({ length: 20 }, (_, worker) => work(worker)));`;

  it.each([1, 30, 200, 333, 1_000])('after %i results has lost none of them', async (answers) => {
    const file = await temporaryFile();
    const before = openStores(file);
    await before.ledger.grant({ ...grant, milliCredits: 10_000_000 });
    await before.close();
    const child = startChild(file, program);
    await child.reaches(answers);
    await child.kill();

    const { ledger } = openStores(file);
    await auditedBalance(ledger, account);
    const captured = new Set((await journalOf(ledger, account)).map(({ id }) => id));
    for (const line of child.lines) {
      const [change, id = ''] = line.split(' ');
      if (change === 'capture') expect(captured).toContain(id);
      if (change === 'release') expect(await ledger.capture(id)).toBe('unknown');
      // Such a hold was never captured or released.
      if (change === 'hold' && Number(id.split('-')[1]) % 3 === 2)
        expect(await ledger.release(id)).toBe('released');
    }
    await ledger.sweep({ limit: 100_000 });
    expect(await auditedBalance(ledger, account)).toMatchObject({ held: 0 });
  });
});

describe('mailproof/sqlite', () => {
  it('loads no driver before stores are created', async () => {
    const { natives } = await modulesLoadedBy(join(repository, 'dist/adapters/sqlite/index.js'));
    expect(natives).toEqual([]);
  });

  it('says what to install where libsql cannot be loaded', async () => {
    const folder = dirname(await temporaryFile());
    for (const name of ['src', 'adapters', 'shared']) {
      await cp(join(repository, 'dist', name), join(folder, name), { recursive: true });
    }
    await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
    await mkdir(join(folder, 'node_modules/libsql'), { recursive: true });
    const broken = 'throw new Error("Cannot find module of this platform");';
    await writeFile(join(folder, 'node_modules/libsql/index.js'), broken);
    const { sqliteStores } = await import(join(folder, 'adapters/sqlite/index.js'));
    expect(() => sqliteStores('mailproof.db')).toThrow(
      expect.objectContaining({
        code: 'invalid_argument',
        parameter: 'driver',
        message: expect.stringMatching(/npm install libsql@0.5.*of this platform/),
      }),
    );
  });
});
