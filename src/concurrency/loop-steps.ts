import type { Clock } from '../ports/clock.ts';
import { KeyedMutex } from './keyed-mutex.ts';
import { steadyNow } from './steady-time.ts';
import type { WorkShare } from './work-share.ts';

/** Whoever has a turn goes on for so long, because to change costs more than most steps. */
const runMs = 0.1;

/**
 * What a step is done for: a job that is paid for or of no account, a list or job that nobody pays for, or anything else, such as
 * bodies, of which it is not known yet. In each iteration of the event loop, such steps begin in the first `sliceMs` (Node accepts
 * one connection in each). `busy`: while paid jobs have steps, and for 0.4 seconds after that, in the first `sliceMs` of one
 * iteration in `everyMs`, because what follows a step takes as long as the step, or longer. `weight`: of those who wait, an account
 * gets so many times the time of another.
 */
const stepKinds = {
  paid: { weight: 4, sliceMs: 2, busy: { sliceMs: 2, everyMs: 0 } },
  other: { weight: 1, sliceMs: 1, busy: { sliceMs: 1, everyMs: 0 } },
  unpaid: { weight: 1, sliceMs: 1, busy: { sliceMs: 0.1, everyMs: 2 } },
} as const;
const busyForMs = 400;

export type StepKind = keyof typeof stepKinds;

/** A step that takes longer is a long one. Of a turn, no more than this is counted. */
const longStepMs = 1;
/**
 * Whoever waits has had at most so much less than who has had the most. Otherwise, those of a kind that has less of each iteration
 * would have ever more due to them, and go before whoever comes later.
 */
const mostLagMs = 1;
/** An account that had a long step waits so many times as long before its next one. */
const waitsPerLongStep = 3;

/** Called before each step of a long loop, which awaits its result unless that is undefined. */
export type YieldIfDue = () => Promise<void> | undefined;

/** The steps of one kind of one account. */
interface Party {
  readonly name: string;
  readonly kind: StepKind;
  /** How long its steps have taken, divided by their weight; at least what `mostLagMs` allows. */
  spentMs: number;
  readonly waiting: Set<() => void>;
}

/**
 * Lets long work have the event loop in short steps, for a millisecond or two in each iteration of it, however much of it there is:
 * the reading of bodies and lists, plans, attempts. Whoever waits and has had the least time has the next turn, so no account waits
 * for the many or long steps of another. What nobody pays for gives way to jobs that are paid for.
 */
export class LoopSteps {
  static readonly #ofClock = new WeakMap<Clock, LoopSteps>();
  readonly #clock: Clock;
  /** Those who wait, or have had a turn in this iteration: the one whose last turn was earliest, or who came first, is the first. */
  readonly #parties = new Map<string, Party>();
  readonly #longSteps = new KeyedMutex();
  #waiting = 0;
  /** Until when those that give way to paid jobs have less time. */
  #busyUntil = 0;
  /** Who has the turn, and since when. */
  #running: Party | undefined;
  #runningSince = 0;
  /** The most that anybody had had when a turn began. */
  #floorMs = 0;
  /** When the first step of this iteration began. Undefined: none has. */
  #sliceBegunAt: number | undefined;
  /** When the slice began in which a kind had its last step. */
  readonly #servedAt: Record<StepKind, number> = { paid: -Infinity, other: -Infinity, unpaid: -Infinity };
  #cancelNextIteration = () => {};

  private constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Returns those of this clock: a process has one event loop. */
  static of(clock: Clock): LoopSteps {
    const steps = LoopSteps.#ofClock.get(clock) ?? new LoopSteps(clock);
    LoopSteps.#ofClock.set(clock, steps);
    return steps;
  }

  /** To be called before each step, which has to wait for the result unless that is undefined. Null: a step for no account. */
  next(account: string | null, kind: StepKind = 'other'): Promise<void> | undefined {
    const now = steadyNow(this.#clock);
    if (kind === 'paid') this.#busyUntil = now + busyForMs;
    if (this.#sliceBegunAt === undefined) this.#beginSlice(now);
    const party = this.#partyOf(account, kind);
    const isRunning = this.#running === party && now - this.#runningSince < runMs;
    const mayGoOn = isRunning || this.#waiting === 0 || this.#leastServed(now) === undefined;
    if (mayGoOn && this.#hasTime(party, now)) {
      if (!isRunning) this.#begin(party, now);
      return undefined;
    }
    this.#end(now);
    this.#waiting += 1;
    return new Promise((resolve) => {
      party.waiting.add(resolve);
    });
  }

  /**
   * Runs a step that may be long and cannot be divided: one of an account at a time, and for at most a quarter of the time, if its
   * steps are long. Rejects with the reason of the signal, or as `step` throws.
   */
  async alone<Result>(share: WorkShare, step: () => Result, signal: AbortSignal): Promise<Result> {
    const { account } = share;
    const permit = await this.#longSteps.acquire(JSON.stringify(account), signal, share);
    let begunAt: number | undefined;
    try {
      const turn = this.next(account);
      if (turn !== undefined) await turn;
      signal.throwIfAborted();
      begunAt = steadyNow(this.#clock);
      return step();
    } finally {
      const tookMs = begunAt === undefined ? 0 : steadyNow(this.#clock) - begunAt;
      if (tookMs <= longStepMs) permit.release();
      else this.#clock.after(waitsPerLongStep * tookMs, () => permit.release(), { background: true });
    }
  }

  #beginSlice(now: number): void {
    this.#sliceBegunAt = now;
    this.#scheduleIteration(0);
  }

  #scheduleIteration(delayMs: number): void {
    this.#cancelNextIteration();
    // Not in the middle of a step, where a clock may fire that is moved by it.
    const begin = () => void Promise.resolve().then(() => this.#beginIteration());
    this.#cancelNextIteration = this.#clock.after(delayMs, begin);
  }

  #beginIteration(): void {
    const now = steadyNow(this.#clock);
    this.#end(now);
    this.#sliceBegunAt = undefined;
    for (const [name, { waiting }] of this.#parties) if (waiting.size === 0) this.#parties.delete(name);
    if (this.#waiting === 0) return;
    if (this.#leastServed(now) === undefined) {
      this.#scheduleIteration(this.#mayBeginInMs(now));
    } else {
      this.#beginSlice(now);
      this.#serve(now);
    }
  }

  /** Returns after how long somebody who waits may begin, if nobody may now. */
  #mayBeginInMs(now: number): number {
    const waiting = [...this.#parties.values()].filter(({ waiting }) => waiting.size > 0);
    const begin = waiting.map(({ kind }) => this.#servedAt[kind] + stepKinds[kind].busy.everyMs);
    return Math.max(0, Math.min(...begin) - now);
  }

  #serve(now: number): void {
    const party = this.#leastServed(now);
    const [resolve] = party?.waiting ?? [];
    if (party === undefined || resolve === undefined) return;
    party.waiting.delete(resolve);
    this.#waiting -= 1;
    this.#begin(party, now);
    resolve();
    // The step runs first.
    void Promise.resolve().then(() => this.#serveNext());
  }

  #serveNext(): void {
    if (this.#sliceBegunAt !== undefined) this.#serve(steadyNow(this.#clock));
  }

  #begin(party: Party, now: number): void {
    this.#end(now);
    this.#running = party;
    this.#runningSince = now;
    this.#servedAt[party.kind] = this.#sliceBegunAt ?? now;
    this.#parties.delete(party.name);
    this.#parties.set(party.name, party);
    party.spentMs = this.#spentBy(party);
    this.#floorMs = Math.max(this.#floorMs, party.spentMs);
  }

  #spentBy({ spentMs }: Party): number {
    return Math.max(spentMs, this.#floorMs - mostLagMs);
  }

  /** What else happened since the step has ended is counted, too, up to `longStepMs`. */
  #end(now: number): void {
    const running = this.#running;
    if (running === undefined) return;
    running.spentMs += Math.min(longStepMs, now - this.#runningSince) / stepKinds[running.kind].weight;
    this.#running = undefined;
  }

  #leastServed(now: number): Party | undefined {
    let least: Party | undefined;
    for (const party of this.#parties.values())
      if (party.waiting.size > 0 && this.#hasTime(party, now))
        if (least === undefined || this.#spentBy(party) < this.#spentBy(least)) least = party;
    return least;
  }

  #hasTime({ kind }: Party, now: number): boolean {
    const { sliceMs, busy } = stepKinds[kind];
    const begunAt = this.#sliceBegunAt ?? now;
    if (now >= this.#busyUntil) return now - begunAt < sliceMs;
    const servedAt = this.#servedAt[kind];
    const isDue = servedAt === begunAt || begunAt - servedAt >= busy.everyMs;
    return isDue && now - begunAt < busy.sliceMs;
  }

  #partyOf(account: string | null, kind: StepKind): Party {
    const name = account === null ? kind : `${kind} ${account}`;
    let party = this.#parties.get(name);
    if (party === undefined) {
      // Otherwise, it would go before others until it has had as much as they; and, if many come for a step each, for ever.
      const spentMs = this.#floorMs + runMs / stepKinds[kind].weight;
      party = { name, kind, spentMs, waiting: new Set() };
      this.#parties.set(name, party);
    }
    return party;
  }
}
