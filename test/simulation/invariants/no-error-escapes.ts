import type { Invariant } from './invariant.ts';

/** Errors in timers, in listeners and of promises that nobody waits for would end a real process. */
export const noErrorEscapes: Invariant = {
  name: 'no error escapes',
  promise: 'Whatever fails, the library never ends your process with an error that nobody can catch.',
  watch({ story, fail }) {
    story.on('error-escaped', ({ from, text }) => fail(`an error has escaped from ${from}: ${text}`));
  },
};
