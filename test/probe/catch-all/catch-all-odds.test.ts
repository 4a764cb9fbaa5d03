import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { providers } from '../../../src/exchange/providers.ts';
import { ownDomainProviders, type ReplyCounts } from '../../../src/probe/catch-all/catch-all-model.ts';
import { catchAllProbability, catchAllShareOf, decide } from '../../../src/probe/catch-all/catch-all-odds.ts';
import { addCounts, noCounts } from '../../../src/probe/catch-all/domain-replies.ts';

const usual = catchAllShareOf({ provider: undefined, backup: undefined });

function probabilityOf(replies: Partial<ReplyCounts>, share = usual): number {
  return catchAllProbability({ ...noCounts, ...replies }, share);
}

function decisionOn(replies: Partial<ReplyCounts>, share = usual): boolean | null {
  return decide(probabilityOf(replies, share));
}

const counts: fc.Arbitrary<ReplyCounts> = fc.record({
  accepted: fc.double({ min: 0, max: 200, noNaN: true }),
  unknown: fc.double({ min: 0, max: 200, noNaN: true }),
  closed: fc.double({ min: 0, max: 200, noNaN: true }),
  unexplained: fc.double({ min: 0, max: 200, noNaN: true }),
  probesAccepted: fc.double({ min: 0, max: 2, noNaN: true }),
  probesRefused: fc.double({ min: 0, max: 2, noNaN: true }),
});

describe('whether a domain is a catch-all', () => {
  it('is what is usual among domains before any reply', () => {
    expect(probabilityOf({})).toBeCloseTo(usual, 9);
  });

  it('is shown by one catch-all probe if nothing contradicts it', () => {
    expect(decisionOn({ accepted: 1, probesAccepted: 1 })).toBe(true);
    expect(decisionOn({ accepted: 1, probesRefused: 1 })).toBe(false);
    expect(decisionOn({ accepted: 50, unknown: 10, probesRefused: 1 })).toBe(false);
  });

  it('is not shown by one refused recipient, which a catch-all may have closed, but by two', () => {
    expect(decisionOn({ unknown: 1 })).toBeNull();
    expect(decisionOn({ unknown: 2 })).toBe(false);
  });

  it('is hardly shown by recipients refused as closed, and less by unexplained refusals than by unknown ones', () => {
    expect(probabilityOf({ closed: 1 })).toBeLessThan(usual);
    expect(decisionOn({ closed: 50 })).toBeNull();
    const [closed, unexplained, unknown] = [
      probabilityOf({ closed: 1 }),
      probabilityOf({ unexplained: 1 }),
      probabilityOf({ unknown: 1 }),
    ];
    expect([closed, unexplained, unknown].sort((a, b) => b - a)).toEqual([closed, unexplained, unknown]);
  });

  it('stays shown by the probe where a catch-all refuses one name in twenty', () => {
    expect(decisionOn({ accepted: 19, unknown: 1, probesAccepted: 1 })).toBe(true);
    expect(decisionOn({ accepted: 190, unknown: 10, probesAccepted: 1 })).toBe(true);
  });

  it('is open again if the probe and the first replies contradict each other, until a second probe', () => {
    const contradiction = { accepted: 1, unknown: 2, probesAccepted: 1 };
    expect(decisionOn(contradiction)).toBeNull();
    expect(decisionOn({ ...contradiction, probesAccepted: 2 })).toBe(true);
  });

  it('needs at least one reply, whatever is known of the exchange', () => {
    for (const provider of [undefined, ...providers])
      for (const backup of [undefined, 'backup.example.org'])
        expect(decide(catchAllShareOf({ provider, backup }))).toBeNull();
  });

  it('is likelier behind a filter, likelier still at a backup, and unlikely at a provider of its own domains', () => {
    const shareOf = (id: string) =>
      catchAllShareOf({ provider: providers.find((each) => each.id === id), backup: undefined });
    const backup = catchAllShareOf({ provider: undefined, backup: 'backup.example.org' });
    const shares = [shareOf('gmail'), usual, shareOf('mimecast'), backup];
    expect(shares).toEqual([...new Set(shares)].sort((a, b) => a - b));
    expect(shareOf('google-workspace')).toBe(usual);
    expect(shareOf('sophos')).toBe(shareOf('mimecast'));
  });

  it('names providers that there are', () => {
    const known = new Set(providers.map(({ id }) => id));
    expect([...ownDomainProviders].filter((id) => !known.has(id))).toEqual([]);
  });

  it('is a probability, which every probe and every unknown recipient moves to its side', () => {
    fc.assert(
      fc.property(counts, fc.double({ min: 0.01, max: 0.9, noNaN: true }), (replies, share) => {
        const before = catchAllProbability(replies, share);
        expect(before).toBeGreaterThanOrEqual(0);
        expect(before).toBeLessThanOrEqual(1);
        const probabilityWith = (more: Partial<ReplyCounts>) =>
          catchAllProbability(addCounts(replies, { ...noCounts, ...more }), share);
        expect(probabilityWith({ probesAccepted: 1 })).toBeGreaterThanOrEqual(before);
        expect(probabilityWith({ probesRefused: 1 })).toBeLessThanOrEqual(before);
        if (replies.unknown < 100) expect(probabilityWith({ unknown: 1 })).toBeLessThanOrEqual(before + 1e-9);
      }),
    );
  });
});
