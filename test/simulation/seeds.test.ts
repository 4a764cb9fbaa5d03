import { describe, expect, it } from 'vitest';
import { bundleOfFile } from './bundle/bundle-of-file.ts';

describe('Simulated days of a service', () => {
  const run = bundleOfFile();

  it.each([
    ['fixed', 1, 40],
    ['new', Date.now() % 1_000_000_000, 20],
  ])(
    'keep every promise, with %s seeds',
    async (_, from, seeds) => {
      const { lines, exitCode } = await run('--seeds', `${seeds}`, '--from', `${from}`, '--size', 'small');
      console.log(exitCode === 0 ? [lines[0], lines.at(-1)].join('\n') : lines.join('\n'));
      expect(lines.filter((line) => line.includes('BROKEN'))).toEqual([]);
      expect(exitCode).toBe(0);
    },
    1_200_000,
  );

  it('keep every promise on a SQLite file, too, and always have the same story there', async () => {
    const days = ['--seeds', '1', '--from', '1', '--size', 'small', '--store', 'sqlite', '--digest'];
    const [first, second] = [await run(...days), await run(...days)];
    expect(first.lines.filter((line) => line.includes('BROKEN'))).toEqual([]);
    expect(first.exitCode).toBe(0);
    const digests = ({ lines }: typeof first) => lines.filter((line) => line.startsWith('seed ')).sort();
    expect(digests(first)).toHaveLength(1);
    expect(digests(second)).toEqual(digests(first));
  }, 1_200_000);

  it.each([
    [520_002_720, []],
    [700_003_827, []],
    [820_002_601, []],
    [109, ['--only', 'reply-trouble', '--trouble', 'lost']],
    [42, ['--only', 'reply-trouble', '--trouble', 'lost']],
  ])(
    'of the usual size keep every promise, with the seed %s',
    async (seed, days) => {
      const { lines, exitCode } = await run('--seeds', '1', '--from', `${seed}`, ...days);
      expect(lines.filter((line) => line.includes('BROKEN'))).toEqual([]);
      expect(exitCode).toBe(0);
    },
    1_200_000,
  );

  it('of the usual size keep every promise, and have the same story, to the last letter, whenever they run', async () => {
    const digests = async () => {
      const { lines, exitCode } = await run('--seeds', '1', '--from', '1', '--digest');
      expect(lines.filter((line) => line.includes('BROKEN'))).toEqual([]);
      expect(exitCode).toBe(0);
      return lines.filter((line) => /^seed \d+: [0-9a-f]{64}$/.test(line)).sort();
    };
    const first = await digests();
    expect(first).toHaveLength(1);
    expect(await digests()).toEqual(first);
  }, 1_200_000);
});
