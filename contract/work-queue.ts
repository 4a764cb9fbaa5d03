import { closingContract } from './queue/closing.ts';
import { deliveryContract, depthContract, manyBatchesContract } from './queue/delivery.ts';
import { egressSetsContract } from './queue/egress-sets.ts';
import { egressesContract } from './queue/egresses.ts';
import { freedLanesContract } from './queue/freed-lanes.ts';
import { lanesContract, sharesContract } from './queue/lanes.ts';
import { queueTest, type WorkQueueContractSubject } from './queue/queue-test.ts';
import { droppingContract, redeliveryContract } from './queue/redelivery.ts';
import type { ContractRunner } from './runner.ts';
import { prepareSuite } from './suite.ts';

export type { RunningQueue, WorkQueueContractSubject } from './queue/queue-test.ts';

/**
 * Tests a WorkQueue. Every test also checks that each egress set occupies a lane with at most as many batches as it has egresses,
 * and that no batch is active twice.
 */
export function workQueueContract(runner: ContractRunner, subject: WorkQueueContractSubject): void {
  const suite = prepareSuite('WorkQueue', runner, subject, { part: 'queue' });
  const { describe } = suite.runner;
  const test = queueTest(suite.runner, suite.subject);
  describe(`WorkQueue contract: ${subject.name}`, () => {
    describe('delivery', () => deliveryContract(test));
    describe('lanes and round robin', () => lanesContract(test));
    describe('shares', () => sharesContract(test));
    describe('egresses', () => egressesContract(test));
    describe('egress sets', () => egressSetsContract(test));
    describe('freed lanes', () => freedLanesContract(test));
    describe('redelivery', () => redeliveryContract(test));
    describe('dropping', () => droppingContract(test));
    describe('depth', () => depthContract(test));
    describe('closing', () => closingContract(test));
    describe('many batches', () => manyBatchesContract(test));
  });
}
