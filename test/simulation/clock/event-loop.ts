import type { VirtualTime } from './virtual-time.ts';

export interface EventLoopOptions {
  /** Events after this time do not happen. */
  readonly until: number;
  /** Called after each event, once everything that it caused has happened. What it throws ends the loop. */
  readonly afterEvent: () => void;
}

/**
 * Lets all events happen until a point in time. Between two events, every promise callback runs that can run.
 *
 * Node runs the queue of `process.nextTick` and the queue of promise callbacks alternately, each until it is empty. A
 * step that asks for the next one from a promise callback is therefore followed by all promise callbacks, and by those
 * that they cause in turn, before the next step. The event loop itself does not go round: no I/O, no real timers.
 */
export function runEvents(time: VirtualTime, { until, afterEvent }: EventLoopOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const step = () => {
      try {
        afterEvent();
        if (!time.step(until)) {
          resolve();
          return;
        }
      } catch (error) {
        reject(error);
        return;
      }
      void ready.then(nextStep);
    };
    const nextStep = () => process.nextTick(step);
    nextStep();
  });
}

/** Cheaper than `queueMicrotask`. */
const ready = Promise.resolve();

const turn = setImmediate;

/** Lets the real event loop go round once. Only then does Node.js tell of rejections that nobody handles. */
export function goRound(): Promise<void> {
  return new Promise((resolve) => {
    turn(resolve);
  });
}

/** Runs every promise callback that can run without an event. */
export function drainPromises(): Promise<void> {
  return new Promise((resolve) => {
    process.nextTick(() => queueMicrotask(() => process.nextTick(resolve)));
  });
}
