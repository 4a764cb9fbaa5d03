import type { DiagnosticDns } from '../src/ports/dns.ts';
import { aliasesContract } from './dns/aliases.ts';
import {
  diagnosticFailuresContract,
  reverseNamesContract,
  singleResolversContract,
  textRecordsContract,
} from './dns/diagnosis.ts';
import { closingContract, failuresContract, negativeAnswersContract } from './dns/failures.ts';
import type { DnsContractSubject } from './dns/fixture.ts';
import { recordsContract } from './dns/records.ts';
import type { ContractRunner } from './runner.ts';
import { prepareSuite } from './suite.ts';

export type { DnsContractSubject, RunningDns } from './dns/fixture.ts';

/** Tests a Dns against a resolver that serves a zone. */
export function dnsContract(runner: ContractRunner, subject: DnsContractSubject): void {
  const suite = prepareSuite('Dns', runner, subject, { part: 'dns', methods: ['start', 'startUnreachable'] });
  const { describe } = suite.runner;
  describe(`Dns contract: ${subject.name}`, () => {
    describe('records', () => recordsContract(suite.runner, suite.subject));
    describe('aliases', () => aliasesContract(suite.runner, suite.subject));
    describe('negative answers', () => negativeAnswersContract(suite.runner, suite.subject));
    describe('failures', () => failuresContract(suite.runner, suite.subject));
    describe('abort and close', () => closingContract(suite.runner, suite.subject));
  });
}

/** Tests what a DiagnosticDns has besides, against a resolver that serves a zone. Run `dnsContract` on it too. */
export function diagnosticDnsContract(
  runner: ContractRunner,
  subject: DnsContractSubject<DiagnosticDns>,
): void {
  const suite = prepareSuite('DiagnosticDns', runner, subject, {
    part: 'dns',
    methods: ['start', 'startUnreachable'],
  });
  const { describe } = suite.runner;
  describe(`DiagnosticDns contract: ${subject.name}`, () => {
    describe('text records', () => textRecordsContract(suite.runner, suite.subject));
    describe('reverse names', () => reverseNamesContract(suite.runner, suite.subject));
    describe('negative answers and failures', () => diagnosticFailuresContract(suite.runner, suite.subject));
    describe('single resolvers', () => singleResolversContract(suite.runner, suite.subject));
  });
}
