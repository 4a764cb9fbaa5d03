import { describe, expect, it } from 'vitest';
import { hasDied, thisProcess } from '../../adapters/sqlite/leases.ts';

// Elsewhere than on Linux, a process cannot be recognised for certain.
describe.runIf(process.platform === 'linux')('a process', () => {
  it('is recognised by its start, and only on the same machine and in the same container', () => {
    const [space, pid, startTime] = thisProcess.split(' ');
    expect(hasDied(thisProcess)).toBe(false);
    expect(hasDied(`${space} ${pid} ${Number(startTime) - 1}`)).toBe(true);
    expect(hasDied(`other-boot/pid:[1] ${pid} 1`)).toBe(false);
    expect(hasDied(`${space} 4194305 ${startTime}`)).toBe(true);
    expect(hasDied('')).toBe(false);
  });
});
