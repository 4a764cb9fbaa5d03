import { argumentsContract } from './ledger/arguments.ts';
import { grantsContract } from './ledger/grants.ts';
import { holdsContract } from './ledger/holds.ts';
import { journalContract } from './ledger/journal.ts';
import { racesContract } from './ledger/races.ts';
import { resolutionsContract } from './ledger/resolutions.ts';
import { type CreditLedgerContractSubject, ledgerTest } from './ledger/scene.ts';
import { sweepsContract } from './ledger/sweeps.ts';
import type { ContractRunner } from './runner.ts';

export type { CreditLedgerContractSubject, RunningLedger } from './ledger/scene.ts';

/** What every CreditLedger keeps to. After each test the journals of all accounts it used are audited. */
export function creditLedgerContract(runner: ContractRunner, subject: CreditLedgerContractSubject): void {
  const { describe } = runner;
  const test = ledgerTest(runner, subject);
  describe(`CreditLedger contract: ${subject.name}`, () => {
    describe('grants', () => grantsContract(test));
    describe('holds', () => holdsContract(test));
    describe('capture and release', () => resolutionsContract(test));
    describe('sweeps', () => sweepsContract(test));
    describe('journal', () => journalContract(test));
    describe('arguments', () => argumentsContract(test));
    describe('races', () => racesContract(test));
  });
}
