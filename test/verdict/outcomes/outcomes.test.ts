import { describe, expect, it } from 'vitest';
import type { Stores } from '../../../src/ports/stores.ts';
import { ConfidenceLearner, tableDigest } from '../../../src/verdict/outcomes/confidence-learner.ts';
import { GivenConfidences } from '../../../src/verdict/outcomes/given-confidences.ts';
import { outcomesCounterAfter } from '../../../src/verdict/outcomes/outcome-counter.ts';
import { RecordedOutcomes, samplePlaceOf } from '../../../src/verdict/outcomes/outcomes.ts';
import { startStores } from '../../sqlite/temporary-file.ts';
import { changedPort } from '../../stores/changed-port.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { verdictWith } from '../verdicts.ts';
import { startRecording, watched } from './recorded-outcomes.ts';

const dayMs = 86_400_000;

/** Stores of a process that dies after so many calls. The answer to the last one may be lost with it. */
function dyingAfter(
  { cache }: Stores,
  { calls, isAnswerLost }: { readonly calls: number; readonly isAnswerLost: boolean },
): Pick<Stores, 'cache'> {
  let left = calls;
  const die = () => {
    throw new Error('the process has died');
  };
  const before = () => {
    left -= 1;
    if (left < (isAnswerLost ? -1 : 0)) die();
  };
  const after = () => {
    if (left < 0) die();
  };
  return { cache: watched(cache, before, after) };
}

describe('an outcome', () => {
  it('is counted by the evidence, the provider and the confidence of its verdict', async () => {
    const { outcomes } = startRecording();
    const gmail = verdictWith({ email: 'tom@gmail.com', email_provider: 'Gmail' });
    expect(await outcomes.record(verdictWith(), 'delivered')).toBe('counted');
    expect(await outcomes.record(verdictWith({ email: 'eve@example.org' }), 'complained')).toBe('counted');
    expect(await outcomes.record(gmail, 'bounced')).toBe('counted');
    const kind = { evidence: 'accepted', confidence: 97, unlearnedConfidence: 97, predicts: 'delivery' };
    expect(await outcomes.counts()).toEqual([
      { ...kind, provider: 'Unknown', delivered: 1, bounced: 0, complained: 1 },
      { ...kind, provider: 'Gmail', delivered: 0, bounced: 1, complained: 0 },
    ]);
  });

  it('counts once, in whatever spelling of the address and by however many processes it is recorded', async () => {
    const { outcomes, recording } = startRecording();
    const records = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? outcomes : recording()).record(
          verdictWith({ email: index % 3 === 0 ? 'ann@EXAMPLE.org' : 'Ann@example.org' }),
          'delivered',
        ),
      ),
    );
    expect(records.filter((record) => record === 'counted')).toHaveLength(1);
    expect(await outcomes.counts()).toMatchObject([{ delivered: 1 }]);
  });

  it('counts as the worst that was recorded of the address, in whatever order', async () => {
    for (const order of [
      ['delivered', 'complained', 'bounced'],
      ['bounced', 'delivered', 'complained'],
      ['complained', 'bounced', 'bounced'],
    ] as const) {
      const { outcomes } = startRecording();
      for (const outcome of order) await outcomes.record(verdictWith(), outcome);
      expect(await outcomes.counts()).toMatchObject([{ delivered: 0, bounced: 1, complained: 0 }]);
    }
  });

  it('of many at once counts once, as the worst', async () => {
    const { outcomes, recording } = startRecording();
    const all = ['delivered', 'bounced', 'complained'] as const;
    await Promise.all(
      Array.from({ length: 30 }, (_, index) => recording().record(verdictWith(), all[index % 3]!)),
    );
    const [count, ...others] = await outcomes.counts();
    expect(others).toEqual([]);
    expect(count).toMatchObject({ delivered: 0, bounced: 1, complained: 0 });
  });

  it('counts once, as the worst, in whichever of two processes on one file it is recorded', async () => {
    const { stores, second, stop } = await startStores({ clock: new ManualClock() });
    const both = [stores, await second()];
    const all = ['delivered', 'bounced', 'complained'] as const;
    await Promise.all(
      Array.from({ length: 60 }, (_, index) => {
        const { recording } = startRecording();
        const verdict = verdictWith({ email: `ann@company${index % 5}.example` });
        return recording(both[index % 2]).record(verdict, all[index % 3]!);
      }),
    );
    const { recording } = startRecording();
    expect(await recording(both[1]).counts()).toMatchObject([{ delivered: 0, bounced: 5, complained: 0 }]);
    await stop();
  });

  it('is counted by a repeat, and once, in whichever call to the stores the process died that recorded it first', async () => {
    for (const before of [[], ['delivered']] as const) {
      for (let calls = 0; calls < 12; calls += 1) {
        const { stores, recording, outcomes } = startRecording();
        for (const outcome of before) await outcomes.record(verdictWith(), outcome);
        for (const isAnswerLost of [false, true]) {
          const dying = dyingAfter(stores, { calls, isAnswerLost });
          await recording(dying)
            .record(verdictWith(), 'bounced')
            .catch(() => {});
        }
        await outcomes.record(verdictWith(), 'bounced');
        expect(await outcomes.counts()).toMatchObject([{ delivered: 0, bounced: 1 }]);
        expect(await outcomes.record(verdictWith(), 'bounced')).toBe('known');
      }
    }
  });

  it('counts again after 90 days', async () => {
    const { outcomes, clock } = startRecording();
    await outcomes.record(verdictWith(), 'delivered');
    clock.leap(90 * dayMs);
    expect(await outcomes.record(verdictWith(), 'delivered')).toBe('counted');
    expect(await outcomes.counts()).toMatchObject([{ delivered: 2 }]);
  });

  it('is ignored if the verdict promised nothing, or was certain', async () => {
    const { outcomes } = startRecording();
    const unknown = verdictWith({ status: 'unknown', substatus: 'timeout', confidence: null });
    expect(await outcomes.record(unknown, 'bounced')).toBe('ignored');
    const syntax = verdictWith({ status: 'invalid', substatus: 'invalid_syntax', confidence: 100 });
    expect(await outcomes.record(syntax, 'bounced')).toBe('ignored');
    expect(await outcomes.counts()).toEqual([]);
  });

  it('of an account counts only if the operator has named the account', async () => {
    const { outcomes } = startRecording({ accounts: ['trusted'] });
    expect(await outcomes.record(verdictWith(), 'bounced', { account: 'stranger' })).toBe('ignored');
    expect(await outcomes.counts()).toEqual([]);
    expect(await outcomes.record(verdictWith(), 'bounced', { account: 'trusted' })).toBe('counted');
  });

  it('leaves neither the address nor its domain in the stores', async () => {
    const { outcomes, counters, recording } = startRecording();
    const written: unknown[] = [];
    const noted = watched(counters, (method, args) => {
      written.push([method, args]);
    });
    await recording({ counters: noted }).record(verdictWith(), 'delivered');
    await recording({ counters: noted }).record(verdictWith(), 'bounced');
    const text = JSON.stringify([written, await counters.read(outcomesCounterAfter(0))]);
    expect(text.match(/addOnce/g)).toHaveLength(2);
    expect(text).not.toMatch(/ann|example/i);
    expect(await outcomes.counts()).toHaveLength(1);
  });

  it('may be recorded again once all were cleared', async () => {
    const { outcomes } = startRecording();
    await outcomes.record(verdictWith(), 'bounced');
    await outcomes.clear();
    expect(await outcomes.counts()).toEqual([]);
    expect(await outcomes.record(verdictWith(), 'delivered')).toBe('counted');
    expect(await outcomes.record(verdictWith(), 'delivered')).toBe('known');
    expect(await outcomes.counts()).toMatchObject([{ delivered: 1, bounced: 0 }]);
  });

  it('counts once, or not at all, in whichever call to the stores the process died that cleared all', async () => {
    for (let calls = 0; calls < 8; calls += 1) {
      const { stores, recording, outcomes } = startRecording();
      await outcomes.record(verdictWith(), 'bounced');
      const dying = dyingAfter(stores, { calls, isAnswerLost: false });
      await recording(dying)
        .clear()
        .catch(() => {});
      const counts = await outcomes.counts();
      const again = await outcomes.record(verdictWith(), 'bounced');
      expect(again).toBe(counts.length === 0 ? 'counted' : 'known');
      expect(await outcomes.counts()).toMatchObject([{ bounced: 1 }]);
    }
  });

  it('may be recorded again once the address was forgotten', async () => {
    const { outcomes } = startRecording();
    await outcomes.record(verdictWith(), 'delivered');
    await outcomes.forget('ann@example.org');
    expect(await outcomes.record(verdictWith(), 'delivered')).toBe('counted');
  });

  it('leaves no record of an address that was forgotten, not even one from before all were cleared', async () => {
    const { outcomes, counters } = startRecording();
    const removed: unknown[] = [];
    await outcomes.record(verdictWith(), 'delivered');
    await outcomes.clear();
    await outcomes.record(verdictWith(), 'delivered');
    const { recording } = startRecording();
    const noted = watched(counters, (method, args) => {
      if (method === 'removeRecord') removed.push(args[0]);
    });
    await recording({ counters: noted }).forget('ann@example.org');
    expect(removed).toEqual([outcomesCounterAfter(0), outcomesCounterAfter(1)]);
  });

  it('is compared with what the tables had said of its verdict, not of newer ones, if the time of the verdict is known', async () => {
    const { clock, counters } = startRecording();
    const given = new GivenConfidences({ counters, clock, tables: tableDigest });
    const verifiedAt = clock.now();
    const said = { evidence: 'accepted+catch_all', provider: 'Unknown', confidence: 58 };
    given.record({ ...said, unlearnedConfidence: 58 });
    await clock.advance(60_000);
    clock.leap(21 * dayMs);
    for (let each = 0; each < 200; each += 1) given.record({ ...said, unlearnedConfidence: 52 });
    await given.close();
    const learner = new ConfidenceLearner({ counters, clock });
    const outcomes = new RecordedOutcomes({ counters, clock, learner, accounts: [] });
    const verdict = (email: string) =>
      verdictWith({
        email,
        status: 'risky',
        substatus: 'catch_all',
        is_domain_catch_all: true,
        confidence: 58,
      });
    await outcomes.record(verdict('ann@example.org'), 'bounced', { verifiedAt });
    await outcomes.record(verdict('bob@example.net'), 'complained', { verifiedAt: clock.now() });
    await outcomes.record(verdict('eve@example.com'), 'delivered');
    expect(await outcomes.counts()).toMatchObject([
      { unlearnedConfidence: 58, bounced: 1, complained: 0, delivered: 0 },
      { unlearnedConfidence: 52, bounced: 0, complained: 1, delivered: 1 },
    ]);
  });

  it('counts with any time from the year 2000 on', async () => {
    const { outcomes } = startRecording();
    const verifiedAt = Date.UTC(2000, 0, 1);
    expect(await outcomes.record(verdictWith(), 'bounced', { verifiedAt })).toBe('counted');
    await expect(
      outcomes.record(verdictWith(), 'bounced', { verifiedAt: verifiedAt - 1 }),
    ).rejects.toMatchObject({ parameter: 'verifiedAt' });
  });

  it('is ignored if its verdict is of no kind that this release knows, or of a certainty that no answer has', async () => {
    const { outcomes } = startRecording();
    const later = verdictWith({
      status: 'risky',
      substatus: 'parked_domain' as 'disposable',
      confidence: 50,
    });
    expect(await outcomes.record(later, 'bounced')).toBe('ignored');
    for (const confidence of [0, 100, null])
      expect(await outcomes.record(verdictWith({ confidence }), 'bounced')).toBe('ignored');
    expect(await outcomes.counts()).toEqual([]);
  });

  it.each([
    ['of another release', (counted: string) => `later ${counted}`],
    ['without what it counts as', () => '0 rumour'],
  ])('counts although its record is one %s', async (_, recordFor) => {
    const { outcomes, counters } = startRecording();
    await outcomes.record(verdictWith(), 'delivered');
    const [counter, key] = [outcomesCounterAfter(0), samplePlaceOf('ann@example.org').key];
    const expected = await counters.readRecord(counter, key);
    const value = recordFor(expected!);
    const record = { key, expected, value, expiresAt: Number.MAX_SAFE_INTEGER };
    await counters.addOnce(counter, [], { maxBytes: 1_000, record });
    expect(await outcomes.record(verdictWith(), 'delivered')).toBe('counted');
    expect(await outcomes.record(verdictWith(), 'delivered')).toBe('known');
  });

  it('is taken for known if others have taken its place a hundred times', async () => {
    const { counters, recording } = startRecording();
    let tries = 0;
    const contested = changedPort(counters, {
      addOnce: async () => {
        tries += 1;
        if (tries > 1_000) throw new Error('It is tried without end.');
        return false;
      },
      readRecord: async () => undefined,
    });
    expect(await recording({ counters: contested }).record(verdictWith(), 'delivered')).toBe('known');
    expect(tries).toBe(100);
  });

  it('that nobody has recorded is forgotten like any other', async () => {
    const { outcomes } = startRecording();
    await outcomes.clear();
    await expect(outcomes.forget('ann@example.org')).resolves.toBeUndefined();
    expect(await outcomes.record(verdictWith(), 'delivered')).toBe('counted');
  });
});
