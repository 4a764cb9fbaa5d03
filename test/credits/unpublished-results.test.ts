import { describe, expect, it } from 'vitest';
import { memoryStores } from '../../adapters/memory/index.ts';
import { ForgottenAddresses, localPartDigest } from '../../src/credits/forgotten-addresses.ts';
import { UnpublishedResults } from '../../src/credits/unpublished-results.ts';
import { ManualClock } from '../support/manual-clock.ts';

describe('unpublished verdicts', () => {
  it('are published once, each although others fail', async () => {
    const published: string[] = [];
    const verdicts = new UnpublishedResults();
    verdicts.add(() => Promise.reject(new Error('away')));
    verdicts.add(async () => {
      published.push('ann');
    });
    expect(published).toEqual([]);
    await expect(verdicts.publishAll()).resolves.toBeUndefined();
    await verdicts.publishAll();
    expect(published).toEqual(['ann']);
  });
});

describe('a forgotten address', () => {
  it('is marked for half an hour, and no other one is', async () => {
    const clock = new ManualClock();
    const forgotten = new ForgottenAddresses(memoryStores({ clock }).cache, clock);
    await forgotten.mark('ann@example.org');
    expect(await forgotten.has('bob@example.org')).toBe(false);
    clock.leap(1_799_999);
    expect(await forgotten.has('ann@example.org')).toBe(true);
    clock.leap(1);
    expect(await forgotten.has('ann@example.org')).toBe(false);
  });

  it('stays marked for as long as any process wanted, although the clock of another one is behind', async () => {
    const clock = new ManualClock();
    const { cache } = memoryStores({ clock });
    const forgotten = new ForgottenAddresses(cache, clock);
    const behind = new ManualClock();
    clock.leap(600_000);
    const other = new ForgottenAddresses(cache, behind);
    // At the same time, and once more.
    await Promise.all([forgotten.mark('ann@example.org'), other.mark('ann@example.org')]);
    await other.mark('ann@example.org');
    clock.leap(1_799_999);
    expect(await forgotten.has('ann@example.org')).toBe(true);
    expect(await forgotten.withoutForgotten('example.org', [localPartDigest('ann')])).toEqual([]);
  });
});
