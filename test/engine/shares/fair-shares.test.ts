import { describe, expect, it } from 'vitest';
import { addresses, durationOf, startJob, startWorld } from './shares-world.ts';

describe.each(['silent.example.org', 'mute.example.org'])(
  'beside a job whose addresses are all at %s',
  (parent) => {
    it('single requests are answered as if they were alone', async () => {
      const world = startWorld({ maxConnections: 16 });
      await startJob(world, addresses(parent, 40, 20));
      await world.engine.accounts.grant('acme', { id: 'acme', milliCredits: 10_000 });
      for (let number = 1; number <= 10; number += 1) {
        const asked = world.engine.verify(`ann@company${number}.example.org`, {
          account: 'acme',
          timeoutMs: 3_000,
        });
        expect(await durationOf(world, asked)).toBeLessThan(100);
        expect((await asked).status).toBe('safe');
      }
      expect((await world.engine.accounts.balance('acme')).available).toBe(10_000 - 10 * 200);
    });

    it('a job of another account, or of the same one, is done as soon as if it were alone', async () => {
      const run = async (beside: readonly string[], account: string) => {
        const world = startWorld({ maxConnections: 64 }, 64);
        if (beside.length > 0) await startJob(world, beside);
        await world.engine.accounts.grant(account, { id: 'healthy', milliCredits: 1e9 });
        const rows: string[] = [];
        const job = async () => {
          for await (const { status } of world.engine.runBulk(addresses('healthy.example.org', 30, 20), {
            account,
          })) {
            rows.push(status);
          }
        };
        const durationMs = await durationOf(world, job());
        expect(rows.filter((status) => status === 'safe')).toHaveLength(600);
        return durationMs;
      };
      const alone = await run([], 'acme');
      for (const account of ['acme', 'other']) {
        expect(await run(addresses(parent, 200, 20), account)).toBeLessThan(alone * 1.3 + 100);
      }
    });
  },
);

describe('a host that lets connections hang', () => {
  it('gets one connection at a time', async () => {
    const world = startWorld({ maxConnections: 64, connectionsPerExchange: 4 });
    await startJob(world, addresses('silent.example.org', 10, 40));
    expect(world.opening.peak).toBe(10);
    expect(world.opening.peakAtOne).toBe(1);
  });

  it('gets its other connections once it has greeted', async () => {
    const world = startWorld({ maxConnections: 64, connectionsPerExchange: 2 });
    await startJob(world, addresses('healthy.example.org', 1, 200));
    expect(world.exchanges.get('mx.company0.healthy.example.org')?.peak).toBe(2);
  });
});

describe('work that gets no slot in time', () => {
  it('is our fault: a single request is rejected, and costs nothing', async () => {
    const world = startWorld({ maxConnections: 1 });
    await world.engine.accounts.grant('acme', { id: 'acme', milliCredits: 10_000 });
    const holder = world.engine.verify('ann@a.silent.example.org', { timeoutMs: 60_000 });
    await world.clock.advance(0);
    const asked = world.engine.verify('ann@healthy.example.org', { account: 'acme', timeoutMs: 3_000 });
    const outcome = expect(asked).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(await durationOf(world, asked)).toBeLessThanOrEqual(3_010);
    await outcome;
    expect((await world.engine.accounts.balance('acme')).available).toBe(10_000);
    await durationOf(world, holder);
    const again = world.engine.verify('ann@healthy.example.org', { account: 'acme', timeoutMs: 3_000 });
    await durationOf(world, again);
    expect((await again).status).toBe('safe');
  });

  it('is our fault if all DNS questions are in use, too', async () => {
    const world = startWorld({}, 1);
    const holder = world.engine.verify('ann@a.mute.example.org', { timeoutMs: 60_000 });
    await world.clock.advance(0);
    const asked = world.engine.verify('ann@healthy.example.org', { timeoutMs: 3_000 });
    const outcome = expect(asked).rejects.toMatchObject({ code: 'service_unavailable' });
    await durationOf(world, asked);
    await outcome;
    await durationOf(world, holder);
  });

  it('is no timeout if the exchange itself was waited for', async () => {
    const world = startWorld({ maxConnections: 1 });
    const asked = world.engine.verify('ann@a.silent.example.org', { timeoutMs: 1_500 });
    await durationOf(world, asked);
    expect(await asked).toMatchObject({ status: 'unknown' });
  });

  it('is no attempt of a bulk job: it is tried again soon, and takes no retry', async () => {
    const world = startWorld({ maxConnections: 1, bulk: { addressTimeoutMs: 2_000, retryDelaysMs: [] } });
    const holder = world.engine.verify('ann@a.silent.example.org', { timeoutMs: 60_000 });
    await world.clock.advance(0);
    const rows: (string | null)[] = [];
    const job = async () => {
      for await (const row of world.engine.runBulk(['ann@healthy.example.org'])) rows.push(row.substatus);
    };
    expect(await durationOf(world, job())).toBeLessThan(20_000);
    expect(rows).toEqual(['deliverable']);
    await durationOf(world, holder);
  });

  it('to make sure of a refusal that does not say why is no timeout: the address is asked about again, and takes no retry', async () => {
    const world = startWorld(
      { maxConnections: 1, bulk: { addressTimeoutMs: 3_000, retryDelaysMs: [] } },
      16,
      { refusal: '', replyMs: 100 },
    );
    const rows: (string | null)[] = [];
    const emails = ['nobody@healthy.example.org', 'noone@healthy.example.org'];
    const run = async () => {
      for await (const row of world.engine.runBulk(emails)) rows.push(row.substatus);
    };
    const job = run();
    const asked = () => world.exchanges.get('mx.healthy.example.org')?.asked ?? [];
    for (let round = 0; round < 2_000 && asked().length < 2; round += 1) await world.clock.advance(1);
    // Takes the only connection once the second refusal, which may be meant for us, wants a session of its own.
    const holder = world.engine.verify('ann@a.silent.example.org', { timeoutMs: 60_000 });
    await durationOf(world, holder);
    await durationOf(world, job);
    expect(rows).toEqual(['mailbox_not_found', 'mailbox_not_found']);
  });
});

describe('an exchange that a job keeps busy', () => {
  it('answers a single request before the rest of the job', async () => {
    const world = startWorld({ connectionsPerExchange: 1 });
    let recorded = 0;
    const emails = addresses('healthy.example.org', 1, 240);
    const host = 'mx.company0.healthy.example.org';
    const run = async () => {
      for await (const row of world.engine.runBulk(emails)) recorded += row.status === 'safe' ? 1 : 0;
    };
    const job = run();
    for (let round = 0; round < 2_000 && (world.exchanges.get(host)?.asked.length ?? 0) < 10; round += 1) {
      await world.clock.advance(1);
    }
    const askedBefore = world.exchanges.get(host)?.asked.length ?? 0;
    const single = world.engine.verify('ann@company0.healthy.example.org');
    await durationOf(world, single);
    const position = world.exchanges.get(host)?.asked.indexOf('ann@company0.healthy.example.org') ?? -1;
    // At most the group that was already on its way.
    expect(position - askedBefore).toBeLessThanOrEqual(10);
    await durationOf(world, job);
    expect(recorded).toBe(240);
  });
});
