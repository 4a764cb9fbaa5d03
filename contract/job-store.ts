import { accountContract } from './jobs/accounts.ts';
import { announcementsContract } from './jobs/announcements.ts';
import { argumentsContract } from './jobs/arguments.ts';
import { creationContract, draftsContract, idempotencyContract } from './jobs/creation.ts';
import { type JobStoreContractSubject, jobTest } from './jobs/job-test.ts';
import { leasesContract } from './jobs/leases.ts';
import { lifecycleContract } from './jobs/lifecycle.ts';
import { racesContract } from './jobs/races.ts';
import { readingContract, unfinishedContract } from './jobs/reading.ts';
import { recordingContract } from './jobs/recording.ts';
import { redactionContract } from './jobs/redaction.ts';
import { resultsContract } from './jobs/results.ts';
import { retentionContract } from './jobs/retention.ts';
import type { ContractRunner } from './runner.ts';
import { prepareSuite } from './suite.ts';

export type { JobStoreContractSubject, RunningJobStore } from './jobs/job-test.ts';

/** Tests a JobStore. After each test, checks the counters of every job against its items. */
export function jobStoreContract(runner: ContractRunner, subject: JobStoreContractSubject): void {
  const suite = prepareSuite('JobStore', runner, subject, { part: 'jobs' });
  const { describe } = suite.runner;
  const test = jobTest(suite.runner, suite.subject);
  describe(`JobStore contract: ${subject.name}`, () => {
    describe('creation', () => creationContract(test));
    describe('idempotency keys', () => idempotencyContract(test));
    describe('recording attempts', () => recordingContract(test));
    describe('items and results', () => resultsContract(test));
    describe('reading', () => readingContract(test));
    describe('start, failure and settlement', () => lifecycleContract(test));
    describe('unfinished jobs', () => unfinishedContract(test));
    describe('jobs of an account', () => accountContract(test));
    describe('leases', () => leasesContract(test));
    describe('announcements', () => announcementsContract(test));
    describe('drafts', () => draftsContract(test));
    describe('retention', () => retentionContract(test));
    describe('redaction', () => redactionContract(test));
    describe('arguments', () => argumentsContract(test));
    describe('races', () => racesContract(test));
  });
}
