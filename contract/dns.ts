import { aliasesContract } from './dns/aliases.ts';
import { closingContract } from './dns/closing.ts';
import { failuresContract } from './dns/failures.ts';
import type { DnsContractSubject } from './dns/fixture.ts';
import { negativeAnswersContract } from './dns/negative-answers.ts';
import { recordsContract } from './dns/records.ts';
import type { ContractRunner } from './runner.ts';

export type { DnsContractSubject, RunningDns } from './dns/fixture.ts';

/** Tests a Dns against a resolver that serves a zone. */
export function dnsContract(runner: ContractRunner, subject: DnsContractSubject): void {
  const { describe } = runner;
  describe(`Dns contract: ${subject.name}`, () => {
    describe('records', () => recordsContract(runner, subject));
    describe('aliases', () => aliasesContract(runner, subject));
    describe('negative answers', () => negativeAnswersContract(runner, subject));
    describe('failures', () => failuresContract(runner, subject));
    describe('abort and close', () => closingContract(runner, subject));
  });
}
