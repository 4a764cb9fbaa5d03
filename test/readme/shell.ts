import { spawn } from 'node:child_process';
import { once } from 'node:events';

interface FinishedCommand {
  /** What it printed, on stdout and stderr. */
  readonly output: string;
  readonly exitCode: number;
}

/** A bash in which commands are typed one after another, as in a terminal: variables and background jobs stay. */
export interface Shell extends AsyncDisposable {
  /**
   * Types a command. Resolves when it has ended and, which matters for those in the background, when `isComplete` says so
   * of its output.
   */
  run(command: string, isComplete?: (output: string) => boolean): Promise<FinishedCommand>;
}

/**
 * Reads commands from file 3, each ended by a null byte, and says after each how it ended. When file 3 ends, which it does
 * however this process ends, all that was started is ended.
 */
const readCommands = `
while IFS= read -r -d '' -u 3 command; do
  eval "$command" 3<&-
  printf '\\0%d\\0' $?
done
kill -KILL 0
`;

/** How long a command, or the readiness of one in the background, is waited for: far more than it takes. */
const endsWithinMs = 300_000;

export function startShell(cwd: string, env: Readonly<Record<string, string>>): Shell {
  const bash = spawn('bash', ['--noprofile', '--norc', '-c', `exec 2>&1; ${readCommands}`], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
    // A process group of its own, so that all of it can be ended.
    detached: true,
  });
  const { stdout, stdio } = bash;
  const commands = stdio[3];
  if (stdout === null || !(commands !== null && commands !== undefined && 'write' in commands))
    throw new Error('The shell has no pipes.');
  let unread = '';
  let look = () => {};
  stdout.setEncoding('utf8').on('data', (text: string) => {
    unread += text;
    look();
  });

  return {
    async run(command, isComplete = () => true) {
      // What jobs in the background have said since the last command belongs to nobody.
      unread = '';
      commands.write(`${command}\0`);
      const finished = await new Promise<FinishedCommand>((resolve, reject) => {
        const hanging = setTimeout(
          () => reject(new Error(`"${command}" does not end as expected:\n${unread}`)),
          endsWithinMs,
        );
        look = () => {
          const end = /\0(\d+)\0/.exec(unread);
          if (end === null) return;
          const output = unread.replace(end[0], '');
          if (!isComplete(output)) return;
          clearTimeout(hanging);
          resolve({ output, exitCode: Number(end[1]) });
        };
        look();
      });
      look = () => {};
      return finished;
    },
    async [Symbol.asyncDispose]() {
      if (bash.exitCode !== null || bash.signalCode !== null || bash.pid === undefined) return;
      const ended = once(bash, 'close');
      process.kill(-bash.pid, 'SIGKILL');
      await ended;
    },
  };
}
