import { steadyNow } from '../concurrency/steady-time.ts';
import type { Clock } from '../ports/clock.ts';
import type { Dns, DnsAnswer, DnsFailure } from '../ports/dns.ts';
import { withSignal } from './mx-plan.ts';

/** Why a host has no address: its name does not resolve to one, or DNS failed. */
export type AddressProblem = 'no-address' | DnsFailure;

/** DNS is asked again after this time, which its cache answers as long as the records may be used. */
const freshMs = 1_000;

/**
 * The addresses of an exchange in the order to connect to: IPv4 and IPv6 in turn, because a machine may reach only one of
 * them. IPv6 addresses are asked for only if no IPv4 address was of use.
 */
export class HostAddresses {
  readonly #host: string;
  readonly #dns: Dns;
  readonly #clock: Clock;
  readonly #resolvedAt: number;
  #ipv4: readonly string[] = [];
  #known: readonly string[] = [];
  #ipv6: Promise<DnsAnswer<string>> | undefined;

  constructor(host: string, dns: Dns, clock: Clock) {
    this.#host = host;
    this.#dns = dns;
    this.#clock = clock;
    this.#resolvedAt = steadyNow(clock);
  }

  get known(): readonly string[] {
    return this.#known;
  }

  get isFresh(): boolean {
    return steadyNow(this.#clock) - this.#resolvedAt < freshMs;
  }

  /** Asks for IPv4 addresses, and for IPv6 ones if there are none. Returns why there are none. Rejects with the signal's reason. */
  async resolve(signal?: AbortSignal): Promise<AddressProblem | undefined> {
    const a = await this.#dns.a(this.#host, withSignal(signal));
    this.#ipv4 = recordsOf(a);
    this.#known = this.#ipv4;
    if (this.#known.length > 0) return undefined;
    const aaaa = await this.resolveMore(signal);
    if (this.#known.length > 0) return undefined;
    const failure = [a, aaaa].find((answer) => answer.kind === 'failure');
    return failure?.reason ?? 'no-address';
  }

  async resolveMore(signal?: AbortSignal): Promise<DnsAnswer<string>> {
    this.#ipv6 ??= this.#dns.aaaa(this.#host, withSignal(signal));
    const aaaa = await this.#ipv6;
    const both = [this.#ipv4, recordsOf(aaaa)];
    const length = Math.max(...both.map((addresses) => addresses.length));
    this.#known = Array.from({ length }, (_, index) =>
      both.flatMap((addresses) => addresses.slice(index, index + 1)),
    ).flat();
    return aaaa;
  }
}

function recordsOf(answer: DnsAnswer<string>): readonly string[] {
  return answer.kind === 'records' ? answer.records : [];
}
