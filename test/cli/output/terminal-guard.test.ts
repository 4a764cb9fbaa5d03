import { describe, expect, it } from 'vitest';
import { guardOutput } from '../../../adapters/cli/output/printable.ts';
import { fakeTerminal } from '../fake-terminal.ts';

function written(text: string, isTTY: boolean): string {
  const { stdout } = fakeTerminal({ isTTY });
  guardOutput(stdout).write(text);
  return stdout.text;
}

describe('what is written to a terminal', () => {
  it.each([
    ['clears the screen', 'a\u001b[2Jb', 'a\\u{1b}[2Jb'],
    ['sets its title', '\u001b]0;owned\u0007', '\\u{1b}]0;owned\\u{7}'],
    ['writes to the clipboard', '\u001b]52;c;eA==\u001b\\', '\\u{1b}]52;c;eA==\\u{1b}\\'],
    ['makes it answer', '\u001b[6n', '\\u{1b}[6n'],
    ['resets it', '\u001bc', '\\u{1b}c'],
    ['does so in eight bits', '\u009b2J', '\\u{9b}2J'],
    ['writes over the line', 'safe\rrisky', 'safe\\u{d}risky'],
    ['turns the direction of text', 'a\u202eb', 'a\\u{202e}b'],
  ])('never %s', (_what, text, shown) => {
    expect(written(text, true)).toBe(shown);
  });

  it.each([
    ['colours', '\u001b[32msafe\u001b[39m \u001b[1;31mx\u001b[0m'],
    [
      'a line of progress that is drawn anew',
      '\u001b[?25l\u001b[?7l\u001b[1G\u001b[0K[==]\u001b[1A\r\u001b[K\u001b[?7h',
    ],
    ['line ends and tabs', 'a\tb\r\nc\n'],
  ])('has %s', (_what, text) => {
    expect(written(text, true)).toBe(text);
  });

  it('is the same stream in everything else', () => {
    const { stdout } = fakeTerminal({ isTTY: true });
    const guarded = guardOutput(stdout);
    expect([guarded.isTTY, guarded.columns, guarded.writable]).toEqual([true, 80, true]);
    guarded.once('error', () => {});
    expect(stdout.listenerCount('error')).toBe(1);
  });
});

it('leaves what goes to a pipe or a file as it is', () => {
  const text = 'a\u001b[2J\rb\u202e\n';
  expect(written(text, false)).toBe(text);
});
