import { isSpecialUse } from '../address/special-use.ts';
import type { Dns, DnsFailure, MxRecord } from '../ports.ts';

/** Where mail for a domain goes (RFC 5321 §5.1), or why it goes nowhere. */
export type MxPlan =
  | {
      readonly kind: 'exchanges';
      /** Host names in the order to try: by preference, equals in an order that is random between engines. */
      readonly hosts: readonly string[];
      /** The most preferred host, the same whoever asks: what `mx_record` shows. */
      readonly main: string;
    }
  | { readonly kind: 'no-mail'; readonly reason: NoMailReason }
  | { readonly kind: 'failure'; readonly reason: DnsFailure; readonly detail: string };

/** `reserved-name`: RFC 6761. `null-mx`: RFC 7505. */
export type NoMailReason = 'reserved-name' | 'no-domain' | 'no-records' | 'null-mx';

/** Rank of a host among equals. Stable within an engine, so that sessions are shared. */
export type TieBreak = (host: string) => number;

/** `domain` in A-labels. Rejects only with the signal's reason. */
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
  // A null MX beside real ones is a mistake of the zone's owner, and ignored.
  const real = records.filter((record) => record.exchange !== '');
  const [main] = [...real].sort((a, b) => a.preference - b.preference || (a.exchange < b.exchange ? -1 : 1));
  if (main === undefined) return { kind: 'no-mail', reason: 'null-mx' };
  const ordered = [...real].sort(
    (a, b) => a.preference - b.preference || tieBreak(a.exchange) - tieBreak(b.exchange),
  );
  const hosts = [...new Set(ordered.map((record) => record.exchange))];
  return { kind: 'exchanges', hosts, main: main.exchange };
}

/** Without any MX the domain itself is the exchange, if it has an address. */
async function implicitMx(domain: string, dns: Dns, signal?: AbortSignal): Promise<MxPlan> {
  const a = await dns.a(domain, withSignal(signal));
  if (a.kind === 'records') return { kind: 'exchanges', hosts: [domain], main: domain };
  const aaaa = await dns.aaaa(domain, withSignal(signal));
  if (aaaa.kind === 'records') return { kind: 'exchanges', hosts: [domain], main: domain };
  if (a.kind === 'failure') return a;
  if (aaaa.kind === 'failure') return aaaa;
  return { kind: 'no-mail', reason: 'no-records' };
}

export function withSignal(signal: AbortSignal | undefined): { signal?: AbortSignal } {
  return signal === undefined ? {} : { signal };
}
