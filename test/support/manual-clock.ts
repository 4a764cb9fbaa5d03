import { ManualClock } from '../../contract/manual-clock.ts';

export { ManualClock };

/** Each turn of the event loop, in which a packet gets from one end to the other, takes this much of the clock. */
const turnMs = 2;

/** Lets time pass until the returned function is called. */
export function passTime(clock: ManualClock): () => void {
  let passes = true;
  const pass = async () => {
    while (passes) await clock.advance(turnMs);
  };
  void pass();
  return () => {
    passes = false;
  };
}
