/**
 * Spans of OpenTelemetry for what mailproof does. Needs the package `@opentelemetry/api`, and a tracer provider that your
 * program registers.
 *
 * ```ts
 * import { recordSpans } from 'mailproof/opentelemetry';
 *
 * const stop = recordSpans();
 * ```
 */
import {
  type Attributes,
  type Context,
  context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import type { Step, StepName } from '../../src/ports/telemetry.ts';
import { stepChannels } from '../diagnostics-channels.ts';

export interface SpanOptions {
  /** Makes the spans. Default `trace.getTracer('mailproof')`: that of the provider that your program has registered. */
  readonly tracer?: Tracer | undefined;
}

/**
 * Makes a span of each step of all engines in this process: requests, questions to DNS, connections, transactions, charges,
 * submissions and plans of lists, and batches (docs/operations.md, Telemetry). A list belongs to the trace that was active when it was
 * submitted, in every process that works on it. Returns a function that ends this.
 */
export function recordSpans({ tracer = trace.getTracer('mailproof') }: SpanOptions = {}): () => void {
  const spans = new WeakMap<Step, Span>();
  const contextOf = (step: Step): Context | undefined => {
    const span = spans.get(step);
    return span === undefined ? undefined : trace.setSpan(ROOT_CONTEXT, span);
  };
  const subscriber = {
    start(step: Step) {
      const links = step.step === 'transaction' ? step.alsoFor.flatMap((each) => spans.get(each) ?? []) : [];
      const span = tracer.startSpan(
        nameOf(step),
        {
          kind: kinds[step.step],
          attributes: attributesOf(step),
          links: links.map((linked) => ({ context: linked.spanContext() })),
        },
        parentContextOf(step, contextOf),
      );
      spans.set(step, span);
      if (step.step === 'job' && step.action === 'submit') step.traceparent = traceparentOf(span);
    },
    end() {},
    asyncStart() {},
    asyncEnd(step: Step) {
      spans.get(step)?.setAttributes(attributesOf(step)).end();
    },
    error(failed: Step & { error: unknown }) {
      const { error } = failed;
      const type = error instanceof Error ? error.message : String(error);
      const status = { code: SpanStatusCode.ERROR, message: type };
      spans.get(failed)?.setAttribute('error.type', type).setStatus(status);
    },
  };
  for (const channel of Object.values(stepChannels)) channel.subscribe(subscriber);
  return () => {
    for (const channel of Object.values(stepChannels)) channel.unsubscribe(subscriber);
  };
}

const kinds: Readonly<Record<StepName, SpanKind>> = {
  request: SpanKind.INTERNAL,
  dns: SpanKind.CLIENT,
  connection: SpanKind.CLIENT,
  transaction: SpanKind.CLIENT,
  charge: SpanKind.INTERNAL,
  job: SpanKind.PRODUCER,
  batch: SpanKind.CONSUMER,
};

function nameOf(step: Step): string {
  switch (step.step) {
    case 'request':
      return `mailproof ${step.kind}`;
    case 'dns':
      return `mailproof dns ${step.type}`;
    case 'charge':
    case 'job':
      return `mailproof ${step.step} ${step.action}`;
    default:
      return `mailproof ${step.step}`;
  }
}

/** What is called in the context of a caller continues the caller's trace; shared work may run in that of anybody. */
function parentContextOf(step: Step, contextOf: (step: Step) => Context | undefined): Context {
  for (let { parent } = step; parent !== null; { parent } = parent) {
    const found = contextOf(parent);
    if (found !== undefined) return found;
  }
  if ('traceparent' in step && step.traceparent !== null) return contextOfTraceparent(step.traceparent);
  const isCalled = step.step === 'request' || (step.step === 'job' && step.action === 'submit');
  return isCalled ? context.active() : ROOT_CONTEXT;
}

function contextOfTraceparent(traceparent: string): Context {
  const [, traceId = '', spanId = '', flags = ''] = traceparent.split('-');
  const remote = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return trace.setSpanContext(ROOT_CONTEXT, remote);
}

/** Null while nothing is recorded, as before a provider is registered. */
function traceparentOf(span: Span): string | null {
  const { traceId, spanId, traceFlags } = span.spanContext();
  if (!isSpanContextValid(span.spanContext())) return null;
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

/** Names that OpenTelemetry has conventions for. All others are `mailproof.` and the name in snake case. */
const conventions: Readonly<Record<string, string>> = { name: 'dns.question.name', host: 'server.address' };

function attributesOf({ step: _, parent: __, ...facts }: Step): Attributes {
  const named = Object.entries(facts).flatMap(([key, value]) =>
    ['string', 'number', 'boolean'].includes(typeof value) && key !== 'traceparent'
      ? [[conventions[key] ?? `mailproof.${snakeCase(key)}`, value]]
      : [],
  );
  return Object.fromEntries(named);
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
