import { describe, expect, it } from 'vitest';
import { Greylistings } from '../../../src/probe/egress/greylistings.ts';
import type { Meaning } from '../../../src/probe/reply/meanings.ts';
import type { ProbeAnswer } from '../../../src/probe/session/probe-request.ts';
import { ManualClock } from '../../support/manual-clock.ts';

const answer = (meaning: Meaning): ProbeAnswer => ({
  kind: 'reply',
  stage: 'rcpt',
  reply: { code: 450, lines: [''] },
  classification: { meaning, certainty: 'explicit' },
});
const dayMs = 86_400_000;

describe('The egress that was put off for an address', () => {
  it('is remembered for two days, however the address is written', async () => {
    const clock = new ManualClock();
    const greylistings = new Greylistings(clock);
    greylistings.record('Ann.Lee@example.com', answer('greylisted'), 'north');
    expect(greylistings.egressOf('ann.lee@example.com')).toBe('north');
    await clock.advance(2 * dayMs - 1);
    expect(greylistings.egressOf('ANN.LEE@example.com')).toBe('north');
    await clock.advance(1);
    expect(greylistings.egressOf('Ann.Lee@example.com')).toBeUndefined();
  });

  it('is forgotten with the address, and once the server has answered, however the address is written', () => {
    const greylistings = new Greylistings(new ManualClock());
    const putOff = () => greylistings.record('ann@example.com', answer('greylisted'), 'north');
    putOff();
    greylistings.forget('Ann@example.com');
    expect(greylistings.egressOf('ann@example.com')).toBeUndefined();
    putOff();
    greylistings.record('ANN@example.com', answer('accepted'), 'south');
    expect(greylistings.egressOf('ann@example.com')).toBeUndefined();
  });

  it('is not replaced by what an earlier attempt knew', () => {
    const greylistings = new Greylistings(new ManualClock());
    greylistings.recall('Ann@example.com', 'north');
    greylistings.recall('ann@example.com', 'south');
    expect(greylistings.egressOf('ANN@example.com')).toBe('north');
  });
});
