import { describe, expect, it } from 'vitest';
import { memoryStores } from '../../../adapters/memory/index.ts';
import { singleShare, type WorkShare } from '../../../src/concurrency/work-share.ts';
import type { Meaning } from '../../../src/probe/reply/meanings.ts';
import type { ProbeAnswer } from '../../../src/probe/session/probe-request.ts';
import {
  type AnsweringExchange,
  type CatchAllAnswer,
  CatchAllDetector,
} from '../../../src/verdict/catch-all/catch-all-detector.ts';
import { bulkShare } from '../../probe/session/probe-requests.ts';
import { ManualClock } from '../../support/manual-clock.ts';

function replyMeaning(meaning: Meaning, code: number): ProbeAnswer {
  const classification = { meaning, certainty: 'explicit' as const };
  return { kind: 'reply', stage: 'rcpt', reply: { code, lines: [] }, classification };
}

const accepted = replyMeaning('accepted', 250);
const refused = replyMeaning('mailbox-not-found', 550);
const greylisted = replyMeaning('greylisted', 450);

const minuteMs = 60_000;
const dayMs = 86_400_000;

const preferred: AnsweringExchange = { domain: 'example.org', provider: undefined, backup: undefined };
const backup: AnsweringExchange = { ...preferred, backup: 'backup.example.org' };

/** Detectors of several processes on one store, and an exchange that gives the answers in turn, the last one for ever. */
function processes(...answers: readonly ProbeAnswer[]) {
  const clock = new ManualClock();
  const { cache } = memoryStores({ clock });
  const asked: string[] = [];
  let random = 0.1;
  return {
    clock,
    cache,
    /** The recipients of the catch-all probes. */
    asked,
    start() {
      const next = () => {
        random = (random * 7.3 + 0.17) % 1;
        return random;
      };
      const detector = new CatchAllDetector({ cache, clock, random: { next, uuid: () => '' } });
      const options = { signal: new AbortController().signal, share: singleShare };
      const determine = (exchange = preferred, real?: string) =>
        detector.determine(
          exchange,
          real === undefined ? options : { ...options, accepted: recipient(real) },
          async (address) => {
            asked.push(address);
            const answer = answers[Math.min(asked.length, answers.length) - 1] ?? accepted;
            // Its own probe passes through here like every recipient.
            detector.recordAnswer(recipient(address), answer);
            return { answer, from: exchange };
          },
        );
      return {
        detector,
        determine,
        isCatchAll: async (real?: string) => (await determine(preferred, real)).isCatchAll,
        refuse: (real: string, meaning: Meaning = 'mailbox-not-found') =>
          detector.recordAnswer(recipient(real), replyMeaning(meaning, 550)),
        recall: async () => (await detector.recall(preferred)).isCatchAll,
      };
    },
  };
}

function recipient(address: string) {
  return { address, needsSmtpUtf8: false };
}

describe('what a catch-all probe shows', () => {
  it.each([
    ['that the domain accepts everybody', accepted, true],
    ['that the domain refuses', refused, false],
    ['that the domain refuses, as it would a closed mailbox', replyMeaning('mailbox-disabled', 550), false],
  ])('%s, is known to all processes, for a day at least', async (_what, answer, shown) => {
    const { clock, asked, start } = processes(answer);
    const [first, second] = [start(), start()];
    expect(await first.isCatchAll('ann@example.org')).toBe(shown);
    expect(await second.isCatchAll('bob@example.org')).toBe(shown);
    clock.leap(dayMs);
    expect(await first.isCatchAll('cay@example.org')).toBe(shown);
    expect(await start().isCatchAll('dan@example.org')).toBe(shown);
    expect(asked).toHaveLength(1);
  });

  it('fades, so that another recipient is asked about some days later', async () => {
    const { clock, asked, start } = processes(accepted);
    const { isCatchAll } = start();
    await isCatchAll();
    clock.leap(6 * dayMs);
    expect(await isCatchAll()).toBe(true);
    expect(new Set(asked).size).toBe(2);
    expect(asked).toHaveLength(2);
  });

  it.each([
    ['decides if the second answer is the same', [accepted, accepted], true],
    ['leaves it open if the second answer is another', [accepted, refused], null],
  ])(
    'is asked a second time, about another recipient, if it contradicts the replies, and %s',
    async (_what, answers, shown) => {
      const { asked, start } = processes(...answers);
      const { isCatchAll, refuse } = start();
      refuse('old@example.org');
      expect(await isCatchAll('ann@example.org')).toBe(shown);
      expect(new Set(asked).size).toBe(2);
      await isCatchAll('bob@example.org');
      expect(await start().isCatchAll('cay@example.org')).toBe(shown);
      expect(asked).toHaveLength(2);
    },
  );
});

describe('replies that leave it open whether a domain is a catch-all', () => {
  it('are followed by two catch-all probes a day', async () => {
    const { asked, clock, start } = processes(accepted, refused, greylisted);
    const { isCatchAll, refuse } = start();
    refuse('old@example.org');
    expect(await isCatchAll()).toBeNull();
    clock.leap(dayMs - 1);
    expect(await isCatchAll()).toBeNull();
    expect(asked).toHaveLength(2);
    clock.leap(1);
    expect(await isCatchAll()).toBeNull();
    expect(asked).toHaveLength(3);
    expect(new Set(asked).size).toBe(3);
  });
});

describe('a catch-all probe that was put off', () => {
  it('is sent again after five minutes, about the same recipient, also by another process', async () => {
    const { clock, asked, start } = processes(greylisted, greylisted, accepted);
    const [first, second] = [start(), start()];
    expect(await first.isCatchAll()).toBeNull();
    clock.leap(5 * minuteMs - 1);
    expect(await first.isCatchAll()).toBeNull();
    expect(asked).toHaveLength(1);
    clock.leap(1);
    expect(await second.isCatchAll()).toBeNull();
    clock.leap(minuteMs);
    expect(await first.isCatchAll('ann@example.org')).toBe(true);
    expect(asked).toHaveLength(3);
    expect(new Set(asked).size).toBe(1);
  });

  it('is about another recipient on the next day', async () => {
    const { clock, asked, start } = processes(greylisted);
    const { isCatchAll } = start();
    await isCatchAll();
    clock.leap(dayMs);
    await isCatchAll();
    expect(new Set(asked).size).toBe(2);
  });

  it.each([
    ['by a pause', { kind: 'paused', reason: 'limited', until: 0 } as const],
    ['without an answer', { kind: 'dialogue-failed', failure: 'reply_timeout' } as const],
    ['without saying anything of the recipient', replyMeaning('policy-refused', 550)],
  ])('%s, is sent again after 15 minutes', async (_why, answer) => {
    const { clock, asked, start } = processes(answer);
    const { isCatchAll } = start();
    expect(await isCatchAll('ann@example.org')).toBeNull();
    clock.leap(15 * minuteMs - 1);
    expect(await isCatchAll('bob@example.org')).toBeNull();
    expect(asked).toHaveLength(1);
    clock.leap(1);
    await isCatchAll('cay@example.org');
    expect(asked).toHaveLength(2);
  });
});

describe('refused recipients', () => {
  it('leave it open if there is one, and show that the domain is no catch-all if there are two', async () => {
    const { asked, start } = processes();
    const { refuse, recall, isCatchAll } = start();
    refuse('old@example.org');
    expect(await recall()).toBeNull();
    refuse('former@example.org');
    expect(await recall()).toBe(false);
    expect(await isCatchAll('ann@example.org')).toBe(false);
    expect(asked).toEqual([]);
  });

  it('are known to all processes once they decide', async () => {
    const { start, clock } = processes();
    const { refuse, recall } = start();
    refuse('old@example.org');
    refuse('former@example.org');
    await recall();
    await clock.advance(0);
    expect(await start().recall()).toBe(false);
  });

  it('add up over processes', async () => {
    const { start, clock } = processes(refused);
    const [first, second] = [start(), start()];
    for (const { refuse, recall } of [first, second]) {
      refuse('one@example.org');
      refuse('two@example.org');
      await recall();
    }
    await clock.advance(0);
    first.refuse('three@example.org');
    expect(await start().recall()).toBe(false);
  });

  it('count once, however often one is asked about', async () => {
    const { start } = processes();
    const { refuse, recall } = start();
    for (let times = 0; times < 5; times += 1) refuse('old@example.org');
    expect(await recall()).toBeNull();
  });

  it('decide nothing if they are called closed', async () => {
    const { start } = processes();
    const { refuse, recall } = start();
    refuse('old@example.org', 'mailbox-disabled');
    refuse('former@example.org', 'mailbox-disabled');
    expect(await recall()).toBeNull();
  });

  it('do not count if the server refuses us', async () => {
    const { start } = processes();
    const { refuse, recall } = start();
    for (const name of ['a', 'b', 'c']) refuse(`${name}@example.org`, 'policy-refused');
    expect(await recall()).toBeNull();
  });
});

describe('a backup exchange', () => {
  it('that accepts everybody is known to, and says nothing of the domain', async () => {
    const { asked, start } = processes(accepted);
    const { determine } = start();
    const finding = await determine(backup, 'ann@example.org');
    expect(finding.isCatchAll).toBeNull();
    expect(finding.probability).toBeGreaterThan(0.99);
    expect((await start().determine(backup, 'bob@example.org')).probability).toBeGreaterThan(0.99);
    expect(asked).toHaveLength(1);
    await determine(preferred);
    expect(asked).toHaveLength(2);
  });

  it('that refuses the probe shows that the domain is no catch-all', async () => {
    const { asked, start } = processes(refused);
    expect((await start().determine(backup, 'ann@example.org')).isCatchAll).toBe(false);
    expect(await start().isCatchAll()).toBe(false);
    expect(asked).toHaveLength(1);
  });
});

describe('what is stored', () => {
  it('is not lost when two processes store at the same time', async () => {
    const { start, cache } = processes(accepted);
    const [first, second] = [start(), start()];
    await Promise.all([first.isCatchAll('ann@example.org'), second.isCatchAll('bob@example.org')]);
    // Two real recipients, and one catch-all probe, which both have sent.
    const stored = JSON.parse((await cache.get('catch-all:example.org'))?.value ?? '[]');
    expect(stored.slice(0, 6)).toEqual([2, 0, 0, 0, 1, 0]);
  });

  it('names no recipient', async () => {
    const { start, cache } = processes(accepted);
    await start().isCatchAll('ann@example.org');
    expect((await cache.get('catch-all:example.org'))?.value).not.toContain('ann');
  });
});

describe('a catch-all probe under way', () => {
  it('is shared by single requests, which do not wait for that of a job', async () => {
    const clock = new ManualClock();
    const { cache } = memoryStores({ clock });
    const detector = new CatchAllDetector({ cache, clock, random: { next: () => 0.5, uuid: () => '' } });
    const { signal } = new AbortController();
    const probes: ((answer: CatchAllAnswer) => void)[] = [];
    const ask = (share: WorkShare) =>
      detector.determine(preferred, { signal, share }, () => new Promise((answer) => probes.push(answer)));
    const ofJob = ask(bulkShare);
    await clock.advance(0);
    const ofSingles = [ask(singleShare), ask(singleShare)];
    await clock.advance(0);
    expect(probes).toHaveLength(2);
    probes[1]?.({ answer: refused, from: preferred });
    const findings = await Promise.all(ofSingles);
    expect(findings.map(({ isCatchAll }) => isCatchAll)).toEqual([false, false]);
    // One recipient counts once, whatever is said the second time.
    probes[0]?.({ answer: accepted, from: preferred });
    expect((await ofJob).isCatchAll).toBe(false);
  });
});

describe('a domain that is forgotten while its catch-all probe is under way', () => {
  it.each([
    ['the preferred exchange', preferred],
    ['a backup', backup],
  ])('has the finding that the answer of %s shows', async (_what, from) => {
    const clock = new ManualClock();
    const { cache } = memoryStores({ clock });
    const random = { next: () => 0.4, uuid: () => '' };
    const detector = new CatchAllDetector({ cache, clock, random, mostKnown: 1 });
    const options = { signal: new AbortController().signal, share: singleShare };
    const { probability, isCatchAll } = await detector.determine(preferred, options, async () => {
      detector.recordAnswer(recipient('ann@example.com'), refused);
      return { answer: refused, from };
    });
    expect(probability).toBeLessThan(0.01);
    expect(isCatchAll).toBe(false);
  });

  it('keeps what real recipients are answered meanwhile, and does not take its probe for one', async () => {
    const clock = new ManualClock();
    const { cache } = memoryStores({ clock });
    const random = { next: () => 0.4, uuid: () => '' };
    const detector = new CatchAllDetector({ cache, clock, random, mostKnown: 1 });
    const options = { signal: new AbortController().signal, share: singleShare };
    await detector.determine(preferred, options, async (address) => {
      detector.recordAnswer(recipient('ann@example.com'), refused);
      detector.recordAnswer(recipient('bob@example.org'), refused);
      detector.recordAnswer(recipient(address), refused);
      return { answer: refused, from: preferred };
    });
    const stored = JSON.parse((await cache.get('catch-all:example.org'))?.value ?? '[]');
    expect(stored.slice(0, 6)).toEqual([0, 1, 0, 0, 0, 1]);
    // It is remembered for the next recipient, too.
    expect((await detector.recall(preferred)).isCatchAll).toBe(false);
  });
});
