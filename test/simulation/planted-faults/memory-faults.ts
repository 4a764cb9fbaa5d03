import type { PlantedFault } from './planted-fault.ts';

export const memoryFaults: readonly PlantedFault[] = [
  {
    name: 'finished-flight-kept-in-its-map',
    file: 'src/concurrency/single-flight.ts',
    find: '      flight.settled = true;\n      this.#forget(key, flight);\n',
    replace: '      flight.settled = true;\n',
    foundBy: ['maps stay within their bounds'],
  },
  {
    name: 'finished-batch-kept-in-its-map',
    file: 'src/bulk/batches/running-work.ts',
    find: 'if (steps.size === 0 && this.#steps.get(jobId) === steps) this.#steps.delete(jobId);',
    replace: '',
    foundBy: ['maps stay within their bounds'],
  },
  {
    name: 'lock-kept-after-its-last-user',
    file: 'src/concurrency/keyed-mutex.ts',
    find: '    if (lock.users === 0) this.#locks.delete(key);\n',
    replace: '',
    foundBy: ['maps stay within their bounds'],
  },
  {
    name: 'bounded-map-that-never-evicts',
    file: 'src/bounded-map.ts',
    find: '{ maxSize: maxEntries, sizeCalculation',
    replace: '{ maxSize: maxEntries * 1_000, sizeCalculation',
    foundBy: ['maps stay within their bounds'],
  },
  {
    name: 'inputs-remembered-without-a-bound',
    file: 'src/credits/verifications.ts',
    find: '  readonly #identities: BoundedMap<string, InputIdentity> = boundedMap(maxEntriesInProcess);',
    replace: '  readonly #identities = new Map<string, InputIdentity>();',
    foundBy: ['maps stay within their bounds'],
  },
  {
    name: 'timer-left-at-close',
    file: 'src/bulk/job-driver.ts',
    find: '    this.#cancelNextVisit();\n    for (const',
    replace: '    for (const',
    foundBy: ['nothing is left after close()'],
  },
];
