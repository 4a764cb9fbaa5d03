import { describe, expect, it } from 'vitest';
import { bundleOfFile } from './bundle/bundle-of-file.ts';

describe('A list at servers with hidden limits, in virtual time', () => {
  const simulate = bundleOfFile();
  const run = (...args: string[]) => simulate('--pace', ...args);

  it.each(['tight', 'rate', 'missing', 'rate-halved'])(
    'with limits that are %s gets the right answer for each address',
    async (level) => {
      const { lines, exitCode } = await run(
        '--addresses',
        '300',
        '--limits',
        level,
        '--contenders',
        'adaptive',
      );
      expect(lines).toHaveLength(2);
      expect(lines[1]).toContain('300 right, 0 unknown, 0 wrong');
      expect(exitCode).toBe(0);
    },
    600_000,
  );

  it('is worked on by several workers with egresses of their own, and compared with known limits', async () => {
    const { lines } = await run(
      ...[
        '--addresses',
        '300',
        '--limits',
        'tight',
        '--contenders',
        'known,adaptive',
        '--workers',
        '2',
        '--egresses',
        '2',
      ],
    );
    expect(lines[0]).toContain('2 workers with 2 egresses each');
    for (const line of lines.slice(1)) expect(line).toContain('300 right, 0 unknown, 0 wrong');
    expect(lines[1]).toContain('1.000 of what the limits allow');
  }, 600_000);

  it.each([
    [['--limits', 'none'], 'It takes some of '],
    [['--addresses', '100001'], 'It takes a whole number from 1 to 100000.'],
  ])('is not begun with %s', async (args, message) => {
    const { lines, exitCode } = await run(...args);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(message);
    expect(exitCode).toBe(2);
  });
});
