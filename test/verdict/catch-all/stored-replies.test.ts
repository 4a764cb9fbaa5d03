import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addCounts,
  type DomainReplies,
  fadedCounts,
  noCounts,
  noReplies,
  readReplies,
  writeReplies,
} from '../../../src/verdict/catch-all/known-domain.ts';
import { forAll } from '../../support/values/for-all.ts';

const weekMs = 7 * 86_400_000;

describe('the replies of a domain', () => {
  it('count half after a week, and in full if the clock is set back', () => {
    const replies: DomainReplies = { ...noReplies, counts: { ...noCounts, unknown: 8 }, at: weekMs };
    expect(fadedCounts(replies, weekMs).unknown).toBe(8);
    expect(fadedCounts(replies, 2 * weekMs).unknown).toBeCloseTo(4, 9);
    expect(fadedCounts(replies, 0).unknown).toBe(8);
  });

  it('are counted up to a limit', () => {
    const many = { ...noCounts, accepted: 150 };
    expect(addCounts(many, many).accepted).toBe(200);
    expect(addCounts(many, { ...noCounts, unknown: 1 })).toEqual({ ...many, unknown: 1 });
  });

  it('are read as they were written', () => {
    const count = fc.integer({ min: 0, max: 200_000 }).map((thousandths) => thousandths / 1_000);
    const time = fc.integer({ min: 0, max: 4e12 });
    const counts = fc.record({
      accepted: count,
      unknown: count,
      closed: count,
      unexplained: count,
      probesAccepted: count,
      probesRefused: count,
    });
    const probedAt = fc.array(time, { maxLength: 2 });
    forAll(fc.record({ counts, at: time, probedAt }), (replies) => {
      expect(readReplies(writeReplies(replies))).toEqual(replies);
    });
  });

  it.each([
    '',
    'yes',
    '{}',
    'null',
    '[1,2]',
    '[1,2,3,4,5,6]',
    '[-1,0,0,0,0,0,5]',
    '["1",0,0,0,0,0,5]',
    '["1",0,0,0,0,0,0,5]',
    '[0,0,0,0,0,0,5,-6]',
    '[0,0,0,0,0,0,5,6,7,8]',
  ])('are none if something else is stored: %s', (text) => {
    expect(readReplies(text)).toEqual(noReplies);
  });

  it('are bounded if more is stored', () => {
    expect(readReplies('[1e300,0,0,0,0,0,5]').counts.accepted).toBe(200);
  });
});
