import { describe, expect, it, onTestFinished } from 'vitest';
import { memoryStores } from '../../adapters/memory/index.ts';
import { netPorts, systemClock } from '../../adapters/net/index.ts';
import { startSandbox } from '../../adapters/sandbox/index.ts';
import { sqliteStores } from '../../adapters/sqlite/index.ts';
import { verifyWebhook } from '../../adapters/webhooks/index.ts';
import { createEngine, type EngineEvent, type EngineOptions } from '../../src/index.ts';
import type { Clock, Stores } from '../../src/ports/index.ts';
import { temporaryFile } from '../sqlite/temporary-file.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { scriptedEngine } from '../support/scripted-engine.ts';
import { until } from '../support/until.ts';
import { webhookReceiver } from '../webhooks/webhook-receiver.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

async function engineOn(
  stores: Stores,
  webhooks: NonNullable<EngineOptions['webhooks']>,
  clock: Clock = systemClock,
) {
  const sandbox = await startSandbox({
    domains: { 'example.org': { mx: ['mx.example.org'], mailboxes: ['ann'] } },
    exchanges: { 'mx.example.org': {} },
  });
  const engine = createEngine({ ...stores, ...netPorts({ ...sandbox.network, clock }) }, { webhooks });
  const events: EngineEvent[] = [];
  engine.observe((event) => events.push(event));
  const close = async () => {
    await engine.close();
    await sandbox.close();
  };
  onTestFinished(close);
  return { engine, events, close };
}

describe('an engine with webhooks', () => {
  it('posts the end of each job to the endpoint, signed, and says so in its events', async () => {
    const { url, received } = await webhookReceiver();
    const { engine, events } = await engineOn(memoryStores(), { url, secret, allowPrivateHosts: true });
    const run = engine.runBulk(['ann@example.org', 'eve@example.org']);
    for await (const row of run) expect(row.email).toContain('@');
    await until(() => events.some(({ kind }) => kind === 'webhook'));
    const { id, webhook } = verifyWebhook(received[0]!, { secret });
    expect(id).toBe(`evt_${run.jobId}`);
    expect(webhook).toMatchObject({
      type: 'job.completed',
      data: { job_id: run.jobId, kind: 'verification', key_id: null, total: 2, processed: 2, safe: 1 },
    });
    expect(received[0]!.body).not.toContain('@');
    const { jobId } = run;
    expect(events.filter(({ kind }) => kind === 'job' || kind === 'webhook')).toEqual([
      { kind: 'job', change: 'submitted', jobId },
      { kind: 'job', change: 'completed', jobId },
      { kind: 'webhook', change: 'delivered', endpoint: 'default', jobId, reason: undefined },
    ]);
  });

  it('posts the end of a job that is cancelled', async () => {
    const { url, received } = await webhookReceiver();
    const { engine } = await engineOn(memoryStores(), { url, secret, allowPrivateHosts: true });
    const { id: jobId } = await engine.jobs.submit(['ann@example.org']);
    await engine.jobs.cancel(jobId);
    await until(() => received.length === 1);
    expect(verifyWebhook(received[0]!, { secret }).webhook).toMatchObject({
      type: 'job.cancelled',
      data: { job_id: jobId, total: 1, processed: 0 },
    });
  });

  it('posts after a restart what it could not post before', async () => {
    const file = await temporaryFile();
    let isUp = false;
    const { url, received } = await webhookReceiver((response) => response.writeHead(isUp ? 204 : 503).end());
    const endpoint = { url, secret, allowPrivateHosts: true };
    const first = await engineOn(sqliteStores(file), endpoint);
    const { id: jobId } = await first.engine.jobs.submit(['ann@example.org']);
    await first.engine.jobs.cancel(jobId);
    await until(() => first.events.some(({ kind }) => kind === 'webhook'));
    await first.close();
    expect(received).toHaveLength(1);
    isUp = true;
    const clock = new ManualClock(Date.now());
    const second = await engineOn(sqliteStores(file, { clock }), endpoint, clock);
    // The next attempt is due after some seconds.
    await clock.advance(10_000);
    await until(() => second.events.some(({ kind }) => kind === 'webhook'));
    expect(received.map(({ headers }) => headers['webhook-id'])).toEqual([`evt_${jobId}`, `evt_${jobId}`]);
  });

  it('is refused on this machine, unless that is allowed', () => {
    const webhooks = { url: 'http://localhost:8080/', secret };
    expect(() => scriptedEngine({ knows: () => true }, { webhooks })).toThrow(/this machine/);
  });

  it('is refused without a sender, and with a wrong endpoint', () => {
    const webhooks = { url: 'https://hooks.example.com', secret };
    expect(() => scriptedEngine({ knows: () => true }, { webhooks })).toThrow(/webhookSender/);
    const ports = { ...memoryStores(), ...netPorts({ helo: 'a.example.net', mailFrom: 'a@example.net' }) };
    expect(() => createEngine(ports, { webhooks: { ...webhooks, secret: 'short' } })).toThrow(/openssl rand/);
  });
});
