import { steadyNow } from '../../concurrency/steady-time.ts';
import type { WorkShare } from '../../concurrency/work-share.ts';
import { ConnectionError, type ConnectionErrorCode } from '../../errors.ts';
import type { CachingDns } from '../../exchange/caching-dns.ts';
import type { EgressOutage } from '../../exchange/egress-outage.ts';
import { hostAddresses } from '../../exchange/host-addresses.ts';
import type { Clock } from '../../ports/clock.ts';
import type { DnsFailure } from '../../ports/dns.ts';
import type { SmtpConnection, SmtpTransport } from '../../ports/smtp-transport.ts';
import { wasNeverSent } from '../../smtp/dial-target.ts';
import { connectPatienceMs } from './connect-patience.ts';
import type { ConnectionGrant, ConnectionPause } from './connection-limiter.ts';
import type { DnsRecorder, TraceRecorder } from './trace.ts';

export type DialResult =
  /** `release` must be called once the connection is closed. */
  | {
      readonly kind: 'connected';
      readonly connection: SmtpConnection;
      /** The IP address of the host that it leads to. */
      readonly address: string;
      release(): Promise<void>;
    }
  /** The host is paused, or each of its addresses that this machine has a route to. */
  | { readonly kind: 'paused'; readonly pause: ConnectionPause }
  /** The way out failed. */
  | { readonly kind: 'egress-failed'; readonly error: ConnectionError }
  /** `testedMs`: as in `ProbeAnswer`. */
  | {
      readonly kind: 'unreachable';
      readonly problem: 'no-address' | DnsFailure | ConnectionErrorCode;
      readonly testedMs: number;
    };

export interface DialOptions {
  readonly connectMs: number;
  /** When the last caller stops waiting. Part of the time until then is kept for the next exchange. */
  readonly deadlineAt: number;
  readonly signal: AbortSignal;
  /** On whose behalf DNS is asked. */
  readonly share: WorkShare;
  /** Waits for the right to connect to an IP address. */
  readonly admit: (address: string) => Promise<ConnectionGrant>;
  readonly record: TraceRecorder;
  readonly recordDns: DnsRecorder;
}

export interface DiallerDependencies {
  readonly dns: Pick<CachingDns, 'forShare'>;
  readonly smtp: SmtpTransport;
  readonly clock: Clock;
  readonly outage: EgressOutage;
  /** Port of the exchanges. */
  readonly port: number;
}

/** The owner of a host name decides how many addresses it has. */
const maxAddressesPerHost = 2;

/** What came of the addresses of a host so far. */
interface Tries {
  problem: ConnectionErrorCode | undefined;
  count: number;
}

/** An attempt to connect that failed, and how long it waited at most. */
class FailedAttempt {
  readonly error: ConnectionError;
  readonly patienceMs: number;

  constructor(error: ConnectionError, patienceMs: number) {
    this.error = error;
    this.patienceMs = patienceMs;
  }
}

/**
 * Connects to an exchange by host name: tries at most two of its addresses, in order, until one accepts. Passes over
 * addresses that are paused.
 */
export class Dialler {
  readonly #dns: DiallerDependencies['dns'];
  readonly #smtp: SmtpTransport;
  readonly #clock: Clock;
  readonly #outage: EgressOutage;
  readonly #port: number;

  constructor(dependencies: DiallerDependencies) {
    this.#dns = dependencies.dns;
    this.#smtp = dependencies.smtp;
    this.#clock = dependencies.clock;
    this.#outage = dependencies.outage;
    this.#port = dependencies.port;
  }

  /** Rejects with the signal's reason, or if a store fails. */
  async dial(host: string, options: DialOptions): Promise<DialResult> {
    const tries: Tries = { problem: undefined, count: 0 };
    try {
      return await this.#dialAddresses(host, options, tries);
    } catch (error) {
      // Callers in a hurry would hide for ever that none of their servers answers us.
      if (tries.count > 0) this.#recordUnreachable(host, tries);
      throw error;
    }
  }

  async #dialAddresses(host: string, options: DialOptions, tries: Tries): Promise<DialResult> {
    const asking = this.#dns.forShare(options.share, { onAnswer: options.recordDns });
    const addresses = hostAddresses(host, asking, options.signal);
    let pause: ConnectionPause | undefined;
    let testedMs = Number.POSITIVE_INFINITY;
    while (tries.count < maxAddressesPerHost) {
      const next = await addresses.next();
      if (next.done) {
        if (next.value === undefined) break;
        return {
          kind: 'unreachable',
          problem: next.value.kind === 'none' ? 'no-address' : next.value.reason,
          testedMs,
        };
      }
      const attempt = await this.#attempt(next.value, options);
      if (attempt instanceof FailedAttempt) {
        if (attempt.error.code === 'egress_failed') return this.#onEgressFailed(attempt.error);
        tries.problem = attempt.error.code;
        if (tries.problem === 'connection_timeout') testedMs = Math.min(testedMs, attempt.patienceMs);
        if (!wasNeverSent(attempt.error)) tries.count += 1;
      } else if (attempt.kind === 'pause') {
        if (attempt.scope === 'exchange') return { kind: 'paused', pause: attempt };
        pause ??= attempt;
      } else return attempt;
    }
    if (pause !== undefined && tries.count === 0) return { kind: 'paused', pause };
    this.#recordUnreachable(host, tries);
    return { kind: 'unreachable', problem: tries.problem ?? 'no-address', testedMs };
  }

  #recordUnreachable(host: string, { problem }: Tries): void {
    if (problem !== 'address_not_allowed') this.#outage.recordUnreachable(host);
  }

  /** Records whether the server at the other end of a connection greeted us: a proxy may have claimed to connect. */
  recordGreeting(host: string, greeted: boolean): void {
    if (greeted) this.#outage.recordGreeting();
    else this.#outage.recordUnreachable(host);
  }

  #onEgressFailed(error: ConnectionError): DialResult {
    this.#outage.recordFailure(error);
    return { kind: 'egress-failed', error };
  }

  async #attempt(
    address: string,
    options: DialOptions,
  ): Promise<DialResult | ConnectionPause | FailedAttempt> {
    const grant = await options.admit(address);
    if (grant.kind === 'pause') return grant;
    const timeLeftMs = options.deadlineAt - steadyNow(this.#clock);
    const patienceMs = connectPatienceMs(timeLeftMs, options.connectMs);
    let connection: SmtpConnection | ConnectionError | undefined;
    try {
      connection = await this.#connect(address, patienceMs, options);
    } finally {
      if (connection === undefined || connection instanceof ConnectionError) await grant.release();
    }
    if (connection instanceof ConnectionError) return new FailedAttempt(connection, patienceMs);
    return { kind: 'connected', connection, address, release: () => grant.release() };
  }

  async #connect(
    address: string,
    timeoutMs: number,
    { signal, record }: DialOptions,
  ): Promise<SmtpConnection | ConnectionError> {
    record?.('connecting', [address]);
    try {
      const connection = await this.#smtp.connect({ address, port: this.#port }, { timeoutMs, signal });
      record?.('connected', [address]);
      return connection;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ConnectionError)) throw error;
      record?.('failed', [error.message]);
      return error;
    }
  }
}
