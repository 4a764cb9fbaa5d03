import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Permit } from '../../../src/concurrency/semaphore.ts';
import { ExchangeStanding } from '../../../src/probe/egress/exchange-standing.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { bulkShare } from '../session/probe-requests.ts';

const hourMs = 3_600_000;

function standing(trialConnections: number, isProvider = false) {
  const clock = new ManualClock();
  const own = new ExchangeStanding(clock, trialConnections, { isProvider });
  const granted: (Permit | undefined)[] = [];
  const connect = async (count: number) => {
    for (let each = 0; each < count; each += 1)
      void own.acquireTrial({}, () => false).then((permit) => granted.push(permit));
    await yieldToEventLoop();
    await yieldToEventLoop();
  };
  const end = async (permit: Permit | undefined) => {
    permit?.release();
    await yieldToEventLoop();
    await yieldToEventLoop();
  };
  return { clock, own, granted, connect, end };
}

describe('an egress that is new to a provider', () => {
  it('has three connections until one recipient was answered, and then as many as it likes for an hour', async () => {
    const { clock, own, granted, connect, end } = standing(3);
    await connect(9);
    expect(granted).toHaveLength(3);
    own.recordReply(false);
    await end(granted[0]);
    expect(granted).toHaveLength(9);
    clock.leap(hourMs - 1);
    expect(own.isWelcome).toBe(true);
    clock.leap(1);
    expect(own.isWelcome).toBe(false);
  });

  it('has no fourth connection if the first three are blocked', async () => {
    const { own, granted, connect, end } = standing(3);
    await connect(9);
    const replies: (string | undefined)[] = [];
    for (let each = 0; each < 3; each += 1) {
      replies.push(own.recordReply(true));
      if (each < 2) await end(granted[each]);
      expect(granted).toHaveLength(3);
    }
    expect(replies).toEqual([undefined, undefined, 'everything']);
  });

  it('comes back with one connection after a block', async () => {
    const { own, granted, connect } = standing(3);
    own.recordReply(false);
    for (let each = 0; each < 3; each += 1) own.recordReply(true);
    own.recordBlock();
    await connect(3);
    expect(granted).toHaveLength(1);
    expect(own.recordReply(true)).toBe('everything');
  });

  it('gives a single request the trial of one that gives it up, and asks no more of them than it needs', async () => {
    const { own } = standing(3);
    const asked: number[] = [];
    const held = await Promise.all(
      [0, 1, 2].map((number): Promise<Permit | undefined> => {
        const giveUp = () => {
          asked.push(number);
          if (number > 0) held[number]?.release();
          return number > 0;
        };
        return own.acquireTrial({ share: bulkShare }, giveUp);
      }),
    );
    void own.acquireTrial({ share: bulkShare }, () => false);
    await yieldToEventLoop();
    expect(asked).toEqual([]);
    expect(await own.acquireTrial({}, () => false)).toBeDefined();
    expect(asked).toEqual([0, 1]);
    expect(await own.acquireTrial({}, () => false)).toBeDefined();
    expect(asked).toEqual([0, 1, 0, 2]);
  });

  it('has as many connections as it likes where there is no other egress', async () => {
    const { granted, connect } = standing(Number.POSITIVE_INFINITY);
    await connect(9);
    expect(granted).toHaveLength(9);
  });
});

describe('the suspicion that an egress has been blocked', () => {
  /** An egress that was answered about a domain, and then refused about another. */
  const suspect = (stage: 'greeting' | 'recipient' = 'recipient') => {
    const { clock, own } = standing(3, true);
    own.recordReply(false, 'welcoming');
    own.recordSign(stage, stage === 'recipient' ? 'strict' : undefined);
    const { suspicion } = own;
    if (suspicion === undefined) throw new Error('There is none.');
    return { clock, own, suspicion };
  };

  it('is aroused by the first sign where the egress was welcome', () => {
    const { own } = standing(3, true);
    own.recordSign('recipient', 'strict');
    expect(own.suspicion).toBeUndefined();
    own.recordReply(false, 'welcoming');
    own.recordSign('recipient', 'strict');
    expect(own.suspicion).toBeDefined();
  });

  it('does not arise where there is no other egress', () => {
    const { own } = standing(Number.POSITIVE_INFINITY, true);
    own.recordReply(false, 'welcoming');
    own.recordSign('recipient', 'strict');
    expect(own.suspicion).toBeUndefined();
  });

  it('is not aroused by a domain that was found to refuse the egress for itself', () => {
    const { own, suspicion } = suspect();
    own.recordReply(true, 'strict');
    own.recordSuccess(suspicion, 'recipient');
    own.recordSign('recipient', 'strict');
    expect(own.suspicion).toBeUndefined();
    own.recordSign('recipient', 'another');
    expect(own.suspicion).toBeDefined();
  });

  it('allows one question at a time, about a domain that has not refused the egress, over three connections', () => {
    const { own, suspicion } = suspect();
    expect(suspicion.allowsQuestionAbout('strict')).toBe(false);
    for (const domain of ['a', 'b', 'c']) {
      expect(suspicion.allowsQuestionAbout(domain)).toBe(true);
      const onAnswered = suspicion.beginQuestion();
      expect(suspicion.allowsQuestionAbout(domain)).toBe(false);
      suspicion.countConnections(1);
      own.recordSign('recipient', domain);
      onAnswered();
    }
    expect(own.suspicion).toBe(suspicion);
    expect(suspicion.allowsQuestionAbout('d')).toBe(false);
  });

  it('is settled by an answer to a question that was asked since, at a greeting by a greeting', () => {
    for (const [stage, other] of [
      ['recipient', 'greeting'],
      ['greeting', 'recipient'],
    ] as const) {
      const { own, suspicion } = suspect(stage);
      own.recordReply(false, 'asked-before');
      own.recordSuccess(suspicion, other);
      expect(own.suspicion).toBe(suspicion);
      own.recordSuccess(suspicion, stage);
      expect(own.suspicion).toBeUndefined();
    }
  });

  it('ends with a block, and after an hour', () => {
    const [first, second] = [suspect(), suspect()];
    first.own.recordBlock();
    expect(first.own.suspicion).toBeUndefined();
    second.clock.leap(hourMs - 1);
    expect(second.own.suspicion).toBeDefined();
    second.clock.leap(1);
    expect(second.own.suspicion).toBeUndefined();
  });
});

describe('blocks', () => {
  it('count in a row', () => {
    const { own } = standing(3);
    const blocked = [true, true, false, true, true, true].map((reply) => own.recordReply(reply));
    expect(blocked).toEqual([undefined, undefined, undefined, undefined, undefined, 'everything']);
  });
});

describe('blocks about recipients of one domain', () => {
  /** `-`: a reply that is no block. */
  const scopes = (own: ExchangeStanding, replies: string) =>
    replies
      .split(' ')
      .map((reply) => own.recordReply(!reply.startsWith('-'), reply.replace('-', '')) ?? 'nothing')
      .join(' ');

  it('count for the domain alone at a provider', () => {
    const { own } = standing(3, true);
    expect(scopes(own, 'a a a a b b b')).toBe('nothing nothing domain domain nothing nothing domain');
    // Others are answered in between.
    expect(scopes(standing(3, true).own, 'a -b a -c a')).toBe('nothing nothing nothing nothing domain');
    expect(scopes(standing(3, true).own, 'a a -a a a a')).toMatch(/^(nothing ){5}domain$/);
  });

  it('count for the provider if three domains block in a row', () => {
    expect(scopes(standing(3, true).own, 'a a b b c')).toBe('nothing nothing nothing nothing everything');
    const { clock, own } = standing(3, true);
    expect(scopes(own, 'a b -c d e -c f g')).not.toContain('everything');
    clock.leap(hourMs);
    expect(scopes(own, 'h')).toBe('everything');
  });

  it('count for their domains if three block in a row where another was answered within the last hour', () => {
    for (const isProvider of [true, false]) {
      const { own } = standing(3, isProvider);
      const found = scopes(own, '-other a b c a b c a b c');
      expect(found).toBe(`${'nothing '.repeat(7)}domain domain domain`);
      expect(scopes(own, 'a b c d')).not.toContain('everything');
      // It was answered before, and is refused as well.
      expect(scopes(own, 'other')).toBe('everything');
    }
  });

  it('count for everything if nine domains block in a row, whoever was answered before', () => {
    const { own } = standing(3, true);
    expect(scopes(own, '-other a b c d e f g h i')).toMatch(/^(nothing ){9}everything$/);
    own.recordBlock();
    expect(scopes(own, 'j')).toBe('everything');
    expect(scopes(own, '-k l m n')).toBe('nothing nothing nothing nothing');
    own.recordBlock();
    expect(scopes(own, 'o')).toBe('everything');
  });

  it('count for a server unless it has answered about another domain within the last hour', () => {
    const unknown = standing(3);
    expect(scopes(unknown.own, 'a a a')).toBe('nothing nothing everything');
    const shared = standing(3);
    expect(scopes(shared.own, '-a -b a a a')).toBe('nothing nothing nothing nothing domain');
    expect(scopes(shared.own, '-a a a a')).toBe('nothing nothing nothing domain');
    shared.clock.leap(hourMs);
    expect(scopes(shared.own, '-a a a a')).toBe('nothing nothing nothing everything');
  });

  it('count for a server if the other domains have blocked since', () => {
    const { own } = standing(3);
    expect(scopes(own, '-a -b b a a a')).toBe('nothing nothing nothing nothing everything everything');
  });

  it('count for everything where they are no policy of a domain', () => {
    const { own } = standing(3, true);
    expect([1, 2, 3].map(() => own.recordReply(true))).toEqual([undefined, undefined, 'everything']);
  });
});
