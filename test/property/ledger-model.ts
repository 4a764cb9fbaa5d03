import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { CreditLedgerContractSubject } from '../../contract/credit-ledger.ts';
import { auditedBalance, journalOf } from '../../contract/ledger/audit.ts';
import { ManualClock } from '../../contract/manual-clock.ts';
import { accounts, ledgerCommands } from './ledger-commands.ts';
import { ReferenceLedger } from './ledger-reference.ts';

/**
 * Runs the same random commands on a ledger and on a reference, and compares every result, then every journal. Uses both
 * handles if the subject has a second. A failure prints the shortest failing commands with seed and path: pass these as
 * `parameters` to repeat it.
 */
export async function ledgerModel(
  subject: CreditLedgerContractSubject,
  parameters: { numRuns?: number; seed?: number; path?: string } = {},
): Promise<void> {
  const commands = fc.commands([...ledgerCommands], { maxCommands: 80, size: 'max' });
  const property = fc.asyncProperty(commands, async (sequence) => {
    const clock = new ManualClock();
    const running = await subject.start({ clock });
    try {
      const second = await running.openSecond?.();
      const handles = second === undefined ? [running.ledger] : [running.ledger, second];
      let calls = 0;
      const next = () => {
        calls += 1;
        return handles[calls % handles.length] ?? running.ledger;
      };
      const model = new ReferenceLedger();
      await fc.asyncModelRun(() => ({ model, real: { clock, next } }), sequence);
      for (const account of [...accounts, 'somebody else']) {
        assert.deepEqual(await auditedBalance(next(), account), model.balance(account));
        const journal = await journalOf(next(), account);
        assert.deepEqual(
          journal.map(({ sequence: _, ...entry }) => entry),
          model.journal(account),
        );
      }
    } finally {
      await running.stop();
    }
  });
  await fc.assert(property, parameters);
}
