import { isSpecialUse } from '../address/special-use.ts';
import type { Dns, DnsFailure, MxRecord } from '../ports/dns.ts';

/** The exchanges that take mail for a domain (RFC 5321 §5.1), or why there are none. */
export type MxPlan =
  | {
      readonly kind: 'exchanges';
      /**
       * Host names by preference, at most 10. Those of equal preference are in an order that each engine chooses at
       * random (RFC 5321 §5.1).
       */
      readonly hosts: readonly string[];
      /** The most preferred host, shown as `mx_record`. Among equals, the alphabetically first. */
      readonly main: string;
    }
  | { readonly kind: 'no-mail'; readonly reason: NoMailReason }
  | { readonly kind: 'failure'; readonly reason: DnsFailure; readonly detail: string };

/** `reserved-name`: RFC 6761. `null-mx`: RFC 7505. */
export type NoMailReason = 'reserved-name' | 'no-domain' | 'no-records' | 'null-mx';

/** The owner of a domain names its exchanges, and must not make us connect to any number of hosts. */
const maxExchanges = 10;

/** Ranks hosts of equal preference. Stable within an engine, so that sessions are reused. */
export type TieBreak = (host: string) => number;

/** Looks up where mail for a domain goes. `domain` is in A-labels. Rejects only with the signal's reason. */
export async function planMx(
  domain: string,
  dns: Dns,
  tieBreak: TieBreak,
  signal?: AbortSignal,
): Promise<MxPlan> {
  if (isSpecialUse(domain)) return { kind: 'no-mail', reason: 'reserved-name' };
  const answer = await dns.mx(domain, withSignal(signal));
  switch (answer.kind) {
    case 'records':
      return fromRecords(answer.records, tieBreak);
    case 'no-domain':
      return { kind: 'no-mail', reason: 'no-domain' };
    case 'no-data':
      return implicitMx(domain, dns, signal);
    case 'failure':
      return answer;
  }
}

function fromRecords(records: readonly MxRecord[], tieBreak: TieBreak): MxPlan {
  // A null MX beside other records is a mistake in the zone (RFC 7505 §3), and ignored.
  const real = records.filter((record) => record.exchange !== '').sort(byPreference);
  const [main] = real;
  if (main === undefined) return { kind: 'no-mail', reason: 'null-mx' };
  const ordered = [...real].sort(
    (a, b) => a.preference - b.preference || tieBreak(a.exchange) - tieBreak(b.exchange),
  );
  const hosts = [...new Set(ordered.map((record) => record.exchange))].slice(0, maxExchanges);
  return { kind: 'exchanges', hosts, main: main.exchange };
}

/** Orders records by preference, and by name among equals. */
export function byPreference(one: MxRecord, other: MxRecord): number {
  return one.preference - other.preference || (one.exchange < other.exchange ? -1 : 1);
}

/** Without an MX record the domain itself is the exchange, if it has an address (RFC 5321 §5.1). */
async function implicitMx(domain: string, dns: Dns, signal?: AbortSignal): Promise<MxPlan> {
  const a = await dns.a(domain, withSignal(signal));
  const aaaa = a.kind === 'records' ? a : await dns.aaaa(domain, withSignal(signal));
  if (aaaa.kind === 'records') return { kind: 'exchanges', hosts: [domain], main: domain };
  if (a.kind === 'failure') return a;
  if (aaaa.kind === 'failure') return aaaa;
  return { kind: 'no-mail', reason: 'no-records' };
}

/** Returns options with the signal; without the property if there is none, because it must not be undefined. */
export function withSignal(signal: AbortSignal | undefined): { signal?: AbortSignal } {
  return signal === undefined ? {} : { signal };
}
