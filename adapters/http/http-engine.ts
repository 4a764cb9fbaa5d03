import type { Jobs } from '../../src/bulk/jobs.ts';
import type { Accounts } from '../../src/credits/accounts.ts';
import type { Engine } from '../../src/engine-interface.ts';
import type { KeyStore } from '../../src/ports/key-store.ts';

/** The part of an engine that endpoints use. */
export interface EndpointEngine extends Pick<HttpEngine, 'verify' | 'lookup' | 'accounts'> {
  readonly jobs: Omit<HttpEngine['jobs'], 'queueDepth'>;
}

/** The part of an `Engine` that the HTTP interface uses. */
export interface HttpEngine extends Pick<Engine, 'verify' | 'lookup' | 'budgets' | 'checkReady' | 'observe'> {
  readonly accounts: Pick<Accounts, 'balance'>;
  readonly jobs: Pick<
    Jobs,
    'checkCredits' | 'submit' | 'get' | 'results' | 'submitLookup' | 'lookupResults' | 'queueDepth'
  >;
  readonly keys: Pick<KeyStore, 'find' | 'markUsed'>;
}
