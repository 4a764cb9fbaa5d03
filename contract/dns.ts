import type { DiagnosticDns } from '../src/ports/dns.ts';
import { aliasesContract } from './dns/aliases.ts';
import { closingContract } from './dns/closing.ts';
import {
  diagnosticFailuresContract,
  reverseNamesContract,
  singleResolversContract,
  textRecordsContract,
} from './dns/diagnosis.ts';
import { failuresContract } from './dns/failures.ts';
import type { DnsContractSubject } from './dns/fixture.ts';
import { negativeAnswersContract } from './dns/negative-answers.ts';
import { recordsContract } from './dns/records.ts';
import { type ContractRunner, checkSuite } from './runner.ts';

export type { DnsContractSubject, RunningDns } from './dns/fixture.ts';

/** Tests a Dns against a resolver that serves a zone. */
export function dnsContract(runner: ContractRunner, subject: DnsContractSubject): void {
  checkSuite(runner, subject);
  const { describe } = runner;
  describe(`Dns contract: ${subject.name}`, () => {
    describe('records', () => recordsContract(runner, subject));
    describe('aliases', () => aliasesContract(runner, subject));
    describe('negative answers', () => negativeAnswersContract(runner, subject));
    describe('failures', () => failuresContract(runner, subject));
    describe('abort and close', () => closingContract(runner, subject));
  });
}

/** Tests what a DiagnosticDns has besides, against a resolver that serves a zone. Run `dnsContract` on it too. */
export function diagnosticDnsContract(
  runner: ContractRunner,
  subject: DnsContractSubject<DiagnosticDns>,
): void {
  checkSuite(runner, subject);
  const { describe } = runner;
  describe(`DiagnosticDns contract: ${subject.name}`, () => {
    describe('text records', () => textRecordsContract(runner, subject));
    describe('reverse names', () => reverseNamesContract(runner, subject));
    describe('negative answers and failures', () => diagnosticFailuresContract(runner, subject));
    describe('single resolvers', () => singleResolversContract(runner, subject));
  });
}
