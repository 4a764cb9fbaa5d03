import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { postgresStores } from '../../adapters/postgres/index.ts';
import { addresses, attemptsFrom, newJob } from '../../contract/jobs/sample-data.ts';
import { pgbouncerOfFile } from './pgbouncer.ts';
import { postgresqlOfFile } from './postgresql-server.ts';
import { newSchema } from './subjects.ts';

/** From PgBouncer to the server. */
const connections = 3;
const url = await pgbouncerOfFile(await postgresqlOfFile(), { connections });

/** Two processes, each with more connections than PgBouncer has to the server. */
function open() {
  const schema = newSchema();
  const pair = [postgresStores(url, { schema }), postgresStores(url, { schema })] as const;
  onTestFinished(async () => {
    await Promise.all(pair.map((stores) => stores.close()));
  });
  return pair;
}

it('charges exactly behind PgBouncer in transaction mode', async () => {
  const [one, other] = open();
  await one.ledger.grant({ id: 'order', account: 'acme', milliCredits: 1_000, reason: 'purchase' });
  const charges = Array.from({ length: 100 }, async (_, index) => {
    const { ledger } = index % 2 === 0 ? one : other;
    // Every charge is asked for by both processes.
    const id = `charge ${index >> 1}`;
    await ledger.hold({ id, account: 'acme', milliCredits: 7, expiresInMs: 600_000 });
    await ledger.capture(id);
  });
  await Promise.all(charges);
  expect(await one.ledger.balance('acme')).toEqual({ available: 650, held: 0 });
  expect(await other.ledger.entries('acme', { limit: 100 })).toHaveLength(51);
});

it('keeps jobs behind PgBouncer in transaction mode', async () => {
  const [one, other] = open();
  const items = addresses(200);
  const creations = [one, other, one, other].map(({ jobs }) => {
    const idempotency = { key: 'list', fingerprint: 'same' };
    return jobs.create(newJob({ id: crypto.randomUUID(), idempotency }), items);
  });
  const created = await Promise.all(creations);
  expect(created.filter(({ created: isNew }) => isNew)).toHaveLength(1);
  const id = created[0]?.job.id ?? '';
  const records = [one, other].map(({ jobs }) => jobs.record(id, attemptsFrom(0, 200), { at: Date.now() }));
  const recorded = (await Promise.all(records)).flatMap((answer) => answer.recorded);
  expect(recorded.sort((a, b) => a - b)).toEqual(items.map((_, position) => position));
  expect((await one.jobs.page(id, { offset: 0, limit: 1_000 })).map(({ item }) => item)).toEqual(items);
});

it('delivers each batch once behind PgBouncer in transaction mode, where no worker listens', async () => {
  const pair = open();
  const delivered: string[] = [];
  const batch = (index: number) => ({
    ...{ id: `batch ${index}`, jobId: 'job', account: 'acme', exchange: `mx${index}.example.org` },
    ...{ attempt: 1, positions: [index] },
  });
  const work = (stores: (typeof pair)[number]) =>
    stores.queue.work(async ({ id }) => void delivered.push(id), { concurrency: 5 });
  const workers = pair.map(work);
  // Put after the workers have found nothing.
  for (const first of [0, 20]) {
    await pair[0].queue.put(
      Array.from({ length: 20 }, (_, index) => batch(first + index)),
      { dueAt: 0 },
    );
    await expect.poll(() => delivered.length).toBe(first + 20);
  }
  // A worker that listened would leave that to whoever is given the connection next.
  expect(await listenersBehindPgbouncer()).toEqual([0, 0, 0]);
  await Promise.all(workers.map((worker) => worker.close()));
  expect(new Set(delivered).size).toBe(40);
  expect(await pair[1].queue.depth()).toMatchObject({ queued: 0, delayed: 0, active: 0 });
});

/** Returns to how many channels each connection of PgBouncer listens. */
async function listenersBehindPgbouncer(): Promise<number[]> {
  const clients = Array.from({ length: connections }, () => new pg.Client(url));
  await Promise.all(clients.map((client) => client.connect()));
  // Each has a connection of its own until its transaction ends.
  await Promise.all(clients.map((client) => client.query('BEGIN')));
  const counts = await Promise.all(
    clients.map((client) => client.query('SELECT count(*)::integer FROM pg_listening_channels()')),
  );
  await Promise.all(clients.map((client) => client.end()));
  return counts.map(({ rows: [{ count }] }) => count);
}
