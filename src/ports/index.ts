// The contracts between the engine and the outside: what an adapter implements, and the values that go in and out.
export type * from './cache.ts';
export type * from './clock.ts';
export type * from './credit-ledger.ts';
export type * from './dns.ts';
export type * from './job-store.ts';
export type * from './key-store.ts';
export type * from './leases.ts';
export type * from './network-ports.ts';
export type * from './random.ts';
export type * from './rate-limits.ts';
export type * from './smtp-transport.ts';
export type * from './storage-diagnosis.ts';
export type * from './stores.ts';
export type * from './telemetry.ts';
export type * from './webhook-sender.ts';
export type * from './work-queue.ts';
