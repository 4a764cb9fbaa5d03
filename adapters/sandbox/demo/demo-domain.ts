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

interface ServedDomain extends Omit<SandboxDomain, 'mx'>, Pick<DemoDomain, 'cases'> {
  readonly exchange?: SandboxExchange;
  readonly mx?: readonly string[];
}

/** Returns a domain with exchanges of its own, all of which behave alike. By default, it has `mx.<domain>` alone. */
export function servedBy(
  domain: string,
  { exchange = {}, cases, mx = [`mx.${domain}`], ...settings }: ServedDomain,
): DemoDomain {
  const exchanges = Object.fromEntries(mx.map((host) => [host, exchange]));
  return { domain, settings: { mx, ...settings }, exchanges, cases };
}
