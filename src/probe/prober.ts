import { boundedMap } from '../bounded-map.ts';
import { SingleFlight } from '../concurrency/single-flight.ts';
import { steadyNow } from '../concurrency/steady-time.ts';
import type { WorkShare } from '../concurrency/work-share.ts';
import { EngineClosed } from '../errors.ts';
import type { OutageDetector } from '../exchange/outage.ts';
import type { ExchangePolicies } from '../exchange/policy.ts';
import type { Clock } from '../ports/clock.ts';
import type { Identity } from '../ports/network-ports.ts';
import type { Pacing } from '../ports/pacing.ts';
import type { SmtpTransport } from '../ports/smtp-transport.ts';
import { CachingClassifier } from './reply/caching-classifier.ts';
import { connectPatienceMs, isTested } from './session/connect-patience.ts';
import { ConnectionLimiter } from './session/connection-limiter.ts';
import { Dialler, type DiallerDependencies } from './session/dialler.ts';
import { defaultTimeouts, type StepTimeouts } from './session/dialogue-runner.ts';
import { ExchangePool, type PoolDependencies } from './session/exchange-pool.ts';
import type { ProbeAnswer, Recipient } from './session/probe-request.ts';
import type { Trace } from './session/trace.ts';

export interface ProberDependencies {
  readonly clock: Clock;
  readonly dns: DiallerDependencies['dns'];
  readonly smtp: SmtpTransport;
  readonly pacing: Pacing;
  readonly identity: Identity;
  readonly policies: ExchangePolicies;
  readonly outage: OutageDetector;
  /** Port of the exchanges. */
  readonly port: number;
  /** Most sockets of this engine, for all exchanges together. */
  readonly maxConnections: number;
  /** How long an idle session stays open. */
  readonly idleMs: number;
  readonly timeouts?: Partial<StepTimeouts>;
  readonly trace?: Trace | undefined;
  /** Called for each answer before the callers receive it. */
  readonly onAnswer: (recipient: Recipient, answer: ProbeAnswer) => void;
}

/** After a failure to reach a host, it is not dialled again for this long, except for more patient callers. */
const unreachableMs = 30_000;

type Unreachable = Extract<ProbeAnswer, { kind: 'unreachable' }>;

/** Asks exchanges about recipients, over as few sessions as possible. Callers who ask about one recipient share it. */
export class Prober {
  readonly #pools = new Map<string, ExchangePool>();
  readonly #flights = new SingleFlight<ProbeAnswer>();
  readonly #unreachable = boundedMap<string, { answer: Unreachable; until: number }>(20_000);
  readonly #poolDependencies: PoolDependencies;
  readonly #outage: OutageDetector;
  #sessionCount = 0;
  #closed = false;
  #onDrained: (() => void) | undefined;

  constructor(dependencies: ProberDependencies) {
    const { clock, dns, smtp, outage, port } = dependencies;
    this.#outage = outage;
    this.#poolDependencies = {
      clock,
      identity: dependencies.identity,
      policies: dependencies.policies,
      timeouts: { ...defaultTimeouts, ...dependencies.timeouts },
      idleMs: dependencies.idleMs,
      trace: dependencies.trace,
      limiter: new ConnectionLimiter({
        pacing: dependencies.pacing,
        clock,
        maxConnections: dependencies.maxConnections,
        closeIdleSession: (key) => this.#closeIdleSession(key),
      }),
      classifier: new CachingClassifier(),
      dialler: new Dialler({ dns, smtp, clock, outage, port }),
      nextSessionNumber: () => {
        this.#sessionCount += 1;
        return this.#sessionCount;
      },
      onAnswer: dependencies.onAnswer,
    };
  }

  /**
   * Asks `host` about a recipient. Rejects with the signal's reason, NoSlotInTime, EngineClosed, or if a store fails.
   */
  async ask(
    host: string,
    recipient: Recipient,
    caller: { readonly deadlineAt: number; readonly signal: AbortSignal; readonly share: WorkShare },
  ): Promise<ProbeAnswer> {
    const { deadlineAt, share } = caller;
    for (;;) {
      if (this.#closed) throw new EngineClosed();
      const known = this.#knownUnreachable(host);
      if (known !== undefined && this.#isTestedFor(known, deadlineAt)) return known;
      const answer = await this.#flights.runInSlot(`${host} ${recipient.address}`, caller, (wait) =>
        this.#getOrCreatePool(host).ask(recipient, { deadlineAt, share, wait }),
      );
      if (answer.kind !== 'unreachable') {
        if (answer.kind === 'reply') this.#unreachable.delete(host);
        return answer;
      }
      this.#rememberUnreachable(host, answer);
      // The flight may have been that of a caller with less patience.
      if (this.#isTestedFor(answer, deadlineAt)) return answer;
    }
  }

  #isTestedFor(answer: Unreachable, deadlineAt: number): boolean {
    const { clock, timeouts } = this.#poolDependencies;
    return isTested(answer, connectPatienceMs(deadlineAt - steadyNow(clock), timeouts.connectMs));
  }

  #knownUnreachable(host: string): Unreachable | undefined {
    const known = this.#unreachable.get(host);
    return known !== undefined && known.until > steadyNow(this.#poolDependencies.clock)
      ? known.answer
      : undefined;
  }

  #rememberUnreachable(host: string, answer: Unreachable): void {
    const known = this.#knownUnreachable(host);
    if (known !== undefined && known.testedMs > answer.testedMs) return;
    this.#unreachable.set(host, { answer, until: steadyNow(this.#poolDependencies.clock) + unreachableMs });
  }

  /** Ends idle sessions with QUIT and aborts the others. Resolves when every connection is closed. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#outage.close();
    for (const pool of this.#pools.values()) while (pool.endIdleSession());
    for (const pool of [...this.#pools.values()]) pool.abort(new EngineClosed());
    if (this.#pools.size === 0) return;
    await new Promise<void>((resolve) => {
      this.#onDrained = resolve;
    });
  }

  #getOrCreatePool(host: string): ExchangePool {
    const known = this.#pools.get(host);
    if (known !== undefined) return known;
    const pool = new ExchangePool(host, this.#poolDependencies, () => {
      this.#pools.delete(host);
      if (this.#pools.size === 0) this.#onDrained?.();
    });
    this.#pools.set(host, pool);
    return pool;
  }

  #closeIdleSession(key: string | undefined): void {
    for (const pool of this.#pools.values()) if (pool.endIdleSession(key)) return;
  }
}
