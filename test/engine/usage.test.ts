import { describe, expect, it, onTestFinished } from 'vitest';
import { scriptedEngine } from '../support/scripted-engine.ts';

/** An engine whose account acme has 100 credits, and what its journal says of each charge and refund. */
async function startEngine() {
  const scripted = scriptedEngine({ knows: () => true });
  const { engine, clock } = scripted;
  onTestFinished(() => engine.close());
  await engine.accounts.grant('acme', { id: 'first', milliCredits: 100_000 });
  const journal = async () => {
    const entries = await engine.accounts.entries('acme', { limit: 100 });
    return entries
      .map((entry) => (entry.kind === 'opening' ? [entry.kind] : [entry.kind, entry.purpose]))
      .reverse();
  };
  const settle = async <Result>(work: Promise<Result>): Promise<Result> => {
    let done = false;
    const watched = work.finally(() => {
      done = true;
    });
    while (!done) await clock.advance(1_000);
    return watched;
  };
  return { ...scripted, journal, settle };
}

describe('The journal', () => {
  it('says of a single request what was done, and with which key', async () => {
    const { engine, journal, settle } = await startEngine();
    const verification = { kind: 'verification', count: 1, keyId: 'key_1' };
    await settle(engine.verify('ann@example.com', { account: 'acme', keyId: 'key_1' }));
    expect((await journal()).slice(1)).toEqual([['capture', verification]]);
    const ann = { first_name: 'Ann', last_name: 'Lee', domain: 'example.net' };
    await settle(engine.lookup(ann, { account: 'acme' }));
    const lookup = { kind: 'lookup', count: 1, keyId: null };
    expect((await journal()).slice(2)).toEqual([['capture', lookup]]);
  });

  it('refuses the id of a key that it could not keep, by the name that callers have for it', async () => {
    const { engine } = await startEngine();
    const refused = engine.verify('ann@example.com', { account: 'acme', keyId: '\ud800' });
    await expect(refused).rejects.toMatchObject({ code: 'invalid_argument', parameter: 'keyId' });
    await expect(refused).rejects.toThrow(/^keyId must be/);
  });

  it('says of a job how many items were charged and refunded', async () => {
    const { engine, journal } = await startEngine();
    const emails = ['a@example.com', 'b@example.com', 'A@example.com', 'c@example.com'];
    const { id: jobId } = await engine.jobs.submit(emails, { account: 'acme', keyId: 'key_1' });
    await engine.jobs.cancel(jobId);
    const charged = { kind: 'bulk_verification', count: 3, keyId: 'key_1' };
    expect((await journal()).slice(1)).toEqual([
      ['capture', charged],
      ['grant', charged],
    ]);
    const rows = [{ first_name: 'Ann', last_name: 'Lee', domain: 'example.net' }];
    await engine.jobs.submitLookup(rows, { account: 'acme' });
    expect((await journal()).at(-1)).toEqual(['capture', { kind: 'bulk_lookup', count: 1, keyId: null }]);
  });

  it('tells the levels of verifications apart, in charges and in refunds', async () => {
    const { engine, clock } = scriptedEngine(
      { knows: () => true },
      { prices: { verifyDns: 50, verifySyntax: 10 } },
    );
    onTestFinished(() => engine.close());
    await engine.accounts.grant('acme', { id: 'first', milliCredits: 100_000 });
    for (const level of ['dns', 'syntax'] as const) {
      const verified = engine.verify('ann@example.com', { account: 'acme', level });
      await clock.advance(1_000);
      await verified;
      const { id: jobId } = await engine.jobs.submit(['a@example.com'], { account: 'acme', level });
      await engine.jobs.cancel(jobId);
    }
    const { rows } = await engine.accounts.usage('acme', { from: 0, to: clock.now() + 1 });
    expect(
      rows.map(({ kind, milliCredits, refundedMilliCredits }) => [kind, milliCredits, refundedMilliCredits]),
    ).toEqual([
      ['bulk_dns_verification', 50, 50],
      ['bulk_syntax_verification', 10, 10],
      ['dns_verification', 50, 0],
      ['syntax_verification', 10, 0],
    ]);
  });

  it('contains no address, nor a part of one', async () => {
    const { engine, settle } = await startEngine();
    await settle(engine.verify('ann@example.com', { account: 'acme', keyId: 'key_1' }));
    const text = JSON.stringify(await engine.accounts.entries('acme', { limit: 100 }));
    expect(text).not.toMatch(/ann|example/);
  });
});

describe('engine.accounts', () => {
  it('shows the usage of an account', async () => {
    const { engine, clock, settle } = await startEngine();
    await settle(engine.verify('ann@example.com', { account: 'acme', keyId: 'key_1' }));
    await engine.accounts.subtract('acme', { id: 'c', milliCredits: 5_000 });
    const { rows } = await engine.accounts.usage('acme', { from: 0, to: clock.now() + 1 });
    expect(rows).toMatchObject([
      { keyId: null, kind: 'correction', count: 1, milliCredits: 5_000 },
      { keyId: 'key_1', kind: 'verification', count: 1, milliCredits: 200 },
    ]);
  });

  it('lists the accounts', async () => {
    const { engine } = await startEngine();
    const accounts = [];
    for await (const account of engine.accounts.list()) accounts.push(account);
    expect(accounts).toEqual([{ account: 'acme', available: 100_000, held: 0 }]);
  });
});
