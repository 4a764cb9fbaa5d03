import { describe, expect, it } from 'vitest';
import { DeadlineExceeded } from '../../src/concurrency/deadline.ts';
import { NoSlotInTime } from '../../src/concurrency/slot.ts';
import { ServiceUnavailable } from '../../src/errors.ts';
import { isNoSlotInTime, noSlotInTime, throwIfLocalOutage } from '../../src/verdict/local-outage.ts';
import { faultChecks } from './fault-checks.ts';

describe('resolvers that are silent', () => {
  it('are asked for another name after a second', async () => {
    const { clock, state, resolvers } = faultChecks();
    state.resolved = false;
    resolvers.watch();
    await clock.advance(400);
    resolvers.watch();
    await clock.advance(599);
    expect(state.questions).toBe(0);
    await clock.advance(1);
    expect(state.questions).toBe(1);
  });

  it('are asked earlier for a caller who has less than four seconds', async () => {
    const { clock, state, resolvers } = faultChecks(2_000);
    state.resolved = false;
    resolvers.watch();
    await clock.advance(499);
    expect(state.questions).toBe(0);
    await clock.advance(1);
    expect(state.questions).toBe(1);
  });

  it('are not asked if one of them has answered meanwhile', async () => {
    const { clock, state, resolvers } = faultChecks();
    const began = clock.steady();
    clock.leap(100);
    resolvers.watch();
    await clock.advance(2_000);
    expect(state.questions).toBe(0);
    expect(state.since).toEqual([began]);
  });

  it('are not asked any more once the check has ended, and leave no timer', async () => {
    const { clock, state, resolvers } = faultChecks();
    state.resolved = false;
    resolvers.end();
    resolvers.watch();
    resolvers.end();
    expect(clock.pending).toBe(0);
    await clock.advance(2_000);
    expect(state.questions).toBe(0);
  });

  it('are asked once by all who want to know', async () => {
    const { clock, state, resolvers } = faultChecks();
    state.resolved = false;
    resolvers.watch();
    await clock.advance(1_000);
    await expect(resolvers.throwIfSilent()).rejects.toMatchObject({ code: 'service_unavailable' });
    await expect(resolvers.throwIfSilent()).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(state.questions).toBe(1);
  });

  it('are no fault of ours if they answer the question', async () => {
    const { state, resolvers } = faultChecks();
    state.resolved = false;
    state.resolversAnswer = true;
    await expect(resolvers.throwIfSilent()).resolves.toBeUndefined();
    expect(state.questions).toBe(1);
    await expect(resolvers.throwIfSilent()).resolves.toBeUndefined();
    expect(state.questions).toBe(1);
  });

  it('count as silent if the deadline passes before they answer, and an abort is passed on', async () => {
    const hurried = faultChecks();
    hurried.state.resolved = false;
    hurried.state.questionError = new DeadlineExceeded(1_000);
    await expect(hurried.resolvers.throwIfSilent()).rejects.toThrow(
      /^No DNS resolver answers\..+ A resolver that denies names which exist counts as silent\.$/,
    );
    const leaving = faultChecks();
    leaving.state.resolved = false;
    leaving.state.questionError = new Error('The client has gone.');
    await expect(leaving.resolvers.throwIfSilent()).rejects.toThrow('has gone');
  });
});

describe('a deadline that passes', () => {
  it('during questions to DNS is a fault of ours if no resolver has answered', () => {
    const { checks, state } = faultChecks();
    state.connectionsFail = true;
    expect(() => throwIfLocalOutage('dns', checks)).not.toThrow();
    state.resolved = false;
    expect(() => throwIfLocalOutage('dns', checks)).toThrow('No DNS resolver answers');
  });

  it('during a probe is a fault of ours if no mail server of any provider can be reached', () => {
    const { checks, state } = faultChecks();
    state.resolved = false;
    expect(() => throwIfLocalOutage('probe', checks)).not.toThrow();
    state.connectionsFail = true;
    expect(() => throwIfLocalOutage('probe', checks)).toThrow('outgoing connections to port 25');
  });
});

describe('a deadline without a free slot', () => {
  const noSlot = new NoSlotInTime(new DeadlineExceeded(1_000));

  it('makes the service unavailable, and says what to do', () => {
    const { code, message, cause } = noSlotInTime(noSlot);
    expect([code, cause]).toEqual(['service_unavailable', noSlot]);
    expect(message).toMatch(/^No connection or DNS question was free in time: .+ Try again later, or allow/);
  });

  it('is told from other reasons why the service is unavailable, and from other errors', () => {
    expect(isNoSlotInTime(noSlotInTime(noSlot))).toBe(true);
    expect(isNoSlotInTime(new ServiceUnavailable('No DNS resolver answers.'))).toBe(false);
    expect(isNoSlotInTime(new Error('It has failed.', { cause: noSlot }))).toBe(false);
    expect(isNoSlotInTime(undefined)).toBe(false);
  });
});
