import type { Dns, DnsAnswer, DnsFailure } from '../ports/dns.ts';
import { withSignal } from './mx-plan.ts';

/** Why a host has no address: its name does not resolve to one, or DNS failed. */
export type AddressProblem =
  | { readonly kind: 'none' }
  | { readonly kind: 'failure'; readonly reason: DnsFailure };

/**
 * Yields the addresses of an exchange in the order to connect to: IPv4 and IPv6 in turn, because a machine may reach
 * only one of them. IPv6 addresses are queried only if the first IPv4 address was not usable. Returns why there were
 * none, or undefined if there was at least one.
 */
export async function* hostAddresses(
  host: string,
  dns: Dns,
  signal?: AbortSignal,
): AsyncGenerator<string, AddressProblem | undefined, void> {
  const a = await dns.a(host, withSignal(signal));
  const ipv4 = a.kind === 'records' ? a.records : [];
  yield* ipv4.slice(0, 1);
  const aaaa = await dns.aaaa(host, withSignal(signal));
  const ipv6 = aaaa.kind === 'records' ? aaaa.records : [];
  yield* ipv6.slice(0, 1);
  for (let index = 1; index < Math.max(ipv4.length, ipv6.length); index += 1) {
    yield* ipv4.slice(index, index + 1);
    yield* ipv6.slice(index, index + 1);
  }
  return ipv4.length + ipv6.length > 0 ? undefined : problemOf(a, aaaa);
}

function problemOf(...answers: readonly DnsAnswer<string>[]): AddressProblem {
  for (const answer of answers) if (answer.kind === 'failure') return answer;
  return { kind: 'none' };
}
