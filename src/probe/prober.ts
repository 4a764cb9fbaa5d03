import { Slot } from '../concurrency/slot.ts';
import { steadyNow } from '../concurrency/steady-time.ts';
import { EngineClosed, ServiceUnavailable } from '../errors.ts';
import { EgressFailed, type EgressOutage } from '../exchange/egress-outage.ts';
import type { Cache } from '../ports/cache.ts';
import type { Clock } from '../ports/clock.ts';
import type { Leases } from '../ports/leases.ts';
import type { Egress } from '../ports/network-ports.ts';
import { egressWaitMs } from '../ports/work-queue.ts';
import { EgressProber, type EgressProberDependencies } from './egress/egress-prober.ts';
import {
  EgressActivity,
  type EgressHistory,
  type EgressReports,
  type EgressState,
  readEgressState,
} from './egress/egress-reports.ts';
import { Greylistings } from './egress/greylistings.ts';
import { asksToSlowDown, subjectByMeaning } from './reply/meanings.ts';
import { ConnectionLimiter } from './session/connection-limiter.ts';
import type { ProbeAnswer, ProbeCaller, Recipient } from './session/probe-request.ts';

export interface ProberDependencies
  extends Omit<
    EgressProberDependencies,
    'limiter' | 'activity' | 'isOneOfSeveral' | 'nextSessionNumber' | 'onPoolClosed'
  > {
  readonly egresses: readonly Egress[];
  readonly leases: Leases;
  /** Most sockets of this engine, for all exchanges together. */
  readonly maxConnections: number;
}

/** Of several answers for which egresses are at fault, the one with the highest rank tells most. */
const answerRanks = { unreachable: 0, blocked: 1, limited: 2 };

/**
 * Asks exchanges about recipients, over as few sessions as possible. Chooses the egress: the one through which the recipient
 * was greylisted, because greylisting remembers the client; otherwise the one with the least work there among those that are
 * neither paused nor blocked.
 */
export class Prober implements EgressReports {
  /** Through which egress each recipient was put off. */
  readonly greylistings: Greylistings;
  readonly #clock: Clock;
  readonly #cache: Cache;
  readonly #activity: EgressActivity;
  readonly #egresses: readonly EgressProber[];
  readonly #byLastUse: EgressProber[];
  #sessionCount = 0;
  #closed = false;
  #onDrained: (() => void) | undefined;

  constructor(dependencies: ProberDependencies) {
    const { clock, cache } = dependencies;
    this.#clock = clock;
    this.#cache = cache;
    this.#activity = new EgressActivity(clock);
    const { egresses } = dependencies;
    const closeIdleSession = (key: string | undefined) => {
      this.#egresses.some(({ pools }) => pools.some((pool) => pool.endIdleSession(key)));
    };
    const shared = {
      ...dependencies,
      limiter: new ConnectionLimiter({ ...dependencies, closeIdleSession }),
      activity: this.#activity,
      isOneOfSeveral: egresses.length > 1,
      nextSessionNumber: () => {
        this.#sessionCount += 1;
        return this.#sessionCount;
      },
      onPoolClosed: () => {
        if (this.#isDrained) this.#onDrained?.();
      },
    };
    this.#egresses = egresses.map((egress) => new EgressProber(egress, shared));
    this.#byLastUse = [...this.#egresses];
    this.greylistings = new Greylistings(clock);
  }

  async list(): Promise<readonly EgressState[]> {
    const stores = { cache: this.#cache, clock: this.#clock };
    return Promise.all(this.#egresses.map((egress) => readEgressState(egress, stores)));
  }

  get areReachable(): boolean {
    return this.outages.some(({ isReachable }) => isReachable);
  }

  async examine(): Promise<boolean> {
    const found = await Promise.all(this.outages.map((outage) => outage.examine()));
    return found.some(Boolean);
  }

  history(): EgressHistory {
    return this.#activity.history();
  }

  /** What is known about the ability of each egress to reach mail servers. */
  get outages(): readonly EgressOutage[] {
    return this.#egresses.map(({ outage }) => outage);
  }

  /** Returns how many connections all egresses may have now to what they are counted as: `host:…` or `provider:…`. */
  connectionsCountedAs(countedAs: string): number {
    return this.#egresses.reduce((sum, { gates }) => sum + gates.connectionsCountedAs(countedAs), 0);
  }

  /**
   * Asks `host` about a recipient, through one egress after another as long as they are at fault for the answer. Rejects
   * with ServiceUnavailable if those left do not work, or if bulk work has to wait for the one that was put off; with the
   * signal's reason, NoSlotInTime, EngineClosed, or if a store fails.
   */
  async ask(
    host: string,
    recipient: Recipient,
    caller: Omit<ProbeCaller, 'slot' | 'waitsOutPauses'>,
  ): Promise<ProbeAnswer> {
    const slot = new Slot(this.#clock);
    const askedAt = steadyNow(this.#clock);
    const passedOver = new Set<EgressProber>();
    /** Answers for which the egress is at fault. A short pause is waited out there if no other egress can be asked. */
    const faulty = new Map<EgressProber, ProbeAnswer>();
    const { address } = recipient;
    let best: ProbeAnswer | undefined;
    let doubted: ProbeAnswer | undefined;
    for (;;) {
      if (this.#closed) throw new EngineClosed();
      caller.signal.throwIfAborted();
      const name = this.greylistings.egressOf(address);
      const putOff = name === undefined ? undefined : this.#egresses.find((each) => each.name === name);
      const missing = putOff !== undefined && isMissing(putOff, host, address) ? putOff : undefined;
      // Whoever waits for a single answer gets that of another egress, which the server may know, too.
      if (missing !== undefined && caller.share.kind === 'bulk') throw missingEgress(missing);
      const open = this.#byLastUse.filter((each) => !passedOver.has(each) && !each.outage.isResting);
      // A short pause there is waited out, and it is asked where it is perhaps blocked; a block is not waited out.
      const preferred = open.find((each) => each === putOff && each.rankAt(host, address) <= 2);
      const egress = preferred ?? leastBusy(open, host, address);
      if (egress === undefined) {
        // One that failed might have got another answer. If none could ask at all, our caller looks for the outage.
        const asked = [...faulty.values()].filter(couldAsk).length;
        const someFailed = asked > 0 && asked < this.#egresses.length;
        if (doubted !== undefined) return doubted;
        if (best === undefined || (someFailed && rankOf(best) < answerRanks.limited))
          throw egressOutage(this.#egresses, best);
        return best;
      }
      if (this.#egresses.length > 1) {
        this.#byLastUse.splice(this.#byLastUse.indexOf(egress), 1);
        this.#byLastUse.push(egress);
      }
      const isOtherFree = () => this.#hasFreeBeside(host, address, passedOver, egress);
      const waitsOutPauses = preferred !== undefined || !isOtherFree();
      let answer: ProbeAnswer;
      try {
        answer = await egress.ask(host, recipient, { ...caller, slot, waitsOutPauses });
      } catch (error) {
        if (!(error instanceof EgressFailed)) throw slot.errorFor(error, askedAt);
        if (doubted !== undefined) return doubted;
        passedOver.add(egress);
        continue;
      }
      if (answer.kind === 'paused' && answer.isRerouted) continue;
      const settled =
        this.#egresses.length < 2 ||
        // Another egress would be put off anew. This one is asked again later.
        (preferred !== undefined && isLimited(answer)) ||
        !(await egress.isAtFault(answer, caller.signal));
      if (settled && doubted === undefined && isDoubtful(answer) && isOtherFree()) {
        // Another egress has a sender, an address and a route of its own. One more shows whether they matter.
        doubted = answer;
        passedOver.add(egress);
        continue;
      }
      if (doubted !== undefined && !isBetter(answer, doubted)) return doubted;
      if (settled) {
        this.greylistings.record(address, answer, (missing ?? egress).name);
        return answer;
      }
      if (best === undefined || rankOf(answer) > rankOf(best)) best = answer;
      const isPaused = answer.kind === 'paused' && answer.reason === 'limited';
      if (waitsOutPauses || !isPaused || faulty.has(egress)) passedOver.add(egress);
      faulty.set(egress, answer);
    }
  }

  /** Returns whether another egress could be asked at once: its route works, and it is neither paused nor blocked there. */
  #hasFreeBeside(
    host: string,
    recipient: string,
    passedOver: ReadonlySet<EgressProber>,
    egress: EgressProber,
  ): boolean {
    const isFree = (other: EgressProber) => !other.outage.isResting && other.rankAt(host, recipient) === 0;
    return this.#egresses.some((other) => other !== egress && !passedOver.has(other) && isFree(other));
  }

  /** Ends idle sessions with QUIT and aborts the others. Resolves when every connection is closed. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const { outage } of this.#egresses) outage.close();
    for (const { pools } of this.#egresses) for (const pool of pools) while (pool.endIdleSession());
    for (const { pools } of this.#egresses) for (const pool of pools) pool.abort(new EngineClosed());
    const drained = new Promise<void>((resolve) => {
      this.#onDrained = resolve;
    });
    if (!this.#isDrained) await drained;
    await Promise.all(this.#egresses.map(({ gates }) => gates.close()));
  }

  get #isDrained(): boolean {
    return this.#egresses.every(({ pools }) => pools.length === 0);
  }
}

/**
 * True if the egress through which the recipient was put off does not work, but not for so long yet that another one begins
 * anew. A block there lasts so long, so that its recipients go to others at once.
 */
function isMissing(egress: EgressProber, host: string, recipient: string): boolean {
  const { failingMs } = egress.outage;
  return failingMs !== undefined && failingMs < egressWaitMs && egress.rankAt(host, recipient) !== 4;
}

/** Compares rank, end of a pause, work, and whether a connection would have to be opened. */
function leastBusy(open: readonly EgressProber[], host: string, recipient: string): EgressProber | undefined {
  if (open.length < 2) return open[0];
  const costs = open.map((egress) => ({ egress, cost: egress.costAt(host, recipient) }));
  return costs.reduce((least, each) => (isLess(each.cost, least.cost) ? each : least)).egress;
}

function isLess(one: readonly number[], other: readonly number[]): boolean {
  const index = one.findIndex((value, at) => value !== other[at]);
  return (one[index] ?? 0) < (other[index] ?? 0);
}

function rankOf(answer: ProbeAnswer): number {
  if (answer.kind === 'unreachable' || isUngreeted(answer)) return answerRanks.unreachable;
  return isLimited(answer) ? answerRanks.limited : answerRanks.blocked;
}

/**
 * True if another egress may well get another answer: a refusal that does not name the recipient may be meant for the
 * sender, or for the client, and a connection without a greeting may be one that a proxy only claims to have.
 */
function isDoubtful(answer: ProbeAnswer): boolean {
  if (answer.kind !== 'reply') return isUngreeted(answer);
  const { meaning } = answer.classification;
  return meaning === 'sender-refused' || meaning === 'policy-refused';
}

function isBetter(answer: ProbeAnswer, doubted: ProbeAnswer): boolean {
  return isAboutRecipient(answer) || (isUngreeted(doubted) && answer.kind === 'reply' && !isLimited(answer));
}

/** True if the egress worked, so that another one would have to answer. */
function couldAsk(answer: ProbeAnswer): boolean {
  return answer.kind === 'unreachable' ? answer.problem === 'no_route' : !isUngreeted(answer);
}

function isUngreeted(answer: ProbeAnswer): boolean {
  return answer.kind === 'dialogue-failed' && answer.ungreeted === true;
}

function isAboutRecipient(answer: ProbeAnswer): boolean {
  return answer.kind === 'reply' && subjectByMeaning[answer.classification.meaning] === 'recipient';
}

/** A server, or a pause after one, asks this egress to slow down. */
function isLimited(answer: ProbeAnswer): boolean {
  if (answer.kind === 'paused') return answer.reason === 'limited';
  return answer.kind === 'reply' && asksToSlowDown(answer.classification);
}

function missingEgress({ name, outage: { failure } }: EgressProber): ServiceUnavailable {
  const why = failure?.message ?? 'No mail server can be reached through it.';
  return new ServiceUnavailable(
    `Addresses that a mail server has put off (greylisting) must be asked again from the same source, and the egress ${name} ` +
      `does not work. They wait for it, at most ${egressWaitMs / 60_000} minutes, and then begin anew through another. ${why}`,
    failure === undefined ? undefined : { cause: failure },
  );
}

/** Names each egress with its last error. The first one is the cause. `answer`: the best one, if an egress works but is at fault. */
function egressOutage(
  egresses: readonly EgressProber[],
  answer: ProbeAnswer | undefined,
): ServiceUnavailable {
  const which =
    answer === undefined
      ? 'No egress works'
      : 'Some egresses do not work, and the others cannot ask this exchange';
  const failures = egresses.flatMap(({ name, outage: { failure } }) =>
    failure === undefined ? [] : [{ name, failure }],
  );
  const texts = failures.map(({ name, failure }) => ` Egress ${name}: ${failure.message}`);
  const [first] = failures;
  return new ServiceUnavailable(
    `${which}; they are tried again within five minutes.${texts.join('')}`,
    first === undefined ? undefined : { cause: first.failure },
  );
}
