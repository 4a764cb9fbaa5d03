import type { Jobs } from '../../src/bulk/jobs.ts';
import type { Engine } from '../../src/engine-interface.ts';

/** The part of an `Engine` that the console uses. */
export interface ConsoleEngine
  extends Pick<
    Engine,
    'verify' | 'lookup' | 'accounts' | 'keys' | 'prices' | 'budgets' | 'replies' | 'egresses'
  > {
  readonly jobs: Pick<
    Jobs,
    | 'checkCredits'
    | 'submit'
    | 'submitLookup'
    | 'get'
    | 'items'
    | 'list'
    | 'ofAccount'
    | 'cancel'
    | 'delete'
    | 'queueDepth'
  >;
}
