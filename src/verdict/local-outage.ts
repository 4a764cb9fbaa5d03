import { DeadlineExceeded } from '../concurrency/deadline.ts';
import { NoSlotInTime } from '../concurrency/slot.ts';
import { steadyNow } from '../concurrency/steady-time.ts';
import { ServiceUnavailable } from '../errors.ts';
import type { OutageDetector } from '../exchange/outage.ts';
import type { Clock } from '../ports/clock.ts';
import type { ProbeAnswer } from '../probe/session/probe-request.ts';

/** A question without an answer raises doubt after this time, or a quarter of the caller's patience if that is less. */
const doubtMs = 1_000;

export interface ResolverCheckOptions {
  readonly clock: Clock;
  /** The caller's patience. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Finds out whether resolvers are silent, or only the name servers of one domain: asks them for another name when a
 * question has been pending for a while, so that the answer is known before the caller's patience ends. They are silent
 * if none has answered anything since the check was started, whenever the caller looks.
 */
export class ResolverCheck {
  readonly #outage: OutageDetector;
  readonly #options: ResolverCheckOptions;
  readonly #startedAt: number;
  #cancelTimer: (() => void) | undefined;
  #asked: Promise<void> | undefined;

  constructor(outage: OutageDetector, options: ResolverCheckOptions) {
    this.#outage = outage;
    this.#options = options;
    this.#startedAt = steadyNow(options.clock);
  }

  /** Begins the watch over pending questions. To be called when the first one is asked. */
  watch(): void {
    const { clock, timeoutMs } = this.#options;
    this.#cancelTimer ??= clock.after(Math.min(doubtMs, timeoutMs / 4), () => {
      if (this.#silent) this.#ask().catch(() => {});
    });
  }

  /** Ends the watch. Must be called when no question is pending any more. */
  end(): void {
    this.#cancelTimer?.();
  }

  /** Throws ServiceUnavailable unless a resolver has answered. */
  throwIfSilentSoFar(): void {
    if (this.#silent) throw resolverOutage();
  }

  /** The same, after it has asked them. If the deadline passes meanwhile, they are silent. */
  async throwIfSilent(): Promise<void> {
    if (this.#silent) await this.#ask();
    this.throwIfSilentSoFar();
  }

  get #silent(): boolean {
    return !this.#outage.resolvedSince(this.#startedAt);
  }

  #ask(): Promise<void> {
    this.#asked ??= this.#outage.askResolvers(this.#options.signal).catch((error: unknown) => {
      if (!(error instanceof DeadlineExceeded)) throw error;
    });
    return this.#asked;
  }
}

/** What tells a fault of ours from one of theirs. */
export interface FaultChecks {
  readonly outage: OutageDetector;
  readonly resolvers: ResolverCheck;
  readonly signal: AbortSignal;
}

/** Throws ServiceUnavailable if the deadline passed because we cannot resolve any name, or reach any mail server. */
export function throwIfLocalOutage(
  during: 'dns' | 'probe',
  { outage, resolvers }: Pick<FaultChecks, 'outage' | 'resolvers'>,
): void {
  if (during === 'dns') resolvers.throwIfSilentSoFar();
  else if (outage.connectionsFail) throw connectionOutage();
}

/**
 * Throws ServiceUnavailable if an exchange was unreachable, or did not greet us, because of us. If the deadline passes
 * meanwhile, what is known counts.
 */
export async function throwIfOurFault(
  answer: Extract<ProbeAnswer, { kind: 'unreachable' | 'dialogue-failed' }>,
  { outage, resolvers, signal }: FaultChecks,
): Promise<void> {
  if (answer.kind === 'dialogue-failed' && answer.ungreeted !== true) return;
  const problem = answer.kind === 'unreachable' ? answer.problem : undefined;
  if (problem === 'timeout' || problem === 'unreachable') await resolvers.throwIfSilent();
  const reachable = await outage.checkConnections(signal).catch((error: unknown) => {
    if (error instanceof DeadlineExceeded) return !outage.connectionsFail;
    throw error;
  });
  if (!reachable) throw connectionOutage();
}

export function noSlotInTime(cause: NoSlotInTime): ServiceUnavailable {
  return new ServiceUnavailable(
    'No connection or DNS question was free in time: this process, or the mail server, allows no more of them at once, ' +
      'or a proxy does not answer. Try again later, or allow this process more.',
    { cause },
  );
}

/** Tells whether an error is one of `noSlotInTime`. */
export function isNoSlotInTime(error: unknown): boolean {
  return error instanceof ServiceUnavailable && error.cause instanceof NoSlotInTime;
}

function resolverOutage(): ServiceUnavailable {
  return new ServiceUnavailable(
    'No DNS resolver answers. Check the network and the resolvers that are configured, then try again. A resolver that ' +
      'denies names which exist counts as silent.',
  );
}

function connectionOutage(): ServiceUnavailable {
  return new ServiceUnavailable(
    'No mail server of any provider can be reached. Check that outgoing connections to port 25 are allowed.',
  );
}
