import { describe, expect, it } from 'vitest';
import { lookupExplanations } from '../../src/lookup/explanations.ts';
import { noCounts, noReplies, writeReplies } from '../../src/verdict/catch-all/known-domain.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { until } from '../support/until.ts';
import { sandboxedLookups, worldOf } from './sandboxed-lookups.ts';

const ann = 'Ann/Lee/acme.example.com';

describe('a temporary answer', () => {
  const greylist = { greylistMs: 300_000 };

  it.each(['ann.lee', 'alee'])('leaves %s for the next attempt, which then finds it', async (localPart) => {
    const clock = new ManualClock();
    await using running = await sandboxedLookups(worldOf([localPart], greylist), { clock });
    const first = await running.attempt(ann);
    expect(first).toMatchObject({
      conclusive: false,
      result: { substatus: 'no_address_found', explanation: expect.stringContaining('greylisting') },
    });
    clock.leap(360_000);
    expect(await running.attempt(ann)).toMatchObject({
      conclusive: true,
      result: {
        substatus: 'deliverable',
        email: `${localPart}@acme.example.com`,
        is_domain_catch_all: false,
      },
    });
  });

  it('lets the delay of rare addresses begin as well, even if others of the company wait', async () => {
    const clock = new ManualClock();
    await using running = await sandboxedLookups(worldOf(['ann_lee'], greylist), { clock });
    const people = [ann, 'Bob/Ray/acme.example.com'];
    await Promise.all(people.map((person) => running.attempt(person)));
    clock.leap(360_000);
    const [found] = await Promise.all(people.map((person) => running.attempt(person)));
    expect(found?.result.email).toBe('ann_lee@acme.example.com');
  });

  it('makes a later acceptance count at once, because the catch-all probe has waited as long', async () => {
    const clock = new ManualClock();
    await using running = await sandboxedLookups(worldOf(['ann'], greylist), { clock });
    await running.stores.cache.set('lookup-patterns:acme.example.com', {
      value: JSON.stringify({ confirmed: { first: 9 } }),
      expiresAt: Number.MAX_SAFE_INTEGER,
    });
    for (const [pauseMs, email] of [
      [0, null],
      [360_000, 'ann@acme.example.com'],
    ] as const) {
      clock.leap(pauseMs);
      const { result, conclusive } = await running.attempt(ann);
      expect(result.email).toBe(email);
      expect(conclusive).toBe(email !== null);
    }
  });

  it('does not hide that a server accepts everybody', async () => {
    const clock = new ManualClock();
    await using running = await sandboxedLookups(worldOf([], greylist, { catchAll: true }), { clock });
    await running.attempt(ann);
    clock.leap(360_000);
    expect(await running.attempt(ann)).toMatchObject({
      conclusive: true,
      result: { email: null, explanation: lookupExplanations.catchAll },
    });
  });

  it('by a server that has a problem ends the search without a conclusive result', async () => {
    await using running = await sandboxedLookups(
      worldOf({ 'ann.lee': { reply: '451 4.3.0 Temporary lookup failure' }, alee: 'accepts' }),
    );
    expect(await running.attempt(ann)).toMatchObject({ conclusive: false, result: { email: null } });
    expect(running.questions).toBe(1);
  });
});

describe('a server that stops answering', () => {
  it.each(['greeting', 'rcpt'] as const)('at its %s is waited for until the timeout', async (faultAt) => {
    const clock = new ManualClock();
    const world = worldOf(['ann.lee'], { fault: 'silent', faultAt });
    await using running = await sandboxedLookups(world, { clock });
    const refusals = { ...noReplies, counts: { ...noCounts, probesRefused: 1 }, at: clock.now() };
    await running.stores.cache.set('catch-all:acme.example.com', {
      value: writeReplies(refusals),
      expiresAt: Number.MAX_SAFE_INTEGER,
    });
    const startedAt = clock.now();
    const lookup = running.lookup(ann, { timeoutMs: 3_000 }).then((result) => ({ result, at: clock.now() }));
    await until(() => running.sandbox.statistics.totals.connections > 0);
    await clock.advance(5_000);
    expect(await lookup).toMatchObject({
      result: { status: 'unknown', substatus: 'timeout', credits_consumed: 1 },
      at: startedAt + 3_000,
    });
    expect(await running.credits()).toEqual({ available: 999_000, held: 0 });
  });
});

describe('a fault on our side', () => {
  it('rejects, and costs nothing', async () => {
    const domains = ['example.com', 'example.net', 'example.org'];
    const canary = 'gmail-smtp-in.l.google.com';
    await using running = await sandboxedLookups({
      domains: Object.fromEntries(domains.map((domain) => [domain, { mx: [`mx.${domain}`] }])),
      exchanges: Object.fromEntries(
        [...domains.map((domain) => `mx.${domain}`), canary].map((host) => [
          host,
          { refusesConnections: true },
        ]),
      ),
    });
    await running.lookup('Ann/Lee/example.com');
    await running.lookup('Ann/Lee/example.net');
    await expect(running.lookup('Ann/Lee/example.org')).rejects.toMatchObject({
      code: 'service_unavailable',
      message: expect.stringContaining('port 25'),
    });
    expect(await running.credits()).toEqual({ available: 998_000, held: 0 });
  });
});

describe('known verdicts', () => {
  it('are reused for refused addresses', async () => {
    await using running = await sandboxedLookups(worldOf(['ann']));
    await running.verify('ann.lee@acme.example.com');
    await running.verify('Alee@acme.example.com');
    const before = running.questions;
    expect((await running.lookup(ann)).email).toBe('ann@acme.example.com');
    // Refusals have shown that the domain is selective, so that not even the catch-all probe is needed.
    expect(running.questions - before).toBe(1);
  });

  it('are reused for a safe address', async () => {
    await using running = await sandboxedLookups(worldOf(['ann.lee']));
    await running.verify('ann.lee@acme.example.com');
    const before = running.questions;
    expect((await running.lookup(ann)).email).toBe('ann.lee@acme.example.com');
    expect(running.questions).toBe(before);
  });

  it('are not reused if they are unknown', async () => {
    const replies = ['451 4.3.0 Temporary lookup failure', '250 2.1.5 Ok'];
    await using running = await sandboxedLookups(worldOf({ 'ann.lee': { replies } }));
    expect((await running.verify('ann.lee@acme.example.com')).status).toBe('unknown');
    expect((await running.lookup(ann)).email).toBe('ann.lee@acme.example.com');
  });
});

describe('people of one domain', () => {
  /** Searches of one domain wait for each other for a third of their time: on a slow machine, too short a time is over. */
  const patient = { timeoutMs: 60_000 };

  it('cost one question each after the first was found, and a catch-all probe all together', async () => {
    await using running = await sandboxedLookups(worldOf(['ann', 'bob', 'cay', 'dan', 'eve']));
    await running.lookup(ann);
    const before = running.questions;
    for (const person of ['Bob/Smith', 'Cay/Jones', 'Dan/Moore', 'Eve/Gray'])
      expect((await running.lookup(`${person}/acme.example.com`)).status).toBe('safe');
    expect(running.questions - before).toBe(5);
  });

  it('who are searched for at once profit from the first one found', async () => {
    const names = ['Ann/Lee', 'Bob/Smith', 'Cay/Jones', 'Dan/Moore', 'Eve/Gray', 'Fay/Hall'];
    const mailboxes = names.slice(1).map((name) => name.toLowerCase().replace('/', '_'));
    await using running = await sandboxedLookups(worldOf(mailboxes));
    const results = await Promise.all(
      names.map((name) => running.lookup(`${name}/acme.example.com`, patient)),
    );
    expect(results.filter(({ status }) => status === 'safe')).toHaveLength(5);
    const alone = running.questions;
    expect(alone).toBeLessThan(1 + 2 * 14 + 5);
  });

  it('who are searched for at once are found by a rare pattern as well', async () => {
    const names = ['Ann/Lee', 'Bob/Smith', 'Cay/Jones', 'Dan/Moore', 'Eve/Gray', 'Fay/Hall'];
    const mailboxes = names.map((name) => name.toLowerCase().split('/').reverse().join('.'));
    await using running = await sandboxedLookups(worldOf(mailboxes));
    const results = await Promise.all(
      names.map((name) => running.lookup(`${name}/acme.example.com`, patient)),
    );
    expect(results.map(({ email }) => email)).toEqual(mailboxes.map((name) => `${name}@acme.example.com`));
  });

  it('do not affect people of other domains', async () => {
    await using running = await sandboxedLookups({
      domains: {
        'acme.example.com': { mx: ['mx.example.com'], mailboxes: ['ann_lee'] },
        'bolt.example.com': { mx: ['mx.example.com'], mailboxes: ['bob.smith', 'bob_smith'] },
      },
      exchanges: { 'mx.example.com': {} },
    });
    await running.lookup(ann);
    const { email } = await running.lookup('Bob/Smith/bolt.example.com');
    expect(email).toBe('bob.smith@bolt.example.com');
  });
});
