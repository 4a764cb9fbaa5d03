import { describe, expect, it } from 'vitest';
import { cacheChecks, jobChecks, ledgerChecks } from '../../adapters/stores/index.ts';
import { InvalidArgument } from '../../src/errors.ts';

describe('the published checks', () => {
  it('accept what a store accepts', () => {
    cacheChecks.set('key', { value: 'a\0b', expiresAt: 1 }, { group: 'Zoë' });
    cacheChecks.set('key', { value: '', expiresAt: 1 });
    ledgerChecks.hold({ id: 'h', account: 'acme', milliCredits: 1, expiresInMs: 0 });
    jobChecks.openItems('job', { limit: 1_000 });
  });

  it.each([
    ['group', () => cacheChecks.set('key', { value: '', expiresAt: 1 }, { group: 'a\0' })],
    ['expected', () => cacheChecks.replace('key', '\ud800', { value: '', expiresAt: 1 })],
    ['limit', () => cacheChecks.removeExpired({ limit: 0 })],
    ['holdId', () => ledgerChecks.release('')],
    ['olderThanMs', () => ledgerChecks.foldJournal({ olderThanMs: -1, limit: 1 })],
    ['cursor', () => jobChecks.finished({ limit: 1, cursor: '' })],
    ['owner', () => jobChecks.releaseLease('job', '')],
  ])('refuse a wrong %s', (parameter, check) => {
    expect(check).toThrow(InvalidArgument);
    expect(check).toThrow(expect.objectContaining({ parameter }));
  });
});
