import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';
import { repository } from '../house/repository-files.ts';

export interface Child {
  /** What it has written to standard output so far. */
  readonly lines: readonly string[];
  /** Resolves when it has written this many lines. */
  reaches(count: number): Promise<void>;
  /** Kills it with SIGKILL, and resolves when it has ended. */
  kill(): Promise<void>;
  /** Resolves with its exit code. */
  ends(): Promise<number | null>;
}

/** Runs a program in a child process, with `stores` of the built package open on the file. */
export function startChild(file: string, program: string): Child {
  // Built by `npm run build`, which `npm test` does first.
  const adapter = pathToFileURL(`${repository}dist/adapters/sqlite/index.js`).href;
  const source = `
    import { sqliteStores } from ${JSON.stringify(adapter)};
    const stores = sqliteStores(${JSON.stringify(file)});
    ${program}
    await stores.close();`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return observed(child);
}

function observed(child: ChildProcess): Child {
  const lines: string[] = [];
  const news = new Set<() => void>();
  const tell = () => {
    for (const listener of [...news]) listener();
  };
  if (child.stdout === null) throw new Error('The child has no output.');
  const reader = createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line);
    tell();
  });
  let ended = false;
  const closed = Promise.all([once(child, 'exit'), once(reader, 'close')]).then(([[code]]) => {
    ended = true;
    tell();
    return code as number | null;
  });
  return {
    lines,
    reaches: (count) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (lines.length < count && !ended) return;
          news.delete(look);
          if (lines.length >= count) resolve();
          else reject(new Error(`The child ended after ${lines.length} lines.`));
        };
        news.add(look);
        look();
      }),
    kill: async () => {
      child.kill('SIGKILL');
      await closed;
    },
    ends: () => closed,
  };
}
