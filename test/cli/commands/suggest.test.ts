import { describe, expect, it } from 'vitest';
import { mailproof } from '../mailproof.ts';

describe('mailproof suggest', () => {
  it('asks whether the domain behind a typo was meant', async () => {
    expect(await mailproof(['suggest', 'ann@gmial.com'])).toEqual({
      code: 0,
      stdout: 'ann@gmial.com: did you mean ann@gmail.com?\n',
      stderr: '',
    });
  });

  it('answers for several addresses in their order, and says where nothing is to be suggested', async () => {
    const { code, stdout } = await mailproof(['suggest', 'ann@gmx.de', 'Bob@hotmial.com', 'ann@example.org']);
    expect({ code, lines: stdout.split('\n') }).toEqual({
      code: 0,
      lines: [
        'ann@gmx.de: nothing to suggest',
        'Bob@hotmial.com: did you mean Bob@hotmail.com?',
        'ann@example.org: nothing to suggest',
        '',
      ],
    });
  });

  it('prints one JSON object per line with --json', async () => {
    const { stdout } = await mailproof(['suggest', '--json', 'ann@gmial.com', 'ann@gmail.com']);
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { email: 'ann@gmial.com', suggestion: 'ann@gmail.com' },
      { email: 'ann@gmail.com', suggestion: null },
    ]);
  });

  it('exits with 2 if an argument is no address, and answers for the others', async () => {
    const { code, stdout, stderr } = await mailproof(['suggest', 'gmial.com', 'ann@gmial.com']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: 'ann@gmial.com: did you mean ann@gmail.com?\n' });
    expect(stderr).toBe('mailproof: "gmial.com" is not an address. Give all of it, such as ann@gmial.com.\n');
  });

  it('names every argument that is no address', async () => {
    const words = ['ann@gmial.com', '', '@@', 'bob@example.org', 'ann@@gmial.com', '@gmial.com', 'ann@'];
    expect(await mailproof(['suggest', ...words])).toEqual({
      code: 2,
      stdout: 'ann@gmial.com: did you mean ann@gmail.com?\nbob@example.org: nothing to suggest\n',
      stderr:
        'mailproof: "", "@@", "ann@@gmial.com", "@gmial.com" and "ann@" are not addresses. Give all of each, such as ann@gmial.com.\n',
    });
  });

  it('escapes control characters of an address', async () => {
    const { stdout } = await mailproof(['suggest', '\u001b[2Jann@gmial.com', '\u009b@example.org']);
    expect(stdout).toBe(
      '\\u{1b}[2Jann@gmial.com: nothing to suggest\n\\u{9b}@example.org: nothing to suggest\n',
    );
  });
});
