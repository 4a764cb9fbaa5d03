import type { Accounts } from '../../../src/engine.ts';
import type { Clock } from '../../../src/ports.ts';

const everyMs = 30_000;

interface SweepLogger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/**
 * Gives back what crashed work had set aside: now, and every 30 seconds until disposed. A sweep that fails is
 * logged; the next may do it.
 */
export function regularSweep(
  accounts: Pick<Accounts, 'sweep'>,
  { clock, logger }: { clock: Clock; logger: SweepLogger },
): AsyncDisposable {
  let ended = false;
  let cancel = () => {};
  const sweep = async () => {
    try {
      const released = await accounts.sweep();
      if (released > 0) logger.info({ released }, 'gave back credits of work that crashed');
    } catch (error) {
      logger.warn({ error: String(error) }, 'cannot give back credits of work that crashed: trying again');
    }
    if (!ended) cancel = clock.after(everyMs, next);
  };
  let running = sweep();
  const next = () => {
    running = sweep();
  };
  return {
    async [Symbol.asyncDispose]() {
      ended = true;
      cancel();
      await running;
    },
  };
}
