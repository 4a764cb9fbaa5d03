import type { Environment } from './terminal.ts';

/** How long npx may be gone before this process notices. */
const lookEveryMs = 200;

/**
 * Calls `onGone` once the npx that runs this process is gone. npx hands signals on to the shell that it puts in between, which ends
 * without a word to us: `kill` of npx would leave a server running. Does nothing for a process that was started in another way,
 * which may outlast what started it, as with nohup.
 */
export function watchNpx(env: Environment, onGone: () => void): void {
  if (!isRunByNpx(env)) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onGone();
  }, lookEveryMs);
  timer.unref();
}

/** Programs that npx runs pass the variables on: the command that npx was given must be ours. */
export function isRunByNpx({
  npm_command,
  npm_lifecycle_event,
  npm_lifecycle_script = '',
}: Environment): boolean {
  return (
    npm_command === 'exec' &&
    npm_lifecycle_event === 'npx' &&
    /^["']?mailproof["']?$/.test(npm_lifecycle_script)
  );
}
