import { ConnectionError, type ConnectionErrorCode } from '../../errors.ts';
import { hostAddresses } from '../../exchange/host-addresses.ts';
import type { OutageDetector } from '../../exchange/outage.ts';
import type { Clock, Dns, DnsFailure, SmtpConnection, SmtpTransport } from '../../ports.ts';
import type { TraceEvent } from './trace.ts';

export type Dialled =
  | { readonly kind: 'connected'; readonly connection: SmtpConnection }
  | { readonly kind: 'unreachable'; readonly problem: 'no-address' | DnsFailure | ConnectionErrorCode };

export interface DialOptions {
  readonly connectMs: number;
  /** When the last caller stops waiting: a part of the time left is kept for the next exchange. */
  readonly patientUntil: number;
  readonly signal: AbortSignal;
  readonly note: (kind: TraceEvent['kind'], lines: readonly string[]) => void;
}

/** More addresses than this of one host are not tried. */
const addressesTried = 4;
const shortestConnectMs = 1_000;

/** Connects to an exchange by name: to each of its addresses in turn until one accepts. */
export class Dialler {
  readonly #dns: Dns;
  readonly #smtp: SmtpTransport;
  readonly #clock: Clock;
  readonly #outage: OutageDetector;
  readonly #port: number;

  constructor(options: {
    dns: Dns;
    smtp: SmtpTransport;
    clock: Clock;
    outage: OutageDetector;
    port: number;
  }) {
    this.#dns = options.dns;
    this.#smtp = options.smtp;
    this.#clock = options.clock;
    this.#outage = options.outage;
    this.#port = options.port;
  }

  /** Rejects only with the signal's reason. */
  async dial(host: string, options: DialOptions): Promise<Dialled> {
    const addresses = hostAddresses(host, this.#dns, options.signal);
    let problem: ConnectionErrorCode | undefined;
    for (let tried = 0; tried < addressesTried; tried += 1) {
      const next = await addresses.next();
      if (next.done) {
        if (problem !== undefined || next.value === undefined) break;
        return {
          kind: 'unreachable',
          problem: next.value.kind === 'none' ? 'no-address' : next.value.reason,
        };
      }
      const attempt = await this.#connect(next.value, options);
      if (typeof attempt !== 'string') {
        this.#outage.recordConnection();
        return { kind: 'connected', connection: attempt };
      }
      problem = attempt;
    }
    if (problem !== 'address_not_allowed') this.#outage.recordUnreachable(host);
    return { kind: 'unreachable', problem: problem ?? 'no-address' };
  }

  async #connect(address: string, options: DialOptions): Promise<SmtpConnection | ConnectionErrorCode> {
    const { signal, note } = options;
    const timeLeftMs = options.patientUntil - this.#clock.now();
    const timeoutMs = Math.max(shortestConnectMs, Math.min(options.connectMs, timeLeftMs / 3));
    note('connecting', [address]);
    try {
      const connection = await this.#smtp.connect({ address, port: this.#port }, { timeoutMs, signal });
      note('connected', [address]);
      return connection;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ConnectionError)) throw error;
      note('failed', [error.message]);
      return error.code;
    }
  }
}
