import { describe, expect, it } from 'vitest';
import { EngineClosed, InsufficientCredits, NotFound } from '../../src/errors.ts';
import { addresses, bulkFixture, rows } from './bulk-fixture.ts';

describe('A job of one kind', () => {
  it('needs credits only if its kind has a price', async () => {
    const { bulk } = bulkFixture(
      () => 'safe',
      {},
      { verify: 0, lookup: 1_000, verifyDns: 0, verifySyntax: 0 },
    );
    await expect(bulk.checkCredits('verification', { account: 'poor' })).resolves.toBeUndefined();
    await expect(bulk.checkCredits('lookup', { account: 'poor' })).rejects.toThrow(InsufficientCredits);
    await expect(bulk.checkCredits('lookup', {})).resolves.toBeUndefined();
  });

  it('is resumed by its id as that kind, and not as the other one', async () => {
    const { bulk, advanceUntilSettled } = bulkFixture(() => 'safe');
    const lookups = await bulk.submitLookup(rows(3));
    const verifications = await bulk.submit(addresses(3));
    const emailsOf = async (run: AsyncIterable<{ email: string | null }>) => {
      const emails: (string | null)[] = [];
      for await (const { email } of run) emails.push(email);
      return emails.sort();
    };
    const found = await advanceUntilSettled(emailsOf(bulk.runLookups({ jobId: lookups.id })));
    expect(found).toEqual(['Ann0@d0.example.com', 'Ann1@d1.example.com', 'Ann2@d2.example.com']);
    const verified = await advanceUntilSettled(emailsOf(bulk.run({ jobId: verifications.id })));
    expect(verified).toEqual(addresses(3));
    for (const run of [bulk.run({ jobId: lookups.id }), bulk.runLookups({ jobId: verifications.id })]) {
      await expect(run[Symbol.asyncIterator]().next()).rejects.toThrow(NotFound);
    }
  });
});

describe('A submission', () => {
  it('is counted once, however often it is repeated under its idempotency key', async () => {
    const { bulk, events } = bulkFixture(() => 'safe');
    const options = { account: 'acme', idempotencyKey: 'order 7' };
    const free = bulkFixture(() => 'safe', {}, { verify: 0, lookup: 0, verifyDns: 0, verifySyntax: 0 });
    const first = await free.bulk.submit(addresses(3), options);
    expect(await free.bulk.submit(addresses(3), options)).toEqual(first);
    expect(free.events).toEqual(['submitted']);
    await expect(bulk.submit(addresses(3), options)).rejects.toThrow(InsufficientCredits);
    expect(events).toEqual([]);
  });

  it('is taken up at once by a worker of the same process', async () => {
    const { bulk, clock } = bulkFixture(() => 'safe');
    const worker = bulk.work();
    await clock.advance(10);
    const { id: jobId } = await bulk.submit(addresses(1));
    // Sooner than a worker looks for jobs of its own accord.
    await clock.advance(1_000);
    expect(await bulk.get(jobId)).toMatchObject({ status: 'complete' });
    await worker.close();
  });

  it('is refused after the end of the process has begun, as is all other work', async () => {
    const { bulk, jobs } = bulkFixture(() => 'safe');
    await bulk.close();
    await expect(bulk.submit(addresses(1))).rejects.toThrow(EngineClosed);
    await expect(bulk.submitLookup(rows(1))).rejects.toThrow(EngineClosed);
    expect(() => bulk.work()).toThrow(EngineClosed);
    expect(await jobs.unfinished({ limit: 1 })).toEqual([]);
  });
});
