import type { Status, SubstatusByStatus } from '../../../src/resources.ts';
import type { Zone } from '../dns/zone.ts';
import type { SandboxDomain, SandboxExchange } from '../world.ts';

/** A status and one of its substatuses, as in `'risky/catch_all'`. */
export type OutcomeName = { [S in Status]: `${S}/${SubstatusByStatus[S]}` }[Status];

/** An address of the demonstration, the true outcome, and the reason. */
type DemoCase = readonly [localPart: string, outcome: OutcomeName, note: string];

/** A domain of the demonstration, with the servers and DNS names that only it needs. */
export interface DemoDomain {
  readonly domain: string;
  /** Undefined if the name does not exist. */
  readonly settings?: SandboxDomain;
  readonly exchanges?: Readonly<Record<string, SandboxExchange>>;
  readonly zone?: Zone;
  readonly cases: readonly DemoCase[];
}
