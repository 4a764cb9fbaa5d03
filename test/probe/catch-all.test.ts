import { describe, expect, it } from 'vitest';
import { memoryStores } from '../../adapters/memory/index.ts';
import { singleShare, type WorkShare } from '../../src/concurrency/work-share.ts';
import { type CatchAllAnswer, CatchAllDetector } from '../../src/probe/catch-all.ts';
import type { Meaning } from '../../src/probe/reply/meanings.ts';
import type { ProbeAnswer } from '../../src/probe/session/probe-request.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { bulkShare } from './session/probe-requests.ts';

function replyMeaning(meaning: Meaning, code: number): ProbeAnswer {
  const classification = { meaning, certainty: 'explicit' as const };
  return { kind: 'reply', stage: 'rcpt', reply: { code, lines: [] }, classification };
}

/** Detectors of several processes on one store. */
function processes(answer: ProbeAnswer, fromPreferred = true) {
  const clock = new ManualClock();
  const { cache } = memoryStores({ clock });
  let probes = 0;
  const askProbe = async () => {
    probes += 1;
    return { answer, fromPreferred };
  };
  return {
    clock,
    probes: () => probes,
    start() {
      const detector = new CatchAllDetector({ cache, clock, random: { next: () => 0.5, uuid: () => '' } });
      return () =>
        detector.determine(
          'example.org',
          { signal: new AbortController().signal, share: singleShare },
          askProbe,
        );
    },
  };
}

const dayMs = 86_400_000;
const quarterHourMs = 900_000;

describe('what a catch-all probe shows', () => {
  it.each([
    ['that the domain accepts everybody', replyMeaning('accepted', 250), true],
    ['that the domain refuses', replyMeaning('mailbox-not-found', 550), false],
  ])('%s, is known to all processes for a day', async (_what, answer, shown) => {
    const { clock, probes, start } = processes(answer);
    const [first, second] = [start(), start()];
    expect(await first()).toBe(shown);
    expect(await second()).toBe(shown);
    clock.leap(dayMs - 1);
    expect(await first()).toBe(shown);
    expect(await second()).toBe(shown);
    expect(probes()).toBe(1);
    clock.leap(1);
    expect(await first()).toBe(shown);
    expect(probes()).toBe(2);
  });

  it('that a backup accepts everybody, is known for 15 minutes, and to the same process', async () => {
    const { clock, probes, start } = processes(replyMeaning('accepted', 250), false);
    const [first, second] = [start(), start()];
    expect(await first()).toBe(true);
    clock.leap(quarterHourMs - 1);
    expect(await first()).toBe(true);
    expect(probes()).toBe(1);
    expect(await second()).toBe(true);
    expect(probes()).toBe(2);
    clock.leap(1);
    expect(await first()).toBe(true);
    expect(probes()).toBe(3);
  });

  it('that a backup refuses, is known to all processes for a day', async () => {
    const { clock, probes, start } = processes(replyMeaning('mailbox-not-found', 550), false);
    expect(await start()()).toBe(false);
    clock.leap(dayMs - 1);
    expect(await start()()).toBe(false);
    expect(probes()).toBe(1);
  });

  it.each([
    ['was deferred', replyMeaning('greylisted', 450)],
    ['was put off by a pause', { kind: 'paused', reason: 'limited' } as const],
    ['was not answered', { kind: 'dialogue-failed', failure: 'reply_timeout' } as const],
  ])(
    'is undetermined if it %s, and asked again by the same process after 15 minutes',
    async (_why, answer) => {
      const { clock, probes, start } = processes(answer);
      const [first, second] = [start(), start()];
      expect(await first()).toBeNull();
      clock.leap(quarterHourMs - 1);
      expect(await first()).toBeNull();
      expect(probes()).toBe(1);
      clock.leap(1);
      expect(await first()).toBeNull();
      expect(probes()).toBe(2);
      // Nothing is stored for other processes.
      expect(await second()).toBeNull();
      expect(probes()).toBe(3);
    },
  );
});

describe('a catch-all probe under way', () => {
  it('is shared by single requests, which do not wait for that of a job', async () => {
    const clock = new ManualClock();
    const { cache } = memoryStores({ clock });
    const detector = new CatchAllDetector({ cache, clock, random: { next: () => 0.5, uuid: () => '' } });
    const { signal } = new AbortController();
    const probes: ((answer: CatchAllAnswer) => void)[] = [];
    const ask = (share: WorkShare) =>
      detector.determine(
        'example.org',
        { signal, share },
        () => new Promise((answer) => probes.push(answer)),
      );
    const ofJob = ask(bulkShare);
    await clock.advance(0);
    const ofSingles = [ask(singleShare), ask(singleShare)];
    await clock.advance(0);
    expect(probes).toHaveLength(2);
    probes[1]?.({ answer: replyMeaning('mailbox-not-found', 550), fromPreferred: true });
    expect(await Promise.all(ofSingles)).toEqual([false, false]);
    // What the single request has learnt counts, whatever the other server says.
    probes[0]?.({ answer: replyMeaning('accepted', 250), fromPreferred: true });
    expect(await ofJob).toBe(false);
  });
});
