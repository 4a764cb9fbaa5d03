import { argumentsContract } from './jobs/arguments.ts';
import { creationContract } from './jobs/creation.ts';
import { endingsContract } from './jobs/endings.ts';
import { idempotencyContract } from './jobs/idempotency.ts';
import { leasesContract } from './jobs/leases.ts';
import { racesContract } from './jobs/races.ts';
import { readingContract } from './jobs/reading.ts';
import { recordingContract } from './jobs/recording.ts';
import { resultsContract } from './jobs/results.ts';
import { type JobStoreContractSubject, jobTest } from './jobs/scene.ts';
import { unfinishedContract } from './jobs/unfinished.ts';
import type { ContractRunner } from './runner.ts';

export type { JobStoreContractSubject, RunningJobStore } from './jobs/scene.ts';

/** What every JobStore keeps to. After each test the counters of its jobs are added up from their items. */
export function jobStoreContract(runner: ContractRunner, subject: JobStoreContractSubject): void {
  const { describe } = runner;
  const test = jobTest(runner, subject);
  describe(`JobStore contract: ${subject.name}`, () => {
    describe('creation', () => creationContract(test));
    describe('idempotency keys', () => idempotencyContract(test));
    describe('recording', () => recordingContract(test));
    describe('items and results', () => resultsContract(test));
    describe('reading', () => readingContract(test));
    describe('start, failure and settlement', () => endingsContract(test));
    describe('unfinished jobs', () => unfinishedContract(test));
    describe('leases', () => leasesContract(test));
    describe('arguments', () => argumentsContract(test));
    describe('races', () => racesContract(test));
  });
}
