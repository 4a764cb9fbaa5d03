import { describe, expect, it } from 'vitest';
import { assertOutputIsNew, fileOutput } from '../../../adapters/cli/bulk/results-output.ts';
import { workFolder } from '../work-folder.ts';

describe('the output file', () => {
  it('appears only when it is complete', async () => {
    const folder = await workFolder();
    const out = folder.file('out.csv');
    {
      await using output = await fileOutput(out, 'one');
      await output.write('a\n');
      await expect(assertOutputIsNew(out, '')).resolves.toBeUndefined();
      await output.complete();
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
      const ended = first.complete();
      await expect(ended).rejects.toMatchObject({ code: 'conflict' });
      await expect(ended).rejects.toThrow('Another run of the same output took over');
      await second.complete();
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
      await expect(output.complete()).rejects.toThrow(
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
});
