import { closingContract } from './queue/closing.ts';
import { droppingContract } from './queue/dropping.ts';
import { handingOutContract } from './queue/handing-out.ts';
import { lanesContract } from './queue/lanes.ts';
import { loadContract } from './queue/load.ts';
import { redeliveryContract } from './queue/redelivery.ts';
import { queueTest, type WorkQueueContractSubject } from './queue/scene.ts';
import type { ContractRunner } from './runner.ts';

export type { RunningQueue, WorkQueueContractSubject } from './queue/scene.ts';

/** What every WorkQueue keeps to. In each test nothing is handed out twice at once, and no lane to two at once. */
export function workQueueContract(runner: ContractRunner, subject: WorkQueueContractSubject): void {
  const { describe } = runner;
  const test = queueTest(runner, subject);
  describe(`WorkQueue contract: ${subject.name}`, () => {
    describe('handing out', () => handingOutContract(test));
    describe('lanes and turns', () => lanesContract(test));
    describe('handing out again', () => redeliveryContract(test));
    describe('dropping', () => droppingContract(test));
    describe('closing', () => closingContract(test));
    describe('load', () => loadContract(test));
  });
}
