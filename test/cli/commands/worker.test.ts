import { describe, expect, it, onTestFinished } from 'vitest';
import { readResults, runJobs, submitList } from '../../../adapters/cli/bulk/bulk-jobs.ts';
import { verificationTask } from '../../../adapters/cli/bulk/verification-task.ts';
import { memoryStores } from '../../../adapters/memory/index.ts';
import { netPorts } from '../../../adapters/net/index.ts';
import { redisStores } from '../../../adapters/redis/index.ts';
import { sqliteStores } from '../../../adapters/sqlite/index.ts';
import { createEngine } from '../../../src/engine.ts';
import type { Stores } from '../../../src/ports/stores.ts';
import { temporaryFile } from '../../sqlite/temporary-file.ts';
import { closedPort } from '../../support/closed-port.ts';
import { startRedis } from '../../support/redis-server.ts';
import { until } from '../../support/until.ts';
import { labList, startLab } from '../lab.ts';
import { mailproof } from '../mailproof.ts';
import { runningCommand } from '../running-command.ts';

/** An engine that submits jobs and reads them, but does not work on them. */
function client(stores: Stores) {
  const engine = createEngine({
    ...stores,
    ...netPorts({ helo: 'client.example.net', mailFrom: 'a@example.net' }),
  });
  onTestFinished(() => engine.close());
  return {
    submit: async (emails: readonly string[]) => (await engine.jobs.submit(emails)).id,
    completed: async (jobId: string) => {
      let complete = false;
      let reading: Promise<unknown> | undefined;
      await until(() => {
        reading ??= engine.jobs.get(jobId).then(({ status }) => {
          complete = status === 'complete';
          reading = undefined;
        });
        return complete;
      });
      await reading;
      const found: string[] = [];
      const { pages } = await engine.jobs.results(jobId);
      for await (const page of pages()) for (const row of page) found.push(`${row.email} ${row.status}`);
      return found;
    },
    processed: async (jobId: string) => (await engine.jobs.get(jobId)).processed,
  };
}

function work(...words: readonly string[]) {
  return runningCommand(['worker', ...words], /^Working on the jobs of \S+\n/);
}

function serve(...words: readonly string[]) {
  return runningCommand(['serve', '--port', '0', ...words], /^Listening on \S+\n/);
}

async function redisServer() {
  const redis = await startRedis();
  onTestFinished(() => redis.stop());
  return redis;
}

function emailsOf(count: number) {
  const { mailboxes } = labList(count);
  const emails = Array.from({ length: count }, (_, index) => `user${index}@example.com`);
  const truth = emails.map((email, index) => `${email} ${index % 3 === 0 ? 'safe' : 'invalid'}`);
  return { mailboxes, emails, truth };
}

describe('mailproof worker', () => {
  it('works on jobs that others submit, while a server with --no-worker does not', async () => {
    const file = await temporaryFile();
    const store = ['--store', `sqlite:${file}`];
    const { mailboxes, emails, truth } = emailsOf(9);
    const lab = await startLab({ mailboxes });
    await serve('--no-worker', ...store, ...lab.flags('front.example.net'));
    const { submit, completed } = client(sqliteStores(file));
    const jobId = await submit(emails);
    const worker = await work(...store, ...lab.flags('worker.example.net'));
    expect(await completed(jobId)).toEqual(truth);
    expect([...lab.ehloNames]).toEqual(['worker.example.net']);
    expect(await worker.stop()).toBe(0);
    expect(worker.terminal.stdout.text).toBe(`Working on the jobs of sqlite:${file}\n`);
  });

  it('shares one Redis with other workers, and hands back its work on a signal', async () => {
    const redis = await redisServer();
    const { mailboxes, emails, truth } = emailsOf(150);
    const lab = await startLab({ mailboxes }, { replyDelayMs: 5 });
    const { submit, completed, processed } = client(redisStores(redis.url));
    const jobId = await submit(emails);
    const first = await work('--store', redis.url, ...lab.flags('first.example.net'));
    await until(() => lab.sandbox.statistics.totals.recipients > 60);
    expect(await first.stop()).toBe(0);
    expect(await processed(jobId)).toBeLessThan(150);
    await work('--store', redis.url, ...lab.flags('second.example.net'));
    expect(await completed(jobId)).toEqual(truth);
    expect([...lab.ehloNames]).toEqual(['first.example.net', 'second.example.net']);
  });

  it('retries unknown results after the configured delays', async () => {
    const file = await temporaryFile();
    const lab = await startLab({ mailboxes: { ann: { greylistMs: 300 } } });
    const { submit, completed } = client(sqliteStores(file));
    await work('--store', `sqlite:${file}`, '--retry-delays', '0.5', ...lab.flags());
    expect(await completed(await submit(['ann@example.com']))).toEqual(['ann@example.com safe']);
  });

  it.each([[[]], [['--port', '0']]])(
    'warns with %j, once, of what keeps it from working',
    async (monitor) => {
      const file = await temporaryFile();
      const { submit } = client(sqliteStores(file));
      await submit(['ann@example.com']);
      const identity = ['--helo', 'probe.example.net', '--mail-from', 'probe@example.net'];
      const dns = ['--dns', `127.0.0.1:${await closedPort()}`];
      const { terminal, stop } = await work('--store', `sqlite:${file}`, ...identity, ...dns, ...monitor);
      await until(() => terminal.stderr.text.includes('No DNS resolver answers'));
      const warnings = terminal.stderr.text.split('\n').filter((line) => line.includes('"level":40'));
      expect(warnings.map((line) => JSON.parse(line).msg)).toEqual([
        'work on bulk jobs failed: trying again later',
      ]);
      expect(await stop()).toBe(0);
    },
  );

  it('serves health and metrics with --port, and nothing else', async () => {
    const file = await temporaryFile();
    const { terminal } = await work('--store', `sqlite:${file}`, '--sandbox', '--port', '0');
    await until(() => terminal.stdout.text.includes('Health'));
    const [, url] = /^Health and metrics are at (\S+)$/m.exec(terminal.stdout.text)!;
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(await (await fetch(`${url}/metrics`)).text()).toContain('# TYPE mailproof_verdicts_total counter');
    expect((await fetch(`${url}/v1/credits`)).status).toBe(404);
  });

  it('serves metrics with --metrics-port, and then nowhere else', async () => {
    const file = await temporaryFile();
    const store = ['--store', `sqlite:${file}`, '--sandbox', '--retry-delays', 'none'];
    const both = await work(...store, '--port', '0', '--metrics-port', '0');
    await until(() => both.terminal.stdout.text.includes('Metrics'));
    const [, url] = /^Health is at (\S+)$/m.exec(both.terminal.stdout.text)!;
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect((await fetch(`${url}/metrics`)).status).toBe(404);
    expect(await both.stop()).toBe(0);

    const { terminal } = await work(...store, '--metrics-port', '0');
    await until(() => terminal.stdout.text.includes('Metrics'));
    expect(terminal.stdout.text).not.toContain('Health');
    const [, metricsUrl] = /^Metrics are at (\S+)$/m.exec(terminal.stdout.text)!;
    const { submit, completed } = client(sqliteStores(`${file}-simulated`));
    await completed(await submit(['ann.baker@bakery.example.com']));
    const counted = /^mailproof_jobs_total\{change="completed"\} 1$/m;
    let text = '';
    while (!counted.test(text)) text = await (await fetch(metricsUrl!)).text();
  });

  it('does not work on jobs for the real internet with --sandbox', async () => {
    const file = await temporaryFile();
    const { submit, completed } = client(sqliteStores(file));
    const jobId = await submit(['ann.baker@bakery.example.com']);
    const simulated = await work('--store', `sqlite:${file}`, '--sandbox');
    const lab = await startLab({ mailboxes: [] });
    await work('--store', `sqlite:${file}`, ...lab.flags());
    expect(await completed(jobId)).toEqual(['ann.baker@bakery.example.com invalid']);
    expect(await simulated.stop()).toBe(0);
  });

  it.each([
    [
      'a store in memory',
      ['--sandbox', '--store', 'memory:'],
      /^mailproof: A store in memory belongs to one process/,
    ],
    ['no identity', ['--store', 'sqlite:never-opened.db'], /--helo or MAILPROOF_HELO/],
    ['a wrong port', ['--sandbox', '--port', '65536'], /--port is "65536"/],
    ['wrong delays', ['--sandbox', '--retry-delays', '1;2'], /--retry-delays is "1;2"/],
  ])('exits at once with 2 for %s', async (_what, words, message) => {
    const { code, stdout, stderr } = await mailproof(['worker', ...words]);
    expect(stderr).toMatch(message);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });

  it('exits at once with 2 if its port is taken, naming the setting', async () => {
    const file = await temporaryFile();
    const { terminal } = await work('--store', `sqlite:${file}`, '--sandbox', '--port', '0');
    await until(() => terminal.stdout.text.includes('Health'));
    const [, port = ''] = /:(\d+)\n$/.exec(terminal.stdout.text)!;
    const words = ['worker', '--store', `sqlite:${file}`, '--sandbox', '--port', port];
    const { code, stderr } = await mailproof(words);
    expect(code).toBe(2);
    expect(stderr).toContain('--port or MAILPROOF_WORKER_PORT');
  });

  it('exits at once with 3 if the storage is out of reach', async () => {
    const store = `redis://user:secret@127.0.0.1:${await closedPort()}`;
    const { code, stderr } = await mailproof(['worker', '--sandbox', '--store', store]);
    expect(code).toBe(3);
    expect(stderr).not.toContain('secret');
  });
});

describe('mailproof serve', () => {
  it('works on jobs itself, after the configured delays', async () => {
    const file = await temporaryFile();
    const lab = await startLab({ mailboxes: { ann: { greylistMs: 300 } } });
    const served = await serve('--store', `sqlite:${file}`, '--retry-delays', '0.5', ...lab.flags());
    const { submit, completed } = client(sqliteStores(file));
    expect(await completed(await submit(['ann@example.com']))).toEqual(['ann@example.com safe']);
    expect(await served.stop()).toBe(0);
  });

  it('refuses --no-worker if no other process could work', async () => {
    const words = ['serve', '--sandbox', '--port', '0', '--store', 'memory:', '--no-worker'];
    const { code, stderr } = await mailproof(words);
    expect(code).toBe(2);
    expect(stderr).toContain('Leave --no-worker out');
  });
});

describe('a long list', () => {
  it('becomes several jobs that run side by side, found again under the same run id', async () => {
    const stores = memoryStores();
    const ports = netPorts({ helo: 'client.example.net', mailFrom: 'a@example.net' });
    await using engine = createEngine({ ...stores, ...ports });
    const emails = ['one', 'two', 'three', 'four', 'five'];
    const task = { ...verificationTask, maxItemsPerJob: 2 };
    const options = { task, runId: 'run', account: undefined };
    const jobIds = await submitList(engine, emails, options);
    expect(jobIds).toHaveLength(3);
    expect(await submitList(engine, emails, options)).toEqual(jobIds);
    const views: number[] = [];
    const counts = await runJobs(engine, jobIds, {
      task,
      jobs: stores.jobs,
      queue: stores.queue,
      clock: ports.clock,
      signal: new AbortController().signal,
      onSnapshot: ({ done, total }) => views.push(done / total),
    });
    expect(counts.of('invalid')).toBe(5);
    expect(views.at(-1)).toBe(1);
    const found: string[] = [];
    for await (const { email } of readResults(engine, jobIds, task)) found.push(email);
    expect(found).toEqual(emails);
  });
});
