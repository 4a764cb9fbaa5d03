import { describe, expect, it } from 'vitest';
import { memoryStores } from '../../adapters/memory/index.ts';
import { singleShare } from '../../src/concurrency/work-share.ts';
import { ServiceUnavailable } from '../../src/errors.ts';
import type { Status, Substatus } from '../../src/resources.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { chargedVerifications, verdictOn } from './charged-verifications.ts';

const email = 'ann@example.org';
const key = `verification:${email}`;

/** A store, and processes on it, each with egresses of its own, that find what a test says. */
function service() {
  const clock = new ManualClock();
  const stores = memoryStores({ clock });
  const asked: string[] = [];
  const start = (
    egresses: string,
    outcome: readonly [Status, Substatus] | Error,
    mayWorkUnpaid = async (_account: string | undefined) => true,
  ) => {
    const { verifications } = chargedVerifications(
      async () => {
        asked.push(egresses);
        if (outcome instanceof Error) throw outcome;
        return verdictOn(email, ...outcome);
      },
      { clock, stores, egresses: egresses.split(' '), name: egresses, mayWorkUnpaid },
    );
    return async (options: { timeoutMs?: number; acrossProcesses?: boolean } = {}) => {
      const request = { email, account: 'acme', share: singleShare, signal: () => undefined };
      const { timeoutMs = 10_000, acrossProcesses = true } = options;
      const { verdict, fresh } = await verifications.verify({ ...request, timeoutMs, acrossProcesses });
      return `${verdict.substatus} ${fresh ? 'fresh' : 'free'}`;
    };
  };
  const grant = () =>
    stores.ledger.grant({ id: 'g', account: 'acme', milliCredits: 1_000, reason: 'purchase' });
  const available = async () => (await stores.ledger.balance('acme')).available;
  return { clock, stores, asked, start, grant, available };
}

const blocked = ['unknown', 'blocked'] as const;

describe('an address about which all egresses of a process are blocked', () => {
  it.each([true, false])(
    'is asked about by a process with another egress, free of charge, for all (across processes: %s)',
    async (acrossProcesses) => {
      const { asked, start, grant, available } = service();
      await grant();
      const [one, other] = [start('a', blocked), start('b', ['safe', 'deliverable'])];
      expect(await one({ acrossProcesses })).toBe('blocked fresh');
      expect(await other({ acrossProcesses })).toBe('deliverable free');
      expect(await one({ acrossProcesses })).toBe('deliverable free');
      expect(asked).toEqual(['a', 'b']);
      expect(await available()).toBe(800);
    },
  );

  it('is not asked about by a process whose egresses are all among those', async () => {
    const { asked, start, grant, available } = service();
    await grant();
    expect(await start('a b', blocked)()).toBe('blocked fresh');
    for (const egresses of ['a', 'b', 'b a']) expect(await start(egresses, blocked)()).toBe('blocked free');
    expect(asked).toEqual(['a b']);
    expect(await available()).toBe(800);
  });

  it('is asked about once by each process that is blocked, too, and that prolongs nothing', async () => {
    const { clock, stores, asked, start, grant } = service();
    await grant();
    const [one, other, both] = [start('a', blocked), start('b', blocked), start('a b', blocked)];
    await one({ timeoutMs: 70_000 });
    const before = await stores.cache.get(key);
    clock.leap(60_000);
    expect(await other()).toBe('blocked free');
    for (const ask of [one, other, both]) expect(await ask({ timeoutMs: 70_000 })).toBe('blocked free');
    expect(asked).toEqual(['a', 'b']);
    const after = await stores.cache.get(key);
    expect(after?.expiresAt).toBe(before?.expiresAt);
    expect(JSON.parse(after?.value ?? '{}')).toMatchObject({ egresses: ['a', 'b'], patienceMs: 70_000 });
  });

  it.each<Substatus>(['greylisted', 'timeout', 'temporary_failure', 'mail_server_unavailable'])(
    'is asked about for free only once by a process that finds out no more than %s',
    async (substatus) => {
      const { stores, asked, start, grant, available } = service();
      await grant();
      await start('a', blocked)();
      const before = await stores.cache.get(key);
      const other = start('b', ['unknown', substatus]);
      expect(await other()).toBe(`${substatus} free`);
      for (let repeat = 0; repeat < 3; repeat += 1) expect(await other()).toBe('blocked free');
      expect(asked).toEqual(['a', 'b']);
      expect(await available()).toBe(800);
      expect((await stores.cache.get(key))?.expiresAt).toBe(before?.expiresAt);
    },
  );

  it('is asked about by a further process, although others found nothing out', async () => {
    const { start, grant } = service();
    await grant();
    await start('a', blocked)();
    await start('b', ['unknown', 'timeout'])();
    expect(await start('c', ['safe', 'deliverable'])()).toBe('deliverable free');
  });

  it('keeps its result where the egress of the other process does not work, which may ask later', async () => {
    const { stores, start, grant, available } = service();
    await grant();
    await start('a', blocked)();
    const before = await stores.cache.get(key);
    expect(await start('b', new ServiceUnavailable('The proxy is down.'))()).toBe('blocked free');
    expect(await stores.cache.get(key)).toEqual(before);
    expect(await start('b', ['safe', 'deliverable'])()).toBe('deliverable free');
    expect(await available()).toBe(800);
  });

  it('keeps its result for accounts that may not have more work for nothing', async () => {
    const { asked, start, grant } = service();
    await grant();
    await start('a', blocked)();
    const refused: (string | undefined)[] = [];
    const mayWorkUnpaid = async (account: string | undefined) => {
      refused.push(account);
      return false;
    };
    expect(await start('b', ['safe', 'deliverable'], mayWorkUnpaid)()).toBe('blocked free');
    expect([asked, refused]).toEqual([['a'], ['acme']]);
  });

  it('keeps its result for callers who have less than a second, in which nothing can be asked', async () => {
    const { asked, start, grant } = service();
    await grant();
    await start('a', blocked)();
    const other = start('b', ['safe', 'deliverable']);
    expect(await other({ timeoutMs: 999 })).toBe('blocked free');
    expect(asked).toEqual(['a']);
    expect(await other({ timeoutMs: 1_000 })).toBe('deliverable free');
  });

  it('has no result where the other process fails in another way', async () => {
    const { start, grant } = service();
    await grant();
    await start('a', blocked)();
    await expect(start('b', new Error('Out of memory.'))()).rejects.toThrow('Out of memory.');
  });

  it('is asked about anew, and charged, for a caller with more patience', async () => {
    const { start, grant, available } = service();
    await grant();
    await start('a', blocked)();
    expect(await start('b', ['safe', 'deliverable'])({ timeoutMs: 20_000 })).toBe('deliverable fresh');
    expect(await available()).toBe(600);
  });
});

it('any other unknown serves the processes of all egresses', async () => {
  const { asked, start, grant } = service();
  await grant();
  await start('a', ['unknown', 'greylisted'])();
  expect(await start('b', ['safe', 'deliverable'])()).toBe('greylisted free');
  expect(asked).toEqual(['a']);
});
