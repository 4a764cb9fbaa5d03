import { type Permit, Semaphore } from './semaphore.ts';
import type { WorkShare } from './work-share.ts';

interface Lock {
  readonly semaphore: Semaphore;
  /** Callers that hold it or wait for it. */
  users: number;
}

/**
 * One mutex per key. Callers with the same key work one after another, by their shares (`FairQueue`), and those of one share
 * in the order of their calls.
 */
export class KeyedMutex {
  readonly #locks = new Map<string, Lock>();

  /** Waits until no other caller holds `key`. The caller must release it. Rejects with the signal's reason. */
  async acquire(key: string, signal: AbortSignal, share?: WorkShare): Promise<Permit> {
    const lock = this.#locks.get(key) ?? { semaphore: new Semaphore(1), users: 0 };
    this.#locks.set(key, lock);
    lock.users += 1;
    try {
      const permit = await lock.semaphore.acquire({ signal, share });
      let held = true;
      const release = () => {
        if (!held) return;
        held = false;
        permit.release();
        this.#leave(key, lock);
      };
      return { release };
    } catch (error) {
      this.#leave(key, lock);
      throw error;
    }
  }

  /** Returns how many callers wait for `key`, beside the one that holds it. */
  waitingFor(key: string): number {
    return Math.max(0, (this.#locks.get(key)?.users ?? 0) - 1);
  }

  #leave(key: string, lock: Lock): void {
    lock.users -= 1;
    if (lock.users === 0) this.#locks.delete(key);
  }
}
