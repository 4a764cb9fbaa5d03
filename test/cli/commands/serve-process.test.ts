import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startSandbox } from '../../../adapters/sandbox/index.ts';
import { builtCli } from '../../support/built-cli.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { type ServedProcess, serveProcess } from '../../support/served-process.ts';
import { until } from '../../support/until.ts';

const execute = promisify(execFile);

/** A working directory, in which commands create the default store. */
async function workFolder() {
  const cwd = await mkdtemp(join(tmpdir(), 'mailproof-serve-'));
  onTestFinished(() => rm(cwd, { recursive: true, force: true }));
  const mailproof = async (...words: string[]) => {
    const { stdout } = await execute(process.execPath, [builtCli, ...words], { cwd });
    return stdout;
  };
  const keyWithCredits = async () => {
    const lines = (await mailproof('keys', 'create', '--account', 'acme')).trimEnd().split('\n');
    await mailproof('credits', 'add', '--account', 'acme', '100');
    return lines.at(-1)!;
  };
  const serve = async (...args: string[]) => {
    const served = await serveProcess({ args, cwd });
    onTestFinished(() => served[Symbol.asyncDispose]());
    return served;
  };
  return { mailproof, keyWithCredits, serve };
}

function createFetch({ url }: ServedProcess, key: string) {
  return (path: string) => fetch(`${url}${path}`, { headers: { 'X-API-Key': key } });
}

describe('a terminal', () => {
  it('suffices to get from nothing to a served, charged, cached and rate-limited verification', async () => {
    const { mailproof, keyWithCredits, serve } = await workFolder();
    const key = await keyWithCredits();
    const served = await serve('--sandbox');
    const ask = createFetch(served, key);

    const verified = await ask('/v1/verify?email=ann.baker@bakery.example.com');
    expect(verified.status).toBe(200);
    expect(await verified.json()).toMatchObject({ status: 'safe', substatus: 'deliverable' });
    expect(await (await ask('/v1/credits')).json()).toEqual({ credits: 99.8 });

    expect((await ask('/v1/verify?email=Ann.Baker@Bakery.example.com')).status).toBe(200);
    expect(await (await ask('/v1/credits')).json()).toEqual({ credits: 99.8 });

    const unknownKey = await createFetch(served, 'mp_wrong')('/v1/credits');
    expect(unknownKey.status).toBe(401);
    expect(await unknownKey.json()).toEqual({ detail: expect.stringContaining('X-API-Key') });

    const tooShort = await ask('/v1/verify?email=ann.baker@bakery.example.com&timeout=2');
    expect(tooShort.status).toBe(422);
    expect(await tooShort.json()).toEqual({ detail: expect.stringContaining('timeout') });

    // The keys of an account share its rate.
    const other = (await mailproof('keys', 'create', '--account', 'another')).trim();
    const burst = await Promise.all(
      Array.from({ length: 40 }, () => createFetch(served, other)('/v1/credits')),
    );
    const refused = burst.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(1);
    expect(refused.length).toBeLessThanOrEqual(20);
    expect(refused.map(({ headers }) => headers.get('retry-after'))).toEqual(refused.map(() => '1'));

    served.signal('SIGTERM');
    expect(await served.ended()).toBe(0);
    expect(await mailproof('credits', 'show', '--account', 'acme')).toBe('acme has 99.8 credits\n');
  });
});

describe('a server that receives a signal', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    '%s: answers and settles pending requests, accepts no more, and exits with 0',
    async (signal) => {
      const { mailproof, keyWithCredits, serve } = await workFolder();
      await using exchange = await slowExchange();
      const served = await serve(...exchange.settings);
      const answer = createFetch(served, await keyWithCredits())('/v1/verify?email=ann@example.com');
      await until(() => exchange.connections() > 0);
      served.signal(signal);
      await served.said('shutting down');
      await waitUntilRefused(served.url);
      expect(await mailproof('credits', 'show', '--account', 'acme')).toContain('0.2 held');

      exchange.greet();
      const { status, headers } = await answer;
      expect({ status, connection: headers.get('connection') }).toEqual({ status: 200, connection: 'close' });
      expect(await served.ended()).toBe(0);
      expect(await mailproof('credits', 'show', '--account', 'acme')).toBe('acme has 99.8 credits\n');
    },
  );

  it('exits at once on the second one', async () => {
    const { keyWithCredits, serve } = await workFolder();
    await using exchange = await slowExchange();
    const served = await serve(...exchange.settings);
    const answer = createFetch(
      served,
      await keyWithCredits(),
    )('/v1/verify?email=ann@example.com').catch(() => 'cut off');
    await until(() => exchange.connections() > 0);
    served.signal('SIGTERM');
    await served.said('shutting down');
    served.signal('SIGINT');
    expect(await served.ended()).toBe('SIGINT');
    expect(await answer).toBe('cut off');
  });
});

/** An exchange for example.com that sends no greeting until `greet` is called, and the settings to reach it. */
async function slowExchange() {
  const clock = new ManualClock();
  const sandbox = await startSandbox(
    {
      domains: { 'example.com': { mx: ['mx.example.com'], mailboxes: ['ann'] } },
      exchanges: { 'mx.example.com': { greetingDelayMs: 1_000 } },
      zone: { 'mx.example.com': { a: ['127.0.0.1'] } },
    },
    { clock },
  );
  const { port } = sandbox.endpointOf('mx.example.com');
  return {
    settings: [
      ...['--dns', sandbox.network.dns.join(), '--smtp-port', String(port), '--allow-private-hosts'],
      ...['--helo', 'probe.example.net', '--mail-from', 'probe@example.net'],
    ],
    connections: () => sandbox.statistics.totals.connections,
    greet: () => clock.advance(1_000),
    [Symbol.asyncDispose]: () => sandbox.close(),
  };
}

/** Resolves when the server accepts no more connections. */
async function waitUntilRefused(url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  for (;;) {
    const socket = createConnection({ host: hostname, port: Number(port) });
    try {
      await once(socket, 'connect');
    } catch (error) {
      // ECONNRESET: the server stopped listening while this socket connected.
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code === 'ECONNRESET') continue;
      expect(code).toBe('ECONNREFUSED');
      return;
    } finally {
      socket.destroy();
    }
  }
}
