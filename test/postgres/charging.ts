import { expect } from 'vitest';
import { StorageUnavailable } from '../../src/errors.ts';
import type { Stores } from '../../src/ports/stores.ts';

const account = 'acme';
const granted = 1_000_000;
const workers = 4;

/** Charges one account by one milli-credit, again and again, whatever becomes of the server. */
export async function startCharging(stores: Stores) {
  await stores.ledger.grant({ id: 'order', account, milliCredits: granted, reason: 'purchase' });
  const acknowledged = new Set<string>();
  const failures: string[] = [];
  let isOver = false;
  const chargeAll = async (worker: number) => {
    for (let turn = 0; !isOver; turn += 1) {
      const id = `${worker} ${turn}`;
      // A call that failed may have been made: it is repeated.
      while (!(await charge(id))) await new Promise((resolve) => setTimeout(resolve, 20));
      acknowledged.add(id);
    }
  };
  const charge = async (id: string) => {
    try {
      await stores.ledger.hold({ id, account, milliCredits: 1, expiresInMs: 3_600_000 });
      await stores.ledger.capture(id);
      return true;
    } catch (error) {
      if (!(error instanceof StorageUnavailable)) throw error;
      failures.push(error.message);
      return false;
    }
  };
  const all = Promise.all(Array.from({ length: workers }, (_, worker) => chargeAll(worker)));
  return {
    failures,
    /** Waits until so many more charges have been acknowledged. */
    async untilMore(count: number): Promise<void> {
      const least = acknowledged.size + count;
      await Promise.race([
        all,
        expect.poll(() => acknowledged.size, { timeout: 60_000 }).toBeGreaterThanOrEqual(least),
      ]);
    },
    /** Ends it, and expects each charge that was acknowledged, once, and no other. */
    async expectExact(): Promise<void> {
      isOver = true;
      await all;
      const entries = await stores.ledger.entries(account, { limit: 1_000_000 });
      const captured = entries.flatMap((entry) => (entry.kind === 'capture' ? [entry.id] : []));
      expect(captured.sort()).toEqual([...acknowledged].sort());
      const available = granted - acknowledged.size;
      expect(await stores.ledger.balance(account)).toEqual({ available, held: 0 });
    },
  };
}
