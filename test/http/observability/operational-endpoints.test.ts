import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createMetrics } from '../../../adapters/http/index.ts';
import { StorageUnavailable } from '../../../src/errors.ts';
import { sandboxedEngine } from '../../support/sandboxed-engine.ts';
import { stubEngine } from '../../support/stub-http-engine.ts';
import { fetchWithKey, readDetail, serveEngine } from '../http-fixtures.ts';
import { advanceUntil, serveBulk, submitBulk } from '../resources/bulk-service.ts';
import { ann, bob, lookUp, serveLookups, submitBulkLookup } from '../resources/lookup-service.ts';

describe('/healthz and /readyz', () => {
  it('need no key, and answer HEAD', async () => {
    const { engine } = await stubEngine();
    const url = await serveEngine(engine);
    for (const path of ['/healthz', '/readyz']) {
      const response = await fetchWithKey(url + path, undefined);
      expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }]);
      const head = await fetchWithKey(url + path, undefined, { method: 'HEAD' });
      expect([head.status, await head.text()]).toEqual([200, '']);
      const post = await fetchWithKey(url + path, undefined, { method: 'POST' });
      expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    }
  });

  it('differ if the process runs but its storage is unreachable', async () => {
    let reachable = false;
    const { engine } = await stubEngine({
      async checkReady() {
        if (!reachable) throw new StorageUnavailable('The disk at 192.0.2.7 is gone.');
      },
    });
    const url = await serveEngine(engine);
    expect((await fetchWithKey(`${url}/healthz`, undefined)).status).toBe(200);
    const unreachable = await fetchWithKey(`${url}/readyz`, undefined);
    expect(unreachable.status).toBe(503);
    expect(await readDetail(unreachable)).not.toContain('192.0.2.7');
    reachable = true;
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1_001);
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    expect((await fetchWithKey(`${url}/readyz`, undefined)).status).toBe(200);
  });

  it('ask the storage at most once a second, however many strangers ask', async () => {
    let checks = 0;
    const { engine } = await stubEngine({
      async checkReady() {
        checks += 1;
      },
    });
    const url = await serveEngine(engine);
    const stopped = performance.now();
    vi.spyOn(performance, 'now').mockReturnValue(stopped);
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    await Promise.all(Array.from({ length: 50 }, () => fetchWithKey(`${url}/readyz`, undefined)));
    expect(checks).toBe(1);
    vi.spyOn(performance, 'now').mockReturnValue(stopped + 1_001);
    await fetchWithKey(`${url}/readyz`, undefined);
    expect(checks).toBe(2);
  });
});

describe('/metrics', () => {
  it('counts requests, verdicts, charges and probes', async () => {
    const metrics = createMetrics();
    const world = {
      domains: { 'example.org': { mx: ['mx.example.org'], mailboxes: ['ann'] } },
      exchanges: { 'mx.example.org': {} },
    };
    const sandboxed = await sandboxedEngine(world, { trace: metrics.trace });
    onTestFinished(() => sandboxed[Symbol.asyncDispose]());
    const { engine } = sandboxed;
    await engine.accounts.grant('acme', { id: 'first', milliCredits: 200 });
    const { key } = await engine.keys.create({ account: 'acme' });
    const url = await serveEngine(engine, { metrics });
    for (const email of ['ann@example.org', 'ann@example.org', 'bob@example.org']) {
      await (await fetchWithKey(`${url}/v1/verify?email=${email}`, key)).text();
    }
    await fetchWithKey(`${url}/somewhere/else`, key);
    const response = await fetchWithKey(`${url}/metrics`, undefined);
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    const lines = (await response.text()).split('\n');
    const duration = 'mailproof_http_request_duration_seconds_count';
    expect(lines).toEqual(
      expect.arrayContaining([
        `${duration}{route="/v1/verify",method="GET",status="200"} 2`,
        `${duration}{route="/v1/verify",method="GET",status="403"} 1`,
        `${duration}{route="none",method="GET",status="404"} 1`,
        'mailproof_verdicts_total{status="safe",substatus="deliverable"} 2',
        'mailproof_verdict_sources_total{source="fresh"} 1',
        'mailproof_verdict_sources_total{source="cached"} 1',
        'mailproof_charges_total{change="held"} 1',
        'mailproof_charges_total{change="captured"} 1',
        'mailproof_charges_total{change="refused"} 1',
        'mailproof_holds_open 0',
        'mailproof_probe_connections_total{event="connected",egress="verifier.example.net"} 1',
      ]),
    );
    expect(lines).toContainEqual(
      expect.stringMatching(/^mailproof_probe_commands_total\{command="RCPT"\} [1-9]/),
    );
    expect(lines).toContainEqual(
      expect.stringMatching(/^mailproof_probe_replies_total\{class="2xx"\} [1-9]/),
    );
    expect(lines.join('\n')).not.toContain('ann@');
  });

  it('counts bulk jobs and streamed responses', async () => {
    const { url, ...service } = await serveBulk();
    const jobId = await submitBulk(url, service.key, ['ann@example.com']);
    const worker = service.engine.jobs.work();
    const { jobs } = service.engine;
    await advanceUntil(service.clock, async () => (await jobs.get(jobId)).status === 'complete');
    await worker.close();
    await (await fetchWithKey(`${url}/v1/bulk/${jobId}/results`, service.key)).text();
    await service.engine.jobs.cancel(await submitBulk(url, service.key, ['bob@example.com']));
    const lines = (await (await fetchWithKey(`${url}/metrics`, undefined)).text()).split('\n');
    const duration = 'mailproof_http_request_duration_seconds_count';
    expect(lines).toEqual(
      expect.arrayContaining([
        'mailproof_jobs_total{change="submitted"} 2',
        'mailproof_charges_total{change="held"} 2',
        'mailproof_charges_total{change="captured"} 2',
        'mailproof_holds_open 0',
        'mailproof_jobs_total{change="completed"} 1',
        'mailproof_jobs_total{change="failed"} 1',
        `${duration}{route="/v1/bulk",method="POST",status="200"} 2`,
        `${duration}{route="/v1/bulk/:job_id/results",method="GET",status="200"} 1`,
      ]),
    );
  });

  it('shows the depth of the work queue, and how long the oldest retry has been due', async () => {
    let depth = { queued: 7, delayed: 40, active: 2, oldestDueRetryMs: 12_500 };
    let isReachable = true;
    const { engine } = await stubEngine();
    const queueDepth = async () => {
      if (!isReachable) throw new StorageUnavailable('The disk is gone.');
      return depth;
    };
    const url = await serveEngine({ ...engine, jobs: { ...engine.jobs, queueDepth } });
    const read = async () => (await (await fetchWithKey(`${url}/metrics`, undefined)).text()).split('\n');
    expect(await read()).toEqual(
      expect.arrayContaining([
        'mailproof_queue_batches{state="queued"} 7',
        'mailproof_queue_batches{state="delayed"} 40',
        'mailproof_queue_batches{state="active"} 2',
        'mailproof_queue_oldest_due_retry_seconds 12.5',
      ]),
    );
    // It is read at most once a second, however many strangers ask.
    depth = { ...depth, queued: 8 };
    expect(await read()).toContain('mailproof_queue_batches{state="queued"} 7');
    const { now } = performance;
    vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + 1_001);
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    isReachable = false;
    const lines = await read();
    expect(lines.filter((line) => line.startsWith('mailproof_queue'))).toEqual([]);
    expect(lines).toContain('# TYPE mailproof_queue_batches gauge');
  });

  it('shows metrics of the process where they are asked for', async () => {
    const { engine } = await stubEngine();
    const read = async (url: string) => (await fetchWithKey(`${url}/metrics`, undefined)).text();
    expect(await read(await serveEngine(engine))).not.toContain('process_cpu');
    const metrics = createMetrics({ processMetrics: true });
    const text = await read(await serveEngine(engine, { metrics }));
    expect(text).toMatch(/^process_cpu_seconds_total \d/m);
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m);
  });

  it('counts single lookups and attempts at rows of jobs', async () => {
    const { url, ...service } = await serveLookups();
    for (const row of [ann, ann, bob]) await (await lookUp(service, url, row)).text();
    const jobId = await submitBulkLookup(url, service.key, [ann, { ...ann, domain: 'example.org' }]);
    const { jobs } = service.engine;
    const worker = jobs.work();
    await advanceUntil(service.clock, async () => (await jobs.get(jobId)).status === 'complete');
    await worker.close();
    const text = await (await fetchWithKey(`${url}/metrics`, undefined)).text();
    expect(text.split('\n')).toEqual(
      expect.arrayContaining([
        'mailproof_lookups_total{substatus="deliverable"} 4',
        'mailproof_lookups_total{substatus="no_address_found"} 1',
        'mailproof_lookup_sources_total{source="fresh"} 3',
        'mailproof_lookup_sources_total{source="cached"} 2',
        'mailproof_batch_failures_total 0',
        'mailproof_http_request_duration_seconds_count{route="/v1/email-lookup",method="POST",status="200"} 3',
      ]),
    );
    expect(text).not.toMatch(/\blee\b/i);
  });

  it('has one label value for all unknown methods', async () => {
    const { engine } = await stubEngine();
    const url = await serveEngine(engine);
    await fetchWithKey(`${url}/healthz`, undefined, { method: 'PROPFIND' });
    const text = await (await fetchWithKey(`${url}/metrics`, undefined)).text();
    expect(text).toContain('method="other"');
    expect(text).not.toContain('PROPFIND');
  });
});
