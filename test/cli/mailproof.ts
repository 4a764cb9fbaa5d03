import { run } from '../../adapters/cli/program.ts';
import { type FakeTerminalOptions, fakeTerminal } from './fake-terminal.ts';

/** Runs one command line of the program in this process, to its end. */
export async function mailproof(words: readonly string[], options: FakeTerminalOptions = {}) {
  const terminal = fakeTerminal(options);
  const code = await run(words, terminal, '1.2.3');
  return { code, stdout: terminal.stdout.text, stderr: terminal.stderr.text };
}
