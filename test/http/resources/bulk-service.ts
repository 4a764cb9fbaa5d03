import { expect, onTestFinished } from 'vitest';
import type { BudgetLimits } from '../../../src/budgets/budget-table.ts';
import type { BulkVerificationReceipt, Engine, Status } from '../../../src/index.ts';
import type { Dns, JobAttempt, Stores } from '../../../src/ports/index.ts';
import { verification } from '../../bulk/bulk-fixture.ts';
import type { ManualClock } from '../../support/manual-clock.ts';
import { scriptedEngine } from '../../support/scripted-engine.ts';
import type { ExchangeScript, ScriptedExchange } from '../../support/scripted-exchange.ts';
import { post, serveEngine } from '../http-fixtures.ts';

export interface BulkService {
  readonly engine: Engine;
  readonly stores: Stores;
  readonly clock: ManualClock;
  readonly exchange: ScriptedExchange;
  /** A key of the account "acme". */
  readonly key: string;
  /** Another key of the same account. */
  readonly otherKey: string;
}

/** Creates an engine on memory stores with a manual clock. Its jobs do not run unless the test starts a worker. */
export async function createBulkService(
  options: { credits?: number; script?: ExchangeScript; dns?: Dns; budgets?: BudgetLimits } = {},
): Promise<BulkService> {
  const { script = { knows: () => true }, dns, budgets } = options;
  const { engine, stores, clock, exchange } = scriptedEngine(script, {
    ...(dns === undefined ? {} : { dns }),
    ...(budgets === undefined ? {} : { budgets }),
  });
  onTestFinished(() => engine.close());
  const milliCredits = (options.credits ?? 100) * 1_000;
  await engine.accounts.grant('acme', { id: 'first', milliCredits });
  const { key } = await engine.keys.create({ account: 'acme' });
  const { key: otherKey } = await engine.keys.create({ account: 'acme' });
  return { engine, stores, clock, exchange, key, otherKey };
}

/** Creates such an engine, and serves it. */
export async function serveBulk(
  options?: Parameters<typeof createBulkService>[0],
): Promise<BulkService & { readonly url: string }> {
  const service = await createBulkService(options);
  return { ...service, url: await serveEngine(service.engine) };
}

export async function balanceOf({ engine }: BulkService): Promise<number> {
  const { available, held } = await engine.accounts.balance('acme');
  expect(held).toBe(0);
  return available / 1_000;
}

export function postBulk(
  url: string,
  key: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return post(`${url}/v1/bulk`, key, JSON.stringify(body), headers);
}

/** Submits a job over HTTP. Returns its id. */
export async function submitBulk(url: string, key: string, emails: readonly string[]): Promise<string> {
  const response = await postBulk(url, key, emails);
  expect(response.status).toBe(200);
  return ((await response.json()) as BulkVerificationReceipt).job_id;
}

/** Records first results of a job, as a worker does. Unknown addresses will be retried. */
export async function recordResults(
  { stores, clock }: Pick<BulkService, 'stores' | 'clock'>,
  jobId: string,
  results: readonly (readonly [email: string, status: Status])[],
): Promise<void> {
  const at = clock.now();
  await stores.jobs.start(jobId, { at });
  const attempts = results.map(
    ([email, status], position): JobAttempt => ({
      position,
      attempt: 1,
      result: verification(email, status),
      retryAt: status === 'unknown' ? at + 360_000 : null,
    }),
  );
  for (let from = 0; from < attempts.length; from += 1_000) {
    await stores.jobs.record(jobId, attempts.slice(from, from + 1_000), { at });
  }
}

/** Advances the clock, second by second, until `isMet` returns true. */
export async function advanceUntil(clock: ManualClock, isMet: () => Promise<boolean>): Promise<void> {
  for (let step = 0; !(await isMet()); step += 1) {
    if (step > 10_000) throw new Error('The condition did not become true.');
    await clock.advance(1_000);
  }
}
