import { describe, expect, it } from 'vitest';
import { memoryStores } from '../../adapters/memory/index.ts';
import type { CreditLedgerContractSubject } from '../../contract/index.ts';
import type { CreditLedger } from '../../src/ports/credit-ledger.ts';
import { changedPort } from '../stores/changed-port.ts';
import { ledgerModel } from './ledger-model.ts';

/** The memory ledger with some methods replaced. */
function subjectOf(
  change: (ledger: CreditLedger) => Partial<CreditLedger> = () => ({}),
): CreditLedgerContractSubject {
  return {
    name: 'memory',
    start: async ({ clock }) => {
      const { ledger } = memoryStores({ clock });
      return { ledger: changedPort(ledger, change(ledger)), stop: async () => {} };
    },
  };
}

/** Enough that no fault is missed by chance: a run ends at the first one, so the rest costs only where it fails. */
const planted = { numRuns: 20_000 };

describe('any sequence of commands', () => {
  it('leaves the memory ledger in the same state as the reference', () =>
    ledgerModel(subjectOf(), { numRuns: 500 }));

  it('detects a ledger that captures instead of releasing', async () => {
    const faulty = subjectOf((ledger) => ({ release: (id) => ledger.capture(id) }));
    await expect(ledgerModel(faulty, planted)).rejects.toThrow(/seed/);
  });

  it('detects a ledger that makes a repeated hold again', async () => {
    let made = 0;
    const faulty = subjectOf((ledger) => ({
      hold: (hold) => {
        made += 1;
        return ledger.hold({ ...hold, id: `${hold.id} ${made}` });
      },
    }));
    await expect(ledgerModel(faulty, planted)).rejects.toThrow(/seed/);
  });

  it('detects a ledger that sweeps holds a millisecond early', async () => {
    const faulty = subjectOf((ledger) => ({
      hold: (hold) => ledger.hold({ ...hold, expiresInMs: Math.max(0, hold.expiresInMs - 1) }),
    }));
    await expect(ledgerModel(faulty, planted)).rejects.toThrow(/seed/);
  });

  it('detects a ledger that does not capture expired holds', async () => {
    const faulty = subjectOf((ledger) => ({
      capture: async (id) => {
        await ledger.sweep({ limit: 1_000 });
        return ledger.capture(id);
      },
    }));
    await expect(ledgerModel(faulty, planted)).rejects.toThrow(/seed/);
  });
});
