import { context, SpanKind, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { memoryStores } from '../../adapters/memory/index.ts';
import { netPorts } from '../../adapters/net/index.ts';
import { recordSpans } from '../../adapters/opentelemetry/index.ts';
import { type Sandbox, startSandbox } from '../../adapters/sandbox/index.ts';
import { createEngine, type EngineOptions, type EnginePorts } from '../../src/index.ts';
import { openStores, temporaryFile } from '../sqlite/temporary-file.ts';

const exporter = new InMemorySpanExporter();
const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
const app = provider.getTracer('app');
let sandbox: Sandbox;
let stop: () => void;

beforeAll(async () => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  sandbox = await startSandbox({
    domains: { 'example.com': { mx: ['mx.example.com'], mailboxes: ['ann', 'tom', 'eve'] } },
    exchanges: { 'mx.example.com': {} },
  });
  stop = recordSpans({ tracer: provider.getTracer('mailproof') });
});
afterAll(async () => {
  stop();
  context.disable();
  await sandbox.close();
});
beforeEach(() => exporter.reset());

function openEngine({
  stores = memoryStores(),
  names = false,
  ...options
}: EngineOptions & { stores?: Omit<EnginePorts, keyof ReturnType<typeof netPorts>>; names?: boolean } = {}) {
  const network = netPorts({ ...sandbox.network, telemetryNames: names });
  const engine = createEngine({ ...stores, ...network } as EnginePorts, options);
  onTestFinished(() => engine.close());
  return engine;
}

/** Runs work in a span of an application, and returns that. */
async function inSpan(work: () => Promise<unknown>) {
  const span = app.startSpan('sign-up');
  await context.with(trace.setSpan(context.active(), span), work);
  span.end();
  return span;
}

const spansNamed = (name: RegExp) => exporter.getFinishedSpans().filter((span) => name.test(span.name));
const idOf = (span: ReadableSpan) => span.spanContext().spanId;
const parentOf = (span: ReadableSpan) =>
  exporter.getFinishedSpans().find((each) => idOf(each) === span.parentSpanContext?.spanId);
/** The names of a span and of those it is in, from the inside. */
const pathOf = (span: ReadableSpan): string[] => {
  const parent = parentOf(span);
  return [span.name, ...(parent === undefined ? [] : pathOf(parent))];
};

describe('spans', () => {
  it('of a verification are in its request, which is in the span of its caller', async () => {
    const engine = openEngine();
    await engine.accounts.grant('acme', { id: 'first', milliCredits: 1_000 });
    await inSpan(() => engine.verify('ann@example.com', { account: 'acme' }));
    await engine.close();
    const paths = exporter.getFinishedSpans().map((span) => pathOf(span).join(' < '));
    const inRequest = (name: string) => `mailproof ${name} < mailproof verification < sign-up`;
    expect(new Set(paths)).toEqual(
      new Set([
        inRequest('dns MX'),
        inRequest('dns A'),
        inRequest('connection'),
        inRequest('transaction'),
        inRequest('charge hold'),
        inRequest('charge capture'),
        'mailproof verification < sign-up',
        'sign-up',
      ]),
    );
    const [request] = spansNamed(/verification/);
    expect(request?.attributes).toEqual({
      'mailproof.kind': 'verification',
      'mailproof.level': 'smtp',
      'mailproof.status': 'safe',
      'mailproof.substatus': 'deliverable',
      'mailproof.fresh': true,
    });
    expect(spansNamed(/hold/)[0]?.attributes).toEqual({
      'mailproof.action': 'hold',
      'mailproof.milli_credits': 200,
      'mailproof.outcome': 'held',
    });
    expect(spansNamed(/transaction/)[0]).toMatchObject({
      kind: SpanKind.CLIENT,
      attributes: { 'mailproof.recipients': 1, 'mailproof.counts': true },
    });
  });

  it('name no address, account, domain or host', async () => {
    const engine = openEngine();
    await engine.accounts.grant('acme', { id: 'first', milliCredits: 1_000 });
    await engine.verify('ann@example.com', { account: 'acme' });
    await engine.lookup({ first_name: 'Tom', last_name: 'Tester', domain: 'example.com' });
    const { id: jobId } = await engine.jobs.submit(['eve@example.com'], { keyId: 'key_of_eve' });
    await workUntilDone(engine, jobId);
    await engine.close();
    const told = JSON.stringify(
      exporter
        .getFinishedSpans()
        .map(({ name, attributes, status, events }) => [name, attributes, status, events]),
    );
    expect(told).toContain('mailproof batch');
    expect(told).not.toMatch(/\b(example\.com|ann|tom|eve|tester|acme)\b|@/i);
  });

  it('name domains and hosts if that is asked for', async () => {
    const engine = openEngine({ names: true });
    await engine.verify('ann@example.com');
    await engine.close();
    expect(spansNamed(/MX/)[0]?.attributes['dns.question.name']).toBe('example.com');
    expect(spansNamed(/transaction/)[0]?.attributes['server.address']).toBe('mx.example.com');
  });

  it('of a transaction on the session of another request are in the request that is asked about', async () => {
    const engine = openEngine();
    const first = await inSpan(() => engine.verify('ann@example.com'));
    const second = await inSpan(() => engine.verify('tom@example.com'));
    await engine.close();
    expect(spansNamed(/connection/)).toHaveLength(1);
    const traces = spansNamed(/transaction/).map((span) => span.spanContext().traceId);
    expect(traces).toContain(first.spanContext().traceId);
    expect(traces.at(-1)).toBe(second.spanContext().traceId);
  });

  it('of a transaction that asks about several recipients link to the requests of the others', async () => {
    const engine = openEngine();
    const { id: jobId } = await engine.jobs.submit(['ann@example.com', 'tom@example.com', 'eve@example.com']);
    await workUntilDone(engine, jobId);
    await engine.close();
    const asked = spansNamed(/transaction/).flatMap((span) => [parentOf(span), ...span.links.map(linked)]);
    const requests = spansNamed(/verification/);
    expect(requests).toHaveLength(3);
    expect(new Set(asked)).toEqual(new Set(requests));
  });

  it('of a list are in the trace of its submission, whichever process works on it later', async () => {
    const file = await temporaryFile();
    const submitting = openEngine({ stores: openStores(file) });
    let jobId = '';
    const caller = await inSpan(async () => {
      jobId = (await submitting.jobs.submit(['ann@example.com', 'tom@example.com'])).id;
    });
    await submitting.close();
    const working = openEngine({ stores: openStores(file) });
    await inSpan(() => workUntilDone(working, jobId));
    await working.close();
    const { traceId } = caller.spanContext();
    const [submission] = spansNamed(/job submit/);
    expect(submission).toMatchObject({ kind: SpanKind.PRODUCER, attributes: { 'mailproof.items': 2 } });
    const [batch] = spansNamed(/batch/);
    expect(pathOf(batch!)).toEqual(['mailproof batch', 'mailproof job submit', 'sign-up']);
    expect(batch?.parentSpanContext?.isRemote).toBe(true);
    expect(spansNamed(/verification/).map((span) => pathOf(span)[1])).toEqual([batch?.name, batch?.name]);
    for (const span of spansNamed(/mailproof/)) expect(span.spanContext().traceId).toBe(traceId);
    expect(spansNamed(/job plan/)).toHaveLength(1);
  });

  it('of a failed request have the code of its error, and not its message', async () => {
    const silent = await startSandbox({ domains: {}, exchanges: {} });
    onTestFinished(() => silent.close());
    const ports = netPorts(silent.network);
    await silent.close();
    const engine = createEngine({ ...memoryStores(), ...ports });
    onTestFinished(() => engine.close());
    await expect(engine.verify('ann@example.com', { timeoutMs: 2_000 })).rejects.toThrow();
    const [request] = spansNamed(/verification/);
    expect(request?.attributes['error.type']).toBe('service_unavailable');
    expect(request?.status.message).toBe('service_unavailable');
  });

  it('end with the function that is returned', async () => {
    const engine = openEngine();
    stop();
    await engine.verify('ann@example.com');
    expect(exporter.getFinishedSpans()).toEqual([]);
    stop = recordSpans({ tracer: provider.getTracer('mailproof') });
  });
});

function linked({ context: { spanId } }: ReadableSpan['links'][number]): ReadableSpan | undefined {
  return exporter.getFinishedSpans().find((span) => idOf(span) === spanId);
}

async function workUntilDone(engine: ReturnType<typeof createEngine>, jobId: string): Promise<void> {
  engine.jobs.work();
  await expect.poll(async () => (await engine.jobs.get(jobId)).status).toBe('complete');
}
