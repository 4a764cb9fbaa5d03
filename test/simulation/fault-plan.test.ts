import { describe, expect, it } from 'vitest';
import { faultKinds } from './faults/fault.ts';
import { planFaults } from './faults/fault-plan.ts';

const options = {
  processes: ['server-1', 'server-2'],
  egresses: [
    { process: 'server-1', name: 'egress-1' },
    { process: 'server-2', name: 'egress-2' },
  ],
  hosts: ['mail.example.com', 'mx.example.net'],
  busyAtMs: [3_600_000],
  calmAtMs: 72_000_000,
};
const seeds = Array.from({ length: 200 }, (_, index) => index + 1);

describe('What goes wrong on a day', () => {
  it('is of every kind', () => {
    const planned = new Set(seeds.flatMap((seed) => planFaults(seed, options)).map(({ kind }) => kind));
    expect([...planned].sort()).toEqual([...faultKinds].sort());
  });

  it('is only of the kinds that were asked for, and as much as on other days', () => {
    for (const seed of seeds) {
      const planned = planFaults(seed, { ...options, only: ['killed', 'reply-trouble'] });
      const others = planned.filter(({ kind }) => kind !== 'killed' && kind !== 'reply-trouble');
      expect(others).toEqual([]);
      expect(planned).toHaveLength(planFaults(seed, options).length);
    }
  });

  it('is trouble with replies of one kind at every server if that was asked for, and the same as on other days otherwise', () => {
    for (const seed of seeds) {
      const expected = planFaults(seed, options).map((fault) =>
        fault.kind === 'reply-trouble' ? { ...fault, trouble: 'lost', host: undefined } : fault,
      );
      expect(planFaults(seed, { ...options, trouble: 'lost' })).toEqual(expected);
    }
  });

  it('is a block of one egress each time if that was asked for, and the same as on other days otherwise', () => {
    const names = options.egresses.map(({ name }) => name);
    for (const seed of seeds) {
      const planned = planFaults(seed, { ...options, blocksOneEgress: true });
      const expected = planFaults(seed, options).map((fault) => ({
        ...fault,
        ...(fault.kind === 'exchange-blocks' && { egress: fault.egress ?? expect.toBeOneOf(names) }),
      }));
      expect(planned).toEqual(expected);
    }
  });

  it('is over when it should be calm', () => {
    for (const fault of seeds.flatMap((seed) => planFaults(seed, options)))
      expect(fault.atMs + ('durationMs' in fault ? fault.durationMs : 0)).toBeLessThan(options.calmAtMs);
  });
});
