import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { checkNames, checkOptions, namesOf } from '../../../src/argument-checks.ts';
import type { EngineEvent } from '../../../src/engine-interface.ts';
import type { QueueDepth } from '../../../src/ports/work-queue.ts';
import type { Trace } from '../../../src/probe/session/trace.ts';
import { createProbeTrace, createQueueMetrics } from './probe-metrics.ts';
import type { CompletedRequest } from './request-log.ts';

/** All metrics of one engine and its HTTP handler, on a Prometheus registry of their own. */
export interface Metrics {
  /** A registry of prom-client, whose metrics /metrics shows. Add your own metrics to it if you like. */
  readonly registry: Registry;
  /** Counts probes. Pass it to `createEngine(ports, { trace })`; otherwise probes are not counted. */
  readonly trace: Trace;
  /** Counts one request. The HTTP handler calls it. */
  recordRequest(request: Pick<CompletedRequest, 'method' | 'route' | 'status' | 'durationMs'>): void;
  /** Counts one event of the engine. The HTTP handler calls it; without a handler, pass it to `engine.observe`. */
  recordEvent(event: EngineEvent): void;
  /** Sets from where the depth of the work queue is read. The HTTP handler calls it, with `engine.jobs.queueDepth`. */
  watchQueue(read: () => Promise<QueueDepth>): void;
}

export interface MetricsOptions {
  /**
   * Adds the metrics of the process that prom-client has by default: CPU time, memory, event loop, garbage collection.
   * Default false, because a host mostly has them already.
   */
  processMetrics?: boolean | undefined;
}

const optionNames = namesOf<MetricsOptions>()('processMetrics');

/** From cached verdicts, which take less than a millisecond, to the longest timeout, 120 seconds. */
const durationBucketsSeconds = [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 45, 70, 90, 120];

/** Clients may send any word as a method. A label value for each would grow without bound. */
const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Creates metrics for one engine and its HTTP handler. Pass them to both. Throws InvalidArgument for an
 * unknown option.
 */
export function createMetrics(options: MetricsOptions = {}): Metrics {
  checkOptions(options, 'createMetrics({ processMetrics: true }).');
  checkNames(options, optionNames);
  const { processMetrics = false } = options;
  const registry = new Registry();
  if (processMetrics) collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const durations = new Histogram({
    name: 'mailproof_http_request_duration_seconds',
    help: 'Requests by route, method and status, and how long they took to answer.',
    labelNames: ['route', 'method', 'status'],
    buckets: durationBucketsSeconds,
    registers,
  });
  const verdicts = createVerdictCounters(registers);
  const lookups = new Counter({
    name: 'mailproof_lookups_total',
    help: 'Lookups of persons by substatus; each attempt at a row of a bulk job is one.',
    labelNames: ['substatus'],
    registers,
  });
  const lookupSources = new Counter({
    name: 'mailproof_lookup_sources_total',
    help: 'Lookups by source: fresh work, or the cache or work in progress (cached).',
    labelNames: ['source'],
    registers,
  });
  const charges = new Counter({
    name: 'mailproof_charges_total',
    help: 'Holds on credits by change: held, refused, captured, released.',
    labelNames: ['change'],
    registers,
  });
  const openHolds = new Gauge({
    name: 'mailproof_holds_open',
    help: 'Holds that this process has placed and not yet captured or released.',
    registers,
  });
  const jobs = new Counter({
    name: 'mailproof_jobs_total',
    help: 'Bulk jobs submitted, completed and failed.',
    labelNames: ['change'],
    registers,
  });
  const budgetRefusals = new Counter({
    name: 'mailproof_budget_refusals_total',
    help: 'Requests and lists refused because a budget of what accounts do not pay for was used up.',
    labelNames: ['budget'],
    registers,
  });
  const batchFailures = new Counter({
    name: 'mailproof_batch_failures_total',
    help: 'Batches of bulk jobs that failed in this process and will be retried.',
    registers,
  });
  const egressBlocks = new Counter({
    name: 'mailproof_egress_blocks_total',
    help: 'Blocks of an egress by an exchange or a provider, found by this process.',
    labelNames: ['egress'],
    registers,
  });
  const egressFailures = new Counter({
    name: 'mailproof_egress_failures_total',
    help: 'Pauses of an egress because its route failed, such as its proxy.',
    labelNames: ['egress'],
    registers,
  });
  const webhooks = new Counter({
    name: 'mailproof_webhooks_total',
    help: 'Events for endpoints by what became of them: delivered, failed (an attempt), given_up, dropped.',
    labelNames: ['endpoint', 'change'],
    registers,
  });
  const listenerFailures = new Counter({
    name: 'mailproof_listener_failures_total',
    help: 'Errors that listeners of engine.observe, or the trace, threw on an event.',
    registers,
  });
  return {
    registry,
    trace: createProbeTrace(registry),
    watchQueue: createQueueMetrics(registry),
    recordRequest({ route, method, status, durationMs }) {
      durations.observe(
        { route, method: knownMethods.has(method) ? method : 'other', status },
        durationMs / 1_000,
      );
    },
    recordEvent(event) {
      switch (event.kind) {
        case 'verdict':
          verdicts.count(event);
          return;
        case 'lookup':
          lookups.inc({ substatus: event.substatus });
          lookupSources.inc({ source: event.fresh ? 'fresh' : 'cached' });
          return;
        case 'charge':
          charges.inc({ change: event.change });
          if (event.change === 'held') openHolds.inc();
          if (event.change === 'captured' || event.change === 'released') openHolds.dec();
          return;
        case 'job':
          jobs.inc({ change: event.change });
          return;
        case 'budget_exceeded':
          budgetRefusals.inc({ budget: event.budget });
          return;
        case 'batch_failed':
          batchFailures.inc();
          return;
        case 'egress_blocked':
          egressBlocks.inc({ egress: event.egress });
          return;
        case 'egress_failed':
          egressFailures.inc({ egress: event.egress });
          return;
        case 'webhook':
          webhooks.inc({ endpoint: event.endpoint, change: event.change });
          return;
        case 'listener_failed':
          listenerFailures.inc();
      }
    },
  };
}

type Verdict = Extract<EngineEvent, { kind: 'verdict' }>;

/** Verdicts come by the ten thousand a second, so they are counted in plain numbers and labelled when scraped. */
function createVerdictCounters(registers: Registry[]): { count(verdict: Verdict): void } {
  const bySubstatus = new Map<string, { readonly status: string; count: number }>();
  const bySource = { fresh: 0, cached: 0 };
  new Counter({
    name: 'mailproof_verdicts_total',
    help: 'Verdicts by status and substatus.',
    labelNames: ['status', 'substatus'],
    registers,
    collect() {
      this.reset();
      for (const [substatus, { status, count }] of bySubstatus) this.inc({ status, substatus }, count);
    },
  });
  new Counter({
    name: 'mailproof_verdict_sources_total',
    help: 'Verdicts by source: fresh work, or the cache or work in progress (cached).',
    labelNames: ['source'],
    registers,
    collect() {
      this.reset();
      for (const [source, count] of Object.entries(bySource)) if (count > 0) this.inc({ source }, count);
    },
  });
  return {
    // Each substatus belongs to one status.
    count({ status, substatus, fresh }) {
      const tally = bySubstatus.get(substatus);
      if (tally === undefined) bySubstatus.set(substatus, { status, count: 1 });
      else tally.count += 1;
      bySource[fresh ? 'fresh' : 'cached'] += 1;
    },
  };
}
