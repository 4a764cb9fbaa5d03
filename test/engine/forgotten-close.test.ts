import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { describe, expect, it } from 'vitest';
import { startSandbox } from '../../adapters/sandbox/index.ts';
import { repository } from '../house/repository-files.ts';
import { postgresqlOfFile } from '../postgres/postgresql-server.ts';
import { temporaryFile } from '../sqlite/temporary-file.ts';
import { redisOfFile } from '../support/redis-server.ts';
import { sandboxedEngine } from '../support/sandboxed-engine.ts';

const redis = await redisOfFile();
const postgresql = await postgresqlOfFile();
const world = {
  domains: { 'example.org': { mx: ['mx.example.org'], mailboxes: ['ann'] } },
  exchanges: { 'mx.example.org': { replyDelayMs: 50 } },
};

const stores = {
  memory: async () => `(await import('${join(repository, 'dist/adapters/memory/index.js')}')).memoryStores()`,
  SQLite: async () =>
    `(await import('${join(repository, 'dist/adapters/sqlite/index.js')}')).sqliteStores('${await temporaryFile()}')`,
  Redis: async () =>
    `(await import('${join(repository, 'dist/adapters/redis/index.js')}')).redisStores('${redis.url}')`,
  PostgreSQL: async () =>
    `(await import('${join(repository, 'dist/adapters/postgres/index.js')}')).postgresStores('${postgresql.url}')`,
};

describe.each(Object.entries(stores))('a program with stores in %s that forgets close()', (_, storesOf) => {
  it('ends by itself once its requests have', async () => {
    await using sandbox = await startSandbox(world);
    const { dialTable, ...network } = sandbox.network;
    const source = `
      import { createEngine } from '${join(repository, 'dist/src/index.js')}';
      import { netPorts } from '${join(repository, 'dist/adapters/net/index.js')}';
      const network = { ...${JSON.stringify(network)}, dialTable: new Map(${JSON.stringify([...dialTable])}) };
      const engine = createEngine({ ...${await storesOf()}, ...netPorts(network) });
      await engine.accounts.grant('acme', { id: '1', milliCredits: 1_000 });
      console.log((await engine.verify('ann@example.org', { account: 'acme' })).status);
      for await (const { status } of engine.runBulk(['eve@example.org'])) console.log(status);`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', source]);
    let output = '';
    let answeredAt = 0;
    child.stdout.on('data', (text) => {
      output += text;
      answeredAt = performance.now();
    });
    child.stderr.on('data', (text) => {
      output += text;
    });
    const [code] = await once(child, 'exit');
    expect([output, code]).toEqual(['safe\ninvalid\n', 0]);
    // It was 60 seconds.
    expect(performance.now() - answeredAt).toBeLessThan(20_000);
  });
});

it('a program that forgets its sandbox, too, ends by itself', async () => {
  const source = `
    import { createEngine } from '${join(repository, 'dist/src/index.js')}';
    import { memoryStores } from '${join(repository, 'dist/adapters/memory/index.js')}';
    import { netPorts } from '${join(repository, 'dist/adapters/net/index.js')}';
    import { startSandbox } from '${join(repository, 'dist/adapters/sandbox/index.js')}';
    const { network } = await startSandbox({
      domains: { 'example.org': { mx: ['mx.example.org'], mailboxes: ['ann'] } },
      exchanges: { 'mx.example.org': { replyDelayMs: 50, silentAddresses: 1 } },
    });
    const engine = createEngine({ ...memoryStores(), ...netPorts(network) });
    console.log((await engine.verify('ann@example.org')).status);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source]);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const [code] = await once(child, 'exit');
  expect([output, code]).toEqual(['safe\n', 0]);
}, 120_000);

describe('close({ drain: true })', () => {
  it('waits for the requests under way, and refuses further ones', async () => {
    await using sandboxed = await sandboxedEngine(world);
    const { engine } = sandboxed;
    const verdict = engine.verify('ann@example.org', { timeoutMs: 30_000 });
    const closed = engine.close({ drain: true });
    await expect(engine.verify('eve@example.org')).rejects.toMatchObject({ code: 'engine_closed' });
    expect(await verdict).toMatchObject({ status: 'safe' });
    await closed;
  });

  it('is cut short by close()', async () => {
    await using sandboxed = await sandboxedEngine(world);
    const { engine } = sandboxed;
    const verdict = engine.verify('ann@example.org', { timeoutMs: 30_000 });
    const closed = engine.close({ drain: true });
    await engine.close();
    await expect(verdict).rejects.toMatchObject({ code: 'engine_closed' });
    await closed;
  });

  it('takes what a listener of signals gets for no option', async () => {
    await using sandboxed = await sandboxedEngine(world);
    await (sandboxed.engine.close as (signal: unknown) => Promise<void>)('SIGTERM');
  });
});
