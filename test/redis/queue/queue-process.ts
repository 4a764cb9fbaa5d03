import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

export interface QueueProcess {
  /** The lines it has printed so far. */
  readonly lines: readonly string[];
  /** Kills it with SIGKILL. */
  kill(): Promise<void>;
  /** Resolves with its exit code when it exits by itself. */
  ends(): Promise<number | null>;
}

/** Built by `npm run build`, which `npm test` does first. */
const adapter = new URL('../../../dist/adapters/redis/index.js', import.meta.url).href;

/** Runs a program in a child process, with `stores`, and `say` to print lines. */
export function startQueueProcess(url: string, options: object, program: string): QueueProcess {
  const source = `
    import { writeSync } from 'node:fs';
    import { redisStores } from ${JSON.stringify(adapter)};
    const stores = redisStores(${JSON.stringify(url)}, ${JSON.stringify(options)});
    const say = (line) => writeSync(1, line + '\\n');
    ${program}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  const ended = Promise.all([once(child, 'exit'), once(reader, 'close')]);
  return {
    lines,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
    ends: async () => {
      const [[code]] = await ended;
      return typeof code === 'number' ? code : null;
    },
  };
}
