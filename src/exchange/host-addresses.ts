import type { Dns, DnsAnswer, DnsFailure } from '../ports.ts';
import { withSignal } from './mx-plan.ts';

/** Why a host gave no address: its name leads nowhere, or DNS could not say. */
export type AddressLack =
  | { readonly kind: 'none' }
  | { readonly kind: 'failure'; readonly reason: DnsFailure };

/**
 * The addresses of an exchange in the order to dial: IPv4 before IPv6, and IPv6 asked for only when IPv4 did not
 * do. Returns why there were none, or undefined if there was at least one.
 */
export async function* hostAddresses(
  host: string,
  dns: Dns,
  signal?: AbortSignal,
): AsyncGenerator<string, AddressLack | undefined, void> {
  const a = await dns.a(host, withSignal(signal));
  if (a.kind === 'records') yield* a.records;
  const aaaa = await dns.aaaa(host, withSignal(signal));
  if (aaaa.kind === 'records') yield* aaaa.records;
  return a.kind === 'records' || aaaa.kind === 'records' ? undefined : lackOf(a, aaaa);
}

function lackOf(...answers: readonly DnsAnswer<string>[]): AddressLack {
  for (const answer of answers) if (answer.kind === 'failure') return answer;
  return { kind: 'none' };
}
