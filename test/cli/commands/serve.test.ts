import { readdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sqliteStores } from '../../../adapters/sqlite/index.ts';
import { openSocket, get as rawGet, sendRaw } from '../../http/hosts/raw-http.ts';
import { temporaryFile } from '../../sqlite/temporary-file.ts';
import { closedPort } from '../../support/closed-port.ts';
import { until } from '../../support/until.ts';
import { mailproof } from '../mailproof.ts';
import { runningCommand } from '../running-command.ts';

/** `mailproof serve` in this process, on a free port of the simulated internet. */
async function serve(...words: string[]) {
  const listening = /^Listening on (\S+)$/m;
  const { terminal, stop } = await runningCommand(['serve', '--sandbox', '--port', '0', ...words], listening);
  return { url: listening.exec(terminal.stdout.text)![1]!, terminal, stop };
}

describe('mailproof serve', () => {
  it('shows how to create a key until the store has had one', async () => {
    const store = `sqlite:${await temporaryFile()}`;
    const first = await serve('--store', store);
    await until(() => first.terminal.stdout.text.includes('credits add'));
    expect(first.terminal.stdout.text).toContain(`mailproof keys create --account acme --store ${store}\n`);
    expect(first.terminal.stdout.text).toContain(
      `mailproof credits add --account acme 100 --store ${store}\n`,
    );
    expect(await first.stop()).toBe(0);

    await mailproof(['keys', 'create', '--account', 'acme', '--store', store]);
    const second = await serve('--store', store);
    expect(await second.stop()).toBe(0);
    expect(second.terminal.stdout.text).toBe(`Listening on ${second.url}\n`);
  });

  it('accepts keys and credits that are added while it runs', async () => {
    const store = ['--store', `sqlite:${await temporaryFile()}`];
    const { url } = await serve(...store);
    const { stdout } = await mailproof(['keys', 'create', '--account', 'acme', ...store]);
    const headers = { 'X-API-Key': stdout.trim() };
    await mailproof(['credits', 'add', '--account', 'acme', '12.5', ...store]);
    const balance = await get(`${url}/v1/credits`, headers);
    expect(balance).toEqual({ status: 200, body: { credits: 12.5 } });
    await mailproof(['keys', 'revoke', stdout.trim(), ...store]);
    expect(await get(`${url}/v1/credits`, headers)).toMatchObject({ status: 401 });
  });

  it('answers test keys from a simulated internet, without credits', async () => {
    const file = await temporaryFile();
    const store = ['--store', `sqlite:${file}`];
    const { url, stop } = await serve(...store, '--no-worker');
    const { stdout } = await mailproof(['keys', 'create', '--account', 'acme', '--test', ...store]);
    const headers = { 'X-API-Key': stdout.trim() };
    const verdict = await get(`${url}/v1/verify?email=kim@bakery.example.com`, headers);
    expect(verdict).toMatchObject({ status: 200, body: { status: 'risky', substatus: 'mailbox_full' } });
    const submission = await fetch(`${url}/v1/bulk`, {
      method: 'POST',
      headers,
      body: JSON.stringify(['ann.baker@bakery.example.com']),
    });
    const { job_id: jobId } = (await submission.json()) as { job_id: string };
    const tests = sqliteStores(`${file}-test`);
    const completed = { completedAt: expect.any(Number) };
    await expect.poll(() => tests.jobs.get(jobId)).toMatchObject(completed);
    await tests.close();
    expect(await get(`${url}/v1/bulk/${jobId}`, headers)).toMatchObject({ body: { status: 'complete' } });
    expect((await mailproof(['jobs', 'list', ...store])).stderr).toContain('There are no such jobs');
    expect(await stop()).toBe(0);
  });

  it('keeps jobs of the simulated internet where the other commands find them with --sandbox', async () => {
    const store = ['--store', `sqlite:${await temporaryFile()}`];
    const run = (...words: string[]) => mailproof([...words, ...store]);
    const { url, stop } = await serve(...store, '--no-worker');
    const key = (await run('keys', 'create', '--account', 'acme')).stdout.trim();
    await run('credits', 'add', '--account', 'acme', '10');
    const email = 'ann.baker@bakery.example.com';
    const submission = await fetch(`${url}/v1/bulk`, {
      method: 'POST',
      headers: { 'X-API-Key': key },
      body: JSON.stringify([email]),
    });
    const { job_id: id } = (await submission.json()) as { job_id: string };
    expect(await stop()).toBe(0);

    expect((await run('jobs', 'list')).stderr).toMatch(/no such jobs in sqlite:.* add --sandbox\./);
    expect(await run('jobs', 'show', id)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/Job not found in sqlite:.* add --sandbox\./),
    });
    const listed = await run('jobs', 'list', '--sandbox', '--json');
    expect(JSON.parse(listed.stdout)).toMatchObject({ id, status: 'pending' });
    const unfinished = async (...words: string[]) =>
      JSON.parse((await run('accounts', 'show', 'acme', '--json', ...words)).stdout).unfinished_jobs;
    expect([await unfinished(), await unfinished('--sandbox')]).toEqual([0, 1]);
    expect((await run('forget', email)).stderr).toMatch(/no results with it in sqlite:.* add --sandbox\./);
    expect((await run('forget', email, '--sandbox')).stderr).toContain(`not finished: ${id}.`);
    expect(await run('jobs', 'cancel', id, '--sandbox')).toMatchObject({ code: 0 });
    expect((await run('credits', 'show', '--account', 'acme')).stdout).toBe('acme has 10 credits\n');
    expect((await run('forget', email, '--sandbox')).stderr).toContain('Redacted in finished jobs: 1.');
    expect(await run('jobs', 'delete', id, '--sandbox')).toMatchObject({ code: 0, stderr: 'Deleted.\n' });
    expect((await run('jobs', 'show', id, '--sandbox')).stderr).toContain('leave out --sandbox.');
  });

  it('creates a key with credits itself on a store in memory, which no other process can reach', async () => {
    const { url, terminal } = await serve('--store', 'memory:');
    await until(() => /mp_\S+/.test(terminal.stdout.text));
    const [key] = /mp_\S+/.exec(terminal.stdout.text)!;
    expect(await get(`${url}/v1/credits`, { 'X-API-Key': key })).toEqual({
      status: 200,
      body: { credits: 1_000 },
    });
    expect(terminal.stderr.text).not.toContain(key);
  });

  it('releases the holds of crashed work when it starts', async () => {
    const file = await temporaryFile();
    const stores = sqliteStores(file);
    onTestFinished(() => stores.close());
    await stores.ledger.grant({ id: 'g', account: 'acme', milliCredits: 1_000, reason: 'purchase' });
    await stores.ledger.hold({ id: 'h', account: 'acme', milliCredits: 200, expiresInMs: 0 });
    const { stop } = await serve('--store', `sqlite:${file}`);
    await stop();
    expect(await stores.ledger.balance('acme')).toEqual({ available: 1_000, held: 0 });
  });

  it('keeps results of the simulated internet apart from those of the real one', async () => {
    const file = await temporaryFile();
    const { url, stop } = await serve('--store', `sqlite:${file}`);
    const headers = { 'X-API-Key': await keyWithCredits(file) };
    const email = 'ann.baker@bakery.example.com';
    await get(`${url}/v1/verify?email=${email}`, headers);
    await stop();
    const stores = sqliteStores(file);
    onTestFinished(() => stores.close());
    expect(await stores.cache.get(`verification:${email}`)).toBeUndefined();
    const simulated = sqliteStores(`${file}-simulated`);
    onTestFinished(() => simulated.close());
    expect(await simulated.cache.get(`verification:${email}`)).toBeDefined();
  });

  it('logs requests as JSON lines at level debug, without the requested addresses', async () => {
    const file = await temporaryFile();
    const { url, terminal } = await serve('--store', `sqlite:${file}`, '--log-level', 'debug');
    const key = await keyWithCredits(file);
    await get(`${url}/v1/verify?email=ann.baker@bakery.example.com`, { 'X-API-Key': key });
    await until(() => terminal.stderr.text.includes('/v1/verify'));
    const lines = terminal.stderr.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toContainEqual(expect.objectContaining({ route: '/v1/verify', status: 200 }));
    expect(terminal.stderr.text).not.toContain('ann.baker');
    expect(terminal.stderr.text).not.toContain(key);
  });

  it('shows addresses in the log with --log-addresses, and never a key', async () => {
    const file = await temporaryFile();
    const { url, terminal } = await serve(
      ...['--store', `sqlite:${file}`],
      ...['--log-level', 'debug', '--log-addresses'],
    );
    const key = await keyWithCredits(file);
    await get(`${url}/v1/verify?email=ann.baker@bakery.example.com`, { 'X-API-Key': key });
    await until(() => terminal.stderr.text.includes('ann.baker@bakery.example.com'));
    expect(terminal.stderr.text).not.toContain(key);
  });

  it.each([
    ['as it is', [], 401],
    ['with --exact-header-name=false', ['--exact-header-name=false'], 200],
    ['with --exact-header-name true', ['--exact-header-name', 'true'], 401],
  ])('compares the name of the header that has the key %s: %s gives %d', async (_how, words, status) => {
    const { url, terminal } = await serve('--store', 'memory:', ...words);
    await until(() => /mp_\S+/.test(terminal.stdout.text));
    const [key] = /mp_\S+/.exec(terminal.stdout.text)!;
    const line = `X-Api-Key: ${key}`;
    expect((await sendRaw(url, rawGet('/v1/credits', [line]))).status).toBe(status);
    expect(terminal.stderr.text.includes('--exact-header-name=false')).toBe(status === 401);
  });

  it('counts probes in its metrics', async () => {
    const file = await temporaryFile();
    const { url } = await serve('--store', `sqlite:${file}`);
    const headers = { 'X-API-Key': await keyWithCredits(file) };
    await get(`${url}/v1/verify?email=ann.baker@bakery.example.com`, headers);
    const metrics = await (await fetch(`${url}/metrics`)).text();
    expect(metrics).toMatch(/^mailproof_probe_commands_total\{command="RCPT"\} [1-9]/m);
    expect(metrics).toMatch(/^mailproof_queue_batches\{state="queued"\} 0$/m);
    expect(metrics).toMatch(/^process_resident_memory_bytes \d+$/m);
    expect(metrics).toMatch(/^mailproof_charges_total\{change="captured"\} 1$/m);
  });
});

describe('the console of mailproof serve', () => {
  const signIn = (url: string, client: string) =>
    fetch(`${url}/console/api/session`, {
      method: 'POST',
      headers: { Origin: url, 'X-Client': client },
      body: JSON.stringify({ admin_token: 'wrong' }),
    });

  it('is there unless --no-console leaves it out', async () => {
    const token = ['--admin-token', 'an-admin-token-of-enough-characters'];
    const [shown, hidden] = [
      await serve('--store', 'memory:', ...token),
      await serve('--store', 'memory:', ...token, '--no-console'),
    ];
    const page = await fetch(`${shown.url}/console/`);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect((await signIn(shown.url, '')).status).toBe(401);
    for (const path of ['/console', '/console/', '/console/index.html', '/console/api/session'])
      expect([path, (await fetch(hidden.url + path)).status]).toEqual([path, 404]);
    expect((await signIn(hidden.url, '')).status).toBe(404);
    expect((await fetch(`${hidden.url}/readyz`)).status).toBe(200);
  });

  it('counts attempts to sign in by the client that --client-address-header names', async () => {
    const token = ['--admin-token', 'an-admin-token-of-enough-characters'];
    const { url } = await serve('--store', 'memory:', '--client-address-header', 'X-Client', ...token);
    const statuses: number[] = [];
    for (let n = 0; n < 11; n += 1) statuses.push((await signIn(url, '198.51.100.7')).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
    expect((await signIn(url, '203.0.113.9')).status).toBe(401);
  });
});

describe('mailproof serve, told who its clients are', () => {
  it('limits the requests of each, and with --metrics-port shows its metrics to none of them', async () => {
    const { url, terminal } = await serve(
      ...['--store', 'memory:', '--metrics-port', '0'],
      ...['--client-address-header', 'X-Client', '--max-connections-per-address', '1'],
    );
    await until(() => /mp_\S+/.test(terminal.stdout.text));
    const [, metricsUrl] = /^Metrics are at (\S+)$/m.exec(terminal.stdout.text)!;
    expect((await fetch(`${url}/metrics`)).status).toBe(404);
    expect(new URL(metricsUrl!).port).not.toBe(new URL(url).port);
    const metrics = await fetch(metricsUrl!);
    expect(metrics.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(await metrics.text()).toContain('route="none",method="GET",status="404"} 1');
    for (const path of ['/healthz', '/readyz', '/v1/credits', '/'])
      expect((await fetch(new URL(path, metricsUrl))).status).toBe(404);
    expect((await fetch(metricsUrl!, { method: 'POST' })).status).toBe(405);

    const [key = ''] = /mp_\S+/.exec(terminal.stdout.text)!;
    const from = (client: string) => ({ headers: { 'X-API-Key': key, 'X-Client': client } });
    const hanging = openSocket(url);
    onTestFinished(() => {
      hanging.destroy();
    });
    const head = `POST /v1/bulk HTTP/1.1\r\nHost: h\r\nX-API-Key: ${key}\r\nX-Client: 192.0.2.1\r\n`;
    hanging.write(`${head}Content-Length: 100\r\n\r\n[`);
    const statuses = new Set<number>();
    while (!statuses.has(429)) statuses.add((await fetch(`${url}/v1/credits`, from('192.0.2.1'))).status);
    expect((await fetch(`${url}/readyz`, from('192.0.2.2'))).status).toBe(200);
  });
});

describe('mailproof serve exits at once', () => {
  it('with 2 if the port for metrics is taken, naming the setting', async () => {
    const { url } = await serve('--store', 'memory:');
    const { port } = new URL(url);
    const words = ['serve', '--sandbox', '--port', '0', '--store', 'memory:', '--metrics-port', port];
    const { code, stderr } = await mailproof(words);
    expect(code).toBe(2);
    expect(stderr).toContain('--metrics-port or MAILPROOF_METRICS_PORT');
  });

  it('with 2 if the port is taken, naming the setting', async () => {
    const { url } = await serve('--store', 'memory:');
    const { port } = new URL(url);
    const { code, stderr } = await mailproof([
      ...['serve', '--sandbox', '--store', 'memory:'],
      ...['--port', port],
    ]);
    expect(code).toBe(2);
    expect(stderr).toContain(`Cannot listen on 127.0.0.1, port ${port}.`);
    expect(stderr).toContain('--port or MAILPROOF_PORT');
  });

  it.each([
    ['--port', '65536'],
    ['--port', 'http'],
    ['--store', 'sqlite:'],
    ['--store', 'mysql://db.example.net/mailproof'],
    ['--max-connections', '0'],
    ['--log-level', 'loud'],
    ['--exact-header-name', 'maybe'],
  ])('with 2 for %s %s', async (flag, value) => {
    const { code, stdout, stderr } = await mailproof(['serve', '--sandbox', flag, value]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(flag);
  });

  it('with 2 without an identity on the real internet, and creates no store', async () => {
    const file = await temporaryFile();
    const { code, stderr } = await mailproof(['serve', '--port', '0', '--store', `sqlite:${file}`]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/--helo or MAILPROOF_HELO/);
    expect(await readdir(dirname(file))).toEqual([]);
  });

  it('with 3 if the storage is out of reach, without showing its password', async () => {
    const store = `redis://user:secret@127.0.0.1:${await closedPort()}`;
    const { code, stderr } = await mailproof(['serve', '--sandbox', '--port', '0', '--store', store]);
    expect(code).toBe(3);
    expect(stderr).toMatch(/Redis/);
    expect(stderr).not.toContain('secret');
  });
});

async function keyWithCredits(file: string): Promise<string> {
  const store = ['--store', `sqlite:${file}`];
  await mailproof(['credits', 'add', '--account', 'acme', '100', ...store]);
  const { stdout } = await mailproof(['keys', 'create', '--account', 'acme', ...store]);
  return stdout.trim();
}

async function get(url: string, headers: Record<string, string>) {
  const response = await fetch(url, { headers });
  return { status: response.status, body: await response.json() };
}
