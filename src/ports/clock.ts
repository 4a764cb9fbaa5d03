/**
 * Time, as numbers and timers. The time of day may be set back or forward while a process runs, so points in time that
 * are stored or shown come from `now`, and durations within the process are measured by `steady`.
 */
export interface Clock {
  /** Returns the time of day, in milliseconds since the Unix epoch. All processes of a machine agree on it. */
  now(): number;
  /**
   * Returns milliseconds since some moment before the process began. It never jumps, and passes as fast as the timers.
   * May be left out by a clock whose `now` never jumps.
   */
  steady?(): number;
  /**
   * Runs `task` once after `delayMs`. The returned function cancels it and may be called at any time. `background`: nobody waits
   * for it, so that a process with nothing else to do may end first. Default false.
   */
  after(
    delayMs: number,
    task: () => void,
    options?: { readonly background?: boolean | undefined },
  ): () => void;
}
