import type { Accounts } from '../../../src/credits/accounts.ts';
import type { Clock } from '../../../src/ports/clock.ts';

const intervalMs = 30_000;

interface SweepLogger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/**
 * Releases the holds of crashed work at once, then every 30 seconds until disposed. Logs a sweep that fails; the
 * next one tries again.
 */
export function startHoldSweep(
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
    if (!ended) cancel = clock.after(intervalMs, next);
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
