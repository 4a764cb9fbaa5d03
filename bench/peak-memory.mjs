import { readFileSync } from 'node:fs';

/**
 * Returns the peak resident memory of this process, in bytes. On Linux it is read from the process itself, because
 * `maxRSS` starts with the parent's memory there.
 */
export function peakResidentBytes() {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1_024;
  const [, kibibytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'));
  return Number(kibibytes) * 1_024;
}
