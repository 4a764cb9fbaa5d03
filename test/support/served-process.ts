import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { builtCli } from './built-cli.ts';

/** More than a start takes on a machine that is busy with other tests. */
const startsWithinMs = 25_000;

export interface ServedProcess extends AsyncDisposable {
  /** Where it listens. */
  readonly url: string;
  readonly stdout: string;
  readonly stderr: string;
  signal(name: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): void;
  /** Resolves when stderr has said this. */
  said(text: string): Promise<void>;
  /** Resolves with the exit code, or the name of the signal that ended it. */
  ended(): Promise<number | string>;
}

export interface ServeOptions {
  args: readonly string[];
  /** Working directory: where the default store is. Default this one. */
  cwd?: string;
}

/** Starts `mailproof serve` on a free port; resolves when it listens, rejects with what it said if it ends first. */
export function serveProcess({ args, ...options }: ServeOptions): Promise<ServedProcess> {
  return startListening({ args: [builtCli, 'serve', '--port', '0', ...args], ...options });
}

/**
 * Starts a program that prints `Listening on <url>`; resolves when it does, rejects with what it said if it ends first.
 * `args` begin with its path, and `env` is what it gets besides our own environment.
 */
export async function startListening({
  args,
  cwd,
  env,
}: ServeOptions & { env?: Readonly<Record<string, string>> }): Promise<ServedProcess> {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...withoutSettings(process.env), ...env },
    ...(cwd === undefined ? {} : { cwd }),
  });
  const said = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      said[stream] += text;
    });
  }
  const ended = exitOf(child);
  const listening = heard(child, 'stdout', () => /^Listening on (\S+)\n/m.exec(said.stdout)?.[1]);
  const early = ended.then((how) => {
    throw new Error(`The program ended with ${how} before it listened:\n${said.stdout}${said.stderr}`);
  });
  early.catch(() => {});
  // One that hangs is ended, and then reported by what it said.
  const hanging = setTimeout(() => child.kill('SIGKILL'), startsWithinMs);
  const url = await Promise.race([listening, early]).finally(() => clearTimeout(hanging));
  return {
    url,
    get stdout() {
      return said.stdout;
    },
    get stderr() {
      return said.stderr;
    },
    signal: (name) => {
      child.kill(name);
    },
    said: async (text) => {
      await heard(child, 'stderr', () => (said.stderr.includes(text) ? true : undefined));
    },
    ended: () => ended,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function exitOf(child: ChildProcess): Promise<number | string> {
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  return code ?? signal ?? 'nothing';
}

/** Looks after every piece of output until there is something to find. */
function heard<Found>(
  child: ChildProcess,
  stream: 'stdout' | 'stderr',
  find: () => Found | undefined,
): Promise<Found> {
  return new Promise((resolve) => {
    const look = () => {
      const found = find();
      if (found === undefined) return;
      child[stream]?.off('data', look);
      resolve(found);
    };
    child[stream]?.on('data', look);
    look();
  });
}

/** Settings of whoever runs the tests must not decide. */
function withoutSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('MAILPROOF_')));
}
