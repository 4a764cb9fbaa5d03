import { expect, it } from 'vitest';
import type { ProbeAnswer } from '../../../src/probe/session/probe-request.ts';
import { requestFor } from './probe-requests.ts';

const answer: ProbeAnswer = { kind: 'paused', reason: 'limited', until: 0 };

it('a request is pending until it is answered, and gives that answer', async () => {
  const request = requestFor('ann');
  expect(request).toMatchObject({ pending: true, askedHow: 'among-others', needsFreshSession: false });
  expect(request.unconfirmedMeaning).toBeUndefined();
  request.resolve(answer);
  expect(request.pending).toBe(false);
  expect(await request.answer).toBe(answer);
});

it('a request is no longer pending once it is rejected, and keeps the first reason', async () => {
  const request = requestFor('ann');
  request.reject(new Error('gone'));
  expect(request.pending).toBe(false);
  request.reject(new Error('gone again'));
  request.resolve(answer);
  await expect(request.answer).rejects.toThrow(/^gone$/);
});

it('a request gives its callers their slot once, however often a session works for it', () => {
  let slots = 0;
  const request = requestFor('ann', {
    slot: {
      onSlot: () => {
        slots += 1;
      },
    },
  });
  expect(slots).toBe(0);
  request.markServed();
  request.markServed();
  expect(slots).toBe(1);
});

it('a request that must be the first of a new session has lost its slot, and gets another one with that', () => {
  const told: string[] = [];
  const request = requestFor('ann', {
    slot: { onSlot: () => told.push('slot'), onSlotLost: () => told.push('lost') },
  });
  request.requireFreshSession();
  expect(told).toEqual([]);
  request.markServed();
  request.requireFreshSession();
  request.requireFreshSession();
  expect(request.needsFreshSession).toBe(true);
  request.markServed();
  expect(told).toEqual(['slot', 'lost', 'slot']);
});
