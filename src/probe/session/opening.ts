import { runStep } from '../../concurrency/steps.ts';
import { singleShare, type WorkShare } from '../../concurrency/work-share.ts';
import { ConnectionError, type ConnectionErrorCode } from '../../errors.ts';
import type { EgressOutage } from '../../exchange/egress-outage.ts';
import type { Gates, HeldLeases } from '../../exchange/gates/gates.ts';
import type { ExchangePolicies } from '../../exchange/policy.ts';
import { providerOf } from '../../exchange/provider.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Identity } from '../../ports/network-ports.ts';
import type { SmtpConnection, SmtpTransport } from '../../ports/smtp-transport.ts';
import type { Telemetry } from '../../ports/telemetry.ts';
import type { ConnectionLease, ConnectionLimiter, ConnectionPause } from './connection-limiter.ts';
import type { AnswerListener } from './probe-request.ts';
import type { RequestQueue } from './request-queue.ts';
import type { ObservedTrace, TraceRecorder } from './trace.ts';

/** What the sessions of an egress share. */
export interface EgressContext {
  readonly egress: string;
  readonly identity: Identity;
  readonly smtp: SmtpTransport;
  readonly outage: EgressOutage;
  readonly gates: Gates;
  readonly policies: ExchangePolicies;
  readonly limiter: ConnectionLimiter;
  readonly clock: Clock;
  readonly port: number;
  readonly idleMs: number;
  readonly trace: ObservedTrace | undefined;
  readonly telemetry?: Telemetry | undefined;
  readonly nextSessionNumber: () => number;
  /** Called for each answer before the caller receives it, and before any answer of the same group is given. */
  readonly onAnswer: AnswerListener;
  /** Called at each sign of a limit that tells something new. */
  readonly onLimitMet: (host: string) => void;
}

export type NoConnection =
  | { readonly kind: 'paused'; readonly pause: ConnectionPause }
  | { readonly kind: 'egress-failed'; readonly error: ConnectionError }
  | { readonly kind: 'route-silent' }
  | { readonly kind: 'unreachable'; readonly problem: ConnectionErrorCode; readonly patienceMs: number };

export interface OpeningOptions {
  readonly host: string;
  readonly address: string;
  readonly queue: RequestQueue;
  readonly record: TraceRecorder;
  /** Ends it, also later. */
  readonly signal: AbortSignal;
  readonly onWaiting: () => void;
  /** Called when a lease has expired: the connection must be closed at once. */
  readonly onLost: () => void;
}

/** Returns what steps tell of the exchange that is asked. */
export function describeExchange(egress: string, host: string, names: boolean) {
  return { egress, provider: providerOf(host)?.id ?? null, ...(names && { host }) };
}

/** How a session gets its connection: it waits for its leases and a socket, and connects. */
export class Opening {
  readonly #context: EgressContext;
  readonly #options: OpeningOptions;
  /** Keys of the leases that it holds or waits for. */
  leaseKeys: readonly string[] = [];
  lease: ConnectionLease | undefined;
  /** True once our route is open: nothing but the server is waited for. */
  isDialling = false;
  /** On whose behalf it waits for the leases and a socket. Undefined unless it does. */
  #share: WorkShare | undefined;
  /** Key of the limit that it waits for, if that takes time. */
  #waitsFor: string | undefined;

  constructor(context: EgressContext, options: OpeningOptions) {
    this.#context = context;
    this.#options = options;
  }

  /** How many leases there were when it got its own. */
  get held(): HeldLeases {
    return this.lease?.held ?? new Map();
  }

  get waits(): boolean {
    return this.#share !== undefined;
  }

  /** True while it waits on behalf of a share that is served later than this one. */
  waitsBehind(share: WorkShare): boolean {
    return this.#share !== undefined && this.#context.limiter.goesBefore(share, this.#share);
  }

  /** Key of the exchange that must first allow it a connection; undefined if it waits for no such thing. */
  get waitsForExchange(): string | undefined {
    const [exchange] = this.leaseKeys;
    return this.waits && this.#waitsFor === exchange ? exchange : undefined;
  }

  /** `patienceMs`: returns how long a connection may take. Rejects if a store fails, or when aborted. */
  async connect(patienceMs: () => number): Promise<SmtpConnection | NoConnection> {
    const { smtp, port, outage, telemetry, egress } = this.#context;
    const { host, address, queue, record, signal } = this.#options;
    const grant = await this.#acquire();
    if (grant.kind === 'pause') return { kind: 'paused', pause: grant };
    this.lease = grant;
    signal.throwIfAborted();
    const onDialling = () => this.#startDialling();
    if (!outage.mayFail) onDialling();
    const timeoutMs = patienceMs();
    record?.('connecting', [address]);
    try {
      const connection = await runStep(
        telemetry,
        'connection',
        ({ names }) => ({ ...describeExchange(egress, host, names), parent: queue.first?.step ?? null }),
        () => smtp.connect({ address, port }, { timeoutMs, signal, onDialling }),
      );
      onDialling();
      record?.('connected', [address]);
      return connection;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ConnectionError)) throw error;
      record?.('failed', [error.message]);
      // Nobody counts the connection any more, so that the next one need not wait for this.
      await grant.release();
      if (error.code === 'egress_failed') return { kind: 'egress-failed', error };
      if (error.code === 'connection_timeout' && !this.isDialling) return { kind: 'route-silent' };
      return { kind: 'unreachable', problem: error.code, patienceMs: timeoutMs };
    }
  }

  /** Tells those who wait for nothing else of the socket: it can be new for one only, and some wait for a rate. */
  #startDialling(): void {
    if (this.isDialling) return;
    this.isDialling = true;
    let isTaken = false;
    for (const request of this.#options.queue) {
      if (this.#context.gates.isRateLimited(request.host)) continue;
      if (!request.needsFreshSession || !isTaken) request.markServed();
      isTaken ||= request.needsFreshSession;
    }
  }

  async #acquire(): Promise<ConnectionLease | ConnectionPause> {
    const { limiter, gates } = this.#context;
    const { host, address, queue, record, signal, onWaiting, onLost } = this.#options;
    const limits = gates.connectionLimits(host, address);
    // One that lasts for itself could be given up for nobody.
    this.leaseKeys = limits.filter(({ lastsMs }) => lastsMs === undefined).map(({ key }) => key);
    const onWait = (what: string, key?: string) => {
      record?.('waiting', [what]);
      this.#waitsFor = key;
      onWaiting();
    };
    const share = queue.shareServedFirst((...shares) => limiter.goesBefore(...shares)) ?? singleShare;
    this.#share = share;
    try {
      return await limiter.acquire(limits, { signal, share, waitUntil: queue.waitUntil, onWait, onLost });
    } finally {
      this.#share = undefined;
      this.#waitsFor = undefined;
    }
  }
}
