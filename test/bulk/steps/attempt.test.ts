import { describe, expect, it } from 'vitest';
import { ada, greylisted, lookup, verification } from '../../../contract/jobs/sample-data.ts';
import { attemptItem } from '../../../src/bulk/attempt.ts';
import type { BulkDependencies } from '../../../src/bulk/bulk-context.ts';
import { shareOfJob } from '../../../src/concurrency/work-share.ts';
import { UnpublishedResults } from '../../../src/credits/unpublished-results.ts';
import { gateShut } from '../../../src/verdict/gate-shut.ts';
import { memoryContext } from './memory-context.ts';

const { signal } = new AbortController();

/** Attempts at items of a job. The next attempt at each of them should be made through `two`. */
async function start(changes: Partial<Pick<BulkDependencies, 'verify' | 'lookup'>> = {}) {
  const recalled: unknown[] = [];
  const { context, createJob } = memoryContext({
    greylistings: {
      recall: (subject, egress) => recalled.push([subject, egress]),
      egressOf: (subject) => `two, for ${subject}`,
    },
    ...changes,
    options: { addressTimeoutMs: 5_000 },
  });
  const job = await createJob({ milliCreditsPerItem: 700 });
  const share = shareOfJob(job);
  const attempt = (state: Parameters<typeof attemptItem>[0]) =>
    attemptItem(state, job, context, { signal, share });
  return { attempt, recalled, share };
}

const address = { email: ' User@Example.COM' };

describe('An attempt at an address', () => {
  it('is made with the time, the signal and the share of its job, and is the last if it finds something', async () => {
    const asked: unknown[] = [];
    const { attempt, share, recalled } = await start({
      verify: async (email, options) => {
        asked.push([email, options]);
        return verification({ email });
      },
    });
    expect(await attempt({ item: address })).toEqual({
      kind: 'attempted',
      result: verification(address),
      conclusive: true,
      blocked: false,
      unpublished: expect.any(UnpublishedResults),
      egress: undefined,
    });
    const unpublished = expect.any(UnpublishedResults);
    expect(asked).toEqual([[address.email, { timeoutMs: 5_000, signal, share, unpublished, level: 'smtp' }]]);
    expect(recalled).toEqual([]);
  });

  it('tells the egress that was put off if it finds nothing', async () => {
    const { attempt } = await start({ verify: async (email) => greylisted({ email }) });
    expect(await attempt({ item: address })).toEqual({
      kind: 'attempted',
      result: greylisted(address),
      conclusive: false,
      blocked: false,
      unpublished: expect.any(UnpublishedResults),
      egress: 'two, for User@example.com',
    });
  });

  it('is free to go to any egress at the next one if every egress here is blocked', async () => {
    const blocked = (email: string) => greylisted({ email, substatus: 'blocked' });
    const { attempt } = await start({ verify: async (email) => blocked(email) });
    expect(await attempt({ item: address, egress: 'one' })).toEqual({
      kind: 'attempted',
      result: blocked(address.email),
      conclusive: false,
      blocked: true,
      unpublished: expect.any(UnpublishedResults),
      egress: undefined,
    });
  });

  it('is conclusive unless it ends with an unknown', async () => {
    for (const status of ['safe', 'risky', 'invalid', 'unknown'] as const) {
      const { attempt } = await start({ verify: async () => verification({ status }) });
      expect(await attempt({ item: address })).toMatchObject({ conclusive: status !== 'unknown' });
    }
  });

  it('was none if the mail server is left alone for now', async () => {
    const until = 1_000;
    for (const why of ['limited', 'blocked'] as const) {
      const { attempt } = await start({
        verify: () => Promise.reject(gateShut('mx.example.com', { why, until })),
      });
      const isBlocked = why === 'blocked';
      expect(await attempt({ item: address })).toEqual({ kind: 'not-asked', until, isBlocked });
    }
  });

  it('is made through the egress that was put off at the last one', async () => {
    const { attempt, recalled } = await start();
    await attempt({ item: address, egress: 'one' });
    expect(recalled).toEqual([['User@example.com', 'one']]);
  });
});

describe('An attempt at a row', () => {
  it('is told what the row was charged, and decides by itself whether another may find more', async () => {
    const asked: unknown[] = [];
    const { attempt, share } = await start({
      lookup: async (row, options) => {
        asked.push([row, options]);
        return { result: lookup(), conclusive: asked.length > 1 };
      },
    });
    expect(await attempt({ item: ada })).toEqual({
      kind: 'attempted',
      result: lookup(),
      conclusive: false,
      blocked: false,
      unpublished: expect.any(UnpublishedResults),
      egress: 'two, for example.com',
    });
    const unpublished = expect.any(UnpublishedResults);
    expect(asked).toEqual([[ada, { timeoutMs: 5_000, signal, share, unpublished, milliCredits: 700 }]]);
    expect(await attempt({ item: ada })).toMatchObject({ conclusive: true, egress: undefined });
  });
});
