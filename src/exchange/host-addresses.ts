import type { Dns, DnsAnswer, DnsFailure } from '../ports.ts';
import { withSignal } from './mx-plan.ts';

/** Why a host has no address: its name does not resolve to one, or DNS failed. */
export type AddressProblem =
  | { readonly kind: 'none' }
  | { readonly kind: 'failure'; readonly reason: DnsFailure };

/**
 * Yields the addresses of an exchange in the order to connect to: IPv4 before IPv6. IPv6 addresses are queried only if
 * no IPv4 address was usable. Returns why there were none, or undefined if there was at least one.
 */
export async function* hostAddresses(
  host: string,
  dns: Dns,
  signal?: AbortSignal,
): AsyncGenerator<string, AddressProblem | undefined, void> {
  const a = await dns.a(host, withSignal(signal));
  if (a.kind === 'records') yield* a.records;
  const aaaa = await dns.aaaa(host, withSignal(signal));
  if (aaaa.kind === 'records') yield* aaaa.records;
  return a.kind === 'records' || aaaa.kind === 'records' ? undefined : problemOf(a, aaaa);
}

function problemOf(...answers: readonly DnsAnswer<string>[]): AddressProblem {
  for (const answer of answers) if (answer.kind === 'failure') return answer;
  return { kind: 'none' };
}
