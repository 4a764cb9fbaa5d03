import { run } from '../../adapters/cli/program.ts';
import type { Environment } from '../../adapters/cli/terminal.ts';
import { fakeTerminal } from './fake-terminal.ts';

/** Runs one command line of the program in this process, to its end. */
export async function mailproof(words: readonly string[], env: Environment = {}) {
  const terminal = fakeTerminal({ env });
  const code = await run(words, terminal, '1.2.3');
  return { code, stdout: terminal.stdout.text, stderr: terminal.stderr.text };
}
