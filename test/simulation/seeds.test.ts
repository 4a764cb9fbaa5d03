import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleSimulator } from './bundle/bundle.mjs';

describe('Simulated days of a service', () => {
  let bundle: Awaited<ReturnType<typeof bundleSimulator>>;

  beforeAll(async () => {
    bundle = await bundleSimulator();
  });

  afterAll(() => bundle.remove());

  const run = async (...args: string[]) => {
    const lines: string[] = [];
    const { simulateCommand } = await import(bundle.command);
    const print = (text: string) => lines.push(text);
    const exitCode: number = await simulateCommand(args, {
      worker: bundle.worker,
      bundle: bundleSimulator,
      print,
    });
    return { lines, exitCode };
  };

  it.each([
    ['fixed', 1, 180],
    ['new', Date.now() % 1_000_000_000, 20],
  ])(
    'keep every promise, with %s seeds',
    async (_, from, seeds) => {
      const { lines, exitCode } = await run('--seeds', `${seeds}`, '--from', `${from}`, '--size', 'small');
      console.log(exitCode === 0 ? [lines[0], lines.at(-1)].join('\n') : lines.join('\n'));
      expect(lines.filter((line) => line.includes('BROKEN'))).toEqual([]);
      expect(exitCode).toBe(0);
    },
    240_000,
  );

  it('keep every promise on a SQLite file, too, and always have the same story there', async () => {
    const days = ['--seeds', '3', '--from', '1', '--size', 'small', '--store', 'sqlite', '--digest'];
    const [first, second] = [await run(...days), await run(...days)];
    expect(first.lines.filter((line) => line.includes('BROKEN'))).toEqual([]);
    expect(first.exitCode).toBe(0);
    const digests = ({ lines }: typeof first) => lines.filter((line) => line.startsWith('seed ')).sort();
    expect(digests(first)).toHaveLength(3);
    expect(digests(second)).toEqual(digests(first));
  }, 240_000);

  it.each([
    ['a refusal that was doubted, and no connection free to make sure of it in time', 520_002_720],
    ['a retry long after a mail server had asked us to slow down', 700_003_827],
    [
      'a mail server that limits how fast it is asked, and complains about missing recipients too',
      700_006_380,
    ],
    ['a lookup that wanted one more connection when its time was up', 700_000_454],
    ['an unknown whose patient successor nobody paid for', 700_001_963],
    ['a server that greeted us just before port 25 was blocked', 700_004_123],
    ['a single request at a server of which the lists of another process used all connections', 910_000_205],
    ['a process that is closed while somebody reads a job', 800_001_302],
    ['a caller who had waited for another, and had too little time left to begin', 810_000_314],
    ['several egresses, and forgot through which one it had been put off', 820_000_426],
    ['two batches with the same item, after the store lost what one of them said', 700_000_796],
    ['an egress that found no more than another had before, and a domain that moved', 820_008_084],
    ['a lookup whose time was up after its process had stood still', 820_008_210],
    ['a store that lost the retries of a batch, but not the rest of it', 820_002_601],
    ['an answer that was under way when its caller left', 700_002_462],
    ['processes of four connections each, of which slow servers held most', 700_004_341],
    [
      'servers that greeted us, and were slow to go on, when others had not',
      109,
      ['--only', 'reply-trouble', '--trouble', 'lost'],
    ],
    [
      'servers so slow that the retries of a batch were kept waiting for the rest of it',
      42,
      ['--only', 'reply-trouble', '--trouble', 'lost'],
    ],
  ])(
    'keep every promise on a day that had %s',
    async (_, seed, days: readonly string[] = []) => {
      const { lines, exitCode } = await run('--seeds', '1', '--from', `${seed}`, ...days);
      expect(lines.filter((line) => line.includes('BROKEN'))).toEqual([]);
      expect(exitCode).toBe(0);
    },
    240_000,
  );

  it('of the usual size keep every promise, and have the same story, to the last letter, whenever they run', async () => {
    const digests = async () => {
      const { lines, exitCode } = await run('--seeds', '4', '--from', '1', '--digest');
      expect(lines.filter((line) => line.includes('BROKEN'))).toEqual([]);
      expect(exitCode).toBe(0);
      return lines.filter((line) => /^seed \d+: [0-9a-f]{64}$/.test(line)).sort();
    };
    const first = await digests();
    expect(first).toHaveLength(4);
    expect(await digests()).toEqual(first);
  }, 240_000);
});
