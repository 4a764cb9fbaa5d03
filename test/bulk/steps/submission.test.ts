import { describe, expect, it, vi } from 'vitest';
import { addresses } from '../../../contract/jobs/sample-data.ts';
import { checkSubmission } from '../../../src/bulk/admission.ts';
import { type Submission, submitJob } from '../../../src/bulk/submission.ts';
import { StorageUnavailable } from '../../../src/errors.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { withResolvers } from '../../support/until.ts';
import { memoryContext } from './memory-context.ts';

const idempotencyKey = 'order 7';
const credits = 600;

function submission(changes: Partial<Submission> = {}): Submission {
  return {
    jobId: 'job',
    kind: 'verification',
    items: addresses(3),
    fingerprint: '3 addresses',
    milliCreditsPerItem: 200,
    account: 'acme',
    keyId: null,
    idempotencyKey: undefined,
    ...changes,
  };
}

/** An account with credits for one submission, unless the test says otherwise. */
async function start(milliCredits = credits) {
  const world = memoryContext();
  const { ledger, context, jobs, leases } = world;
  if (milliCredits > 0)
    await ledger.grant({ id: 'purchase', account: 'acme', milliCredits, reason: 'purchase' });
  const joins: string[] = [];
  const acquire = leases.acquire.bind(leases);
  leases.acquire = (key, options) => {
    joins.push(key);
    return acquire(key, options);
  };
  const created: string[] = [];
  const create = jobs.create.bind(jobs);
  jobs.create = (job, items) => {
    created.push(job.id);
    return create(job, items);
  };
  return {
    ...world,
    joins,
    created,
    submit: (changes: Partial<Submission> = {}, own = context) => submitJob(submission(changes), own),
    balance: () => ledger.balance('acme'),
  };
}

const paid = { available: 0, held: 0 };

describe('An idempotency key', () => {
  it('has from 1 to 255 characters', async () => {
    for (const key of ['', 'x'.repeat(256)]) {
      const { submit } = await start();
      await expect(submit({ idempotencyKey: key })).rejects.toMatchObject({
        code: 'invalid_argument',
        parameter: 'idempotencyKey',
        message: 'An idempotency key has from 1 to 255 characters.',
      });
    }
    for (const key of ['x', 'x'.repeat(255)]) {
      const { submit } = await start();
      expect(await submit({ idempotencyKey: key })).toMatchObject({ id: 'job' });
    }
  });

  it('is another one for each owner: an account, or a key of it', async () => {
    const { submit, ledger, joins } = await start(1_200);
    await ledger.grant({
      id: 'another purchase',
      account: 'bolt',
      milliCredits: credits,
      reason: 'purchase',
    });
    const owners = [
      {},
      { keyId: 'key 1' },
      { account: 'bolt' },
      { account: null },
      { account: null, keyId: 'k' },
    ];
    for (const [index, owner] of owners.entries()) {
      expect((await submit({ jobId: `job ${index}`, idempotencyKey, ...owner })).id).toBe(`job ${index}`);
    }
    expect(new Set(joins).size).toBe(owners.length);
    // The account matters no more where an API key owns the job.
    expect(await submit({ idempotencyKey, account: 'bolt', keyId: 'key 1' })).toMatchObject({ id: 'job 1' });
  });

  it('cannot be used again for other items, nor for items of the other kind', async () => {
    const { submit, balance } = await start(10_000);
    await submit({ idempotencyKey });
    const conflict = {
      code: 'conflict',
      message: expect.stringContaining('used before for another submission'),
    };
    await expect(submit({ idempotencyKey, fingerprint: 'others' })).rejects.toMatchObject(conflict);
    await expect(submit({ idempotencyKey, kind: 'lookup' })).rejects.toMatchObject(conflict);
    expect((await balance()).available).toBe(10_000 - credits);
  });
});

describe('Two submissions with one key at once', () => {
  it('wait for each other, however long the first one takes to create its job', async () => {
    const { submit, jobs, clock, created, balance } = await start();
    const create = jobs.create.bind(jobs);
    const { promise: resumed, resolve: resume } = withResolvers();
    jobs.create = async (job, items) => {
      await resumed;
      return create(job, items);
    };
    const first = submit({ jobId: 'first', idempotencyKey });
    await clock.advance(1);
    const second = submit({ jobId: 'second', idempotencyKey });
    await clock.advance(60_000);
    expect(created).toEqual([]);
    resume();
    await clock.advance(100);
    expect((await first).id).toBe('first');
    expect((await second).id).toBe('first');
    expect([created, await balance()]).toEqual([['first'], paid]);
    expect(clock.pending).toBe(0);
  });

  it('are no hindrance to each other once the first has failed', async () => {
    const { submit, jobs, clock } = await start();
    const create = vi.spyOn(jobs, 'create').mockRejectedValue(new StorageUnavailable('The disk is full.'));
    await expect(submit({ jobId: 'first', idempotencyKey })).rejects.toThrow('disk is full');
    create.mockRestore();
    const second = submit({ jobId: 'second', idempotencyKey });
    await clock.advance(1);
    expect((await second).id).toBe('second');
  });

  it('get one job even if the store lets both of them go ahead', async () => {
    const { submit, jobs, leases, clock, balance } = await start(2 * credits);
    // Leases may be forgotten.
    leases.acquire = async () => ({
      kind: 'lease',
      held: 1,
      releasedBefore: false,
      renew: async () => 'renewed',
      release: async () => {},
    });
    const create = jobs.create.bind(jobs);
    const waiting: (() => void)[] = [];
    jobs.create = async (job, items) => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      return create(job, items);
    };
    const both = [submit({ jobId: 'first', idempotencyKey }), submit({ jobId: 'second', idempotencyKey })];
    await clock.advance(1);
    for (const resume of waiting) resume();
    const ids = (await Promise.all(both)).map(({ id }) => id);
    expect(new Set(ids).size).toBe(1);
    expect(await balance()).toEqual({ available: credits, held: 0 });
  });

  it('are told of missing credits if neither has a job', async () => {
    const { submit } = await start(100);
    await expect(submit({ idempotencyKey })).rejects.toMatchObject({ code: 'insufficient_credits' });
  });

  it('share no job without a key', async () => {
    const { submit, jobs } = await start();
    await submit({ jobId: 'first' });
    jobs.find = () => Promise.reject(new Error('There is nothing to find.'));
    await expect(submit({ jobId: 'second' })).rejects.toMatchObject({ code: 'insufficient_credits' });
  });
});

describe('Two submissions with different keys at once', () => {
  it('are both paid for, however long the first one takes to create its job', async () => {
    const { submit, jobs, clock, balance } = await start(2 * credits);
    const create = jobs.create.bind(jobs);
    const { promise: resumed, resolve: resume } = withResolvers();
    jobs.create = async (job, items) => {
      await resumed;
      return create(job, items);
    };
    const first = submit({ jobId: 'first', idempotencyKey });
    await clock.advance(1);
    jobs.create = create;
    expect((await submit({ jobId: 'second', idempotencyKey: 'order 8' })).id).toBe('second');
    resume();
    await clock.advance(1);
    expect((await first).id).toBe('first');
    expect(await balance()).toEqual(paid);
  });
});

describe('A process that dies before it has created its job', () => {
  it('keeps none from a repeat that comes just before its hold expires', async () => {
    const { submit, jobs, context, clock, balance } = await start();
    const create = jobs.create.bind(jobs);
    jobs.create = () => new Promise(() => {});
    void submit({ jobId: 'dead', idempotencyKey }, { ...context, clock: new ManualClock() });
    await clock.advance(179_000);
    jobs.create = create;
    const repeat = submit({ jobId: 'repeat', idempotencyKey });
    await clock.advance(100);
    expect((await repeat).id).toBe('repeat');
    expect(await balance()).toEqual(paid);
  });
});

describe('The check of credits before a submission is read', () => {
  const price = { unpaidBy: undefined, milliCreditsPerItem: 200 };

  it('passes if there are any, even held ones: the first submission under the key may hold them', async () => {
    const { context, ledger } = await start(1);
    await expect(checkSubmission({ account: 'acme', ...price }, context)).resolves.toBeUndefined();
    await ledger.hold({ id: 'hold', account: 'acme', milliCredits: 1, expiresInMs: 1_000 });
    await expect(checkSubmission({ account: 'acme', ...price }, context)).resolves.toBeUndefined();
  });

  it('passes if nothing is charged', async () => {
    const { context, ledger } = await start(0);
    ledger.balance = () => Promise.reject(new Error('Nobody is to be asked.'));
    await expect(checkSubmission(price, context)).resolves.toBeUndefined();
    await expect(
      checkSubmission({ account: 'acme', ...price, milliCreditsPerItem: 0 }, context),
    ).resolves.toBeUndefined();
  });

  it('fails without any, naming the price of one item', async () => {
    const { context } = await start(0);
    await expect(checkSubmission({ account: 'acme', ...price }, context)).rejects.toMatchObject({
      code: 'insufficient_credits',
      availableMilliCredits: 0,
      requiredMilliCredits: 200,
    });
  });

  it('passes for a key that was used before, by the same owner', async () => {
    const { context, submit } = await start();
    await submit({ idempotencyKey });
    await expect(
      checkSubmission({ account: 'acme', idempotencyKey, ...price }, context),
    ).resolves.toBeUndefined();
    const others = [{ idempotencyKey: 'another' }, { idempotencyKey, keyId: 'key 1' }];
    for (const other of others) {
      await expect(checkSubmission({ account: 'acme', ...other, ...price }, context)).rejects.toMatchObject({
        code: 'insufficient_credits',
      });
    }
  });
});
