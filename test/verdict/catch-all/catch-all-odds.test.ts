import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { providers } from '../../../src/exchange/providers.ts';
import {
  catchAllDomain,
  catchAllShares,
  decisiveProbability,
  type ReplyCounts,
  type ReplyModel,
  selectiveDomain,
} from '../../../src/verdict/catch-all/catch-all-model.ts';
import {
  catchAllProbability,
  catchAllShareOf,
  decide,
} from '../../../src/verdict/catch-all/catch-all-odds.ts';
import { addCounts, noCounts } from '../../../src/verdict/catch-all/known-domain.ts';
import { forAll } from '../../support/values/for-all.ts';

const { usual } = catchAllShares;

function probabilityOf(replies: Partial<ReplyCounts>, share = usual): number {
  return catchAllProbability({ ...noCounts, ...replies }, share);
}

function decisionOn(replies: Partial<ReplyCounts>, share = usual): boolean | null {
  return decide(probabilityOf(replies, share));
}

/** The probability of these replies, multiplied out. */
function likelihood(replies: ReplyCounts, { recipients, closesSome, probeAccepted }: ReplyModel): number {
  const rising = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => from + index).reduce(
      (product, factor) => product * factor,
      1,
    );
  const { accepted, unknown, unexplained } = recipients;
  const shares =
    ((rising(accepted, replies.accepted) / rising(accepted + unknown + unexplained, replies.accepted)) *
      (rising(unknown, replies.unknown) * rising(unexplained, replies.unexplained))) /
    rising(accepted + unknown + unexplained + replies.accepted, replies.unknown + replies.unexplained);
  return (
    shares *
    (replies.closed > 0 ? closesSome : 1) *
    probeAccepted ** replies.probesAccepted *
    (1 - probeAccepted) ** replies.probesRefused
  );
}

/** Evenly spread, unlike doubles, of which hardly any is above one; whole numbers among them. */
const upTo = (most: number) => fc.integer({ min: 0, max: 100 * most }).map((number) => number / 100);

const counts: fc.Arbitrary<ReplyCounts> = fc.record({
  accepted: upTo(200),
  unknown: upTo(200),
  closed: upTo(200),
  unexplained: upTo(200),
  probesAccepted: upTo(2),
  probesRefused: upTo(2),
});

describe('whether a domain is a catch-all', () => {
  it('is what is usual among domains before any reply', () => {
    expect(catchAllShareOf({ provider: undefined, backup: undefined })).toBe(usual);
    expect(probabilityOf({})).toBeCloseTo(usual, 9);
  });

  it.each<[string, Partial<ReplyCounts>]>([
    [
      'each kind',
      { accepted: 3, unknown: 1, closed: 1, unexplained: 2, probesAccepted: 1, probesRefused: 1 },
    ],
    ['one kind', { unexplained: 1 }],
    ['many', { accepted: 150, unknown: 40, unexplained: 12, probesRefused: 2 }],
  ])('follows from Bayes’ rule and the models, with replies of %s', (_, some) => {
    const replies = { ...noCounts, ...some };
    const odds =
      (usual / (1 - usual)) * (likelihood(replies, catchAllDomain) / likelihood(replies, selectiveDomain));
    const probability = catchAllProbability(replies, usual);
    expect(Math.log(probability / (1 - probability))).toBeCloseTo(Math.log(odds), 9);
  });

  it('follows from unexplained refusals, if those are commoner at one kind of domain', () => {
    const modelOf = (unexplained: number) => ({
      ...selectiveDomain,
      recipients: { accepted: 1, unknown: 1, unexplained },
    });
    const models = { catchAll: modelOf(1), selective: modelOf(2) };
    // 1/3 of the first refusals, and 2/4 of them.
    expect(catchAllProbability({ ...noCounts, unexplained: 1 }, 0.5, models)).toBeCloseTo(
      1 / 3 / (1 / 3 + 1 / 2),
      9,
    );
  });

  it('moves with each half of a reply', () => {
    const logOddsOf = (replies: Partial<ReplyCounts>) => {
      const probability = probabilityOf(replies);
      return Math.log(probability / (1 - probability));
    };
    const [none, half, one, oneAndHalf] = [0, 0.5, 1, 1.5].map((unknown) => logOddsOf({ unknown }));
    expect(half).toBeLessThan(none!);
    expect(one).toBeLessThan(half!);
    expect(oneAndHalf).toBeLessThan(one!);
  });

  it('follows from fractions of replies by the gamma function', () => {
    const modelOf = (accepted: number, unknown: number) => ({
      ...selectiveDomain,
      recipients: { accepted, unknown, unexplained: 0.1 },
    });
    const models = { catchAll: modelOf(0.4, 0.5), selective: modelOf(0.5, 0.4) };
    const probability = catchAllProbability({ ...noCounts, accepted: 0.5, unknown: 1 }, 0.5, models);
    // From tables. Gamma(1) is 1.
    const gamma = { 0.4: 2.218159543757688, 0.5: Math.sqrt(Math.PI), 0.9: 1.068628702119319 };
    const odds = (0.5 * gamma[0.9]) / gamma[0.4] / (0.4 / gamma[0.5]);
    expect(probability / (1 - probability)).toBeCloseTo(odds, 9);
  });

  it('is shown by exactly the probability that decides', () => {
    expect(decide(decisiveProbability)).toBe(true);
    expect(decide(1 - decisiveProbability)).toBe(false);
    expect(decide(0.5)).toBeNull();
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

  it('is a probability, which every probe and every unknown recipient moves to its side', () => {
    forAll(
      counts,
      fc.integer({ min: 1, max: 90 }).map((percent) => percent / 100),
      (replies, share) => {
        const before = catchAllProbability(replies, share);
        expect(before).toBeGreaterThanOrEqual(0);
        expect(before).toBeLessThanOrEqual(1);
        const probabilityWith = (more: Partial<ReplyCounts>) =>
          catchAllProbability(addCounts(replies, { ...noCounts, ...more }), share);
        expect(probabilityWith({ probesAccepted: 1 })).toBeGreaterThanOrEqual(before);
        expect(probabilityWith({ probesRefused: 1 })).toBeLessThanOrEqual(before);
        if (replies.unknown < 100) expect(probabilityWith({ unknown: 1 })).toBeLessThanOrEqual(before + 1e-9);
      },
    );
  });
});
