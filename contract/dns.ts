import { aliasesContract } from './dns/aliases.ts';
import { endingsContract } from './dns/endings.ts';
import { failuresContract } from './dns/failures.ts';
import { negativesContract } from './dns/negatives.ts';
import { recordsContract } from './dns/records.ts';
import type { DnsContractSubject } from './dns/scene.ts';
import type { ContractRunner } from './runner.ts';

export type { DnsContractSubject, RunningDns } from './dns/scene.ts';

/** The suite of the Dns port, on a resolver that serves a zone. */
export function dnsContract(runner: ContractRunner, subject: DnsContractSubject): void {
  const { describe } = runner;
  describe(`Dns contract: ${subject.name}`, () => {
    describe('records', () => recordsContract(runner, subject));
    describe('aliases', () => aliasesContract(runner, subject));
    describe('nothing there', () => negativesContract(runner, subject));
    describe('nobody could tell', () => failuresContract(runner, subject));
    describe('abort and close', () => endingsContract(runner, subject));
  });
}
