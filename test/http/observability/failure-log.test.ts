import { describe, expect, it } from 'vitest';
import { failureLog } from '../../../adapters/http/observability/failure-log.ts';
import { createMetrics } from '../../../adapters/http/observability/metrics.ts';
import { ConnectionError, StorageUnavailable } from '../../../src/errors.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { createRecordingLogger, fetchWithKey, serveEngine } from '../http-fixtures.ts';
import { advanceUntil, createBulkService, submitBulk } from '../resources/bulk-service.ts';

describe('A listener that fails', () => {
  it('is counted, and logged at most every ten seconds, without addresses', async () => {
    const { engine, key } = await createBulkService();
    const logger = createRecordingLogger();
    const url = await serveEngine(engine, { logger });
    engine.observe(() => {
      throw new Error('No disk for ann@example.com.');
    });
    for (const email of ['ann', 'bob']) await fetchWithKey(`${url}/v1/verify?email=${email}`, key);
    const metrics = await (await fetchWithKey(`${url}/metrics`, undefined)).text();
    expect(metrics).toMatch(/^mailproof_listener_failures_total [1-9]\d*$/m);
    const warnings = logger.lines.filter(({ level }) => level === 'warn');
    expect(warnings).toMatchObject([{ message: 'a listener of events, or the trace, failed' }]);
    expect(JSON.stringify(warnings)).not.toContain('ann@');
  });
});

describe('A logger that throws', () => {
  it('keeps no answer from the client', async () => {
    const { engine, key } = await createBulkService();
    const broken = () => {
      throw new Error('The disk is full.');
    };
    const url = await serveEngine(engine, {
      logger: { ...createRecordingLogger(), debug: broken, error: broken },
    });
    const response = await fetchWithKey(`${url}/v1/verify?email=ann`, key);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ substatus: 'invalid_syntax' });
  });
});

describe('An egress', () => {
  it('that is blocked is logged with the exchange and the time, at most every ten seconds', async () => {
    const clock = new ManualClock();
    const logger = createRecordingLogger();
    const log = failureLog(logger, clock);
    const until = clock.now() + 3_600_000;
    for (const waitMs of [0, 2_000, 8_000]) {
      await clock.advance(waitMs);
      log({ kind: 'egress_blocked', egress: '192.0.2.1', exchange: 'provider:x', until });
    }
    expect(logger.lines).toMatchObject([
      {
        level: 'warn',
        fields: { blocks: 1, egress: '192.0.2.1', exchange: 'provider:x', until: '2030-01-01T01:00:00.000Z' },
      },
      { level: 'warn', fields: { blocks: 2, egress: '192.0.2.1', exchange: 'provider:x' } },
    ]);
  });

  it('that is blocked at several exchanges, and several that are blocked at one, are all logged at once', () => {
    const logger = createRecordingLogger();
    const log = failureLog(logger, new ManualClock());
    const blocks = [
      ['192.0.2.1', 'provider:x'],
      ['192.0.2.1', 'host:mx.example.com'],
      ['192.0.2.2', 'provider:x'],
    ] as const;
    for (const [egress, exchange] of blocks) log({ kind: 'egress_blocked', egress, exchange, until: 0 });
    expect(logger.lines).toMatchObject(
      blocks.map(([egress, exchange]) => ({ fields: { blocks: 1, egress, exchange } })),
    );
  });

  it('that failed is logged with its cause and its rest', () => {
    const logger = createRecordingLogger();
    const cause = new ConnectionError('egress_failed', 'The proxy is down.');
    failureLog(
      logger,
      new ManualClock(),
    )({ kind: 'egress_failed', egress: 'proxy:1080', cause, restMs: 5_000 });
    expect(logger.lines).toMatchObject([
      {
        level: 'warn',
        fields: { egress: 'proxy:1080', restMs: 5_000, error: { message: 'The proxy is down.' } },
      },
    ]);
  });

  it('is counted by its name, each time it is blocked or fails', async () => {
    const metrics = createMetrics();
    const block = { kind: 'egress_blocked', egress: '192.0.2.1', exchange: 'provider:x', until: 0 } as const;
    for (const event of [block, block, { ...block, egress: '192.0.2.2' }]) metrics.recordEvent(event);
    metrics.recordEvent({ kind: 'egress_failed', egress: 'proxy:1080', cause: undefined, restMs: 5_000 });
    const text = await metrics.registry.metrics();
    expect(text).toContain('mailproof_egress_blocks_total{egress="192.0.2.1"} 2');
    expect(text).toContain('mailproof_egress_blocks_total{egress="192.0.2.2"} 1');
    expect(text).toContain('mailproof_egress_failures_total{egress="proxy:1080"} 1');
  });
});

describe('A failed batch of a bulk job', () => {
  it('is logged at once, then at most every ten seconds, with the number of failures', async () => {
    const clock = new ManualClock();
    const logger = createRecordingLogger();
    const log = failureLog(logger, clock);
    const warn = (cause: unknown) => log({ kind: 'batch_failed', cause });
    warn(new StorageUnavailable('The disk is gone.'));
    for (let time = 0; time < 41; time += 1) {
      await clock.advance(500);
      warn(new StorageUnavailable(`The disk is gone, ${time}.`));
    }
    expect(logger.lines).toMatchObject([
      { level: 'warn', fields: { batches: 1, error: { message: 'The disk is gone.' } } },
      { level: 'warn', fields: { batches: 20, error: { message: 'The disk is gone, 19.' } } },
      { level: 'warn', fields: { batches: 20, error: { message: 'The disk is gone, 39.' } } },
    ]);
  });

  it('is counted, and logged without addresses', async () => {
    const { engine, stores, clock, key } = await createBulkService();
    const logger = createRecordingLogger();
    const url = await serveEngine(engine, { logger, logAddresses: true });
    const jobId = await submitBulk(url, key, ['ann@example.com']);
    const { items } = stores.jobs;
    let failures = 0;
    stores.jobs.items = async (...parameters) => {
      failures += 1;
      if (failures > 3) return items.apply(stores.jobs, parameters);
      throw new StorageUnavailable('The disk with ann@example.com is gone.');
    };
    const worker = engine.jobs.work();
    await advanceUntil(clock, async () => (await engine.jobs.get(jobId)).status === 'complete');
    await worker.close();
    const metrics = await (await fetchWithKey(`${url}/metrics`, undefined)).text();
    expect(metrics.split('\n')).toContain('mailproof_batch_failures_total 3');
    const warnings = logger.lines.filter(({ level }) => level === 'warn');
    expect(warnings[0]).toMatchObject({
      fields: { batches: 1, error: { code: 'storage_unavailable' } },
      message: 'work on bulk jobs failed: trying again later',
    });
    expect(JSON.stringify(warnings)).not.toContain('ann@');
  });
});
