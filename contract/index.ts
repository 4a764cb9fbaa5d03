/** Conformance suites for the ports: whoever writes an adapter runs the suite of its port on it. */

export * from './cache.ts';
export * from './credit-ledger.ts';
export * from './dns.ts';
export * from './job-store.ts';
export * from './key-store.ts';
export * from './manual-clock.ts';
export * from './pacing.ts';
export * from './rate-limits.ts';
export * from './runner.ts';
export * from './smtp-transport.ts';
export * from './work-queue.ts';
