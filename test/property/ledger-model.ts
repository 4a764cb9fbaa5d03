import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { CreditLedgerContractSubject } from '../../contract/credit-ledger.ts';
import { auditedBalance, journalOf } from '../../contract/ledger/audit.ts';
import { ManualClock } from '../../contract/manual-clock.ts';
import { accounts, ledgerCommands } from './ledger-commands.ts';
import { ReferenceLedger } from './ledger-reference.ts';

/**
 * Gives the same random commands to a ledger and to a plain reference, and compares every answer, then every
 * journal. Uses both handles where the subject gives a second. A failure prints the shortest commands
 * that still fail, with seed and path: give these to see it again.
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
