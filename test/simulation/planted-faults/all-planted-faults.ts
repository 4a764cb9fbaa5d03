import { answeringFaults } from './answering-faults.ts';
import { bulkFaults } from './bulk-faults.ts';
import { contentFaults } from './content-faults.ts';
import { creditFaults } from './credit-faults.ts';
import { egressFaults } from './egress-faults.ts';
import { forgettingFaults } from './forgetting-faults.ts';
import { memoryFaults } from './memory-faults.ts';
import type { PlantedFault } from './planted-fault.ts';
import { probingFaults } from './probing-faults.ts';
import { routingFaults } from './routing-faults.ts';
import { storeFaults } from './store-faults.ts';
import { verdictFaults } from './verdict-faults.ts';

export const allPlantedFaults: readonly PlantedFault[] = [
  ...creditFaults,
  ...bulkFaults,
  ...storeFaults,
  ...probingFaults,
  ...verdictFaults,
  ...contentFaults,
  ...answeringFaults,
  ...memoryFaults,
  ...egressFaults,
  ...routingFaults,
  ...forgettingFaults,
];
