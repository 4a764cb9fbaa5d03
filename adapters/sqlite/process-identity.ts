import { readFileSync, readlinkSync } from 'node:fs';

/**
 * Identifies this process among all that ran on this machine since it started: Linux only, empty elsewhere. The id of a
 * process alone is not enough, because it is used again, and means another process in another container.
 */
export const thisProcess: string = identify();

/** Returns true if the process has certainly died. False if it lives, or if this process cannot tell. */
export function hasDied(identity: string): boolean {
  const [space, pid, startTime] = identity.split(' ');
  if (space === undefined || pid === undefined || startTime === undefined) return false;
  if (identity === thisProcess || space !== thisProcess.split(' ')[0]) return false;
  const found = statOf(pid);
  if (found === undefined) return !exists(Number(pid));
  return found.startTime !== startTime || found.state === 'Z' || found.state === 'X';
}

function identify(): string {
  try {
    const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const namespace = readlinkSync('/proc/self/ns/pid');
    const startTime = statOf(String(process.pid))?.startTime;
    return startTime === undefined ? '' : `${bootId}/${namespace} ${process.pid} ${startTime}`;
  } catch {
    return '';
  }
}

/** Reads the state and the start time of a process: fields 3 and 22 of its stat (proc_pid_stat(5)). */
function statOf(pid: string): { state: string | undefined; startTime: string | undefined } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name of the program, in parentheses, may contain anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0], startTime: fields[19] };
  } catch {
    return undefined;
  }
}

/** A process of another user may be hidden in /proc. */
function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}
