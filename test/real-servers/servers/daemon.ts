import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export interface DaemonStart {
  readonly command: readonly string[];
  /** Where it listens on 127.0.0.1. */
  readonly port: number;
}

export interface Daemon {
  readonly port: number;
  /** Ends the server with all its processes, and removes its folder. */
  stop(): Promise<void>;
}

/**
 * Kills the server with all its processes when its input ends: that happens when the process that started it dies, however
 * it dies. Then removes what it has written.
 */
const guard = `
folder=$1
shift
exec 3<&0
setsid "$@" </dev/null &
server=$!
# Nobody may be left to read what this shell says, which would end it too early.
exec >/dev/null 2>&1
{ cat <&3 >/dev/null; kill -KILL -$server 2>/dev/null; } &
wait $server
rm -rf "$folder"
`;

/** The servers say nothing when they are ready, so their port is tried, which costs them nothing. */
const retryMs = 20;

/** Starts a server; resolves when it takes connections, rejects with what it said if it ends first. */
export async function startDaemon({
  command,
  port,
  folder,
}: DaemonStart & { readonly folder: string }): Promise<Daemon> {
  // The languages of whoever runs the tests are not installed in the root.
  const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' };
  const shell = spawn('sh', ['-c', guard, 'sh', folder, ...command], { env });
  let output = '';
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-10_000);
    });
  }
  while (!(await isListening(port))) {
    if (hasEnded(shell)) throw new Error(`${command.join(' ')} did not start:\n${output}`);
    await pause(retryMs);
  }
  return {
    port,
    stop: async () => {
      if (hasEnded(shell)) return;
      const ended = once(shell, 'exit');
      shell.stdin.destroy();
      await ended;
    },
  };
}

function hasEnded(shell: ChildProcessWithoutNullStreams): boolean {
  return shell.exitCode !== null || shell.signalCode !== null;
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
