import { describe, expect, it } from 'vitest';
import {
  decideHold,
  decideResolution,
  ledgerChecks,
  ledgerError,
} from '../../adapters/stores/ledger-rules.ts';
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

describe('the decision on a hold', () => {
  const hold = { id: 'h1', account: 'acme', milliCredits: 200, expiresInMs: 1_000 };

  it('recognizes a repeat before checking the balance', () => {
    const record = { kind: 'hold', state: 'open', available: 0, ...hold } as const;
    expect(decideHold(hold, { record, balance: { available: 0, held: 200 } })).toEqual({
      kind: 'unchanged',
      result: { kind: 'held', available: 0 },
    });
  });

  it('detects a conflict before checking the balance', () => {
    const record = { kind: 'hold', state: 'captured', available: 0, ...hold } as const;
    const other = { ...hold, milliCredits: 9_999 };
    expect(() => decideHold(other, { record, balance: { available: 0, held: 0 } })).toThrow(Conflict);
  });
});

describe('the decision on a capture or release', () => {
  const open = {
    kind: 'hold',
    id: 'h1',
    account: 'acme',
    milliCredits: 200,
    state: 'open',
    available: 0,
  } as const;

  it('takes the credits out of what is held, and gives them back at a release', () => {
    expect(decideResolution('captured', open)).toMatchObject({
      result: 'captured',
      change: { available: 0, held: -200 },
    });
    expect(decideResolution('released', open)).toMatchObject({
      result: 'released',
      change: { available: 200, held: -200 },
    });
  });

  it('changes nothing if the hold was captured before, or is none', () => {
    const captured = { ...open, state: 'captured' } as const;
    expect(decideResolution('released', captured)).toEqual({ kind: 'unchanged', result: 'captured' });
    expect(decideResolution('released', undefined)).toEqual({ kind: 'unchanged', result: 'unknown' });
    const grant = { ...open, kind: 'grant', reason: 'purchase' } as const;
    expect(decideResolution('captured', grant)).toEqual({ kind: 'unchanged', result: 'unknown' });
  });
});
