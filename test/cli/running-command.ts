import { onTestFinished } from 'vitest';
import { run } from '../../adapters/cli/program.ts';
import { Interruption } from '../../adapters/cli/terminal.ts';
import { until } from '../support/until.ts';
import { type FakeTerminal, fakeTerminal } from './fake-terminal.ts';
// Commands load the engine when they begin. That takes the runner longer than `until` waits on a busy machine.
import '../../src/index.ts';

export interface RunningCommand {
  readonly terminal: FakeTerminal;
  /** Interrupts it as SIGTERM does; resolves with the exit code. */
  stop(): Promise<number>;
}

/** Starts a command of the program in this process; it is stopped after the test. Resolves when stdout matches `ready`. */
export async function runningCommand(words: readonly string[], ready: RegExp): Promise<RunningCommand> {
  const interrupted = new AbortController();
  const terminal = fakeTerminal({ signal: interrupted.signal });
  const running = run(words, terminal, '1.2.3');
  const stop = () => {
    interrupted.abort(new Interruption(15));
    return running;
  };
  onTestFinished(async () => {
    await stop();
  });
  await until(() => ready.test(terminal.stdout.text));
  return { terminal, stop };
}
