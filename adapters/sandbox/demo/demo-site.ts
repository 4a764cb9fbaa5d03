import type { Status, SubstatusByStatus } from '../../../src/resources.ts';
import type { Zone } from '../dns/zone.ts';
import type { SandboxDomain, SandboxExchange } from '../world.ts';

/** A status and one of its substatuses, as in `'risky/catch_all'`. */
export type OutcomeName = { [S in Status]: `${S}/${SubstatusByStatus[S]}` }[Status];

/** An address of the demonstration, what is true of it, and why. */
type DemoCase = readonly [localPart: string, outcome: OutcomeName, note: string];

/** One domain of the demonstration, with the servers and names that only it needs. */
export interface DemoSite {
  readonly domain: string;
  /** Undefined: the name does not exist. */
  readonly settings?: SandboxDomain;
  readonly exchanges?: Readonly<Record<string, SandboxExchange>>;
  readonly zone?: Zone;
  readonly cases: readonly DemoCase[];
}
