import fc from 'fast-check';
import Libsql from 'libsql';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { SqliteConnection } from '../../adapters/sqlite/connection.ts';
import { DatabaseFile } from '../../adapters/sqlite/database-file.ts';
import { sqliteStores } from '../../adapters/sqlite/index.ts';
import { WriteBatch } from '../../adapters/sqlite/write-batch.ts';
import type { CreditLedger } from '../../src/ports/credit-ledger.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { forAllAsync } from '../support/values/for-all.ts';
import { openStores, type SqliteStores, startStores, temporaryFile } from './temporary-file.ts';
import { watchedDriver } from './watched-driver.ts';

const grant = { id: 'grant', account: 'acme', milliCredits: 10_000, reason: 'purchase' } as const;

function hold(id: string, milliCredits = 200) {
  return { id, account: 'acme', milliCredits, expiresInMs: 4e12 };
}

describe('writes in one iteration of the event loop', () => {
  it('share one transaction', async () => {
    const { driver, runs } = watchedDriver();
    const stores = sqliteStores(await temporaryFile(), { driver });
    await stores.ledger.grant(grant);
    const before = runs('COMMIT');
    const ids = Array.from({ length: 50 }, (_, number) => `hold ${number}`);
    await Promise.all(ids.map((id) => stores.ledger.hold(hold(id))));
    expect(runs('COMMIT') - before).toBe(1);
    await stores.close();
  });

  it('do not wait for those of a later iteration', async () => {
    const { driver, runs } = watchedDriver();
    const stores = sqliteStores(await temporaryFile(), { driver });
    await stores.ledger.grant(grant);
    const before = runs('COMMIT');
    for (const id of ['a', 'b', 'c']) await stores.ledger.hold(hold(id));
    expect(runs('COMMIT') - before).toBe(3);
    await stores.close();
  });

  it('are not rolled back by one that fails', async () => {
    const { ledger, cache, keys } = openStores(await temporaryFile(), { clock: new ManualClock() });
    await ledger.grant(grant);
    const outcomes = await Promise.allSettled([
      ledger.hold(hold('first')),
      ledger.grant({ ...grant, milliCredits: 1 }),
      cache.set('key', { value: 'value', expiresAt: 4e12 }),
      keys.create({ account: 'acme' }),
      ledger.hold(hold('first', 1)),
      ledger.hold(hold('second')),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(
      'fulfilled rejected fulfilled fulfilled rejected fulfilled'.split(' '),
    );
    expect(await ledger.balance('acme')).toEqual({ available: 9_600, held: 400 });
    expect((await cache.get('key'))?.value).toBe('value');
    expect(await keys.list('acme')).toHaveLength(1);
  });

  it('are rolled back one by one, including their changes before the failure', async () => {
    const file = new DatabaseFile({
      path: await temporaryFile(),
      driver: Libsql,
      clock: new ManualClock(),
      schema: { applicationId: 7, version: 1, tables: 'CREATE TABLE words (word TEXT) STRICT' },
      synchronous: 'FULL',
      disposable: false,
    });
    onTestFinished(() => file.close());
    const batch = new WriteBatch(file);
    const insert = (word: string) => (connection: SqliteConnection) =>
      connection.run('INSERT INTO words VALUES (?)', word);
    const outcomes = await Promise.allSettled([
      batch.write(insert('first')),
      batch.write((connection) => {
        insert('undone')(connection);
        throw new Error('thought better of it');
      }),
      batch.write(insert('last')),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    const words = await file.use((connection) => connection.all('SELECT word FROM words'));
    expect(words).toEqual([{ word: 'first' }, { word: 'last' }]);
  });

  it('all run, however many they are', async () => {
    const { ledger } = openStores(await temporaryFile());
    const ids = Array.from({ length: 1_000 }, (_, number) => `grant ${number}`);
    const balances = await Promise.all(ids.map((id) => ledger.grant({ ...grant, id, milliCredits: 1 })));
    expect(balances).toEqual(ids.map((_, number) => number + 1));
  });

  it('complete before the stores close', async () => {
    const file = await temporaryFile();
    const stores = openStores(file);
    const granting = stores.ledger.grant(grant);
    await stores.close();
    expect(await granting).toBe(10_000);
    expect(await openStores(file).ledger.balance('acme')).toEqual({ available: 10_000, held: 0 });
  });
});

type Command =
  | { readonly kind: 'grant' | 'hold'; readonly id: string; readonly milliCredits: number }
  | { readonly kind: 'capture' | 'release'; readonly id: string }
  | { readonly kind: 'sweep'; readonly limit: number };

const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({ kind: fc.constantFrom('grant', 'hold'), id, milliCredits: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ kind: fc.constantFrom('capture', 'release'), id }),
  fc.record({ kind: fc.constant('sweep' as const), limit: fc.integer({ min: 1, max: 3 }) }),
);

describe('any concurrent writes', () => {
  it('return the same results and leave the same journal as consecutive writes', async () => {
    await forAllAsync(fc.array(command, { maxLength: 30 }), async (commands) => {
      const together = await outcomeOf(async (perform) => Promise.all(commands.map(perform)));
      const oneAtATime = await outcomeOf(async (perform) => {
        const answers: unknown[] = [];
        for (const each of commands) answers.push(await perform(each));
        return answers;
      });
      expect(together).toEqual(oneAtATime);
    });
  });
});

/** Returns the results of the ledger and its final state. */
async function outcomeOf(
  performAll: (perform: (command: Command) => Promise<unknown>) => Promise<unknown[]>,
): Promise<unknown> {
  const { stores, stop } = await startStores({ clock: new ManualClock() });
  try {
    const answers = await performAll((command) =>
      perform(stores.ledger, command).catch((error: { code: string }) => error.code),
    );
    return { answers, ...(await booksOf(stores)) };
  } finally {
    await stop();
  }
}

async function booksOf({ ledger }: SqliteStores): Promise<object> {
  return { balance: await ledger.balance('acme'), entries: await ledger.entries('acme', { limit: 100 }) };
}

function perform(ledger: CreditLedger, command: Command): Promise<unknown> {
  switch (command.kind) {
    case 'grant':
      return ledger.grant({ ...command, account: 'acme', reason: 'refund' });
    case 'hold':
      return ledger.hold({ ...command, account: 'acme', expiresInMs: command.milliCredits });
    case 'capture':
      return ledger.capture(command.id);
    case 'release':
      return ledger.release(command.id);
    case 'sweep':
      return ledger.sweep({ limit: command.limit });
  }
}
