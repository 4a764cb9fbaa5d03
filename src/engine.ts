import {
  checkFunction,
  checkNames,
  checkOptionalFunction,
  checkOptions,
  checkSignal,
} from './argument-checks.ts';
import { createBudgets } from './budgets/budgets.ts';
import { Bulk } from './bulk/bulk.ts';
import { forgetAddress } from './bulk/forgetting.ts';
import { subjectOfItem } from './bulk/items/item-subject.ts';
import { type ClosingStep, closeInOrder, notClosedInTime } from './concurrency/closing.ts';
import { OpenRequests } from './concurrency/open-requests.ts';
import { PendingCalls } from './concurrency/pending-calls.ts';
import { accountsOf } from './credits/accounts.ts';
import { Charges } from './credits/charges.ts';
import { pricesOf } from './credits/prices.ts';
import {
  asksToDrain,
  checkBulkWork,
  checkEmail,
  checkEngineOptions,
  checkedJobs,
  checkedKeys,
  checkedRateLimits,
  checkLevel,
  checkLookupWork,
  checkRunOptions,
  forgetNames,
} from './engine-arguments.ts';
import type { Engine, EngineEvent, EngineOptions, EnginePorts } from './engine-interface.ts';
import { callSafely, EventListeners } from './event-listeners.ts';
import { checkPorts } from './port-checks.ts';
import { Retention } from './retention.ts';
import { SingleRequests } from './single-requests.ts';
import { UsedKeys } from './used-keys.ts';
import { KnownMailAdvice } from './verdict/known-mail.ts';
import { RecordedOutcomes } from './verdict/outcomes/outcomes.ts';
import { SessionTraces } from './verdict/recipient-steps.ts';
import { wireVerification } from './verdict/wiring.ts';
import { createDispatcher } from './webhooks/webhook-dispatcher.ts';

const defaultCloseTimeoutMs = 60_000;

/**
 * Creates an engine on top of its ports. It connects to nothing until it is used. Call `close()`, or declare it with
 * `await using`, to release the ports. Throws InvalidArgument for an option out of range.
 */
export function createEngine(ports: EnginePorts, options: EngineOptions = {}): Engine {
  checkPorts(ports);
  checkEngineOptions(options);
  const { clock, random, ledger, jobs, queue, leases, cache, telemetry } = ports;
  const listeners = new EventListeners<EngineEvent>((cause) => ({ kind: 'listener_failed', cause }));
  const emit = (event: EngineEvent) => listeners.emit(event);
  const onTraceFailure = (error: unknown) => listeners.emitFailure(error);
  const { trace } = options;
  const traces = new SessionTraces(trace && ((event) => callSafely(() => trace(event), onTraceFailure)));
  const { verifier, prober, dns, learner, replies, counters, greylistings, exchangeOf } = wireVerification(
    ports,
    { ...options, trace: traces.trace },
    emit,
  );
  const knownMail = new KnownMailAdvice(options.knownMail, {
    clock,
    onFailure: (cause) => emit({ kind: 'listener_failed', cause }),
  });
  const outcomes = new RecordedOutcomes({
    ...{ counters, clock, learner },
    accounts: options.outcomesFrom ?? [],
  });
  const charges = new Charges({
    ...{ ledger, clock, random, telemetry },
    onChange: (change) => emit({ kind: 'charge', change }),
  });
  const prices = pricesOf(options.prices);
  const budgets = createBudgets({
    clock,
    rateLimits: ports.rateLimits,
    limits: options.budgets,
    onRefused: (budget) => emit({ kind: 'budget_exceeded', budget }),
  });
  const retention = new Retention(ports, clock, {
    ...options.retention,
    counterOwners: [learner, outcomes],
  });
  const requests = new OpenRequests();
  const single = new SingleRequests({
    ...{
      ports,
      verifier,
      charges,
      prices,
      budgets,
      traces,
      knownMail,
      retention,
      requests,
      emit,
      onTraceFailure,
    },
  });
  const webhooks = createDispatcher(ports, options.webhooks, emit);
  const bulk = new Bulk(
    {
      ...{ clock, random, jobs, queue, leases, cache, charges, budgets, prices, exchangeOf, greylistings },
      telemetry,
      verify: (email, limits) => single.verifyUncharged(email, limits),
      lookup: (row, limits) => single.lookupUncharged(row, limits),
      egresses: ports.egresses.map(({ name }) => name),
      connectionsAt: (exchange) => prober.connectionsCountedAs(exchange),
      cleanUpIfDue: () => retention.cleanUpIfDue(),
      onJobEvent: (change, jobId) => {
        emit({ kind: 'job', change, jobId });
        if (change !== 'submitted') webhooks?.announce();
      },
      announceTo: (account) => webhooks?.endpointsOf(account) ?? [],
      onBatchFailed: (cause) => emit({ kind: 'batch_failed', cause }),
    },
    options.bulk,
  );
  const accountCalls = new PendingCalls();
  /** Closing waits for this work. */
  const whileOpen = async <Result>(
    work: (signal: AbortSignal) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> => {
    const request = requests.begin(signal);
    try {
      retention.cleanUpIfDue();
      return await work(request.signal);
    } finally {
      request.end();
    }
  };
  let closing: Promise<void> | undefined;
  const close = async (drain: boolean) => {
    if (drain) await requests.drain();
    const timeoutMs = options.closeTimeoutMs ?? defaultCloseTimeoutMs;
    const work = [
      step('the requests under way', requests),
      step('the changes and reports of accounts under way', accountCalls),
      step('the verifications and lookups under way', single),
      step('the removal of old jobs', retention),
      step('the jobs under way', bulk),
      ...(webhooks === undefined ? [] : [step('the deliveries of webhooks', webhooks)]),
      step('the SMTP sessions', prober),
      step('the charges under way', charges),
      step('the writes of given confidences', learner),
      step('the writes of reply texts', replies),
    ];
    const unendedWork = await closeInOrder(work, { clock, timeoutMs });
    const unclosedPort = await closeInOrder([step('the port dns', dns), step('the stores', ports)], {
      clock,
      timeoutMs,
    });
    if (unendedWork === undefined && unclosedPort === undefined) return;
    throw notClosedInTime({ unendedWork, unclosedPort, timeoutMs });
  };
  const end: Engine['close'] = async (options) => {
    const drain = asksToDrain(options);
    closing ??= close(drain);
    // Ends a wait that an earlier call began.
    if (!drain) void requests.close();
    return closing;
  };
  return {
    verify: (email, options = {}) => single.verify(email, options),
    lookup: (row, options = {}) => single.lookup(row, options),
    async forget(email, options = {}) {
      checkEmail(email);
      checkOptions(options, '{ signal }.');
      checkNames(options, forgetNames);
      const { signal } = options;
      checkSignal(signal);
      return whileOpen(async (aborted) => {
        greylistings.forget(subjectOfItem({ email }));
        await outcomes.forget(email);
        const { verifications, lookups } = single;
        const stores = { cache, clock, jobs, verifications: Object.values(verifications), lookups };
        return forgetAddress(email, stores, aborted);
      }, signal);
    },
    runBulk(work, options = {}) {
      checkBulkWork(work);
      checkRunOptions(options, 'verification');
      checkLevel(options.level);
      const run = bulk.run(work, options);
      return {
        jobId: run.jobId,
        async *[Symbol.asyncIterator]() {
          for await (const verdict of run) yield await knownMail.judge(verdict);
        },
      };
    },
    runBulkLookup(work, options = {}) {
      checkLookupWork(work);
      checkRunOptions(options, 'lookup');
      return bulk.runLookups(work, options);
    },
    jobs: checkedJobs(bulk, knownMail),
    outcomes: {
      record: (...args) => whileOpen(() => outcomes.record(...args)),
      counts: () => whileOpen(() => outcomes.counts()),
      clear: () => whileOpen(() => outcomes.clear()),
    },
    egresses: {
      list: () => whileOpen(() => prober.list()),
      get areReachable() {
        return prober.areReachable;
      },
      examine: () => prober.examine(),
      history: () => prober.history(),
    },
    replies: {
      list: () => whileOpen(() => replies.list()),
      clear: () => whileOpen(() => replies.clear()),
    },
    prices,
    budgets,
    accounts: accountsOf({ ledger, clock }, accountCalls, () => charges.sweep()),
    keys: checkedKeys(ports.keys, new UsedKeys({ keys: ports.keys, clock })),
    rateLimits: checkedRateLimits(ports.rateLimits),
    ping: () => ports.ping(),
    checkReady: () => ports.checkReady(),
    observe(listener, onError) {
      const advice = 'Pass a function: engine.observe((event) => console.log(event.kind)).';
      checkFunction('listener', listener, advice);
      checkOptionalFunction('onError', onError, advice);
      return listeners.add(listener, onError);
    },
    close: end,
    [Symbol.asyncDispose]: () => end(),
  };
}

function step(name: string, part: { close(): Promise<unknown> }): ClosingStep {
  return { name, close: () => part.close() };
}
