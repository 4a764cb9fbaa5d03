import { describe, expect, it } from 'vitest';
import { delay } from '../../src/concurrency/deadline.ts';
import { InsufficientCredits, InvalidArgument, NotFound } from '../../src/errors.ts';
import { bulkFixture, rows } from './bulk-fixture.ts';

describe('A bulk lookup', () => {
  it('charges one credit a row, without repeats that differ in case and white space', async () => {
    const { bulk, ledger } = bulkFixture(() => 'safe');
    await ledger.grant({ id: 'first', account: 'acme', milliCredits: 5_000, reason: 'purchase' });
    const input = [
      { first_name: 'Ann', last_name: 'Smith', domain: 'example.com' },
      { first_name: ' ANN', last_name: 'smith ', domain: 'Example.COM' },
      { first_name: 'Bob', last_name: 'Van  Dyke', domain: 'example.com' },
      { first_name: 'bob', last_name: 'van dyke', domain: 'example.com ' },
    ];
    const receipt = await bulk.submitLookup(input, { account: 'acme', keyId: 'key' });
    expect(receipt).toMatchObject({ kind: 'lookup', status: 'pending', total: 2, milliCredits: 2_000 });
    expect(await ledger.balance('acme')).toEqual({ available: 3_000, held: 0 });
  });

  it('leaves no job and no charge if credits are short, or rows too many or too few', async () => {
    const { bulk, ledger, jobs } = bulkFixture(() => 'safe');
    await ledger.grant({ id: 'first', account: 'acme', milliCredits: 2_999, reason: 'purchase' });
    const options = { account: 'acme' };
    await expect(bulk.submitLookup(rows(3), options)).rejects.toThrow(InsufficientCredits);
    await expect(bulk.submitLookup([], options)).rejects.toThrow(InvalidArgument);
    await expect(bulk.submitLookup(rows(10_001), options)).rejects.toThrow(InvalidArgument);
    expect(await ledger.balance('acme')).toEqual({ available: 2_999, held: 0 });
    expect(await jobs.unfinished({ limit: 1 })).toEqual([]);
  });

  it('counts rows found and not found while it runs, and returns pages in a stable order', async () => {
    const fixture = bulkFixture(async (name, _attempt, clock) => {
      await delay(clock, 500 + 100 * Number(/\d+/.exec(name)?.[0]));
      return name.startsWith('Ann3') ? 'invalid' : 'safe';
    });
    const { bulk, advanceUntil, advanceUntilSettled } = fixture;
    const { id: jobId } = await bulk.submitLookup(rows(60), { keyId: 'key' });
    expect(await bulk.get(jobId)).toMatchObject({ status: 'pending', processed: 0 });
    expect((await bulk.lookupResults(jobId, { limit: 50, offset: 0 })).results).toEqual([]);
    const worker = bulk.work();
    await advanceUntil(async () => (await bulk.get(jobId)).processed > 10);
    const page = await bulk.lookupResults(jobId, { limit: 50, offset: 0 });
    expect(page.results.length).toBe(page.job.processed);
    await advanceUntil(async () => (await bulk.get(jobId)).status === 'complete');
    expect(await bulk.get(jobId)).toMatchObject({
      total: 60,
      processed: 60,
      byStatus: { safe: 49, unknown: 11 },
    });
    const names: string[] = [];
    for (let offset = 0; offset < 60; offset += 25) {
      const { results } = await bulk.lookupResults(jobId, { limit: 25, offset });
      names.push(...results.map(({ first_name }) => first_name));
    }
    expect(names).toEqual(rows(60).map(({ first_name }) => first_name));
    expect(names.slice(0, page.results.length)).toEqual(page.results.map(({ first_name }) => first_name));
    expect((await bulk.lookupResults(jobId, { limit: 25, offset: 60 })).results).toEqual([]);
    await advanceUntilSettled(worker.close());
  });

  it('retries rows with inconclusive results, and shows a row only when its result is final', async () => {
    const { bulk, advanceUntil, attempts } = bulkFixture((name, attempt) => {
      if (name.startsWith('Ann1 ')) return attempt < 3 ? 'unknown' : 'safe';
      return name.startsWith('Ann2 ') ? 'unknown' : 'safe';
    });
    const { id: jobId } = await bulk.submitLookup(rows(4));
    const worker = bulk.work();
    await advanceUntil(async () => (await bulk.get(jobId)).processed === 4);
    const { results } = await bulk.lookupResults(jobId, { limit: 50, offset: 0 });
    expect(results.map(({ first_name }) => first_name)).toEqual(['Ann0', 'Ann3']);
    expect(await bulk.get(jobId)).toMatchObject({
      status: 'partial_complete_retrying',
      retrying: 2,
      byStatus: { safe: 2, unknown: 2 },
    });
    await advanceUntil(async () => (await bulk.get(jobId)).status === 'complete');
    const all = await bulk.lookupResults(jobId, { limit: 50, offset: 0 });
    expect(all.results.map(({ substatus }) => substatus)).toEqual(
      'deliverable deliverable no_address_found deliverable'.split(' '),
    );
    expect(attempts.filter(({ email }) => email.startsWith('Ann2 ')).length).toBe(4);
    await worker.close();
  });

  it('is visible to its key only, and not as a bulk verification', async () => {
    const { bulk } = bulkFixture(() => 'safe');
    const lookup = await bulk.submitLookup(rows(1), { keyId: 'key-1' });
    const verification = await bulk.submit(['ann@example.com'], { keyId: 'key-1' });
    const page = { limit: 50, offset: 0 };
    await expect(bulk.get(lookup.id, { keyId: 'key-2' })).rejects.toThrow(NotFound);
    await expect(bulk.lookupResults(lookup.id, page, { keyId: 'key-2' })).rejects.toThrow(NotFound);
    await expect(bulk.lookupResults(verification.id, page, { keyId: 'key-1' })).rejects.toThrow(NotFound);
    await expect(bulk.results(lookup.id, { keyId: 'key-1' })).rejects.toThrow(NotFound);
  });

  it('is refunded for the open rows when it is cancelled, and shows them as not found', async () => {
    const { bulk, ledger } = bulkFixture(() => 'safe');
    await ledger.grant({ id: 'first', account: 'acme', milliCredits: 5_000, reason: 'purchase' });
    const { id: jobId } = await bulk.submitLookup(rows(3), { account: 'acme' });
    await bulk.cancel(jobId);
    expect(await ledger.balance('acme')).toEqual({ available: 5_000, held: 0 });
    expect(await bulk.get(jobId)).toMatchObject({
      status: 'failed',
      cancelled: true,
      processed: 0,
      refundedMilliCredits: 3_000,
    });
    const { results } = await bulk.lookupResults(jobId, { limit: 50, offset: 0 });
    expect(results.map(({ credits_consumed }) => credits_consumed)).toEqual([0, 0, 0]);
  });

  it('yields each row once while it is iterated', async () => {
    const { bulk, advanceUntilSettled } = bulkFixture((name, attempt) =>
      name.startsWith('Ann7') && attempt === 1 ? 'unknown' : 'safe',
    );
    const found: string[] = [];
    const iterate = async () => {
      for await (const { first_name } of bulk.runLookups(rows(200))) found.push(first_name);
    };
    await advanceUntilSettled(iterate());
    expect(found.sort()).toEqual(
      rows(200)
        .map(({ first_name }) => first_name)
        .sort(),
    );
  });
});
