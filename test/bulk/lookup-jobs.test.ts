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
    const receipt = await bulk.submitLookups(input, { account: 'acme', keyId: 'key' });
    expect(receipt).toEqual({
      job_id: receipt.job_id,
      status: 'submitted',
      total_rows: 2,
      credits_consumed: 2,
    });
    expect(await ledger.balance('acme')).toEqual({ available: 3_000, held: 0 });
  });

  it('leaves no job and no charge if credits are short, or rows too many or too few', async () => {
    const { bulk, ledger, jobs } = bulkFixture(() => 'safe');
    await ledger.grant({ id: 'first', account: 'acme', milliCredits: 2_999, reason: 'purchase' });
    const options = { account: 'acme' };
    await expect(bulk.submitLookups(rows(3), options)).rejects.toThrow(InsufficientCredits);
    await expect(bulk.submitLookups([], options)).rejects.toThrow(InvalidArgument);
    await expect(bulk.submitLookups(rows(10_001), options)).rejects.toThrow(InvalidArgument);
    expect(await ledger.balance('acme')).toEqual({ available: 2_999, held: 0 });
    expect(await jobs.unfinished({ limit: 1 })).toEqual([]);
  });

  it('counts rows found and not found while it runs, and returns pages in a stable order', async () => {
    const fixture = bulkFixture(async (name, _attempt, clock) => {
      await delay(clock, 500 + 100 * Number(/\d+/.exec(name)?.[0]));
      return name.startsWith('Ann3') ? 'invalid' : 'safe';
    });
    const { bulk, advanceUntil, advanceUntilSettled } = fixture;
    const { job_id } = await bulk.submitLookups(rows(60), { keyId: 'key' });
    expect(await bulk.lookupStatus(job_id)).toMatchObject({ status: 'running', total_processed: 0 });
    expect((await bulk.lookupResults(job_id, { limit: 50, offset: 0 })).results).toEqual([]);
    const worker = bulk.work();
    await advanceUntil(async () => (await bulk.lookupStatus(job_id)).total_processed > 10);
    const running = await bulk.lookupStatus(job_id);
    const page = await bulk.lookupResults(job_id, { limit: 50, offset: 0 });
    expect(page.results.length).toBe(page.total_processed);
    expect(running.summary.total_found + running.summary.total_not_found).toBe(running.total_processed);
    await advanceUntil(async () => (await bulk.lookupStatus(job_id)).status === 'completed');
    expect(await bulk.lookupStatus(job_id)).toMatchObject({
      total_rows: 60,
      total_processed: 60,
      summary: { total_found: 49, total_not_found: 11 },
    });
    const names: string[] = [];
    for (let offset = 0; offset < 60; offset += 25) {
      const { results } = await bulk.lookupResults(job_id, { limit: 25, offset });
      names.push(...results.map(({ first_name }) => first_name));
    }
    expect(names).toEqual(rows(60).map(({ first_name }) => first_name));
    expect(names.slice(0, page.results.length)).toEqual(page.results.map(({ first_name }) => first_name));
    expect((await bulk.lookupResults(job_id, { limit: 25, offset: 60 })).results).toEqual([]);
    await advanceUntilSettled(worker.close());
  });

  it('retries rows with inconclusive results, and shows a row only when its result is final', async () => {
    const { bulk, advanceUntil, attempts } = bulkFixture((name, attempt) => {
      if (name.startsWith('Ann1 ')) return attempt < 3 ? 'unknown' : 'safe';
      return name.startsWith('Ann2 ') ? 'unknown' : 'safe';
    });
    const { job_id } = await bulk.submitLookups(rows(4));
    const worker = bulk.work();
    await advanceUntil(async () => (await bulk.lookupStatus(job_id)).total_processed === 2);
    const { results } = await bulk.lookupResults(job_id, { limit: 50, offset: 0 });
    expect(results.map(({ first_name }) => first_name)).toEqual(['Ann0', 'Ann3']);
    expect(await bulk.lookupStatus(job_id)).toMatchObject({
      status: 'running',
      summary: { total_found: 2, total_not_found: 0 },
    });
    await advanceUntil(async () => (await bulk.lookupStatus(job_id)).status === 'completed');
    const all = await bulk.lookupResults(job_id, { limit: 50, offset: 0 });
    expect(all.results.map(({ substatus }) => substatus)).toEqual([
      'deliverable',
      'deliverable',
      'no_address_found',
      'deliverable',
    ]);
    expect(attempts.filter(({ email }) => email.startsWith('Ann2 ')).length).toBe(4);
    await worker.close();
  });

  it('is visible to its key only, and not as a bulk verification', async () => {
    const { bulk } = bulkFixture(() => 'safe');
    const lookup = await bulk.submitLookups(rows(1), { keyId: 'key-1' });
    const verification = await bulk.submit(['ann@example.com'], { keyId: 'key-1' });
    const page = { limit: 50, offset: 0 };
    await expect(bulk.lookupStatus(lookup.job_id, { keyId: 'key-2' })).rejects.toThrow(NotFound);
    await expect(bulk.lookupResults(lookup.job_id, page, { keyId: 'key-2' })).rejects.toThrow(NotFound);
    await expect(bulk.lookupStatus(verification.job_id, { keyId: 'key-1' })).rejects.toThrow(NotFound);
    await expect(bulk.status(lookup.job_id, { keyId: 'key-1' })).rejects.toThrow(NotFound);
  });

  it('is refunded for the open rows when it is cancelled, and shows them as not found', async () => {
    const { bulk, ledger } = bulkFixture(() => 'safe');
    await ledger.grant({ id: 'first', account: 'acme', milliCredits: 5_000, reason: 'purchase' });
    const { job_id } = await bulk.submitLookups(rows(3), { account: 'acme' });
    await bulk.cancel(job_id);
    expect(await ledger.balance('acme')).toEqual({ available: 5_000, held: 0 });
    expect(await bulk.lookupStatus(job_id)).toMatchObject({
      status: 'completed',
      total_processed: 3,
      summary: { total_found: 0, total_not_found: 3 },
    });
    const { results } = await bulk.lookupResults(job_id, { limit: 50, offset: 0 });
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
