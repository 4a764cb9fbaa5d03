import { ManualClock as Clock } from '../../contract/manual-clock.ts';

export class ManualClock extends Clock {
  /** How many timers were started so far. */
  started = 0;

  override after(delayMs: number, task: () => void): () => void {
    this.started += 1;
    return super.after(delayMs, task);
  }
}

/** Each turn of the event loop, in which a packet gets from one end to the other, takes this much of the clock. */
const turnMs = 2;
/** Once nobody has started a timer for so many turns, all wait for one, and a turn takes more. */
const busyTurns = 50;
const idleTurnMs = 20;

/** Lets time pass until the returned function is called. */
export function passTime(clock: ManualClock): () => void {
  let passes = true;
  const pass = async () => {
    for (let idleTurns = 0; passes; ) {
      const { started } = clock;
      await clock.advance(idleTurns < busyTurns ? turnMs : idleTurnMs);
      idleTurns = clock.started === started ? idleTurns + 1 : 0;
    }
  };
  void pass();
  return () => {
    passes = false;
  };
}
