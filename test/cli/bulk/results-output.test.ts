import { describe, expect, it } from 'vitest';
import { assertOutputIsNew, fileOutput, publishAll } from '../../../adapters/cli/bulk/results-output.ts';
import { workFolder } from '../work-folder.ts';

describe('the output file', () => {
  it('appears only when it is complete', async () => {
    const folder = await workFolder();
    const out = folder.file('out.csv');
    {
      await using output = await fileOutput(out, 'one');
      await output.write('a\n');
      await expect(assertOutputIsNew(out, '')).resolves.toBeUndefined();
      await publishAll([output]);
    }
    expect(await folder.read('out.csv')).toBe('a\n');
    expect(await folder.names()).toEqual(['out.csv']);
    await expect(assertOutputIsNew(out, ' A hint.')).rejects.toThrow(
      `${out} is there already. Move it away, or choose another --out. A hint.`,
    );
  });

  it('is written by one of two runs, and the other reports a conflict', async () => {
    const folder = await workFolder();
    const out = folder.file('out.csv');
    {
      await using first = await fileOutput(out, 'one');
      await first.write('first\n');
      // The second takes the first for dead and removes its partial file.
      await using second = await fileOutput(out, 'two');
      await second.write('second\n');
      const ended = publishAll([first]);
      await expect(ended).rejects.toMatchObject({ code: 'conflict' });
      await expect(ended).rejects.toThrow('Another run of the same output took over');
      await publishAll([second]);
    }
    expect(await folder.read('out.csv')).toBe('second\n');
    expect(await folder.names()).toEqual(['out.csv']);
  });

  it('does not replace a file created in the meantime', async () => {
    const folder = await workFolder();
    const out = folder.file('out.csv');
    {
      await using output = await fileOutput(out, 'one');
      await output.write('ours\n');
      await folder.write('out.csv', 'precious');
      await expect(publishAll([output])).rejects.toThrow(
        'Another run of the same output has finished meanwhile',
      );
    }
    expect(await folder.read('out.csv')).toBe('precious');
    expect(await folder.names()).toEqual(['out.csv']);
  });

  it('removes the partial files of killed runs', async () => {
    const folder = await workFolder();
    await folder.write('out.csv.mailproof-part-killed', 'half');
    await folder.write('other.csv.mailproof-part-busy', 'half');
    await using _output = await fileOutput(folder.file('out.csv'), 'one');
    expect(await folder.names()).toEqual(['other.csv.mailproof-part-busy', 'out.csv.mailproof-part-one']);
  });

  it('that a killed run published without those that belong to it is written anew, but not one made by hand', async () => {
    const folder = await workFolder();
    const [safe, risky] = [folder.file('out.safe.csv'), folder.file('out.risky.csv')];
    const killed = [await fileOutput(safe, 'one'), await fileOutput(risky, 'one')] as const;
    for (const output of killed) {
      await output.write('old');
      await output.complete();
    }
    await killed[0].publish();
    expect(await folder.read('out.safe.csv')).toBe('old');
    for (const file of [safe, risky]) await assertOutputIsNew(file, '');
    {
      await using first = await fileOutput(safe, 'two');
      await using second = await fileOutput(risky, 'two');
      for (const output of [first, second]) await output.write('new');
      expect(await folder.names()).not.toContain('out.safe.csv');
      await publishAll([first, second]);
    }
    expect([await folder.read('out.safe.csv'), await folder.read('out.risky.csv')]).toEqual(['new', 'new']);
    await folder.write('out.risky.csv.mailproof-part-killed', 'new');
    await expect(assertOutputIsNew(risky, '')).rejects.toThrow('is there already');
  });

  it('that a killed run published stays if somebody has edited it since', async () => {
    const folder = await workFolder();
    const out = folder.file('out.csv');
    const killed = await fileOutput(out, 'one');
    await killed.write('found');
    await killed.complete();
    await killed.publish();
    await folder.write('out.csv', 'found, and edited');
    await expect(assertOutputIsNew(out, '')).rejects.toThrow('is there already');
    await using _output = await fileOutput(out, 'two');
    expect(await folder.read('out.csv')).toBe('found, and edited');
  });

  it('is taken back if one that belongs to it cannot be published', async () => {
    const folder = await workFolder();
    {
      await using safe = await fileOutput(folder.file('out.safe.csv'), 'one');
      await using risky = await fileOutput(folder.file('out.risky.csv'), 'one');
      await folder.write('out.risky.csv', 'precious');
      await expect(publishAll([safe, risky])).rejects.toMatchObject({ code: 'conflict' });
    }
    expect(await folder.names()).toEqual(['out.risky.csv']);
  });

  it('is not taken back once another run has taken over and published its own', async () => {
    const folder = await workFolder();
    const [safe, risky] = [folder.file('out.safe.csv'), folder.file('out.risky.csv')];
    const other = async () => {
      await using first = await fileOutput(safe, 'two');
      await using second = await fileOutput(risky, 'two');
      for (const output of [first, second]) await output.write('other');
      await publishAll([first, second]);
    };
    {
      await using first = await fileOutput(safe, 'one');
      await using second = await fileOutput(risky, 'one');
      const stalled = { ...second, publish: () => other().then(second.publish) };
      await expect(publishAll([first, stalled])).rejects.toMatchObject({ code: 'conflict' });
    }
    expect(await folder.names()).toEqual(['out.risky.csv', 'out.safe.csv']);
  });
});
