import { argumentsContract } from './ledger/arguments.ts';
import { captureAndReleaseContract, sweepsContract } from './ledger/capture-and-release.ts';
import { grantsContract } from './ledger/grants.ts';
import { holdsContract } from './ledger/holds.ts';
import { journalContract } from './ledger/journal.ts';
import { type CreditLedgerContractSubject, ledgerTest } from './ledger/ledger-test.ts';
import { racesContract } from './ledger/races.ts';
import { retentionContract } from './ledger/retention.ts';
import type { ContractRunner } from './runner.ts';
import { prepareSuite } from './suite.ts';

export type { CreditLedgerContractSubject, RunningLedger } from './ledger/ledger-test.ts';

/** Tests a CreditLedger. After each test, checks the balance of every account used against its journal. */
export function creditLedgerContract(runner: ContractRunner, subject: CreditLedgerContractSubject): void {
  const suite = prepareSuite('CreditLedger', runner, subject, { part: 'ledger' });
  const { describe } = suite.runner;
  const test = ledgerTest(suite.runner, suite.subject);
  describe(`CreditLedger contract: ${subject.name}`, () => {
    describe('grants', () => grantsContract(test));
    describe('holds', () => holdsContract(test));
    describe('capture and release', () => captureAndReleaseContract(test));
    describe('sweeps', () => sweepsContract(test));
    describe('journal', () => journalContract(test));
    describe('retention', () => retentionContract(test));
    describe('arguments', () => argumentsContract(test));
    describe('races', () => racesContract(test));
  });
}
