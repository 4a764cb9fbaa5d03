import { expect, it } from 'vitest';
import { memoryStores } from '../../adapters/memory/index.ts';
import { createBudgets } from '../../src/budgets/budgets.ts';
import { type Submission, submitJob } from '../../src/bulk/submission.ts';
import { memoryContext } from '../bulk/steps/memory-context.ts';
import { ManualClock } from '../support/manual-clock.ts';

function start() {
  const clock = new ManualClock();
  const { rateLimits } = memoryStores({ clock });
  const { context, ledger } = memoryContext({
    clock,
    budgets: createBudgets({ rateLimits, clock, limits: { announced_jobs: 3 }, onRefused: () => {} }),
    announceTo: (account) => (account === 'quiet' ? [] : ['default']),
  });
  const submit = (account: string | null, idempotencyKey?: string) => {
    const submission: Submission = {
      jobId: context.random.uuid(),
      kind: 'verification',
      items: [{ email: 'ann@example.com' }],
      fingerprint: 'one',
      milliCreditsPerItem: 200,
      account,
      keyId: null,
      idempotencyKey,
    };
    return submitJob(submission, context);
  };
  const grant = (account: string) =>
    ledger.grant({ id: `for ${account}`, account, milliCredits: 10_000, reason: 'purchase' });
  return { clock, context, submit, grant };
}

it('An account has so many jobs of whose end endpoints are told, and is charged for no more', async () => {
  const { clock, context, submit, grant } = start();
  await grant('acme');
  await grant('quiet');
  for (let n = 0; n < 3; n += 1) await submit('acme', 'first');
  await submit('acme');
  await submit('acme');
  await expect(submit('acme')).rejects.toMatchObject({ code: 'budget_exceeded', budget: 'announced_jobs' });
  expect(await context.charges.balance('acme')).toEqual({ available: 9_400, held: 0 });
  await submit('acme', 'first');
  for (let n = 0; n < 5; n += 1) await submit('quiet');
  for (let n = 0; n < 5; n += 1) await submit(null);
  clock.leap(60_000);
  await submit('acme');
});
