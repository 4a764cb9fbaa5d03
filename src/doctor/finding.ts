import { checkList } from '../argument-checks.ts';
import type { Assessment, StorageAspect } from '../ports/storage-diagnosis.ts';
import type { SpfResult } from './spf/spf-evaluation.ts';

/** Who an exchange was reached as, or why it was not. */
export interface ExchangeContact {
  readonly host: string;
  /** The IP address that was dialled last; null if the name led to none. */
  readonly address: string | null;
  /**
   * `refused`: it answered the connection or EHLO with an error. `no_route`: the egress cannot reach
   * addresses of this IP version. `egress_failed`: our own route failed, such as a proxy. `unresolved`: the
   * name has no such address, or DNS failed.
   */
  readonly outcome: 'greeted' | 'refused' | 'unreachable' | 'no_route' | 'egress_failed' | 'unresolved';
  /** What the exchange or the system said. */
  readonly detail: string;
}

/**
 * How it is known which IP address servers see: an exchange said so, the socket has it, or it is only
 * assumed, because the egress is configured to use it or HELO resolves to it.
 */
export type AddressSource = 'exchange' | 'socket' | 'configured' | 'helo';

/** About which egress and which of its addresses. */
interface OfAddress {
  readonly egress: string;
  readonly address: string;
}

/**
 * A provider, or a single mail server, that blocks an egress. `domain`: only this one of the domains that it
 * hosts does. `until`: in milliseconds since the Unix epoch.
 */
export interface BlockInForce {
  readonly exchange: string;
  readonly domain?: string | undefined;
  readonly until: number;
}

/**
 * What one check of `diagnose` found. `check` says which one; the other fields are its facts. See
 * `Assessment` for what all findings have.
 */
export type DoctorFinding = Assessment &
  (
    | {
        readonly check: 'resolver';
        readonly resolver: string;
        readonly aspect: 'answers' | 'tcp' | 'nxdomain';
      }
    | {
        readonly check: 'outgoing_smtp';
        readonly egress: string;
        readonly ipVersion: 4 | 6;
        readonly exchanges: readonly ExchangeContact[];
      }
    | {
        readonly check: 'address_seen';
        readonly egress: string;
        /** Empty if it could not be found out. */
        readonly addresses: readonly { readonly address: string; readonly source: AddressSource }[];
      }
    | ({
        readonly check: 'reverse_name';
        /** The names of the PTR records. */
        readonly names: readonly string[];
        /** Those of them that lead back to the address. */
        readonly confirmed: readonly string[];
      } & OfAddress)
    | ({ readonly check: 'generic_name'; readonly name: string } & OfAddress)
    | ({ readonly check: 'helo'; readonly helo: string } & OfAddress)
    | {
        readonly check: 'blocks';
        readonly egress: string;
        /** What blocks the egress, by what is remembered in the store; the block that ends last comes first. */
        readonly blockedBy: readonly BlockInForce[];
      }
    | { readonly check: 'sender_domain'; readonly egress: string; readonly domain: string }
    | ({ readonly check: 'spf'; readonly domain: string; readonly result: SpfResult } & OfAddress)
    | ({
        readonly check: 'block_list';
        readonly list: string;
        /** Null if it could not be found out. */
        readonly listed: boolean | null;
        /** The answers of the list, such as `127.0.0.2`. */
        readonly codes: readonly string[];
      } & OfAddress)
    | {
        readonly check: 'storage';
        readonly location: string;
        readonly aspect: 'reachable' | StorageAspect;
      }
    | {
        readonly check: 'disposable_lists';
        /** When the lists in the store were fetched, in milliseconds since the Unix epoch; null if those are in use that came with mailproof. */
        readonly fetchedAt: number | null;
      }
    | {
        readonly check: 'clock';
        /** What this machine's clock was compared with: `storage`, the host name of an exchange, or null. */
        readonly comparedWith: string | null;
        /** How far this machine's clock is ahead, in milliseconds; null if it could not be compared. */
        readonly aheadMs: number | null;
      }
  );

/** Receives each finding as soon as it is known. */
export type FindingListener = (finding: DoctorFinding) => void;

/** Tells of findings once they are known, and returns them. */
export async function tellFindings<Found extends DoctorFinding | readonly DoctorFinding[]>(
  onFinding: FindingListener,
  found: Found | Promise<Found>,
): Promise<Found> {
  const known = await found;
  const all: readonly DoctorFinding[] = 'check' in known ? [known] : known;
  for (const finding of all) onFinding(finding);
  return known;
}

/** How grave a finding is. */
export type Severity = Assessment['severity'];

const severities: readonly Severity[] = ['ok', 'warning', 'failure'];

/** Returns the gravest severity among findings; `ok` if there are none. */
export function worstSeverity(findings: readonly { readonly severity: Severity }[]): Severity {
  checkList('findings', findings, 'Pass what diagnose() returns.');
  const worst = Math.max(0, ...findings.map(({ severity }) => severities.indexOf(severity)));
  return severities[worst] ?? 'ok';
}
