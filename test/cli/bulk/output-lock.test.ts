import { utimes, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { type LockOptions, lockOutput, lockOutputs } from '../../../adapters/cli/bulk/output-lock.ts';
import { systemClock } from '../../../adapters/system-clock.ts';
import { workFolder } from '../work-folder.ts';

function options(changes: Partial<LockOptions> = {}): LockOptions {
  const { signal } = new AbortController();
  return { clock: systemClock, signal, id: 'one', onWait: () => {}, heartbeatMs: 50, ...changes };
}

describe('the lock of an output', () => {
  it('is held by one run at a time', async () => {
    const folder = await workFolder();
    const out = folder.file('out.csv');
    {
      await using _lock = await lockOutput(out, options());
      let waits = 0;
      const second = lockOutput(out, options({ id: 'two', onWait: () => (waits += 1) }));
      await expect(second).rejects.toMatchObject({ code: 'conflict' });
      await expect(second).rejects.toThrow(`Another run of ${out} is under way.`);
      expect(waits).toBe(1);
      await using _other = await lockOutput(folder.file('other.csv'), options());
    }
    await using _next = await lockOutput(out, options());
    expect(await folder.names()).toEqual(['out.csv.mailproof-lock']);
  });

  it('of a killed run goes to exactly one of several waiting runs', async () => {
    const folder = await workFolder();
    const out = folder.file('out.csv');
    await writeFile(`${out}.mailproof-lock`, '');
    const asked = await Promise.allSettled(
      ['one', 'two', 'three'].map((id) => lockOutput(out, options({ id }))),
    );
    const held = asked.filter((each) => each.status === 'fulfilled').map(({ value }) => value);
    expect(held).toHaveLength(1);
    for (const each of asked) if (each.status === 'rejected') expect(each.reason.code).toBe('conflict');
    await held[0]![Symbol.asyncDispose]();
    expect(await folder.names()).toEqual([]);
  });

  it('may have a modification time in the future, set by another machine', async () => {
    const folder = await workFolder();
    const out = folder.file('out.csv');
    await writeFile(`${out}.mailproof-lock`, '');
    const tomorrow = Date.now() / 1_000 + 86_400;
    await utimes(`${out}.mailproof-lock`, tomorrow, tomorrow);
    await using _lock = await lockOutput(out, options());
    expect(await folder.names()).toEqual(['out.csv.mailproof-lock']);
  });

  it('stops waiting when the command is interrupted', async () => {
    const folder = await workFolder();
    const out = folder.file('out.csv');
    await writeFile(`${out}.mailproof-lock`, '');
    const interrupted = new AbortController();
    const reason = new Error('Interrupted.');
    const onWait = () => interrupted.abort(reason);
    await expect(lockOutput(out, options({ signal: interrupted.signal, onWait }))).rejects.toBe(reason);
  });

  it('of several files is held as a whole: nobody else gets one of them, and a run that cannot have all has none', async () => {
    const folder = await workFolder();
    const [out, safe, risky] = ['out.csv', 'out.safe.csv', 'out.risky.csv'].map((name) => folder.file(name));
    const all = [out!, safe!, risky!];
    {
      await using _lock = await lockOutputs(all, options());
      await expect(lockOutput(risky!, options({ id: 'two' }))).rejects.toMatchObject({ code: 'conflict' });
    }
    expect(await folder.names()).toEqual([]);
    await using _lock = await lockOutput(risky!, options());
    let waits = 0;
    const second = lockOutputs(all, options({ id: 'two', onWait: () => (waits += 1) }));
    await expect(second).rejects.toThrow(`Another run of ${risky} is under way.`);
    expect(waits).toBe(1);
    expect(await folder.names()).toEqual(['out.risky.csv.mailproof-lock']);
  });

  it('of several files goes from a killed run to the next, which says once that it waits', async () => {
    const folder = await workFolder();
    const all = ['out.csv', 'out.safe.csv', 'out.risky.csv'].map((name) => folder.file(name));
    for (const file of all) await writeFile(`${file}.mailproof-lock`, '');
    let waits = 0;
    await using _lock = await lockOutputs(all, options({ onWait: () => (waits += 1) }));
    expect(waits).toBe(1);
  });
});
