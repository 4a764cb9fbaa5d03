import { BudgetExceeded, type Budgets } from './budgets/budgets.ts';
import { type UnpaidOptions, unpaidAccount } from './budgets/unpaid-work.ts';
import type { BulkDependencies } from './bulk/bulk-context.ts';
import type { OpenRequest, OpenRequests } from './concurrency/open-requests.ts';
import { runStep } from './concurrency/steps.ts';
import { shareOfRequests, type WorkShare } from './concurrency/work-share.ts';
import type { Charges } from './credits/charges.ts';
import { type Prices, priceAt } from './credits/prices.ts';
import type { UnpublishedResults } from './credits/unpublished-results.ts';
import { type Verification, Verifications } from './credits/verifications.ts';
import {
  checkDomain,
  checkEmail,
  checkLevel,
  checkRequestOptions,
  checkRow,
  checkTimeout,
  lookupNames,
  verifyNames,
} from './engine-arguments.ts';
import type { EngineEvent, EnginePorts, RequestOptions, VerifyRequestOptions } from './engine-interface.ts';
import { type Lookup, Lookups } from './lookup/lookups.ts';
import { checkCanAsk } from './port-checks.ts';
import type { RequestStep } from './ports/telemetry.ts';
import type { EmailLookup, EmailVerification, LookupRow, VerificationLevel } from './resources.ts';
import type { Retention } from './retention.ts';
import type { KnownMailAdvice } from './verdict/known-mail.ts';
import { observeSteps } from './verdict/observed-steps.ts';
import type { SessionTraces } from './verdict/recipient-steps.ts';
import type { Verifier } from './verdict/verifier.ts';

interface SingleRequestsDependencies {
  readonly ports: EnginePorts;
  readonly verifier: Verifier;
  readonly charges: Charges;
  readonly prices: Prices;
  readonly budgets: Budgets;
  readonly traces: SessionTraces;
  readonly knownMail: KnownMailAdvice;
  readonly retention: Retention;
  readonly requests: OpenRequests;
  readonly emit: (event: EngineEvent) => void;
  readonly onTraceFailure: (error: unknown) => void;
}

/** How a verification that is not charged by itself is made. */
interface VerificationLimits {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly share: WorkShare;
  /** Keeps the verdict from other callers until it is published. */
  readonly unpublished?: UnpublishedResults | undefined;
  /** How far to go. Default `smtp`. */
  readonly level?: VerificationLevel;
}

const defaultTimeoutMs = 70_000;
const defaultLookupTimeoutMs = 90_000;

/** Verifies addresses and looks up people, one at a time: for callers, who pay for each, and for jobs, which have paid. */
export class SingleRequests {
  readonly #dependencies: SingleRequestsDependencies;
  readonly verifications: Readonly<Record<VerificationLevel, Verifications>>;
  readonly lookups: Lookups;

  constructor(dependencies: SingleRequestsDependencies) {
    this.#dependencies = dependencies;
    const { verifier, charges, prices } = dependencies;
    const { clock, cache, leases, egresses } = dependencies.ports;
    const verificationsAt = (level: VerificationLevel) =>
      new Verifications({
        ...{ verifier, charges, leases, clock, cache, level },
        price: priceAt(level, prices),
        mayWorkUnpaid: (account) => this.#mayWorkUnpaid(account),
        egresses: egresses.map(({ name }) => name),
      });
    this.verifications = {
      syntax: verificationsAt('syntax'),
      dns: verificationsAt('dns'),
      smtp: verificationsAt('smtp'),
    };
    this.lookups = new Lookups({
      ...{ clock, verifier, cache, charges, leases, price: prices.lookup },
      verify: (email, limits) => this.verifyUncharged(email, limits),
    });
  }

  async verify(email: string, options: VerifyRequestOptions): Promise<Readonly<EmailVerification>> {
    checkEmail(email);
    checkRequestOptions(options, verifyNames);
    checkLevel(options.level);
    // Without `await`, the caller would wait for three more turns of the microtask queue.
    return await this.#tell('verification', options.level, (step) => this.#verify(email, options, step));
  }

  async #verify(
    email: string,
    options: VerifyRequestOptions,
    step: RequestStep | undefined,
  ): Promise<Readonly<EmailVerification>> {
    const { timeoutMs = defaultTimeoutMs, account, keyId, unpaid = false, level = 'smtp' } = options;
    checkTimeout(timeoutMs);
    const { prices, traces, knownMail, onTraceFailure } = this.#dependencies;
    const { clock } = this.#dependencies.ports;
    const price = priceAt(level, prices);
    const request = this.#begin(options, { level, price });
    const isCharged = account !== undefined && !unpaid && price > 0;
    let steps: ReturnType<typeof observeSteps> | undefined;
    try {
      steps = observeSteps(email, options.onStep, {
        ...{ traces, clock, onFailure: onTraceFailure },
        isAnswer: (step, isReply) => isCharged && (isReply || (step.kind === 'dns' && prices.verifyDns > 0)),
      });
      await request.start();
      const verification = await this.verifications[level].verify({
        email,
        timeoutMs,
        account: unpaid ? undefined : account,
        keyId,
        acrossProcesses: true,
        share: shareOfRequests(account),
        signal: () => request.signal,
      });
      if (verification.fresh) steps.deliver();
      else steps.note('The result was known already, or another request was asking for it.');
      request.endWork();
      return await knownMail.judge(this.#emitVerdict(verification, step));
    } finally {
      steps?.end();
      request.end();
    }
  }

  async lookup(row: LookupRow, options: RequestOptions): Promise<EmailLookup> {
    checkRow(row);
    checkDomain(row);
    checkRequestOptions(options, lookupNames);
    return this.#tell('lookup', 'smtp', (step) => this.#lookup(row, options, step));
  }

  async #lookup(
    row: LookupRow,
    options: RequestOptions,
    step: RequestStep | undefined,
  ): Promise<EmailLookup> {
    const { timeoutMs = defaultLookupTimeoutMs, account, keyId, unpaid = false } = options;
    checkTimeout(timeoutMs);
    const { prices } = this.#dependencies;
    const request = this.#begin(options, { level: 'smtp', price: prices.lookup });
    try {
      await request.start();
      const found = await this.lookups.lookup({
        ...{ row, timeoutMs, keyId, share: shareOfRequests(account) },
        account: unpaid ? undefined : account,
        signal: () => request.signal,
      });
      return this.#emitLookup(found, step).result;
    } finally {
      request.end();
    }
  }

  /** Verifies for jobs and lookups, which are charged as a whole. Reuses no unknown results: they need a new attempt. */
  verifyUncharged(
    email: string,
    { timeoutMs, signal, share, unpublished, level = 'smtp' }: VerificationLimits,
  ): Promise<Readonly<EmailVerification>> {
    return this.#tell('verification', level, async (step) => {
      const verification = await this.verifications[level].verify({
        ...{ email, timeoutMs, unpublished, share },
        reusePatienceMs: Number.POSITIVE_INFINITY,
        account: undefined,
        acrossProcesses: false,
        signal: () => signal,
      });
      return this.#emitVerdict(verification, step);
    });
  }

  /** Makes one attempt at a row of a job, which was charged on submission. */
  lookupUncharged(
    ...attempt: Parameters<BulkDependencies['lookup']>
  ): ReturnType<BulkDependencies['lookup']> {
    return this.#tell('lookup', 'smtp', async (step) =>
      this.#emitLookup(await this.lookups.attempt(...attempt), step),
    );
  }

  /** Waits for the work under way. */
  async close(): Promise<void> {
    const sharedWork = [...Object.values(this.verifications), this.lookups];
    await Promise.all(sharedWork.map((shared) => shared.close()));
  }

  /**
   * Counts a request as open until it ends. From `start` to `endWork`, its work counts against the budgets of its account, if
   * it is unpaid.
   */
  #begin(
    { account, unpaid, signal }: Pick<RequestOptions, 'account' | 'signal'> & UnpaidOptions,
    { level, price }: { readonly level: VerificationLevel; readonly price: number },
  ): OpenRequest & { start(): Promise<void>; endWork(): void } {
    const { requests, retention, budgets, ports } = this.#dependencies;
    checkCanAsk(level, ports.egresses);
    const unpaidBy = unpaidAccount({ account, unpaid, level, price });
    const request = requests.begin(signal);
    let endBudget = () => {};
    return {
      get signal() {
        return request.signal;
      },
      async start() {
        retention.cleanUpIfDue();
        if (unpaidBy === undefined) return;
        endBudget = budgets.open('unpaid_requests_open', unpaidBy);
        await budgets.take('unpaid_requests', unpaidBy);
      },
      endWork: () => endBudget(),
      end() {
        endBudget();
        request.end();
      },
    };
  }

  async #mayWorkUnpaid(account: string | undefined): Promise<boolean> {
    try {
      if (account !== undefined) await this.#dependencies.budgets.take('unpaid_requests', account);
      return true;
    } catch (error) {
      if (error instanceof BudgetExceeded) return false;
      throw error;
    }
  }

  #tell<Result>(
    kind: RequestStep['kind'],
    level: VerificationLevel = 'smtp',
    work: (step?: RequestStep) => Promise<Result>,
  ): Promise<Result> {
    return runStep(this.#dependencies.ports.telemetry, 'request', () => ({ kind, level }), work);
  }

  #emitVerdict({ verdict, fresh }: Verification, step: RequestStep | undefined): Readonly<EmailVerification> {
    const { status, substatus } = verdict;
    if (step !== undefined) Object.assign(step, { fresh, status, substatus });
    this.#dependencies.emit({ kind: 'verdict', fresh, status, substatus });
    return verdict;
  }

  #emitLookup<Found extends Lookup>(found: Found, step: RequestStep | undefined): Found {
    const { fresh, result } = found;
    if (step !== undefined) Object.assign(step, { fresh, substatus: result.substatus });
    this.#dependencies.emit({ kind: 'lookup', fresh, substatus: result.substatus });
    return found;
  }
}
