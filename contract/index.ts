/**
 * Conformance suites for the ports of `src/ports/`, one per port. The author of an adapter runs the suite of its port
 * in a test file of their own. Each suite takes a test runner and a subject, which starts the adapter for each test:
 *
 * ```ts
 * import { cacheContract } from 'mailproof/contract';
 * import { describe, it } from 'vitest';
 *
 * cacheContract({ describe, it }, {
 *   name: 'my cache',
 *   start: async ({ clock }) => {
 *     const cache = new MyCache({ clock });
 *     return { cache, stop: () => cache.close() };
 *   },
 * });
 * ```
 *
 * `start` must return an empty adapter that uses the clock it is passed; most suites advance a `ManualClock`. The suite
 * calls `stop` after each test. Some subjects may have `openSecond`, which opens the same store a second time, as
 * another process would. Provide it for shared stores: otherwise races between processes are not tested.
 *
 * A check that fails throws a ContractFailure. It says in words which rule was checked, what was done with the adapter, what
 * was expected, and what came.
 */

export * from './cache.ts';
export * from './credit-ledger.ts';
export * from './dns.ts';
export { ContractFailure } from './failure/contract-failure.ts';
export * from './job-store.ts';
export * from './key-store.ts';
export * from './leases.ts';
export * from './manual-clock.ts';
export * from './rate-limits.ts';
export type { ContractRunner } from './runner.ts';
export * from './smtp-transport.ts';
export * from './work-queue.ts';
