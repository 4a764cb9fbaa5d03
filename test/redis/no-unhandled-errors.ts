import { afterEach, beforeEach, expect, vi } from 'vitest';

/** Lets each test of a file fail if it leaves a rejection unhandled, or if something is printed, as by a client without listeners. */
export function allowNoUnhandledErrors(): void {
  const unhandled: unknown[] = [];
  const note = (...words: unknown[]) => unhandled.push(...words);
  beforeEach(() => {
    unhandled.length = 0;
    process.on('unhandledRejection', note);
    for (const method of ['error', 'warn', 'log'] as const)
      vi.spyOn(console, method).mockImplementation(note);
  });
  afterEach(() => {
    process.off('unhandledRejection', note);
    vi.restoreAllMocks();
    expect(unhandled).toEqual([]);
  });
}
