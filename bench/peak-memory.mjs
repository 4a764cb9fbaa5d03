import { readFileSync } from 'node:fs';

/**
 * The most memory that was resident in this process so far, in bytes. Linux tells it of the process alone; the
 * `maxRSS` that other systems have to do with begins there with what was resident in the one that started it.
 */
export function peakResidentBytes() {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1_024;
  const [, kibibytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'));
  return Number(kibibytes) * 1_024;
}
