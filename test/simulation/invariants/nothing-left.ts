import type { Invariant } from './invariant.ts';

/** Once all processes are closed, they have left nothing behind. */
export const nothingLeft: Invariant = {
  name: 'nothing is left',
  promise: 'close() leaves no timer and no connection behind.',
  watch({ time, internet, fail }) {
    return {
      atEnd() {
        const open = internet.openConnections;
        if (open > 0) fail(`${open} connections are still open`);
        if (time.pending > 0) fail(`${time.pending} timers are still running`);
      },
    };
  },
};
