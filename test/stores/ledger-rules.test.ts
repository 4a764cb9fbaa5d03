import { describe, expect, it } from 'vitest';
import { ledgerChecks, ledgerError } from '../../adapters/stores/ledger-rules.ts';
import { Conflict, InvalidArgument } from '../../src/errors.ts';

describe('ledger errors', () => {
  it('name the id that was used before and say what to do', () => {
    const error = ledgerError('id_conflict', { id: 'order 17' });
    expect(error).toBeInstanceOf(Conflict);
    expect(error.message).toMatch(/"order 17".*Use a new id/);
  });

  it('shorten a very long id', () => {
    expect(ledgerError('id_conflict', { id: 'x'.repeat(100_000) }).message.length).toBeLessThan(250);
  });

  it('name the amount if an account would own too much', () => {
    const error = ledgerError('balance_too_large', { id: 'g1' });
    expect(error).toBeInstanceOf(InvalidArgument);
    expect(error).toMatchObject({ code: 'invalid_argument', parameter: 'milliCredits' });
  });

  it('name the parameter and its invalid value', () => {
    const hold = { id: 'h1', account: 'acme', milliCredits: 0.2, expiresInMs: 1 };
    expect(() => ledgerChecks.hold(hold)).toThrow(/^milliCredits must be an integer .* not 0\.2\.$/);
  });
});
