import { boundedMap } from '../bounded-map.ts';
import { SingleFlight } from '../concurrency/single-flight.ts';
import { EngineClosed } from '../errors.ts';
import type { OutageDetector } from '../exchange/outage.ts';
import type { ExchangePolicies } from '../exchange/policy.ts';
import type { Clock, Dns, Identity, Pacing, SmtpTransport } from '../ports.ts';
import { KnownReplies } from './reply/known-replies.ts';
import { Gate } from './session/admission.ts';
import type { ProbeAnswer, Recipient } from './session/ask.ts';
import { defaultPatience, type StepPatience } from './session/conversation.ts';
import { Dialler } from './session/dialler.ts';
import { ExchangePool, type PoolContext } from './session/exchange-pool.ts';
import type { Trace } from './session/trace.ts';

export interface ProberOptions {
  readonly clock: Clock;
  readonly dns: Dns;
  readonly smtp: SmtpTransport;
  readonly pacing: Pacing;
  readonly identity: Identity;
  readonly policies: ExchangePolicies;
  readonly outage: OutageDetector;
  readonly port: number;
  /** Sockets of this engine in all. */
  readonly maxConnections: number;
  readonly idleMs: number;
  readonly patience?: Partial<StepPatience>;
  readonly trace?: Trace | undefined;
  /** Told of every answer before those who asked are. */
  readonly onAnswer: (recipient: Recipient, answer: ProbeAnswer) => void;
}

/** A host that could not be reached is not dialled again for this long. */
const unreachableMs = 30_000;

type Unreachable = Extract<ProbeAnswer, { kind: 'unreachable' }>;

/** Asks exchanges about recipients, over as few sessions as will do. */
export class Prober {
  readonly #pools = new Map<string, ExchangePool>();
  readonly #flights = new SingleFlight<ProbeAnswer>();
  readonly #unreachable = boundedMap<string, { answer: Unreachable; until: number }>(20_000);
  readonly #context: PoolContext;
  #sessions = 0;
  #closed = false;
  #whenDrained: (() => void) | undefined;

  constructor(options: ProberOptions) {
    const { clock, dns, smtp, outage, port } = options;
    this.#context = {
      clock,
      identity: options.identity,
      policies: options.policies,
      patience: { ...defaultPatience, ...options.patience },
      idleMs: options.idleMs,
      trace: options.trace,
      gate: new Gate({
        pacing: options.pacing,
        clock,
        maxConnections: options.maxConnections,
        makeRoom: (pacingKey) => this.#makeRoom(pacingKey),
      }),
      knownReplies: new KnownReplies(),
      dialler: new Dialler({ dns, smtp, clock, outage, port }),
      nextSessionNumber: () => {
        this.#sessions += 1;
        return this.#sessions;
      },
      onAnswer: options.onAnswer,
    };
  }

  /** Asks `host` about a recipient. Rejects with the signal's reason, EngineClosed, or where a store fails. */
  async ask(
    host: string,
    recipient: Recipient,
    options: { deadlineAt: number; signal: AbortSignal },
  ): Promise<ProbeAnswer> {
    if (this.#closed) throw new EngineClosed();
    const known = this.#unreachable.get(host);
    if (known !== undefined && known.until > this.#context.clock.now()) return known.answer;
    const { deadlineAt } = options;
    const answer = await this.#flights.run(`${host} ${recipient.address}`, options.signal, (signal) =>
      this.#pool(host).ask(recipient, { deadlineAt, signal }),
    );
    if (answer.kind === 'unreachable') {
      this.#unreachable.set(host, { answer, until: this.#context.clock.now() + unreachableMs });
    }
    return answer;
  }

  /** Idle sessions say QUIT, others are cut off; resolves when every connection is gone. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const pool of this.#pools.values()) while (pool.dismissIdle());
    for (const pool of [...this.#pools.values()]) pool.giveUp(new EngineClosed());
    if (this.#pools.size === 0) return;
    await new Promise<void>((resolve) => {
      this.#whenDrained = resolve;
    });
  }

  #pool(host: string): ExchangePool {
    const known = this.#pools.get(host);
    if (known !== undefined) return known;
    const pool = new ExchangePool(host, this.#context, () => {
      this.#pools.delete(host);
      if (this.#pools.size === 0) this.#whenDrained?.();
    });
    this.#pools.set(host, pool);
    return pool;
  }

  #makeRoom(pacingKey: string | undefined): void {
    for (const pool of this.#pools.values()) {
      if ((pacingKey === undefined || pool.pacingKey === pacingKey) && pool.dismissIdle()) return;
    }
  }
}
