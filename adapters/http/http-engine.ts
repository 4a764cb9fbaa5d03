import type { Jobs } from '../../src/bulk/jobs.ts';
import type { Accounts, Engine } from '../../src/engine.ts';
import type { KeyStore } from '../../src/ports.ts';

/** What the HTTP interface asks of an engine; every Engine has it. */
export interface ServedEngine extends Pick<Engine, 'verify' | 'lookup' | 'rates' | 'ping' | 'observe'> {
  readonly accounts: Pick<Accounts, 'balance'>;
  readonly jobs: Pick<
    Jobs,
    'submit' | 'status' | 'results' | 'submitLookups' | 'lookupStatus' | 'lookupResults'
  >;
  readonly keys: Pick<KeyStore, 'find'>;
}
