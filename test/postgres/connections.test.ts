import { execFile } from 'node:child_process';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { type PostgresStoresOptions, postgresStores } from '../../adapters/postgres/index.ts';
import { postgresqlOfFile, unprivilegedUser } from './postgresql-server.ts';
import { newSchema } from './subjects.ts';

const mostConnections = 12;
const certificate = await selfSignedCertificate();
const server = await postgresqlOfFile({
  settings: {
    ...{ ssl: 'on', ssl_cert_file: certificate.file, ssl_key_file: certificate.keyFile },
    max_connections: String(mostConnections),
  },
});

const schema = newSchema();

function open(parameters: Readonly<Record<string, string>> = {}, options: PostgresStoresOptions = {}) {
  const stores = postgresStores(`${server.url}?${new URLSearchParams(parameters)}`, { schema, ...options });
  onTestFinished(() => stores.close());
  return stores;
}

async function connect(): Promise<pg.Client> {
  const client = new pg.Client(server.url);
  await client.connect();
  return client;
}

describe('TLS', () => {
  it('is used as the URL says, with the certificate that it names', async () => {
    const stores = open({ sslmode: 'verify-full', sslrootcert: certificate.file });
    await stores.ping();
    const client = await connect();
    onTestFinished(() => client.end());
    const sql = `SELECT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = 'mailproof'`;
    expect((await client.query(sql)).rows).toEqual([{ ssl: true }]);
  });

  it('is refused with a certificate that nobody has signed', async () => {
    await expect(open({ sslmode: 'verify-full' }).ping()).rejects.toMatchObject({
      code: 'storage_unavailable',
      message: expect.stringMatching(/out of reach: self-signed certificate/),
    });
  });
});

describe('a statement_timeout of the host', () => {
  it('ends a charge that waits for another transaction, and the next one succeeds', async () => {
    const stores = open({ options: '-c statement_timeout=200' });
    const hold = (id: string) =>
      stores.ledger.hold({ id, account: 'acme', milliCredits: 1, expiresInMs: 60_000 });
    await stores.ledger.grant({ id: 'order', account: 'acme', milliCredits: 10, reason: 'purchase' });
    const client = await connect();
    onTestFinished(() => client.end());
    await client.query(`BEGIN; SELECT 1 FROM "${schema}".accounts FOR UPDATE`);
    await expect(hold('first')).rejects.toMatchObject({
      code: 'storage_unavailable',
      message: expect.stringContaining('its statement_timeout has passed'),
    });
    await client.query('ROLLBACK');
    expect(await hold('first')).toEqual({ kind: 'held', available: 9 });
  });
});

describe('a server without a free connection', () => {
  it('is named, and used again once there is one', async () => {
    const stores = open();
    const others: pg.Client[] = [];
    const failure = await (async () => {
      for (;;) others.push(await connect());
    })().catch((error) => error);
    expect([others.length, failure.code]).toEqual([mostConnections, '53300']);
    await expect(stores.ping()).rejects.toMatchObject({
      code: 'storage_unavailable',
      message: expect.stringContaining('Raise max_connections, or use a pooler such as PgBouncer.'),
    });
    await Promise.all(others.map((client) => client.end()));
    await expect.poll(() => stores.ping().then(() => 'up', String)).toBe('up');
  });
});

describe('transactions about a job that somebody has locked', () => {
  it('leave connections to single statements, and to other jobs', async () => {
    const stores = open();
    const create = (id: string) => {
      const job = { id, kind: 'verification', account: 'acme', keyId: null, milliCreditsPerItem: 0 } as const;
      return stores.jobs.create({ ...job, submittedAt: 0, idempotency: null, announceTo: [] }, [
        { email: 'ann@example.org' },
      ]);
    };
    await Promise.all([create('locked'), create('free')]);
    const client = await connect();
    await client.query(`BEGIN; SELECT 1 FROM "${schema}".jobs WHERE id = 'locked' FOR UPDATE`);
    const waiting = Array.from({ length: 30 }, () => stores.jobs.releaseLease('locked', 'somebody'));
    const others = [stores.cache.get('key'), stores.jobs.items('free', [0]), stores.jobs.get('locked')];
    const late = new Promise((resolve) => setTimeout(resolve, 1_500, 'late'));
    expect(await Promise.race([Promise.all(others), late])).toMatchObject([
      undefined,
      [{ item: { email: 'ann@example.org' } }],
      { id: 'locked' },
    ]);
    await client.query('ROLLBACK');
    await Promise.all(waiting);
    await client.end();
  });
});

/** Creates a certificate for 127.0.0.1 whose key the server can read. */
async function selfSignedCertificate(): Promise<{ file: string; keyFile: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'mailproof-certificate-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'certificate.pem');
  const keyFile = join(folder, 'key.pem');
  await promisify(execFile)('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=127.0.0.1'],
    ...['-addext', 'subjectAltName=IP:127.0.0.1', '-out', file, '-keyout', keyFile],
  ]);
  const user = await unprivilegedUser();
  if (user !== undefined) for (const path of [folder, file, keyFile]) await chown(path, user.uid, user.gid);
  return { file, keyFile };
}
