import type { Clock } from '../ports/clock.ts';
import { KeyedMutex } from './keyed-mutex.ts';
import { steadyNow } from './steady-time.ts';
import type { WorkShare } from './work-share.ts';

/** For how long all steps together may have one iteration of the event loop: Node accepts one connection in each. */
const sliceMs = 1;
/** Whoever has a turn goes on for so long, because to change costs more than most steps. */
const runMs = 0.1;

/** An account that had a step longer than a slice waits so many times as long before its next one. */
const waitsPerLongStep = 3;

/** Called before each step of a long loop, which awaits its result unless that is undefined. */
export type YieldIfDue = () => Promise<void> | undefined;

/** The steps of one account. */
interface Party {
  /** How long its steps have taken. */
  spentMs: number;
  readonly waiting: Set<() => void>;
}

/**
 * Lets long work have the event loop in short steps, for about a millisecond in each iteration of it, however much of it there is:
 * the reading of bodies and lists, plans, attempts. Whoever waits and has had the least time has the next turn, so no account waits
 * for the many or long steps of another.
 */
export class LoopSteps {
  static readonly #ofClock = new WeakMap<Clock, LoopSteps>();
  readonly #clock: Clock;
  /** Those who wait, or have had a turn in this iteration. */
  readonly #parties = new Map<string | null, Party>();
  readonly #longSteps = new KeyedMutex();
  #waiting = 0;
  /** Who has the turn, and since when. */
  #running: Party | undefined;
  #runningSince = 0;
  /** What the party that was served last had had before. */
  #floorMs = 0;
  /** When the slice of this iteration is used up. Undefined: none has begun. */
  #sliceEndsAt: number | undefined;

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
  next(account: string | null): Promise<void> | undefined {
    const now = steadyNow(this.#clock);
    if (this.#sliceEndsAt === undefined) this.#beginSlice(now);
    const party = this.#partyOf(account);
    const isRunning = this.#running === party && now - this.#runningSince < runMs;
    if (now < (this.#sliceEndsAt ?? 0) && (isRunning || this.#waiting === 0)) {
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
      if (tookMs <= sliceMs) permit.release();
      else this.#clock.after(waitsPerLongStep * tookMs, () => permit.release(), { background: true });
    }
  }

  #beginSlice(now: number): void {
    this.#sliceEndsAt = now + sliceMs;
    // Not in the middle of a step, where a clock may fire that is moved by it.
    this.#clock.after(0, () => void Promise.resolve().then(() => this.#beginIteration()));
  }

  #beginIteration(): void {
    const now = steadyNow(this.#clock);
    this.#end(now);
    this.#sliceEndsAt = undefined;
    for (const [account, { waiting }] of this.#parties) if (waiting.size === 0) this.#parties.delete(account);
    if (this.#waiting === 0) return;
    this.#beginSlice(now);
    this.#serve(now);
  }

  #serve(now: number): void {
    const party = this.#leastServed();
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
    const now = steadyNow(this.#clock);
    if (this.#sliceEndsAt !== undefined && now < this.#sliceEndsAt) this.#serve(now);
  }

  #begin(party: Party, now: number): void {
    this.#end(now);
    this.#running = party;
    this.#runningSince = now;
    this.#floorMs = Math.max(this.#floorMs, party.spentMs);
  }

  /** What else happened since the step has ended is counted, too, but not beyond a slice. */
  #end(now: number): void {
    if (this.#running !== undefined) this.#running.spentMs += Math.min(sliceMs, now - this.#runningSince);
    this.#running = undefined;
  }

  #leastServed(): Party | undefined {
    let least: Party | undefined;
    for (const party of this.#parties.values())
      if (party.waiting.size > 0 && (least === undefined || party.spentMs < least.spentMs)) least = party;
    return least;
  }

  #partyOf(account: string | null): Party {
    let party = this.#parties.get(account);
    if (party === undefined) {
      // Otherwise, it would go before others until it has had as much as they.
      party = { spentMs: this.#floorMs, waiting: new Set() };
      this.#parties.set(account, party);
    }
    return party;
  }
}
