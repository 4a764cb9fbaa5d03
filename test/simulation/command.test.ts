import { expect, it } from 'vitest';
import { simulateCommand } from './command/command.ts';

it.each([
  [['--sedes', '3'], /^Unknown option '--sedes'.*--help\.$/s],
  [['--seeds', '0'], /^npm run simulate -- \[--seeds N\]/],
  [['--processes', '0'], /^npm run simulate -- \[--seeds N\]/],
])('%s is refused with a sentence or the help', async (args, expected) => {
  const lines: string[] = [];
  const unused = () => Promise.reject(new Error('Nothing is bundled.'));
  const parts = { worker: '', bundle: unused, print: (line: string) => lines.push(line) };
  expect(await simulateCommand(args, parts)).toBe(2);
  expect(lines[0]).toMatch(expected);
});
