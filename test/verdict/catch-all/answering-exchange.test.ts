import { describe, expect, it, vi } from 'vitest';
import { memoryStores } from '../../../adapters/memory/index.ts';
import { singleShare } from '../../../src/concurrency/work-share.ts';
import type { Classification, Meaning, Stage } from '../../../src/probe/reply/meanings.ts';
import type { ProbeAnswer } from '../../../src/probe/session/probe-request.ts';
import {
  type AnsweringExchange,
  CatchAllDetector,
} from '../../../src/verdict/catch-all/catch-all-detector.ts';
import { catchAllShares } from '../../../src/verdict/catch-all/catch-all-model.ts';
import { catchAllProbability, catchAllShareOf } from '../../../src/verdict/catch-all/catch-all-odds.ts';
import { noCounts } from '../../../src/verdict/catch-all/known-domain.ts';
import { ManualClock } from '../../support/manual-clock.ts';

const minuteMs = 60_000;

const preferred: AnsweringExchange = { domain: 'example.org', provider: undefined, backup: undefined };
const backup: AnsweringExchange = { ...preferred, backup: 'backup.example.org' };
const { usual } = catchAllShares;

function reply(
  meaning: Meaning,
  { stage = 'rcpt', certainty = 'explicit' }: { stage?: Stage; certainty?: Classification['certainty'] } = {},
): ProbeAnswer {
  const classification = { meaning, certainty };
  return { kind: 'reply', stage, reply: { code: 550, lines: [] }, classification };
}

/** A detector whose catch-all probes get this answer from this exchange. */
function detectorWith(answer: ProbeAnswer, from: AnsweringExchange = preferred) {
  const clock = new ManualClock();
  const { cache } = memoryStores({ clock });
  const random = { next: () => 0.99, uuid: () => '' };
  const detector = new CatchAllDetector({ cache, clock, random });
  const asked: string[] = [];
  const options = { signal: new AbortController().signal, share: singleShare };
  const determine = (exchange: AnsweringExchange) =>
    detector.determine(exchange, options, async (address) => {
      asked.push(address);
      return { answer, from };
    });
  return { clock, cache, detector, asked, determine };
}

const refuse = (detector: CatchAllDetector, name: string, answer: ProbeAnswer) =>
  detector.recordAnswer({ address: `${name}@example.org`, needsSmtpUtf8: false }, answer);

describe('a catch-all probe that another exchange answers than the one asked', () => {
  it('shows of a backup that it accepts everybody, and nothing of the domain', async () => {
    const { asked, clock, determine } = detectorWith(reply('accepted'), backup);
    const finding = await determine(preferred);
    expect(finding.isCatchAll).toBeNull();
    expect(finding.probability).toBeGreaterThan(0.99);
    expect((await determine(preferred)).probability).toBeCloseTo(usual, 9);
    expect(asked).toHaveLength(1);
    clock.leap(15 * minuteMs - 1);
    await determine(preferred);
    expect(asked).toHaveLength(1);
    clock.leap(1);
    await determine(preferred);
    expect(asked).toHaveLength(2);
  });

  it('shows that the domain is no catch-all, if a backup refuses it', async () => {
    const { detector, determine } = detectorWith(reply('mailbox-not-found'), backup);
    expect((await determine(preferred)).isCatchAll).toBe(false);
    expect((await detector.recall(preferred)).isCatchAll).toBe(false);
    expect((await detector.recall(backup)).probability).toBeLessThan(0.01);
  });

  it('shows of the domain what a preferred exchange says, if a backup was to be asked', async () => {
    const { asked, detector, determine } = detectorWith(reply('accepted'), preferred);
    expect(await determine(backup)).toMatchObject({ isCatchAll: true });
    expect((await detector.recall(preferred)).probability).toBeGreaterThan(0.99);
    expect((await detector.recall(backup)).probability).toBeCloseTo(catchAllShareOf(backup), 9);
    await determine(preferred);
    expect(asked).toHaveLength(1);
  });
});

describe('the recipient of a catch-all probe', () => {
  it('is a letter and 19 letters or digits, of all that there are', async () => {
    const { asked, determine } = detectorWith(reply('accepted'));
    await determine(preferred);
    expect(asked).toEqual([`z${'9'.repeat(19)}@example.org`]);
  });
});

describe('the answer to a catch-all probe', () => {
  it.each<[string, ProbeAnswer]>([
    ['to another command than RCPT', reply('mailbox-not-found', { stage: 'mail' })],
    ['that says nothing of the recipient', reply('policy-refused')],
    ['that the mailbox is busy', reply('mailbox-busy')],
    ['that is none', { kind: 'unreachable', problem: 'connection_refused', testedMs: 1_000 }],
  ])('shows nothing if it is one %s', async (_, answer) => {
    const { determine, detector } = detectorWith(answer);
    expect((await determine(preferred)).probability).toBeCloseTo(usual, 9);
    expect((await detector.recall(preferred)).probability).toBeCloseTo(usual, 9);
  });

  it.each<[Meaning, number]>([
    ['greylisted', 5],
    ['verification-pending', 5],
    ['temporary-failure', 15],
  ])('that says %s lets the same be asked again after %i minutes', async (meaning, minutes) => {
    const { asked, clock, determine } = detectorWith(reply(meaning));
    await determine(preferred);
    clock.leap(minutes * minuteMs - 1);
    await determine(preferred);
    expect(asked).toHaveLength(1);
    clock.leap(1);
    await determine(preferred);
    expect(asked).toHaveLength(2);
    expect(new Set(asked).size).toBe(1);
  });
});

describe('a refused recipient', () => {
  it.each<[string, ProbeAnswer, object]>([
    ['as unknown', reply('mailbox-not-found'), { unknown: 1 }],
    ['as closed', reply('mailbox-disabled'), { closed: 1 }],
    ['without a reason', reply('mailbox-not-found', { certainty: 'weak' }), { unexplained: 1 }],
    ['by another rule', reply('policy-refused'), {}],
    ['because it is busy', reply('mailbox-busy'), {}],
    ['by nobody', { kind: 'paused', reason: 'limited', until: 0 }, {}],
  ])('counts by what it is refused as: %s', async (_, answer, counts) => {
    const { detector } = detectorWith(reply('accepted'));
    refuse(detector, 'ann', answer);
    const { probability } = await detector.recall(preferred);
    expect(probability).toBeCloseTo(catchAllProbability({ ...noCounts, ...counts }, usual), 9);
  });

  it('is looked for in the store only as long as the domain is open', async () => {
    const { cache, clock, detector } = detectorWith(reply('accepted'));
    let read = 0;
    const get = cache.get.bind(cache);
    cache.get = (key) => {
      read += 1;
      return get(key);
    };
    await detector.recall(preferred);
    expect(read).toBe(1);
    for (const name of ['ann', 'bob']) refuse(detector, name, reply('mailbox-not-found'));
    await detector.recall(preferred);
    await clock.advance(0);
    expect(await cache.get('catch-all:example.org')).toBeDefined();
    read = 0;
    expect(await detector.recall(preferred)).toMatchObject({ isCatchAll: false });
    expect(read).toBe(0);
  });

  it('is stored once it decides, and not before', async () => {
    const { cache, clock, detector } = detectorWith(reply('accepted'));
    refuse(detector, 'ann', reply('mailbox-not-found'));
    await detector.recall(preferred);
    await clock.advance(0);
    expect(await cache.get('catch-all:example.org')).toBeUndefined();
    refuse(detector, 'bob', reply('mailbox-not-found'));
    await detector.recall(preferred);
    await clock.advance(0);
    const { value } = (await cache.get('catch-all:example.org')) ?? { value: '' };
    const writes = vi.spyOn(cache, 'replace');
    await detector.recall(preferred);
    await clock.advance(0);
    expect(writes).not.toHaveBeenCalled();
    expect((await cache.get('catch-all:example.org'))?.value).toBe(value);
  });

  it('is no error if it cannot be stored', async () => {
    const { cache, clock, detector } = detectorWith(reply('accepted'));
    cache.replace = async () => {
      throw new Error('The store is away.');
    };
    for (const name of ['ann', 'bob']) refuse(detector, name, reply('mailbox-not-found'));
    expect(await detector.recall(preferred)).toMatchObject({ isCatchAll: false });
    await clock.advance(0);
  });
});
