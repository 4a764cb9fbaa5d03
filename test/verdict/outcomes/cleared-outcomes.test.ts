import { describe, expect, it } from 'vitest';
import { verdictWith } from '../verdicts.ts';
import { startRecording, watched } from './recorded-outcomes.ts';

describe('all outcomes, once cleared,', () => {
  it('leave counts if the process dies, which the next clean-up removes, and none of those recorded since', async () => {
    const { counters, recording, outcomes } = startRecording();
    await outcomes.record(verdictWith(), 'bounced');
    const dying = watched(counters, (method) => {
      if (method === 'clear') throw new Error('the process has died');
    });
    await expect(recording({ counters: dying }).clear()).rejects.toThrow('the process has died');
    await outcomes.record(verdictWith(), 'delivered');
    expect(await counters.read('outcomes')).toMatchObject([{ count: 1 }]);
    await outcomes.removeOldCounters();
    expect(await counters.read('outcomes')).toEqual([]);
    expect(await counters.read('outcomes-1')).toMatchObject([{ count: 1 }]);
    expect(await outcomes.counts()).toMatchObject([{ delivered: 1, bounced: 0 }]);
  });

  it('are looked at again by the clean-up only for the last five clearings', async () => {
    const { counters, recording, outcomes } = startRecording();
    const cleared: unknown[] = [];
    const noted = watched(counters, (method, args) => {
      if (method === 'clear') cleared.push(args[0]);
    });
    const cleanUp = async () => {
      await recording({ counters: noted }).removeOldCounters();
      return cleared.splice(0);
    };
    expect(await cleanUp()).toEqual([]);
    for (let clearing = 0; clearing < 2; clearing += 1) await outcomes.clear();
    expect(await cleanUp()).toEqual(['outcomes', 'outcomes-1']);
    for (let clearing = 2; clearing < 7; clearing += 1) await outcomes.clear();
    expect(await cleanUp()).toEqual(['outcomes-2', 'outcomes-3', 'outcomes-4', 'outcomes-5', 'outcomes-6']);
  });
});
