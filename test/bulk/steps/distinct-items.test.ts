import { describe, expect, it, vi } from 'vitest';
import { checkEmailCount, distinctAddresses, distinctRows } from '../../../src/bulk/items/distinct-items.ts';
import { LoopSteps } from '../../../src/concurrency/loop-steps.ts';
import type { LookupRow } from '../../../src/resources.ts';
import { ManualClock } from '../../support/manual-clock.ts';

const clock = new ManualClock();
const yieldIfDue = () => LoopSteps.of(clock).next(null);
const ada: LookupRow = { first_name: 'Ada', last_name: 'Lovelace', domain: 'example.com' };

const addressesOf = async (...emails: readonly string[]) => distinctAddresses(emails, yieldIfDue);
const fingerprintOf = async (...emails: readonly string[]) => (await addressesOf(...emails)).fingerprint;

describe('The addresses of a submission', () => {
  it('are kept once each, in their first spelling and order, without white space around them', async () => {
    const { items } = await addressesOf(
      ' Bob@Example.com ',
      'ann@example.com',
      'bob@example.com',
      'no address',
    );
    expect(items).toEqual([
      { email: 'Bob@Example.com' },
      { email: 'ann@example.com' },
      { email: 'no address' },
    ]);
  });

  it('are from 1 to 100,000, repeats included', async () => {
    await expect(addressesOf()).rejects.toMatchObject({
      code: 'invalid_argument',
      parameter: 'emails',
      message: 'email list cannot be empty',
    });
    expect(() => checkEmailCount(1)).not.toThrow();
    expect(() => checkEmailCount(100_000)).not.toThrow();
    expect(() => checkEmailCount(100_001)).toThrow(
      expect.objectContaining({
        code: 'invalid_argument',
        parameter: 'emails',
        message: 'maximum 100,000 emails per batch',
      }),
    );
  });

  it('leave time for other work while they are read', async () => {
    let steady = 0;
    const busy = new ManualClock();
    busy.steady = () => {
      steady += 1;
      return steady;
    };
    const timers = vi.spyOn(busy, 'after');
    const emails = Array.from({ length: 500 }, (_, index) => `a${index}@example.com`);
    let done = false;
    const reading = distinctAddresses(emails, () => LoopSteps.of(busy).next(null)).then(({ items }) => {
      done = true;
      return items;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(done).toBe(false);
    while (!done) await busy.advance(1);
    expect(await reading).toHaveLength(500);
    expect(timers).toHaveBeenCalled();
  });
});

describe('The fingerprint of a submission', () => {
  it('is the same for the same addresses in the same order, however they are spelled', async () => {
    expect(await fingerprintOf('Ann@example.com', 'bob@example.com')).toBe(
      await fingerprintOf(' ann@EXAMPLE.com', 'bob@example.com', 'ann@example.com'),
    );
  });

  it('is another one for other addresses, another order, or another division into addresses', async () => {
    const fingerprints = [
      await fingerprintOf('ann@example.com', 'bob@example.com'),
      await fingerprintOf('bob@example.com', 'ann@example.com'),
      await fingerprintOf('ann@example.com'),
      await fingerprintOf('ann@example.co'),
      await fingerprintOf('ab', 'c'),
      await fingerprintOf('a', 'bc'),
    ];
    expect(new Set(fingerprints).size).toBe(fingerprints.length);
  });

  it('begins with the count, and differs in both halves of the rest', async () => {
    const texts = await Promise.all([fingerprintOf('ann@example.com'), fingerprintOf('bob@example.com')]);
    for (const text of texts) expect(text).toMatch(/^1-[0-9a-f]{16}$/);
    const [[first, second] = [], [other, another] = []] = texts.map((text) => [
      text.slice(2, 10),
      text.slice(10),
    ]);
    expect(first).not.toBe(other);
    expect(second).not.toBe(another);
  });

  it('has the same length for every list', async () => {
    for (let number = 0; number < 200; number += 1)
      expect(await fingerprintOf(`user${number}@example.com`)).toMatch(/^1-[0-9a-f]{16}$/);
  });

  it('stays what it is: repeats of submissions made before an update are found by it', async () => {
    expect(await fingerprintOf('ann@example.com', 'bob@example.com')).toBe('2-93a601e159ba1748');
  });
});

describe('The rows of a submission', () => {
  it('are kept once each, ignoring case and white space, and cleaned', async () => {
    const { items, fingerprint } = await distinctRows(
      [
        { first_name: ' Ada ', last_name: 'Lovelace', domain: 'Example.com' },
        ada,
        { ...ada, first_name: 'Bob' },
      ],
      yieldIfDue,
    );
    expect(items).toHaveLength(2);
    expect(items[0]).toMatchObject({ first_name: 'Ada', last_name: 'Lovelace' });
    expect(items[1]).toMatchObject({ first_name: 'Bob' });
    expect(fingerprint).toMatch(/^2-/);
  });

  it('are from 1 to 10,000', async () => {
    const refusal = {
      code: 'invalid_argument',
      parameter: 'input',
      message: 'input must hold from 1 to 10000 rows',
    };
    await expect(distinctRows([], yieldIfDue)).rejects.toMatchObject(refusal);
    expect((await distinctRows([ada], yieldIfDue)).items).toHaveLength(1);
    const many = Array.from({ length: 10_000 }, () => ada);
    await expect(distinctRows([...many, ada], yieldIfDue)).rejects.toMatchObject(refusal);
    expect((await distinctRows(many, yieldIfDue)).items).toHaveLength(1);
  });
});
